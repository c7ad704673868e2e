"""The auction's question bank as tables, in and out, in plain Python."""
