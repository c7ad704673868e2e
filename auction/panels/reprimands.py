"""§16 in words: what not bidding will bring a team, and what it has brought."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from auction.name_words import short_name
from auction.rules.projection import View


def reprimand_sentence(view: View, penalty: int) -> str:
    """What the audience's own team reads after a bidding in which it never bid (§16)."""
    lost = view.mine.reprimand if view.mine is not None else None
    if lost is None:
        return ""
    if lost:
        return _("−%(points)d for not bidding, §16") % {"points": lost}
    if not penalty:
        return _("Reprimand: nobody of you bid. §16")
    return ngettext(
        "Reprimand: nobody of you bid. The next time costs %(number)d point. §16",
        "Reprimand: nobody of you bid. The next time costs %(number)d points. §16",
        penalty,
    ) % {"number": penalty}


def reprimand_threat(view: View, penalty: int) -> str:
    """What a team that has not bid yet reads while it still can (§16)."""
    me = view.mine
    if me is None or not me.warnings or not penalty:
        return _("You have not bid yet. Not bidding at all brings a reprimand. §16")
    return ngettext(
        "You have not bid yet. Not bidding at all costs %(number)d point. §16",
        "You have not bid yet. Not bidding at all costs %(number)d points. §16",
        min(penalty, me.points),
    ) % {"number": min(penalty, me.points)}


def reprimands_said(view: View) -> str:
    """Who was reprimanded in this lot, for ears: «Reprimand: Żółci. Zieloni −5 for not bidding.»"""
    warned = ", ".join(short_name(team.command) for team in view.teams if team.reprimand == 0)
    said = [
        _("%(team)s −%(points)d for not bidding.") % {"team": short_name(team.command), "points": team.reprimand}
        for team in view.teams
        if team.reprimand
    ]
    if warned:
        said.insert(0, _("Reprimand: %(teams)s.") % {"teams": warned})
    return " ".join(said)
