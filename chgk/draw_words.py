"""What the page of the top's draws calls an envelope, and when its seed is promised and published."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw_pages import DrawWords


def _title(number: int) -> str:
    """A game has one series, from its start to its end; reopened, one more."""
    return _("The top")


def _result(of: str, name: str) -> str:
    return _("Envelope %(number)s") % {"number": name}


def _waiting(count: int) -> str:
    return ngettext(
        "%(n)s draw waits for the end of the game: then its seed is published.",
        "%(n)s draws wait for the end of the game: then their seed is published.",
        count,
    ) % {"n": count}


WORDS = DrawWords(
    title=_title,
    choice=str,
    result=_result,
    lead=gettext_lazy(
        "The top decides which envelope is opened. Here anyone can see that nobody pushed it: neither the host nor "
        "whoever runs the server."
    ),
    promise=gettext_lazy(
        "At the start of the game Sowa makes a secret seed and publishes its SHA-256, the promise. Another seed would "
        "have another promise, and nobody can work the seed out from it."
    ),
    publication=gettext_lazy(
        "After the game the seed is published. The record of the game holds all of it; a program on any computer "
        "checks it."
    ),
    secret=gettext_lazy("secret until the game is over"),
    later=gettext_lazy("after the game"),
    waiting=_waiting,
    before=gettext_lazy("The game has not started. With its start the seed of the top is promised here."),
)
