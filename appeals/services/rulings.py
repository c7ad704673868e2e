"""§5.3.2 to §5.4.1: the curator decides where the jury did not, announces, and the ruling becomes part of the game."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from appeals.models import Appeal
from appeals.rules import commands as c
from appeals.rules.state import Kind, Phase
from appeals.rules.texts import clean_lines, clean_text
from appeals.selectors.clocks import milliseconds, week_after
from appeals.selectors.effects import Effect, preview_ruling, ruling_command
from appeals.selectors.folds import read_state
from appeals.selectors.verdicts import VERDICTS, verdict_in_force
from appeals.services import letters
from appeals.services.logs import carry_out, lock_appeal, lock_season_of
from chgk.rules.questions import Verdict
from chgk.services.desk import lock_club
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome, play
from tournaments.services.replay_log import load_session

BY_APPEAL = "system:appeals"


def decide_appeal(
    *,
    appeal_id: int,
    granted: bool,
    reason: str,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """§5.3.2, 4: the curator's opinion decides, with a reason. Refused unless the votes leave it open."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        command = c.Decide(granted, clean_text("decision", reason, "1.5"), milliseconds(now))
        carry_out(row, command, actor, at=now, command_id=command_id, action="decide_appeal")
    return row


def announce_ruling(
    *,
    appeal_id: int,
    accepted: Sequence[str] = (),
    seen: str | None = None,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """The ruling is made known, is final (§5.4.1), and takes effect: the game is worked out anew with it.

    ``accepted``: the answers that a granted «accept» lets count. ``seen``: the mark of the preview that the curator has
    looked at; refused if the game or the table has moved on since. A finished game is opened for the ruling, and closed
    again if it is still over; if not, it goes on live, or the curator closes it with a reason. Refused before the
    decision, a second time, while a question of the game is open, and for a granted one in a closed season.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        lock_season_of(appeal_id)
        row = lock_appeal(appeal_id)
        state = read_state(row)
        verdict = verdict_in_force(row, granted=True) if state.granted else None
        if verdict is not None and state.phase is Phase.DECIDED:
            lock_club(row.club_id)
            require_seen(row, verdict, seen)
        answers = clean_lines("accepted", accepted, "5.2.2")
        command = c.Announce(tuple(answers), week_after(now), milliseconds(now))
        carry_out(row, command, actor, at=now, command_id=command_id, action="announce_ruling")
        if verdict is not None:
            apply_verdict(row, verdict, actor, now)
        letters.tell_of_ruling(row)
    return row


def require_seen(row: Appeal, verdict: Verdict, seen: str | None) -> Effect:
    """What the verdict changes; refused if that is not what the curator has looked at."""
    game = LiveGame.objects.select_for_update(of=("self",)).get(pk=row.game_id)
    effect = preview_ruling(row.club, game, row.question, verdict)
    if seen is not None and seen != effect.mark:
        raise Refusal("5.2.2", "preview_moved", {})
    return effect


def apply_verdict(row: Appeal, verdict: Verdict, actor: Actor, now: datetime.datetime) -> None:
    """Gives the game the verdict that is in force now, in the caller's transaction; raises what the game refuses."""
    sowa = Actor(key=BY_APPEAL, role="system", name=actor.name)
    game = LiveGame.objects.select_for_update(of=("self",)).get(pk=row.game_id)
    was_finished = game.finished_at is not None
    if was_finished:
        _require(reopen_game(game_id=game.pk, actor=sowa))
    asked_for = verdict in (VERDICTS[Kind(row.kind)], Verdict.NONE)
    template = _("Appeal %(number)s") if asked_for else _("Appeal %(number)s; another ruling stays in force")
    reason = template % {"number": row.number}
    command = {**ruling_command(row.question, verdict, reason), "appeal": row.number}
    _require(
        play(
            game_id=game.pk,
            command=command,
            actor=sowa,
            command_id=f"appeal-{row.pk}-{row.seq}",
            expected_seq=None,
            received_at=now,
        )
    )
    game.refresh_from_db()
    if was_finished and discipline_for(game.discipline).is_over(load_session(game)):
        _require(finish_game(game_id=game.pk, actor=sowa))
    details = {"appeal": row.pk, "question": row.question, "verdict": verdict.value}
    record_audit(actor=actor, action="apply_ruling", target=f"game:{game.pk}", details=details)


def _require(outcome: Outcome) -> None:
    if outcome.refusal is not None:
        raise outcome.refusal
