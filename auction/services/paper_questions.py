"""The questions for an evening on paper: opened on a press of their own, and noted; one and a spare a category."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from auction import selectors
from auction.rules.questions import Question
from auction.rules.session import Session
from auction.services.question_sets import require_keeper
from auction.services.seals import open_set, read_opened
from tournaments.models import AuditEntry, LiveGame, User
from tournaments.services.actors import account_actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.replay_log import load_session

ACTION = "open_questions_for_paper"
LETTERS = ("a", "b")  # the question to ask, and its spare


@dataclass(frozen=True, slots=True)
class Opened:
    """A question of the printed paper. ``code``: what the form afterwards calls it, «3a»."""

    code: str
    category: str
    question: Question


def open_questions(*, game_id: int, why: str, user: User) -> list[Opened]:
    """At most two questions of each category that may still be drawn; who opened them, why and which, is noted.

    The seal of a set is opened for it as for any other look (services/seals.py). Opening them again gives the same
    ones, as long as they have not been asked. Raises :class:`Refusal`.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        texts = _open_seal(game, why, user)
        session = load_session(game)
        marks = _choose(game, session)
        details = {"questions": marks, "seq": game.seq, "why": why}
        record_audit(actor=account_actor(user), action=ACTION, target=f"game:{game.pk}", details=details)
    numbers = _numbers(session)
    return [
        Opened(f"{numbers[category]}{letter}", category, texts.get(mark) or selectors.as_dealt(game=game, mark=mark))
        for category, chosen in marks.items()
        for letter, mark in zip(LETTERS, chosen, strict=False)
    ]


def _open_seal(game: LiveGame, why: str, user: User) -> dict[str, Question]:
    """What the seal keeps; nothing for a game that draws from the bank, where any of its hosts may look."""
    if selectors.sealed_set(game) is not None:
        return {
            question.id: question for question, _spare in read_opened(open_set(game_id=game.pk, why=why, user=user))
        }
    require_keeper(game, user)
    return {}


def printed_marks(game: LiveGame, session: Session) -> dict[str, str]:
    """What the codes of the paper printed last stand for: «3a» -> the question's mark. One query."""
    last = AuditEntry.objects.filter(action=ACTION, target=f"game:{game.pk}").order_by("-pk").first()
    printed: Mapping[str, Sequence[str]] = last.details.get("questions", {}) if last is not None else {}
    numbers = _numbers(session)
    return {
        f"{numbers[category]}{letter}": mark
        for category, chosen in printed.items()
        if category in numbers
        for letter, mark in zip(LETTERS, chosen, strict=False)
    }


def _numbers(session: Session) -> dict[str, int]:
    """The place of a category among those of the evening."""
    return {category: number for number, category in enumerate(session.categories, 1)}


def _choose(game: LiveGame, session: Session) -> dict[str, list[str]]:
    """Category -> marks, in an order that nobody chose and that stays the same."""
    found: dict[str, list[str]] = {}
    for reserve in (False, True):
        unused: Any = selectors.unused_questions(game=game, burnt=session.burnt, reserve=reserve)
        rows = unused.filter(category__name__in=_open_categories(session)).values_list("category__name", "mark")
        for category, mark in sorted(rows, key=lambda row: _shuffled(game, row[1])):
            chosen = found.setdefault(category, [])
            if mark not in chosen and len(chosen) < (1 if not reserve else len(LETTERS)):
                chosen.append(mark)
    return {category: found[category] for category in session.categories if category in found}


def _open_categories(session: Session) -> list[str]:
    """Those not yet drawn in this round: in the final all may come up again, and what was asked is used up anyway."""
    drawn = session.game.drawn if session.game.round > 1 else frozenset[str]()
    lot = session.game.lot
    kept = lot.category if lot is not None and session.stage.question is None else None
    return [name for name in session.categories if name not in drawn or name == kept]


def _shuffled(game: LiveGame, mark: str) -> str:
    return hashlib.sha256(f"{settings.SECRET_KEY}:paper:{game.pk}:{mark}".encode()).hexdigest()
