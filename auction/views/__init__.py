"""The pages and the commands of Awantura o Punkty."""
