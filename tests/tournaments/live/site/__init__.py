"""A site whose only game is a tally: the live loop is tested without any rulebook."""
