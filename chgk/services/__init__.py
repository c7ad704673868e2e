"""What changes the tables of the club."""
