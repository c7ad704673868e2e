"""What announced rulings say of questions, for the bank and its statistics (§5.2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from appeals import words
from appeals.models import Appeal
from appeals.rules.state import Phase
from appeals.selectors.folds import read_state
from chgk.selectors.question_marks import Mark, Marks


def marks(games: Iterable[int]) -> Marks:
    """Announced appeals by game and question; one that is considered anew says nothing. One query."""
    found: dict[tuple[int, int], tuple[Mark, ...]] = {}
    rows = Appeal.objects.filter(game__in=list(games), phase=Phase.ANNOUNCED.value).order_by("number")
    for row in rows:
        key = (row.game_id, row.question)
        found[key] = (*found.get(key, ()), _mark(row))
    return found


def _mark(row: Appeal) -> Mark:
    granted = read_state(row).granted
    words_of = {"kind": row.get_kind_display(), "outcome": words.outcome_word(granted)}
    text = _("appeal: %(kind)s, %(outcome)s") % words_of
    return Mark(text, reverse("appeals:appeal", args=[row.pk]), overturned=bool(granted))
