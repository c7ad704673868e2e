"""The state of one auction game: everything that a later command may depend on, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from auction.rules.categories import Categories
from auction.rules.entrants import Entrant
from auction.rules.parameters import Parameters


class Phase(StrEnum):
    """Where the game stands; each phase has a way forward."""

    READY = "ready"
    DRAWN = "drawn"
    BIDDING = "bidding"
    DUEL = "duel"
    ANSWERING = "answering"
    TIE = "tie"
    ROUND_OVER = "round_over"
    FINISHED = "finished"


class Kind(StrEnum):
    """What a lot is about (§6, §25)."""

    QUESTION = "question"
    HINT = "hint"
    BLACK_BOX = "black_box"
    ONE_ON_ONE = "one_on_one"

    @property
    def special(self) -> bool:
        """A lot without a question: its stakes stay apart from the pot (§6)."""
        return self in (Kind.HINT, Kind.BLACK_BOX)


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its account. ``command`` is the word its captain bids with (§11)."""

    id: str
    command: str
    house: str | None
    points: int
    out: bool = False
    warnings: int = 0
    hints: int = 0
    boxes: int = 0
    right_answers: int = 0  # in this round: grounds for breaking a tie (§21)


@dataclass(frozen=True, slots=True)
class Lot:
    """What is up for auction: from the draw to the verdict."""

    category: str
    kind: Kind
    carried: int  # what the pot held before the antes
    stakes: Mapping[str, int]  # team -> its total in this lot, ante included (§11)
    solvent: frozenset[str]  # teams that had points left right after the ante (§16)
    bidders: frozenset[str] = frozenset()  # teams that bid by themselves
    added: int = 0  # by the host (§20): nobody's stake
    leader: str | None = None  # who named the highest total, or went va banque; None while only antes lie
    va_banque: bool = False
    answering: str | None = None
    hinted: bool = False  # one hint a lot, bought or token (§19)

    @property
    def top(self) -> int:
        """The highest total of the lot; antes are totals too."""
        return max(self.stakes.values(), default=0)

    @property
    def held(self) -> int:
        """The points that lie in the lot itself: a special lot's stakes; all others are in the pot (§13)."""
        return sum(self.stakes.values()) if self.kind.special else 0


@dataclass(frozen=True, slots=True)
class Game:
    """One game, both rounds. ``teams`` keeps round 1's teams with their last state."""

    parameters: Parameters
    teams: tuple[Team, ...]
    playing: tuple[str, ...]  # ids of this round's teams, also those that are out
    round: int = 1
    phase: Phase = Phase.READY
    played: int = 0
    drawn: Categories = field(default_factory=Categories)  # question categories drawn this round
    pot: int = 0
    bank: int = 0
    lot: Lot | None = None
    masters: str | None = None
    finalist: str | None = None
    winner: str | None = None

    def team(self, team_id: str) -> Team:
        """The team with this id; KeyError if there is none."""
        for team in self.teams:
            if team.id == team_id:
                return team
        raise KeyError(team_id)

    @property
    def standing(self) -> tuple[Team, ...]:
        """The teams of this round that are not out, in seating order."""
        return tuple(team for team in self.teams if team.id in self.playing and not team.out)

    @property
    def on_the_table(self) -> Lot:
        """The lot that is open; a ValueError if there is none."""
        if self.lot is None:
            raise ValueError("no lot is open")
        return self.lot


def start_game(parameters: Parameters, teams: Iterable[Entrant | tuple[str, str, str | None]]) -> Game:
    """§7, §8: at least two teams, each with the same points. A ValueError says what is wrong with the teams."""
    seated = tuple(Team(team, command, house, parameters.start_points) for team, command, house in teams)
    ids = tuple(team.id for team in seated)
    if len(ids) < 2:
        raise ValueError("teams: a game needs at least two")
    if len(set(ids)) < len(ids):
        raise ValueError("teams: two have the same id")
    return Game(parameters, seated, playing=ids)
