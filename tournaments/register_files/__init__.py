"""Files of the class register: bytes, table, proposal. Plain Python without a database."""
