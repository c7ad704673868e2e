"""The rulebook «Awantura o Punkty» as pure functions. Standard library only."""
