"""Who is at the screen: a seat that a private link put into the session, or a host with a password."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest

from tournaments.models import AccessLink, LiveGame, User
from tournaments.permissions import host_deputy, is_own_game, was_given_console
from tournaments.selectors.seats import find_link
from tournaments.services.access_links import LinkExpired, LinkPassedOn, LinkRevoked, require_open
from tournaments.services.actors import Actor, account_actor

HOST = "host"
_SESSION_KEY = "seats"


class NoSeat(Exception):
    """The request comes from nobody who sits there. ``why``: "", "revoked", "passed_on" or "expired"."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


def take_seat(request: HttpRequest, link: AccessLink) -> None:
    """Remembers the seat in the session, which gets a new key: a planted one must not share the seat."""
    request.session[_SESSION_KEY] = {**request.session.get(_SESSION_KEY, {}), str(link.pk): link.generation}
    request.session.cycle_key()


def remembered_seats(request: HttpRequest) -> dict[str, int]:
    """The seats that this browser has taken: the generation of each link by its pk; not yet checked."""
    seats: dict[str, int] = request.session.get(_SESSION_KEY, {})
    return seats


def find_actor(request: HttpRequest, game: LiveGame, seat: str) -> Actor:
    """Who acts when this request says that it comes from ``seat``: "host", or the pk of an access link.

    One query for a seat; for "host" two, one more for a deputy, and two for a host who joined by link.
    Raises :class:`NoSeat`.
    """
    if seat == HOST:
        return _find_host(request, game)
    return seat_actor(request, find_seat(request, game, seat))


def find_seat(request: HttpRequest, game: LiveGame, seat: str) -> AccessLink:
    """The link by which this browser sits at ``seat``, checked against the table. Raises :class:`NoSeat`."""
    generation = request.session.get(_SESSION_KEY, {}).get(seat)
    link = find_link(game.pk, int(seat)) if generation is not None else None
    if link is None:
        raise NoSeat
    try:
        require_open(link, generation)
    except LinkPassedOn:
        raise NoSeat("passed_on") from None
    except LinkRevoked:
        raise NoSeat("revoked") from None
    except LinkExpired:
        raise NoSeat("expired") from None
    return link


def seat_actor(request: HttpRequest, link: AccessLink) -> Actor:
    """The person in the seat."""
    return Actor(
        key=link.seat_key,
        role=link.role,
        team=link.team or None,
        name=link.name,
        device=_device(request),
        player=link.player or None,
    )


def _find_host(request: HttpRequest, game: LiveGame) -> Actor:
    user = request.user
    if isinstance(user, User) and user.is_active:
        if was_given_console(user, game) or is_own_game(user, game):
            return account_actor(user, device=_device(request))
        if (deputy := host_deputy(user, game)) is not None:
            return account_actor(user, deputy, device=_device(request))
    seats = request.session.get(_SESSION_KEY, {})
    for link in AccessLink.objects.filter(game=game, role=HOST, pk__in=[int(pk) for pk in seats]):
        if link.revoked_at is None and link.generation == seats[str(link.pk)]:
            return seat_actor(request, find_seat(request, game, str(link.pk)))
    raise NoSeat


def _device(request: HttpRequest) -> str:
    """Enough to tell two phones in one seat apart, too little to take a session over."""
    key = request.session.session_key or ""
    mark = hashlib.sha256(f"device:{key}".encode()).hexdigest()[:8]
    agent = "".join(char for char in request.headers.get("User-Agent", "") if char.isprintable())
    return f"{mark} {agent}"[:200].strip()
