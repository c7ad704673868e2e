"""What the panels of every game are made with: buttons, and what stands around a game."""
