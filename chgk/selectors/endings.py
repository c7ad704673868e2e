"""What was decided about a game, where its state alone does not say: by the curator, by a ruling."""

from __future__ import annotations

from typing import Any

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


def rulings_of_appeals(game: LiveGame) -> dict[Any, Any]:
    """The questions on which a ruling of an appeal stands, with the number of the last such appeal; one query."""
    rows = GameCommand.objects.filter(game=game, accepted=True, command__do="rule", command__appeal__isnull=False)
    last = {command["question"]: command for command in rows.order_by("pk").values_list("command", flat=True)}
    return {question: command["appeal"] for question, command in last.items() if command["verdict"] != "none"}


def is_taken_out_as_not_original(game: LiveGame, question: object) -> bool:
    """§4.1.3: whether the curator's decision on a claim has taken the question out of ``game``; one query."""
    rows = GameCommand.objects.filter(game=game, accepted=True, command__do="rule", command__originality__isnull=False)
    return rows.filter(command__question=question).exists()
