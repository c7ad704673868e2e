"""The vote on the best player as everybody may know it: who has voted, what came of it; never a choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from chgk.models import BestPlayerVote, Fixture, Owl
from chgk.rules.session import Session
from chgk.selectors.finals import Final, read_final
from chgk.selectors.owls import Proposal, magister_proposals
from tournaments.models import LiveGame


class VoteState(StrEnum):
    """How far the vote is."""

    TO_COME = "to_come"  # the final has not been played to its end
    NO_CHAMPION = "no_champion"  # it was not won: nobody gets the owl
    UNOPENED = "unopened"  # won, but nothing has opened the vote
    OPEN = "open"
    RESTS = "rests"  # the final has been opened again, or taken away, since somebody voted
    TO_NAME = "to_name"  # over, the players differ: the curator decides
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Nominee:
    """A player of the winning team. ``voted``: whether this one's ballot is in the box."""

    id: str
    name: str
    voted: bool = False


@dataclass(frozen=True, slots=True)
class VoteNow:
    """What a page may show of the vote of one final."""

    state: VoteState
    final: Final | None = None
    players: tuple[Nominee, ...] = ()
    closed_by: str = ""
    best: str = ""  # the name of the best player, once that is decided
    by_curator: bool = False
    reason: str = ""
    named_by: str = ""
    owl: Owl | None = None  # the newest one of this final, annulled or not
    in_question: bool = False  # the owl stands, but the final does not stand as won
    proposals: tuple[Proposal, ...] = field(default=())  # for the title of Magister, of all seasons

    @property
    def waiting(self) -> tuple[str, ...]:
        """The names of those who have not voted, in the order of the line-up."""
        return tuple(player.name for player in self.players if not player.voted)

    @property
    def voted(self) -> tuple[str, ...]:
        """The names of those who have, in the same order: when is nobody's business."""
        return tuple(player.name for player in self.players if player.voted)

    @property
    def owl_due(self) -> bool:
        """Whether the owl of a won final waits for the players or the curator (§3.2.1): the season stays open."""
        has_owl = self.owl is not None and self.owl.annulled_at is None
        return not has_owl and self.state in (VoteState.UNOPENED, VoteState.OPEN, VoteState.TO_NAME)

    @property
    def may_be_annulled(self) -> bool:
        """Whether the curator may annul the owl now."""
        return self.in_question and self.final is not None and self.final.finished


def read_vote(fixture: Fixture | None) -> VoteNow | None:
    """The vote of a final for the curator's desk; None for a game that is no final. Six queries at most."""
    if fixture is None or not fixture.is_final:
        return None
    return _read(fixture, fixture.game, None, magister_proposals())


def read_vote_of(game: LiveGame, session: Session | None = None) -> VoteNow | None:
    """The vote of the final played in this game, for its own screens; None for a game that is no final.

    ``session``: the game's, if it is at hand. Four queries at most, one for other games.
    """
    fixture = Fixture.objects.filter(game=game, is_final=True).first()
    return None if fixture is None else _read(fixture, game, session, ())


def _read(fixture: Fixture, game: LiveGame | None, session: Session | None, proposals: tuple[Proposal, ...]) -> VoteNow:
    final = read_final(game, session) if game is not None else None
    row = BestPlayerVote.objects.filter(fixture=fixture).first()
    owl = Owl.objects.filter(fixture=fixture).select_related("person").order_by("-pk").first()
    stands = final is not None and final.finished and final.won
    in_question = owl is not None and owl.annulled_at is None and not (final is not None and final.won)
    if row is None:
        return VoteNow(_without_vote(final), final, owl=owl, in_question=in_question, proposals=proposals)
    has_voted = set(row.ballots.values_list("voter", flat=True))
    players = tuple(Nominee(one["id"], one["name"], one["id"] in has_voted) for one in row.players)
    best = row.agreed or row.named
    return VoteNow(
        state=_state(row, stands=stands),
        final=final,
        players=players,
        closed_by=row.closed_by,
        best=next((player.name for player in players if player.id == best), ""),
        by_curator=bool(row.named),
        reason=row.reason,
        named_by=row.named_by,
        owl=owl,
        in_question=in_question,
        proposals=proposals,
    )


def _without_vote(final: Final | None) -> VoteState:
    if final is None or not final.finished:
        return VoteState.TO_COME
    return VoteState.UNOPENED if final.won else VoteState.NO_CHAMPION


def _state(row: BestPlayerVote, *, stands: bool) -> VoteState:
    if row.agreed or row.named:
        return VoteState.DECIDED
    if not stands:
        return VoteState.RESTS
    return VoteState.OPEN if row.over_at is None else VoteState.TO_NAME
