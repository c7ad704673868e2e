"""Files of the class register: bytes → table → proposal. Plain Python, no database; spreadsheets are read by openpyxl."""
