"""What other parts of the evening put on the edition's page: a card each, between the teams and the hosting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from auction.permissions import can_see_questions
from auction.question_pages import read_state
from tournaments.models import LiveGame


@dataclass(frozen=True, slots=True)
class Card:
    """A partial with what it needs: ``context(request, game)``, shown as ``card`` in the template, beside ``game``."""

    template: str
    context: Callable[[HttpRequest, LiveGame], Mapping[str, Any]]


def _questions(request: HttpRequest, game: LiveGame) -> Mapping[str, Any]:
    """What anybody may know of the evening's questions; their keepers get a way in."""
    return {"state": read_state(game), "keeper": can_see_questions(request.user, game)}


def _paper(request: HttpRequest, game: LiveGame) -> Mapping[str, Any]:
    return {}


CARDS: tuple[Card, ...] = (
    Card("auction/edition/_questions.html", _questions),
    Card("auction/edition/_paper.html", _paper),
)
