"""How far two spellings lie apart: for misspelt commands (§11) and for typed answers (§17)."""

from __future__ import annotations


def edit_distance(a: str, b: str) -> int:
    """How many letters to add, drop, change or swap with their neighbour to turn ``a`` into ``b``."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
