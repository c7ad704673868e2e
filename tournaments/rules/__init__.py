"""Plain Python: what both rulebooks share. No Django, no clock, no randomness."""
