"""Rewards in words: why somebody gets something for the game, and why others get nothing."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

_WHY: Mapping[str, str | Promise] = {
    "survivor": gettext_lazy("Held out to the end of the first round: what was on the account then."),
    "challengers_won": gettext_lazy("Beat the Masters: what was on the account at the end."),
    "new_masters": gettext_lazy("Beat the Masters: the house sits in the Masters' box at the next edition."),
    "runner_up": gettext_lazy("Lost the final in a good fight: what was on the account at the end."),
    "second_place": gettext_lazy("For the second place."),
    "masters_won": gettext_lazy("Won as Masters: what was on the account at the end."),
    "first_place": gettext_lazy("For the first place, which is worth this to Masters only."),
    "half_op": gettext_lazy("Half-operators of the Great Hall chat."),
    "staff": gettext_lazy("No half-operator rights: on the school's staff."),
    "dropped_out": gettext_lazy("Nothing: dropped out before the end of the first round."),
    "round_unfinished": gettext_lazy("Nothing: the first round was not played to its end."),
    "final_ahead": gettext_lazy("Nothing yet: the winner of the first round earns its reward in the final."),
    "final_unfinished": gettext_lazy("Nothing yet: the final has not been played to its end."),
    "masters_beaten": gettext_lazy("Nothing: Masters who lose the final earn nothing."),
    "no_house": gettext_lazy("No points for the ranking: plays for no house."),
}


def why(code: str) -> str:
    """The sentence for a line's code, in the active language; the code itself for one that nobody knows."""
    return str(_WHY.get(code, code))


def half_op(weeks: int, names: list[str]) -> str:
    """Who may keep order in the chat, and for how long."""
    sentence = ngettext(
        "Half-operators of the Great Hall chat for %(weeks)d week: %(names)s.",
        "Half-operators of the Great Hall chat for %(weeks)d weeks: %(names)s.",
        weeks,
    )
    return sentence % {"weeks": weeks, "names": ", ".join(names)}


def staff(names: list[str]) -> str:
    """Which Masters get no right in the chat."""
    return _("No half-operator rights, being on the school's staff: %(names)s.") % {"names": ", ".join(names)}
