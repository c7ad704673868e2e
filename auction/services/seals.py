"""Sealing the questions of an evening, breaking the seal before the game, and looking into a sealed set.

A sealed set is played from its copies. They leave the server one way before they are played, :func:`open_set`, which
writes down who looked and why before it answers.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from auction import selectors
from auction.models import QuestionSeal, QuestionSet, ReservedQuestion, SetOpening
from auction.rules.questions import Question
from auction.rules.sealing import SealedLine, commitment, mark_of, question_digest
from auction.services.question_sets import lock_list, require_keeper
from tournaments.models import LiveGame, User
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import from_json, to_json
from tournaments.services.actors import account_actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit

LONGEST_REASON = 500


def seal_set(*, game_id: int, seen: str, user: User) -> QuestionSeal:
    """Copies the questions as they will be played, promises them, and closes them to everybody.

    ``seen`` is the :func:`fingerprint` of what the host looked at. Raises :class:`Refusal`.
    """
    with write_lock(), transaction.atomic():
        game, chosen = lock_list(game_id=game_id, user=user)
        rows = read_rows(chosen)
        if not rows:
            raise Refusal("6", "set_is_empty", {})
        if fingerprint(rows) != seen:
            raise Refusal("6", "set_moved_on", {})
        _require_playable(game, rows)
        lines = [_seal_row(row) for row in rows]
        actor, number = account_actor(user), chosen.seals.count() + 1
        seal = QuestionSeal.objects.create(
            set=chosen,
            number=number,
            commitment=commitment(lines),
            lines=[to_json(line) for line in sorted(lines, key=str)],
            sealed_by=actor.name,
        )
        chosen.sealed_at, chosen.sealed_by = seal.sealed_at, actor.name
        chosen.save(update_fields=["sealed_at", "sealed_by"])
        LiveGame.objects.filter(pk=game.pk).update(is_sealed=True)
        details = {"commitment": seal.commitment, "questions": len(rows)}
        record_audit(actor=actor, action="seal_questions", target=f"game:{game.pk}", details=details)
        publish_after_commit(game.pk)
    return seal


def unseal_set(*, game_id: int, reason: str, user: User) -> None:
    """Breaks the seal before the start: the list can be changed again. The broken seal stays visible, with the reason.

    Raises :class:`Refusal`.
    """
    reason = require_reason(reason)
    with write_lock(), transaction.atomic():
        game, chosen = _lock_sealed(game_id, user)
        if game.started_at is not None:
            raise Refusal("6", "set_game_started", {})
        actor = account_actor(user)
        QuestionSeal.objects.filter(set=chosen, unsealed_at=None).update(
            unsealed_at=timezone.now(), unsealed_by=actor.name, reason=reason
        )
        chosen.sealed_at, chosen.sealed_by = None, ""
        chosen.save(update_fields=["sealed_at", "sealed_by"])
        chosen.reserved.update(copy=None, salt="", digest="", mark="")
        LiveGame.objects.filter(pk=game.pk).update(is_sealed=False)
        details = {"reason": reason}
        record_audit(actor=actor, action="unseal_questions", target=f"game:{game.pk}", details=details)
        publish_after_commit(game.pk)


def open_set(*, game_id: int, why: str, user: User) -> SetOpening:
    """Writes down that this host looks into the set; only then may the texts be read (:func:`read_opened`).

    It is committed when this returns, whatever becomes of the page. Raises :class:`Refusal`.
    """
    why = require_reason(why)
    with write_lock(), transaction.atomic():
        game, chosen = _lock_sealed(game_id, user)
        actor = account_actor(user)
        came_later = chosen.openings.filter(
            kind=SetOpening.Kind.NEW_HOST, who_key=actor.key, at__gte=chosen.sealed_at
        ).exists()
        if came_later:
            raise Refusal("", "set_not_for_new_hosts", {"name": actor.name})
        opening = SetOpening.objects.create(set=chosen, who=actor.name, who_key=actor.key, why=why)
        record_audit(actor=actor, action="open_questions", target=f"game:{game.pk}", details={"why": why})
    return opening


def read_opened(opening: SetOpening) -> list[tuple[Question, bool]]:
    """The questions of a set for whoever opened it, with whether each is a spare. Asks for the row that says so."""
    if opening.pk is None:
        raise ValueError("an opening is written down first")
    rows = opening.set.reserved.filter(copy__isnull=False).order_by("question__category__name", "is_spare", "position")
    return [(from_json(Question, {**_copy(row), "id": row.mark}), row.is_spare) for row in rows]


def note_new_hosts(*, game: LiveGame, users: Iterable[User]) -> None:
    """Whoever becomes a host of a sealed game gets near its questions: that stands in the log for everybody."""
    chosen = selectors.sealed_set(game)
    if chosen is None or game.finished_at is not None:
        return
    for user in users:
        actor = account_actor(user)
        SetOpening.objects.create(set=chosen, kind=SetOpening.Kind.NEW_HOST, who=actor.name, who_key=actor.key)


def note_conductor(*, game: LiveGame) -> None:
    """The same for whoever is handed the console and is no host of the game."""
    chosen = selectors.sealed_set(game)
    key = str(game.conductor.get("key", ""))
    if chosen is None or key in {f"user:{pk}" for pk in game.hosts.values_list("pk", flat=True)}:
        return
    name = game.conductor.get("name", "")
    SetOpening.objects.create(set=chosen, kind=SetOpening.Kind.NEW_HOST, who=name, who_key=key)


def read_rows(chosen: QuestionSet) -> list[ReservedQuestion]:
    """What is reserved, with the questions, in the order of the page."""
    rows = chosen.reserved.filter(released_at=None).select_related("question__category")
    return list(rows.order_by("question__category__name", "is_spare", "position", "pk"))


def fingerprint(rows: Iterable[ReservedQuestion]) -> str:
    """What a host has seen, in short: which questions, which of them spare, and as they stood in the bank then."""
    seen = [[row.question_id, row.is_spare, row.question.changed_at.isoformat()] for row in rows]
    return hashlib.sha256(json.dumps(sorted(seen)).encode()).hexdigest()[:16]


def require_reason(reason: str) -> str:
    """The reason, in words; raises :class:`Refusal`."""
    text = " ".join(reason.split())
    if not any(map(str.isalpha, text)):
        raise Refusal("6", "set_reason_missing", {})
    return text[:LONGEST_REASON]


def _lock_sealed(game_id: int, user: User) -> tuple[LiveGame, QuestionSet]:
    game = LiveGame.objects.select_for_update().get(pk=game_id, discipline="auction")
    require_keeper(game, user)
    chosen = selectors.sealed_set(game)
    if chosen is None:
        raise Refusal("6", "set_not_sealed", {})
    return game, chosen


def _require_playable(game: LiveGame, rows: list[ReservedQuestion]) -> None:
    """What happened in the bank since the questions were chosen: switched off, emptied, played elsewhere."""
    fit = set(selectors.free_questions(season=game.season, game=game).values_list("pk", flat=True))
    categories = game.setup.get("categories", [])
    unfit = [row for row in rows if row.question_id not in fit or row.question.category.name not in categories]
    if unfit:
        raise Refusal("6", "set_unfit", {"numbers": [str(row.question_id) for row in unfit]})


def _seal_row(row: ReservedQuestion) -> SealedLine:
    copy: dict[str, Any] = to_json(selectors.as_played(row.question))
    copy.pop("id")
    row.copy, row.salt = copy, secrets.token_hex(16)
    row.digest = question_digest(row.salt, copy)
    row.mark = mark_of(row.digest)
    row.save(update_fields=["copy", "salt", "digest", "mark"])
    return SealedLine(copy["category"], row.is_spare, row.digest)


def _copy(row: ReservedQuestion) -> dict[str, Any]:
    kept: Any = row.copy
    return dict(kept)
