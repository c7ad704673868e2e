"""The live loop: what changed in a game reaches every screen that shows it (docs/architecture.md)."""
