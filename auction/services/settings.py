"""The settings of a game that has not started; the start pins them."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import change_setup
from tournaments.services.gates import require_waiting
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome

Value = int | bool | str


def save_settings(
    *,
    game_id: int,
    rules: Mapping[str, Value],
    settings: Mapping[str, Value],
    special: Mapping[str, Value],
    actor: Actor,
) -> Outcome:
    """Keeps what differs from the rulebook (``rules``), how the stage runs (``settings``), and what a special lot
    weighs on the wheel (``special``: kind -> weight).

    Refused as :func:`change_setup` refuses. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_waiting(game, actor)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        setup = {**game.setup, "rules": dict(rules), "settings": dict(settings), "special": dict(special)}
        if setup == game.setup:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        return change_setup(game_id=game_id, setup=setup, actor=actor)
