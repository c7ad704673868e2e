"""Awantura o Punkty: teams auction questions with points."""
