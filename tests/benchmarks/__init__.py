"""Figures beside their baselines, taken in the same run on the same machine: ``make bench``."""
