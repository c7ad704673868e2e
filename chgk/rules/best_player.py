"""The best player of a final, named by the players of the winning team: §3.2.3, §3.2.4.

Ballots are secret: who has voted is known, what they wrote is not, not even once the vote is over. So no outcome
may tell what stands in one ballot alone: it takes two others to name somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from chgk.rules.decisions import with_words
from tournaments.rules.engine import Refusal

FEWEST_AGREEING = 2  # beside the named player; a team of three that votes to the last has them


@dataclass(frozen=True, slots=True)
class Vote:
    """The players of the winning team, and what those who have voted wrote.

    Of a ``wiped`` vote nobody's choice is left: only who has voted, and on whom they ``agreed``.
    """

    players: tuple[str, ...]
    ballots: Mapping[str, str] = field(default_factory=dict, repr=False)  # voter -> player; no log shows it
    closed: bool = False  # by the curator, before everybody had voted
    wiped: bool = False
    agreed: str | None = None
    named: str | None = None  # by the curator
    reason: str = ""

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has not voted."""
        return tuple(player for player in self.players if player not in self.ballots)

    @property
    def over(self) -> bool:
        """Whether no ballot will come any more."""
        return self.wiped or self.closed or not self.waiting


class Decider(StrEnum):
    """Who decides on the best player."""

    OPEN = "open"  # the vote goes on
    PLAYERS = "players"
    CURATOR = "curator"


@dataclass(frozen=True, slots=True)
class Best:
    """What everybody may know. ``player`` is None as long as it is not decided; ``by``: who decides or decided."""

    player: str | None
    by: Decider
    waiting: tuple[str, ...]
    reason: str = ""


def open_vote(players: Iterable[str]) -> Vote:
    """A vote of these players; a ValueError if one is named twice."""
    names = tuple(players)
    if len(set(names)) < len(names):
        raise ValueError("players: one is named twice")
    return Vote(names)


def cast(vote: Vote, voter: str, player: str) -> Vote:
    """§3.2.3: one ballot each, once, for a player of the team."""
    if voter not in vote.players:
        raise Refusal("3.2.3", "ballot_not_a_player", {"voter": voter})
    if voter in vote.ballots:
        raise Refusal("3.2.3", "ballot_already_cast", {"voter": voter})
    if vote.closed or vote.wiped:
        raise Refusal("3.2.3", "ballot_closed")
    if player not in vote.players:
        raise Refusal("3.2.3", "ballot_for_a_stranger", {"player": player})
    return replace(vote, ballots={**vote.ballots, voter: player})


def close_vote(vote: Vote) -> Vote:
    """§1.5: the curator waits no longer for those who have not voted."""
    if vote.over:
        raise Refusal("1.5", "ballot_closed")
    return replace(vote, closed=True)


def name_best(vote: Vote, player: str, reason: str) -> Vote:
    """§3.2.4: where the players differ, the curator decides."""
    best = outcome(vote)
    if best.by is Decider.OPEN:
        raise Refusal("3.2.4", "vote_still_open", {"waiting": len(vote.waiting)})
    if best.by is Decider.PLAYERS:
        raise Refusal("3.2.4", "vote_settled", {"player": best.player})
    if vote.named is not None:
        raise Refusal("3.2.4", "best_already_named", {"player": vote.named})
    if player not in vote.players:
        raise Refusal("3.2.4", "ballot_for_a_stranger", {"player": player})
    return replace(vote, named=player, reason=with_words(reason))


def outcome(vote: Vote) -> Best:
    """§3.2.3, §3.2.4: settled if all ballots but the named player's own agree; else the curator decides."""
    if not vote.over:
        return Best(None, Decider.OPEN, vote.waiting)
    agreed = vote.agreed if vote.wiped else _agreed(vote)
    if agreed is not None:
        return Best(agreed, Decider.PLAYERS, vote.waiting)
    return Best(vote.named, Decider.CURATOR, vote.waiting, vote.reason)


def wipe(vote: Vote) -> Vote:
    """What is kept of a vote that is over: who has voted, and the outcome; a ValueError while it goes on."""
    best = outcome(vote)
    if best.by is Decider.OPEN:
        raise ValueError("the vote goes on")
    agreed = best.player if best.by is Decider.PLAYERS else None
    return replace(vote, ballots=dict.fromkeys(vote.ballots, ""), wiped=True, agreed=agreed)


def _agreed(vote: Vote) -> str | None:
    return next((player for player in vote.players if _others_agree(vote, player)), None)


def _others_agree(vote: Vote, player: str) -> bool:
    """Two players cannot both be agreed on: each would have the other's ballot, and a third one's besides."""
    others = [choice for voter, choice in vote.ballots.items() if voter != player]
    return len(others) >= FEWEST_AGREEING and set(others) == {player}
