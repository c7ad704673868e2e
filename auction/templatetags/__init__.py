"""Template tags of the auction game."""
