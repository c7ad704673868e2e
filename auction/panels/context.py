"""What the panels of a screen are made from: the view of the game, and what stands around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from auction.chart import Chart
from auction.name_words import short_name
from auction.rules.projection import View
from auction.rules.session import Session
from tournaments.panels import context
from tournaments.panels.context import Device, trimmed
from tournaments.rules.draw import Choice
from tournaments.rules.lineup import Seat
from tournaments.rules.rewards import Reward


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who has come into a team during the game and has not opened the link yet; ``address`` shows it to the host."""

    team: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """The Masters while the first round is played: named, but not at their table yet. ``entry``: as in the command."""

    seat: Seat
    command: str
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Around(context.Around):
    """What a screen of the auction shows beside the game itself."""

    wheel: tuple[Choice, ...] = ()  # what can still be drawn
    reserves: int = 0  # questions that could replace the one dealt; for the host
    masters: Prepared | None = None  # before the final, for themselves and for the host who opens it
    rewards: tuple[Reward, ...] = ()  # what the game comes to, once a round is over
    chart: Chart | None = None  # of the balances, once the game is finished
    seats: Mapping[str, tuple[Device, ...]] = field(default_factory=dict)  # team -> its seats
    newcomers: tuple[Newcomer, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One screen of one audience, about to be rendered.

    Templates get ``view`` and prepared words only; ``session`` is for asking the rules what is possible.
    """

    view: View
    session: Session
    around: Around

    @property
    def names(self) -> dict[str, str]:
        """Team id -> the word it bids with, short enough for a sentence."""
        return {team.id: short_name(team.command) for team in self.session.game.teams}

    def panel(self, template: str, **facts: object) -> SafeString:
        """A panel's HTML."""
        facts = {"view": self.view, "around": self.around, "links": self.around.links, **facts}
        return trimmed(render_to_string(f"auction/screens/{template}.html", facts))
