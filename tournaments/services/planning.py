"""When and where an evening is to be played, and what becomes of the date."""

from __future__ import annotations

import datetime

from django.db import transaction

from tournaments.models import LiveGame, Postponement
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_waiting
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit
from tournaments.services.reasons import read_reason


def plan_game(
    *, game_id: int, title: str, planned_at: datetime.datetime | None, place: str, note: str, actor: Actor
) -> Outcome:
    """Title, date, place and a note for everybody, before the start.

    A date that was announced is not changed here but postponed. Refused for anyone but the conducting host, after the
    start, and for another date than the one announced. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_waiting(game, actor)
            _require_same_date(game, planned_at)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        new = {"title": title, "planned_at": planned_at, "place": place, "note": note}
        changed = {name: [_plain(getattr(game, name)), _plain(value)] for name, value in new.items()}
        changed = {name: pair for name, pair in changed.items() if pair[0] != pair[1]}
        if not changed:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        for name, value in new.items():
            setattr(game, name, value)
        game.save(update_fields=list(new))
        record_audit(actor=actor, action="plan_game", target=f"game:{game.pk}", details=changed)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def postpone_game(*, game_id: int, planned_at: datetime.datetime | None, reason: str, actor: Actor) -> Outcome:
    """Another date, or none for the time being, with a reason that everybody reads. The same date changes nothing.

    Refused for anyone but the conducting host, after the start (then the evening is suspended instead), and without
    a reason in words. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_waiting(game, actor)
            reason = read_reason(reason)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        if planned_at == game.planned_at and planned_at is not None:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        before, game.planned_at = game.planned_at, planned_at
        game.save(update_fields=["planned_at"])
        Postponement.objects.create(
            game=game, before=before, after=planned_at, reason=reason, decided_by=actor.key[:50]
        )
        details = {"before": _plain(before), "after": _plain(planned_at), "reason": reason}
        record_audit(actor=actor, action="postpone_game", target=f"game:{game.pk}", details=details)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def _require_same_date(game: LiveGame, planned_at: datetime.datetime | None) -> None:
    if game.planned_at is not None and planned_at != game.planned_at:
        raise Refusal("", "postpone_instead")


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime.datetime) else value
