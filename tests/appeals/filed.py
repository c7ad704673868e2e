"""An appeal that waits for the curator, made without the services: for tests of doors, not of the procedure."""

from __future__ import annotations

from appeals.models import Appeal
from tests.appeals.rules.procedure import filed
from tournaments.models import LiveGame
from tournaments.rules.serial import to_json


def filed_appeal(club_id: int, game: LiveGame) -> Appeal:
    """The first of its season."""
    state = filed()
    return Appeal.objects.create(
        club_id=club_id,
        game=game,
        question=1,
        kind="accept",
        team=game.setup["team"]["id"],
        number=1,
        seq=1,
        snapshot=to_json(state),
        phase=state.phase.value,
    )
