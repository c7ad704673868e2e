"""Why a round or the game ended, in one sentence and what happened to the pot in another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from auction.rules.ends import End

_WHY: Mapping[str, str | Promise] = {
    "most_points": gettext_lazy("%(team)s had the most points after the last question: %(points)s to %(next)s."),
    "tie_by_answers": gettext_lazy("%(team)s and %(others)s were level; %(team)s had more right answers in the round."),
    "tie_by_lot": gettext_lazy("%(team)s and %(others)s were level; the lot decided."),
    "tie_by_host": gettext_lazy("%(team)s and %(others)s were level; the host decided: %(reason)s."),
    "last_standing": gettext_lazy("%(team)s is the only team left in the round."),
    "draw_left_one": gettext_lazy("Only %(team)s can still pay the ante, so nothing more is drawn."),
    "nobody_left": gettext_lazy("No team can pay the ante any more, so there is no final and nobody has won."),
    "final_most_points": gettext_lazy("%(team)s beat the Masters, %(points)s to %(next)s, and are the new Masters."),
    "final_masters_most_points": gettext_lazy(
        "The Masters had more points after the last question: %(points)s to %(next)s."
    ),
    "final_tie": gettext_lazy("Both tables had %(points)s, and on a tie the Masters win."),
    "final_last_standing": gettext_lazy("%(team)s is the only team left in the final."),
    "final_draw_left_one": gettext_lazy("Only %(team)s can still pay the ante, so the final ends here."),
    "final_nobody_left": gettext_lazy("Nobody in the final can pay the ante any more, and then the Masters win."),
    "closed_without_final": gettext_lazy("The host closed the game without a final."),
    "closed_early": gettext_lazy("The host closed the game before its end."),
}
_BECAUSE: Mapping[str, str | Promise] = {
    "closed_without_final": gettext_lazy("The host closed the game without a final: %(reason)s."),
    "closed_early": gettext_lazy("The host closed the game before its end: %(reason)s."),
}
CODES = frozenset(_WHY)
Name = Callable[[str], str]


def why(end: End, name: Name) -> str:
    """The sentence, in the active language. ``name``: a team's word by its id."""
    template = _BECAUSE.get(end.code) if end.reason else None
    return str(template or _WHY[end.code]) % {
        "team": name(end.team) if end.team else "",
        "others": ", ".join(map(name, end.others)),
        "points": end.points,
        "next": end.next_points,
        "reason": end.reason.rstrip(". "),
    }


def pot(end: End, name: Name) -> str:
    """Where the pot went that was carried over the end; empty if it was empty (§18)."""
    if not end.pot:
        return ""
    if end.to_bank:
        return ngettext(
            "The %(points)d point in the pot goes to the bank.",
            "The %(points)d points in the pot go to the bank.",
            end.pot,
        ) % {"points": end.pot}
    return ngettext(
        "The %(points)d point left in the pot goes to %(team)s (§18).",
        "The %(points)d points left in the pot go to %(team)s (§18).",
        end.pot,
    ) % {"points": end.pot, "team": name(end.team or "")}


def whole(end: End, name: Name) -> str:
    """Both sentences."""
    return " ".join(part for part in (why(end, name), pot(end, name)) if part)
