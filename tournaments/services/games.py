"""Before and after the commands: setting up, starting and finishing a game."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

from tournaments.disciplines import Json, discipline_for
from tournaments.models import GameCommand, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services import draws
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_host, require_open
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit
from tournaments.services.ranking import settle_game
from tournaments.services.reasons import read_reason
from tournaments.services.replay_log import load_session, make_snapshot

CLOSED = "x-close"  # a note in the log: a host has closed the game before its end


def start_game(*, game_id: int, actor: Actor) -> Outcome:
    """Pins the setup and makes the first snapshot. A second press changes nothing (``repeated``).

    Refused for anyone but a host, and with the discipline's own refusal if the setup cannot be played.
    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if (refusal := _closed_to(game, actor)) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if game.started_at is not None:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        try:
            game.snapshot = _first_snapshot(game.discipline, game.setup)
        except Refusal as unplayable:
            return Outcome(accepted=False, seq=game.seq, refusal=unplayable)
        game.started_at = timezone.now()
        if (refusal := _carry_out(game, "snapshot", "started_at")) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        record_audit(actor=actor, action="start_game", target=f"game:{game.pk}")
        draws.follow_round(game=game, round_number=_drawing_round(game), seq=game.seq)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def finish_game(*, game_id: int, actor: Actor, reason: str = "") -> Outcome:
    """Closes the log, and settles what it won: ledger and privileges. A second press changes nothing (``repeated``).

    ``reason``: why the game is closed before its rules have ended it; it stands in the log, for everybody, and has to
    be given then. Refused for anyone but a host, and before the start. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if (refusal := _closed_to(game, actor)) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if game.started_at is None:
            return _refused(game, "not_started")
        if game.finished_at is not None:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        discipline = discipline_for(game.discipline)
        try:
            reason = "" if discipline.is_over(load_session(game)) else read_reason(reason)
        except Refusal as wordless:
            return Outcome(accepted=False, seq=game.seq, refusal=wordless)
        game.finished_at = timezone.now()
        if (refusal := _carry_out(game, "finished_at")) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        said = {"reason": reason} if reason else {}
        record_audit(actor=actor, action="finish_game", target=f"game:{game.pk}", details={"seq": game.seq, **said})
        if reason:
            _note_closing(game, reason, actor)
        draws.follow_round(game=game, round_number=None, seq=game.seq, reason="closed")
        settle_game(game_id=game.pk, actor=actor)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def reopen_game(*, game_id: int, actor: Actor) -> Outcome:
    """Opens the log of a finished game again: the last verdict may have been pressed too soon.

    What it had won is taken back until it is finished again.
    Reopening an open game changes nothing (``repeated``). Refused for anyone but a host, and before the start.
    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if (refusal := _closed_to(game, actor)) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if game.started_at is None:
            return _refused(game, "not_started")
        if game.finished_at is None:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        game.finished_at = None
        if (refusal := _carry_out(game, "finished_at")) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        record_audit(actor=actor, action="reopen_game", target=f"game:{game.pk}", details={"seq": game.seq})
        draws.follow_round(game=game, round_number=_drawing_round(game), seq=game.seq)
        settle_game(game_id=game.pk, actor=actor)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def change_setup(*, game_id: int, setup: Json, actor: Actor) -> Outcome:
    """Replaces the setup (rules, settings, teams) of a game that has not started; afterwards it is pinned.

    Refused for anyone but a host, after the start, and if the discipline refuses the setup.
    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if (refusal := _closed_to(game, actor)) is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if game.started_at is not None:
            return _refused(game, "already_started")
        try:
            _first_snapshot(game.discipline, setup)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        details = {"before": game.setup, "after": setup}
        game.setup = setup
        game.save(update_fields=["setup"])
        record_audit(actor=actor, action="change_setup", target=f"game:{game.pk}", details=details)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def _note_closing(game: LiveGame, reason: str, actor: Actor) -> None:
    """A line of the log that changes nothing in the game: its record says why it ends here."""
    moment = game.finished_at or timezone.now()
    GameCommand.objects.create(
        game=game,
        command={"do": CLOSED, "reason": reason, "at": int(moment.timestamp() * 1000)},
        command_id=secrets.token_hex(16),
        actor_key=actor.key,
        actor_role=actor.role,
        actor_name=actor.name[:200],
        device=actor.device[:200],
        received_at=moment,
        accepted=True,
        seq_after=game.seq,
    )


def _drawing_round(game: LiveGame) -> int | None:
    return discipline_for(game.discipline).drawing_round(load_session(game))


def _first_snapshot(key: str, setup: Json) -> str:
    """The snapshot of a game about to start; raises Refusal if the discipline cannot play this setup."""
    discipline = discipline_for(key)
    try:
        return make_snapshot(discipline.dump_state(discipline.initial(setup)), None, None)
    except (ValueError, TypeError, KeyError) as error:
        raise Refusal("", "bad_setup", {"reason": str(error)}) from error


def _carry_out(game: LiveGame, *fields: str) -> Refusal | None:
    """Saves what has changed and lets the discipline follow; what it refuses leaves both as they were."""
    try:
        with transaction.atomic():
            game.save(update_fields=fields)
            discipline_for(game.discipline).follow_game(game)
    except Refusal as refusal:
        return refusal
    return None


def _closed_to(game: LiveGame, actor: Actor) -> Refusal | None:
    """Why this person may not start, finish, reopen or set up the game now."""
    try:
        require_host(game, actor)
        require_open(game, actor)
    except Refusal as refusal:
        return refusal
    return None


def _refused(game: LiveGame, code: str) -> Outcome:
    return Outcome(accepted=False, seq=game.seq, refusal=Refusal("", code))
