"""Appeals against questions of the club's games, and the jury of three that considers them (chapter 5)."""
