"""Questions that come with Sowa: a bank file into the tables."""

from __future__ import annotations

from typing import Any

from auction.models import AuctionQuestion, Category


def import_bank(bank: dict[str, Any], *, for_rehearsal: bool = False) -> int:
    """Adds the categories and questions of a bank file; answers with the number of questions."""
    rows = []
    for entry in bank["categories"]:
        category, _new = Category.objects.get_or_create(name=entry["name"])
        rows += [_question(category, question, for_rehearsal) for question in entry["questions"]]
    AuctionQuestion.objects.bulk_create(rows)
    return len(rows)


def _question(category: Category, question: dict[str, Any], for_rehearsal: bool) -> AuctionQuestion:
    a, b, c, d = question["variants"]
    return AuctionQuestion(
        category=category,
        text=question["text"],
        answer=question["answer"],
        accepted="\n".join(question["accepted"]),
        comment=question["comment"],
        source=question["source"],
        variant_a=a,
        variant_b=b,
        variant_c=c,
        variant_d=d,
        right_variant=question["right"] + 1,
        for_rehearsal=for_rehearsal,
    )
