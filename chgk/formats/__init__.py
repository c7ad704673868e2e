"""Question files in and out, as plain Python: what a file holds (`package.py`), a reader and a writer a format."""
