"""A season read from its tables and its games: the calendar, the table, who goes to the final, how it ended.

Results are never stored: every reading takes each game's score from its snapshot, so that a ruling, or a game that it
opens again, shows by itself. Whatever the number of games, a reading costs the same few queries.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from chgk.models import ClubSeason, Fixture, FixtureMove, TieDecision
from chgk.rules import standings
from chgk.rules.score import Standing, standing
from chgk.rules.snapshot import load_game
from chgk.rules.state import Game
from tournaments.models import LiveGame, Team


class SlotState(StrEnum):
    """How far a game of the calendar is."""

    WAITING = "waiting"  # no table has been laid
    LAID = "laid"  # questions and line-up are there, the game has not started
    RUNNING = "running"  # started, and undecided
    OVER = "over"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class Slot:
    """A game of the calendar: what is planned, and how far it is. ``standing`` is None before the start."""

    fixture: Fixture
    team: Team | None
    state: SlotState
    game: Game | None = None
    moves: tuple[FixtureMove, ...] = ()

    @property
    def standing(self) -> Standing | None:
        """The score."""
        return None if self.game is None else standing(self.game)

    @property
    def result(self) -> standings.Result | None:
        """What the game came to, once it is over."""
        return None if self.game is None else standings.result_of(self.game)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A whole season as it stands: its games in order, the final apart, the table and the outcome."""

    club: ClubSeason
    slots: tuple[Slot, ...]
    final: Slot | None
    table: standings.Table
    outcome: standings.Outcome

    @property
    def finalist(self) -> Team | None:
        """The team that plays the final, once that is known."""
        lead = self.table.lead
        if not isinstance(lead, standings.Finalist):
            return None
        return next((slot.team for slot in self.slots if slot.team and slot.team.house.key == lead.team), None)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The season's teams in the order of their games."""
        return tuple(slot.team for slot in self.slots if slot.team is not None)

    @property
    def names(self) -> dict[str, str]:
        """What each team is called, by the key of its house."""
        return {team.house.key: team.house.name for team in self.teams}


def current_club_season() -> ClubSeason | None:
    """The club's season of the current season; without one the club's newest. One query."""
    seasons = ClubSeason.objects.select_related("season", "curator")
    return seasons.order_by("-season__is_current", "-opened_at", "-pk").first()


def read_calendar(club: ClubSeason, instead: Mapping[int, Game] | None = None) -> Calendar:
    """The season as it stands. Three queries, whatever it holds.

    ``instead``: points that games would have, by the game's number: the season as it would stand then (§5.3).
    """
    instead = instead or {}
    fixtures = list(club.fixtures.select_related("team__house", "game").order_by("is_final", "number"))
    moves: dict[int, list[FixtureMove]] = {}
    for move in FixtureMove.objects.filter(fixture__club=club).order_by("pk"):
        moves.setdefault(move.fixture_id, []).append(move)
    slots = [_slot(fixture, moves.get(fixture.pk, []), instead) for fixture in fixtures]
    ordinary = tuple(slot for slot in slots if not slot.fixture.is_final)
    final = next((slot for slot in slots if slot.fixture.is_final), None)
    table = _table(club, ordinary)
    absent = None
    if final is not None and final.state is SlotState.NO_SHOW and final.team is not None:
        absent = final.team.house.key
    outcome = standings.season_outcome(table, None if final is None else final.game, absent=absent)
    return Calendar(club, ordinary, final, table, outcome)


def season_table(club: ClubSeason) -> standings.Table:
    """The season's table, and what it says about the final."""
    return read_calendar(club).table


def season_outcome(club: ClubSeason) -> standings.Outcome:
    """The champion, or why there is none."""
    return read_calendar(club).outcome


def finalist(club: ClubSeason) -> Team | None:
    """The team that plays the final; None while that is open."""
    return read_calendar(club).finalist


def team_names(club: ClubSeason) -> dict[str, str]:
    """What the season's teams are called, by the key of their house; one query."""
    teams = Team.objects.filter(fixtures__club=club, fixtures__is_final=False).select_related("house")
    return {team.house.key: team.house.name for team in teams}


def _slot(fixture: Fixture, moves: list[FixtureMove], instead: Mapping[int, Game]) -> Slot:
    game = None if fixture.game is None else instead.get(fixture.game.pk) or _score_of(fixture.game)
    return Slot(fixture, fixture.team, _state(fixture, game), game, tuple(moves))


def _state(fixture: Fixture, game: Game | None) -> SlotState:
    if fixture.no_show_at is not None:
        return SlotState.NO_SHOW
    if fixture.game is None:
        return SlotState.WAITING
    if game is None:
        return SlotState.LAID
    return SlotState.OVER if standing(game).over else SlotState.RUNNING


def _score_of(game: LiveGame) -> Game | None:
    """The points of a game that has started, from its snapshot."""
    return load_game(json.loads(game.snapshot)["state"]["game"]) if game.snapshot else None


def _table(club: ClubSeason, slots: tuple[Slot, ...]) -> standings.Table:
    """The table; for a tie, with the curator's newest decision on exactly these teams."""
    decisions = list(TieDecision.objects.filter(club=club).order_by("pk"))
    entries = [standings.Entry(slot.team.house.key, _outcome(slot)) for slot in slots if slot.team is not None]
    table = standings.season_table(entries)
    if not isinstance(table.lead, standings.Tie):
        return table
    tied = frozenset(table.lead.teams)
    row = next((row for row in reversed(decisions) if frozenset(row.among) == tied), None)
    return table if row is None else standings.season_table(entries, standings.Choice(row.team, tied, row.reason))


def _outcome(slot: Slot) -> standings.Result | standings.Missing:
    if slot.state is SlotState.NO_SHOW:
        return standings.Missing.NO_SHOW
    return slot.result or standings.Missing.TO_PLAY
