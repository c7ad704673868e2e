"""People, seasons and everything that a live game of any discipline needs."""
