"""Crystal owls, one a season for the champion's best player, and the title that three stand for: §3.2.1, §3.2.2."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from chgk.rules.best_player import Decider
from tournaments.rules.engine import Refusal

OWLS_OF_A_MAGISTER = 3


@dataclass(frozen=True, slots=True)
class Owl:
    """A crystal owl: whose, for which season, won in which game, decided by whom."""

    player: str
    season: str
    game: str
    decided_by: Decider


@dataclass(frozen=True, slots=True)
class Proposal:
    """A player whose owls give grounds for the title of Magister; the curator confirms it."""

    player: str
    grounds: tuple[Owl, ...]


def give_owl(owls: tuple[Owl, ...], owl: Owl) -> tuple[Owl, ...]:
    """§3.2.1: one owl a season. ``owls``: all that were ever given, in order."""
    for given in owls:
        if given.season == owl.season:
            raise Refusal("3.2.1", "owl_already_given", {"player": given.player})
    return (*owls, owl)


def proposals(owls: Collection[Owl], magisters: Collection[str]) -> tuple[Proposal, ...]:
    """§3.2.2: everybody with three owls and no title yet, in the order in which they came by the first owl."""
    players = dict.fromkeys(owl.player for owl in owls)
    found = (Proposal(player, _grounds(owls, player)) for player in players if player not in magisters)
    return tuple(proposal for proposal in found if len(proposal.grounds) == OWLS_OF_A_MAGISTER)


def confirm_magister(owls: Collection[Owl], magisters: Collection[str], player: str) -> Proposal:
    """§3.2.2: the grounds on which the curator confirms the title."""
    if player in magisters:
        raise Refusal("3.2.2", "magister_already", {"player": player})
    grounds = _grounds(owls, player)
    if len(grounds) < OWLS_OF_A_MAGISTER:
        raise Refusal(
            "3.2.2", "magister_owls_missing", {"player": player, "owls": len(grounds), "needed": OWLS_OF_A_MAGISTER}
        )
    return Proposal(player, grounds)


def _grounds(owls: Collection[Owl], player: str) -> tuple[Owl, ...]:
    """The player's owls, up to the third."""
    return tuple(owl for owl in owls if owl.player == player)[:OWLS_OF_A_MAGISTER]
