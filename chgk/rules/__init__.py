"""The regulation of the club as pure functions: the game, the season, the crystal owl. Standard library only."""
