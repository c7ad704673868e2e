"""Tickets: what lets a browser open a stream without a session, a cookie or a query.

The page hands out a signed ticket after it has checked who is asking; the stream checks the
signature only. Tickets of seats live for fifteen minutes, then the page is asked again, so
that nobody keeps a stream much longer than the right to it. Public ones live for half a day.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from django.core import signing

from tournaments.live.channels import PUBLIC, Channel

SALT = "tournaments.live.ticket"
PUBLIC_LIFETIME = 12 * 60 * 60 * 1000
SEAT_LIFETIME = 15 * 60 * 1000


class TicketError(Exception):
    """The ticket opens nothing."""


class TicketInvalid(TicketError):
    """Not signed by us, or not a ticket at all."""


class TicketExpired(TicketError):
    """It was good once; the page may give a fresh one."""


class Ticket(NamedTuple):
    """Who may see what. ``issued``, ``until`` in milliseconds since the epoch; ``until`` 0: no end of its own."""

    game_id: int
    screen: str
    audience: str
    language: str
    seat: str
    issued: int
    until: int = 0

    @property
    def channel(self) -> Channel:
        """The channel that the ticket opens."""
        return Channel(self.game_id, self.screen, self.audience, self.language)

    @property
    def expires(self) -> int:
        """Until when a stream may stay open with it."""
        expires = self.issued + (PUBLIC_LIFETIME if self.audience == PUBLIC else SEAT_LIFETIME)
        return min(expires, self.until) if self.until else expires


def now_ms() -> int:
    """The server's clock, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def make_ticket(game_id: int, screen: str, audience: str, language: str, seat: str = "", until: int = 0) -> str:
    """A ticket for one channel. ``seat`` names who holds it, for presence and revocation; "" for nobody. ``until``:
    when the right to it ends, for a deputy's.
    """
    content = [game_id, screen, audience, language, seat, now_ms(), until]
    return signing.Signer(salt=SALT).sign_object(content, compress=False)


def read_ticket(text: str) -> Ticket:
    """The ticket's content; raises :class:`TicketInvalid` or :class:`TicketExpired`."""
    try:
        # Ours are never compressed: a leading dot would make Django inflate what a stranger sent.
        if text.startswith("."):
            raise TicketInvalid("compressed")
        content = signing.Signer(salt=SALT).unsign_object(text)
        if not isinstance(content, list):
            raise TicketInvalid("no list")
        ticket = Ticket(*content)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise TicketInvalid(str(error)) from None
    if now_ms() >= ticket.expires:
        raise TicketExpired(text)
    return ticket
