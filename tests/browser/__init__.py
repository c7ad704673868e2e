"""Sowa in a real Chromium: journeys of an evening, what must not happen, every page for everybody."""
