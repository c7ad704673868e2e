"""A rehearsal leaves no trace but one line of the audit. A real game is never wiped."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import LiveGame
from tournaments.models.wiping import wipe_rows
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_host
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import end_after_commit, publish_after_commit


def wipe_rehearsal(*, game_id: int, actor: Actor) -> Outcome:
    """Deletes a rehearsal with its log, chat, links and draws; its screens say goodbye.

    Refused for a game that is no rehearsal, and for anyone but the host who conducts the evening that it rehearses.
    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_host(_rehearsed(game), actor)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        evening, rows = _rehearsed(game).pk, wipe_rows(game.pk)
        details = {"rehearsal": game_id, "title": game.title, "rows": sum(rows.values())}
        record_audit(actor=actor, action="wipe_rehearsal", target=f"game:{evening}", details=details)
        end_after_commit(game_id, "over")
        publish_after_commit(evening)
    return Outcome(accepted=True, seq=0)


def _rehearsed(game: LiveGame) -> LiveGame:
    evening = game.rehearsal_of
    if evening is None:
        raise Refusal("", "not_a_rehearsal")
    return evening
