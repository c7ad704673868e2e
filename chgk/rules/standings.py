"""The season: its table, who plays the final and why, and whether there is a champion. §3.1.1, §3.1.2, §3.2.1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from chgk.rules.decisions import with_words
from chgk.rules.questions import Side
from chgk.rules.score import standing
from chgk.rules.state import Game
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished game came to."""

    own: int
    authors: int
    questions: int

    @property
    def difference(self) -> int:
        """§3.1.2: the better result is the higher difference, so that 4:0 beats 4:1."""
        return self.own - self.authors


class Missing(StrEnum):
    """Why a team of the season has no result."""

    TO_PLAY = "to_play"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class Entry:
    """A team of the season and its one game (§3.1.1)."""

    team: str
    outcome: Result | Missing = Missing.TO_PLAY


@dataclass(frozen=True, slots=True)
class Choice:
    """The curator's recorded decision on a tie; it holds for the teams that were tied then, not for another tie."""

    team: str
    among: frozenset[str]
    reason: str


class Why(StrEnum):
    """What a finalist was better by."""

    ALONE = "alone"  # no other team has a result
    DIFFERENCE = "difference"
    QUESTIONS = "questions"
    CURATOR = "curator"


@dataclass(frozen=True, slots=True)
class Waiting:
    """There is no finalist yet: these teams have still to play."""

    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """These teams are equal in everything; the curator decides."""

    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finalist:
    """The team that plays the final; ``ahead_of`` are the next best, whom it beats by ``why``."""

    team: str
    why: Why
    ahead_of: tuple[str, ...] = ()
    reason: str = ""  # the curator's, in words


@dataclass(frozen=True, slots=True)
class Nobody:
    """No team has played its game, so there is no final."""


Lead = Waiting | Tie | Finalist | Nobody


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; equal teams share a place, a team without a result has none."""

    place: int | None
    team: str
    outcome: Result | Missing

    @property
    def difference(self) -> int | None:
        """The points that count for the place."""
        return self.outcome.difference if isinstance(self.outcome, Result) else None


@dataclass(frozen=True, slots=True)
class Table:
    """The season's table, best first, and what it says about the final."""

    rows: tuple[Row, ...]
    lead: Lead


def result_of(game: Game) -> Result | None:
    """The result of a game that is over; None while it is not."""
    now = standing(game)
    return Result(now.team, now.authors, now.questions_played) if now.over else None


def season_table(entries: Iterable[Entry], choice: Choice | None = None) -> Table:
    """§3.1.2: by difference, then by fewer questions; a tie for the first place is the curator's to decide."""
    teams = list(entries)
    if len({entry.team for entry in teams}) < len(teams):
        raise ValueError("a team plays one game in a season")
    played = [(entry.team, entry.outcome) for entry in teams if isinstance(entry.outcome, Result)]
    best = min((_rank(result) for _, result in played), default=None)
    first = tuple(team for team, result in played if _rank(result) == best)
    chosen = choice if choice is not None and len(first) > 1 and frozenset(first) == choice.among else None

    def key(line: tuple[str, Result]) -> tuple[int, int, bool]:
        team, result = line
        passed_over = chosen is not None and team in first and team != chosen.team
        return (*_rank(result), passed_over)

    keys = [key(line) for line in played]
    rows = [Row(1 + sum(other < key(line) for other in keys), *line) for line in sorted(played, key=key)]
    rows += [Row(None, entry.team, entry.outcome) for entry in teams if not isinstance(entry.outcome, Result)]
    to_play = tuple(entry.team for entry in teams if entry.outcome is Missing.TO_PLAY)
    return Table(tuple(rows), Waiting(to_play) if to_play else _lead(rows, chosen))


def _rank(result: Result) -> tuple[int, int]:
    """Smaller is better."""
    return -result.difference, result.questions


def _lead(rows: list[Row], chosen: Choice | None) -> Lead:
    """Who plays the final now that all games are played."""
    first = [row for row in rows if row.place == 1]
    if not first:
        return Nobody()
    if len(first) > 1:
        return Tie(tuple(row.team for row in first))
    place = min((row.place for row in rows if row.place is not None and row.place > 1), default=None)
    second = [row for row in rows if row.place is not None and row.place == place]
    ahead_of = tuple(row.team for row in second)
    if chosen is not None:
        return Finalist(chosen.team, Why.CURATOR, ahead_of, chosen.reason)
    if not second:
        return Finalist(first[0].team, Why.ALONE)
    why = Why.QUESTIONS if first[0].difference == second[0].difference else Why.DIFFERENCE
    return Finalist(first[0].team, why, ahead_of)


def decide_tie(table: Table, team: str, reason: str) -> Choice:
    """§3.1.2, §1.5: the curator names the finalist among those tied."""
    lead = table.lead
    if isinstance(lead, Waiting):
        raise Refusal("3.1.2", "table_incomplete")
    if not isinstance(lead, Tie):
        raise Refusal("3.1.2", "table_not_tied")
    if team not in lead.teams:
        raise Refusal("3.1.2", "team_not_tied", {"team": team, "teams": lead.teams})
    return Choice(team, frozenset(lead.teams), with_words(reason))


class Close(StrEnum):
    """How a season stands, or ended."""

    FINAL_TO_PLAY = "final_to_play"
    FINAL_WON = "final_won"
    FINAL_LOST = "final_lost"  # won by the authors of the questions: the season has no champion
    FINAL_NO_SHOW = "final_no_show"  # the finalist did not come: no champion either
    NO_FINAL = "no_final"  # no team has played its game


@dataclass(frozen=True, slots=True)
class Outcome:
    """The champion, or why there is none."""

    champion: str | None
    how: Close


def season_outcome(table: Table, final: Game | None, *, absent: str | None = None) -> Outcome:
    """§3.1.2, §3.2.1: the finalist is the champion if it wins the final; a lost final leaves the season without one.

    ``absent``: the team that did not come to the final; it matters only as long as it is the finalist.
    """
    if isinstance(table.lead, Nobody):
        return Outcome(None, Close.NO_FINAL)
    if absent is not None and isinstance(table.lead, Finalist) and table.lead.team == absent:
        return Outcome(None, Close.FINAL_NO_SHOW)
    now = None if final is None else standing(final)
    if final is None or now is None or not now.over:
        return Outcome(None, Close.FINAL_TO_PLAY)
    if now.winner is Side.TEAM:
        return Outcome(final.team, Close.FINAL_WON)
    return Outcome(None, Close.FINAL_LOST)
