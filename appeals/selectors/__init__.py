"""What the tables of appeals tell."""
