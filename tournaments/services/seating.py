"""Links follow the seats: who left a team is out at once, who came has a link, and nobody else's changes.

Called for every accepted command, for undo and redo: where the seats are the same it asks the database nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournaments.models import AccessLink, LiveGame
from tournaments.rules.lineup import Seat
from tournaments.services.access_links import change_role, hand_back, issue_link, vacate_link
from tournaments.services.actors import Actor


class Place(NamedTuple):
    """Somebody in a team."""

    team: str
    player: str


class Sitter(NamedTuple):
    """As what they sit there, and how they are called."""

    role: str
    name: str


def follow_seats(*, game: LiveGame, before: Iterable[Seat], after: Iterable[Seat], actor: Actor) -> None:
    """Brings the links from the seats ``before`` a change to those ``after`` it; inside the change's transaction.

    A place that is taken again, by an undo say, gets its old link back: whoever held it has only to open it once more.
    A link that the host took back stays taken back, whoever sits there.
    """
    was, now = places_of(before), places_of(after)
    if was == now:
        return
    links = _links(game)
    for place in was.keys() - now.keys():
        for link in links.get(place, ()):
            vacate_link(link_id=link.pk, actor=actor)
    for place, sitter in now.items():
        if was.get(place) != sitter:
            _seat(game, place, sitter, links.get(place, ()), actor)


def places_of(seats: Iterable[Seat]) -> dict[Place, Sitter]:
    """Who sits where, in the order of the seats."""
    return {
        Place(seat.team, player.id): Sitter("captain" if player.captain else "player", player.name)
        for seat in seats
        for player in seat.players
    }


def _seat(game: LiveGame, place: Place, sitter: Sitter, links: Iterable[AccessLink], actor: Actor) -> None:
    """The link of the place opens it, as what they sit there now; a place without one gets one."""
    found = list(links)
    if not found:
        issue_link(
            game_id=game.pk, role=sitter.role, team=place.team, player=place.player, name=sitter.name, actor=actor
        )
    for link in found:
        if link.role != sitter.role:
            change_role(link_id=link.pk, role=sitter.role, actor=actor)
        hand_back(link_id=link.pk, actor=actor)


def _links(game: LiveGame) -> Mapping[Place, list[AccessLink]]:
    """Every link of a place, open or not; the host's own devices have none."""
    links: dict[Place, list[AccessLink]] = {}
    for link in AccessLink.objects.filter(game=game).exclude(player="").order_by("pk"):
        links.setdefault(Place(link.team, link.player), []).append(link)
    return links
