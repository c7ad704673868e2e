"""Template tags of the pages around a game."""
