"""Whatever changes an appeal or a jury."""
