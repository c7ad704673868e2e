"""Что? Где? Когда?: the club's teams play against the authors of the questions."""
