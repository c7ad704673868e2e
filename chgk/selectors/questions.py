"""The questions on a game's table."""

from __future__ import annotations

from chgk.models import Question
from tournaments.models import LiveGame


def find_question(*, game: LiveGame, number: int) -> Question | None:
    """The question in this envelope of the game's table; one query."""
    return Question.objects.filter(package__game=game, number=number).first()
