"""A finished game once more, move by move, on the hall's own screen; the same for every game but for its panels."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from tournaments.models import LiveGame
from tournaments.services.replay_moves import Moment, count_moves, moment_after


@dataclass(frozen=True, slots=True)
class Moved:
    """A team's difference. ``team``: has an ``id`` and an ``emblem``."""

    team: Any
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Step:
    """A move in words; ``text`` is empty before the first. ``mark``: where it comes from, if not from this evening."""

    text: str = ""
    who: str = ""
    mark: str = ""
    moved: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """How a game is shown again. ``panels``: what the hall saw after a move, by name; ``more``: what the page has
    beside the step (the moment, and how many moves there are).
    """

    template: str
    links: Callable[[LiveGame], Mapping[str, str]]
    panels: Callable[[LiveGame, Moment], Mapping[str, str]]
    step: Callable[[LiveGame, Moment], Step]
    more: Callable[[LiveGame, Moment, int], Mapping[str, Any]]

    def respond(self, request: HttpRequest, game: LiveGame) -> HttpResponse:
        """``?move=N``: the hall after N commands; as JSON for the page's own script. 404 before the end."""
        if game.finished_at is None:
            raise Http404
        count = count_moves(game)
        moment = moment_after(game, _number(request.GET.get("move", ""), count))
        context = self._context(game, moment, count)
        response: HttpResponse
        if request.accepts("text/html"):
            response = render(request, self.template, {**context, **self.more(game, moment, count)})
        else:
            step = render_to_string("replay/_step.html", context, request)
            response = JsonResponse({"move": moment.number, "panels": context["panels"], "step": step})
        patch_vary_headers(response, ["Accept"])
        return response

    def _context(self, game: LiveGame, moment: Moment, count: int) -> dict[str, Any]:
        return {
            "game": game,
            "panels": self.panels(game, moment),
            "links": self.links(game),
            "move": moment.number,
            "count": count,
            "previous": moment.number - 1 if moment.number else None,
            "next": moment.number + 1 if moment.number < count else None,
            "at": _time(game, moment),
            "step": self.step(game, moment),
        }


def pressed_at(moment: Moment) -> int | None:
    """When the move was made, in ms since the epoch; None before the first. What ran then must not run now."""
    if moment.command is None:
        return None
    at = moment.command.command.get("at")
    return at if isinstance(at, int) else int(moment.command.received_at.timestamp() * 1000)


def _time(game: LiveGame, moment: Moment) -> datetime.datetime | None:
    return moment.command.received_at if moment.command is not None else game.started_at


def _number(text: str, count: int) -> int:
    """Which move an address means; beyond the ends there is nothing to see."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        return 0
    return min(int(digits[:9]), count)
