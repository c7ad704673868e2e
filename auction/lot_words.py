"""Special lots in words (§6, §25): in the log, the draws and the records they have a name for machines only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from auction.rules.special import kind_of
from auction.rules.stage import Result
from auction.rules.state import Kind

_NAMES: Mapping[Kind, str | Promise] = {
    Kind.HINT: gettext_lazy("Hint"),
    Kind.BLACK_BOX: gettext_lazy("Black box"),
    Kind.ONE_ON_ONE: gettext_lazy("One on one"),
}


LONGEST_CONTENTS = 80  # letters of what was in a box, in a line of the log
MARKS: Mapping[Kind, str] = {Kind.HINT: "?", Kind.BLACK_BOX: "\N{BLACK SQUARE}", Kind.ONE_ON_ONE: "1:1"}


def box_title(number: int, count: int) -> str:
    """What a black box is called; it has a number where there are several."""
    return _("The black box") if count <= 1 else _("Black box %(number)d") % {"number": number}


def lot_name(name: str) -> str:
    """A choice on the wheel or a category of the log, as people read it."""
    return str(_NAMES.get(kind_of(name), name))


def prize_sentence(result: Result, team: str) -> str:
    """How a special lot ended; ``team`` is the name of who won it."""
    facts = {"team": team, "points": result.price}
    if result.kind is Kind.HINT:
        return _("Hint token for %(points)d: %(team)s") % facts if team else _("Nobody bid for the hint")
    return _("Black box for %(points)d: %(team)s") % facts if team else _("Nobody bid: the black box stays closed")


def prize_note(result: Result) -> str:
    """What became of the stakes of a special lot, and what its prize is good for; empty for other lots."""
    if not result.kind.special:
        return ""
    went = (
        ngettext(
            "%(number)d point waits in the pot of the next question.",
            "%(number)d points wait in the pot of the next question.",
            result.stakes,
        )
        if result.to_pot
        else ngettext("%(number)d point leaves the game.", "%(number)d points leave the game.", result.stakes)
    ) % {"number": result.stakes}
    return f"{went} {_good_for(result)}".strip()


def _good_for(result: Result) -> str:
    if result.team is None:
        return ""
    if result.kind is Kind.HINT:
        return _("The token buys a hint for nothing, once, in a later question (§19).")
    return _("The box is opened at the end of the game.")


HAPPENED: Mapping[str, str | Promise] = {"open_box": gettext_lazy("Black box %(box)s opened: «%(contents)s»")}
_STAYED_CLOSED = gettext_lazy("Black box %(box)s")  # a refused opening


def opened(command: Mapping[str, Any]) -> str | Promise:
    """The opening of a box as a line of the log."""
    return HAPPENED["open_box"] if "contents" in command else _STAYED_CLOSED


def facts_of(command: Mapping[str, Any]) -> dict[str, str]:
    """What a sentence about a box may name."""
    contents = str(command.get("contents", ""))
    shown = contents if len(contents) <= LONGEST_CONTENTS else contents[: LONGEST_CONTENTS - 1].rstrip() + "…"
    return {"box": str(command.get("box", "")), "contents": shown}
