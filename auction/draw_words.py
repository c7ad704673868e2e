"""What the page of an auction's draws calls what was drawn, and when each seed is promised and published."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from auction.lot_words import lot_name
from tournaments.draw_pages import DrawWords


def _title(number: int) -> str:
    return {1: _("First round"), 2: _("Final")}.get(number, _("Round %(number)d") % {"number": number})


def _result(of: str, name: str) -> str:
    """A question has no name but its number."""
    return _("no. %(number)s") % {"number": name} if of == "question" else lot_name(name)


def _waiting(count: int) -> str:
    return ngettext(
        "%(n)s draw waits for the end of the round: then its seed is published.",
        "%(n)s draws wait for the end of the round: then their seed is published.",
        count,
    ) % {"n": count}


WORDS = DrawWords(
    title=_title,
    choice=lot_name,
    result=_result,
    lead=gettext_lazy(
        "Chance decides the categories and the questions. Here anyone can see that nobody helped it: neither the host "
        "nor whoever runs the server."
    ),
    promise=gettext_lazy(
        "Before a round Sowa makes a secret seed and publishes its SHA-256, the promise. Another seed would have "
        "another promise, and nobody can work the seed out from it."
    ),
    publication=gettext_lazy(
        "After the round the seed is published. The record of the game holds all of it; a program on any computer "
        "checks it."
    ),
    secret=gettext_lazy("secret until the round is over"),
    later=gettext_lazy("after the round"),
    waiting=_waiting,
    before=gettext_lazy("The game has not started. With its start the seed of the first round is promised here."),
)
