"""The duel beyond its rules: what chance decides at its draw, and the end of the time in which presses are collected.

The window of the first press is closed by a timer of this process. If the process is stopped before, the console
offers ``settle_buzz`` to the host: see rules/moves.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from typing import Any

from django.db import connections, transaction
from django.utils import timezone

from auction import selectors
from auction.rules.duel import MOST_CATEGORIES, WINDOW
from auction.rules.duel_events import BuzzDecided, BuzzPressed
from auction.rules.session import Session
from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.draws import Drawing
from tournaments.services.play import play
from tournaments.services.replay_log import load_session

Json = dict[str, Any]
REFEREE = Actor(key="system:duel", role="system", name="Sowa")
MARGIN = 40  # ms: presses that arrived in time may still wait for the game's lock

logger = logging.getLogger(__name__)


def draw_plan(*, drawing: Drawing, game: LiveGame, session: Session) -> Json:
    """What the draw of a duel says of it: the categories to strike from, as they were drawn, and who strikes first.

    Empty if no category is left: the duel does not come up then.
    """
    remaining = duel_categories(game=game, session=session)
    if not remaining:
        return {}
    chosen: list[str] = []
    while remaining and len(chosen) < MOST_CATEGORIES:
        chosen.append(drawing.draw("duel_category", remaining))
        remaining.remove(chosen[-1])
    starter = drawing.draw("starter", [team.id for team in session.game.standing])
    return {"duel": {"categories": chosen, "starter": starter}}


def duel_categories(*, game: LiveGame, session: Session) -> list[str]:
    """Categories not yet played in this round that still have a question; without any the wheel holds no duel."""
    return selectors.categories_on_the_wheel(game=game, session=session)


def settle_after_commit(*, game: LiveGame, events: Sequence[Any]) -> None:
    """Has the buzz settled by the server itself, once the first press of a try is committed."""
    pressed = next((event for event in events if isinstance(event, BuzzPressed)), None)
    if pressed is None or any(isinstance(event, BuzzDecided) for event in events):
        return
    game_id, first = game.pk, pressed.press.at

    def start_timer() -> None:
        wait = (first + WINDOW + MARGIN) / 1000 - time.time()
        timer = threading.Timer(max(0.0, min(wait, (WINDOW + MARGIN) / 1000)), settle_in_time, [game_id, first])
        timer.daemon = True
        timer.start()

    transaction.on_commit(start_timer, robust=True)


def settle_in_time(game_id: int, first: int) -> None:
    """The timer's end, in a thread of its own. A press that was decided or undone in the meantime is let alone."""
    try:
        settle_buzz(game_id=game_id, first=first)
    except LiveGame.DoesNotExist:
        pass
    except Exception:
        logger.exception("The presses of game %s could not be settled; its host can.", game_id)
    finally:
        connections.close_all()


def settle_buzz(*, game_id: int, first: int) -> bool:
    """Decides the buzz whose first press was received at ``first``; whether there was one to decide."""
    duel = load_session(LiveGame.objects.get(pk=game_id)).stage.duel
    if duel is None or not duel.is_collecting or min(press.at for press in duel.presses) != first:
        return False
    return play(
        game_id=game_id,
        command={"do": "settle_buzz", "go_at": duel.go_at},
        actor=REFEREE,
        command_id=f"settle:{duel.go_at}:{first}",
        expected_seq=None,
        received_at=timezone.now(),
    ).accepted
