"""How much a question of the bank holds, so that forms, services and files agree on it."""

LONGEST = {
    "text": 5000,
    "handout": 5000,
    "answer": 1000,
    "accepted": 3000,
    "rejected": 3000,
    "comment": 5000,
    "authors": 1000,
}
MOST_PICTURES = 4
HIGHEST_NUMBER = 32_000
