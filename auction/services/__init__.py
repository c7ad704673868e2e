"""What changes the auction game's tables, and what it draws from the bank."""
