"""An evening interrupted and taken up again, perhaps on another day: nothing moves, no clock runs, no link expires."""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.disciplines import discipline_for
from tournaments.models import AccessLink, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_host
from tournaments.services.locks import write_lock
from tournaments.services.notes import write_note
from tournaments.services.play import Outcome, play
from tournaments.services.publishing import publish_after_commit
from tournaments.services.reasons import read_reason
from tournaments.services.replay_log import load_session

SUSPEND, RESUME = "x-suspend", "x-resume"


def suspend_game(*, game_id: int, reason: str, until: datetime.datetime | None = None, actor: Actor) -> Outcome:
    """From now on every command is refused; a running clock stops with what remains. A second press changes nothing.

    ``until``: when it goes on, if that is known. Refused for anyone but the conducting host, before the start, after
    the end and without a reason in words. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_host(game, actor)
            _require_running(game)
            if game.suspension:
                return Outcome(accepted=True, seq=game.seq, repeated=True)
            reason = read_reason(reason)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        now = timezone.now()
        _halt(game, actor, now)
        game.refresh_from_db()
        said = {"reason": reason, "until": until.isoformat() if until else None}
        game.suspension = {"at": now.isoformat(), **said, "links": _hold_links(game, now)}
        game.save(update_fields=["suspension"])
        write_note(game=game, said={"do": SUSPEND, **said}, actor=actor, at=now)
        record_audit(actor=actor, action="suspend_game", target=f"game:{game.pk}", details=said)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def resume_game(*, game_id: int, actor: Actor) -> Outcome:
    """The evening goes on where it stopped; clocks wait for the host. A second press changes nothing (``repeated``).

    Refused for anyone but the conducting host. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_host(game, actor)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if not game.suspension:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        since, now = game.suspension["at"], timezone.now()
        _release_links(game, now)
        game.suspension = {}
        game.save(update_fields=["suspension"])
        write_note(game=game, said={"do": RESUME}, actor=actor, at=now)
        record_audit(actor=actor, action="resume_game", target=f"game:{game.pk}", details={"since": since})
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def _require_running(game: LiveGame) -> None:
    if game.started_at is None:
        raise Refusal("", "not_started")
    if game.finished_at is not None:
        raise Refusal("", "game_over")


def _halt(game: LiveGame, actor: Actor, now: datetime.datetime) -> None:
    """Stops what runs, by the game's own command, so that the log knows it."""
    command = discipline_for(game.discipline).halt(load_session(game))
    if command is not None:
        gesture = f"halt.{secrets.token_hex(12)}"
        play(game_id=game.pk, command=command, actor=actor, command_id=gesture, expected_seq=game.seq, received_at=now)


def _hold_links(game: LiveGame, now: datetime.datetime) -> dict[str, float]:
    """Links that have an end have none meanwhile; what each had left, in seconds."""
    links = AccessLink.objects.filter(game=game, expires_at__gt=now)
    left = {str(link.pk): (link.expires_at - now).total_seconds() for link in links if link.expires_at}
    links.update(expires_at=None)
    return left


def _release_links(game: LiveGame, now: datetime.datetime) -> None:
    left: dict[str, Any] = game.suspension.get("links", {})
    for pk, seconds in left.items():
        ends = now + datetime.timedelta(seconds=seconds)
        AccessLink.objects.filter(pk=int(pk), game=game, expires_at=None).update(expires_at=ends)
