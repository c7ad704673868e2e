"""What was decided about a game, where its state alone does not say: by the curator, by a ruling."""

from __future__ import annotations

from tournaments.models import GameCommand, LiveGame
from tournaments.selectors.games import Deed


def curators_reason(game: LiveGame) -> str:
    """§1.5: the reason of the curator's last decision to end ``game``, which has ended by it. One query."""
    last = GameCommand.objects.filter(game=game, accepted=True, command__do="close_game").order_by("-pk").first()
    return str(last.command.get("reason") or "") if last is not None else ""


def last_ruling(game: LiveGame) -> Deed | None:
    """§5.2.2: the ruling that was the last thing to happen in ``game``, without its reason; one query."""
    last = GameCommand.objects.filter(game=game, first_seq__isnull=False).order_by("-pk").first()
    if last is None or last.command.get("do") != "rule":
        return None
    return Deed({**last.command, "reason": ""})
