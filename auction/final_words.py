"""The final in words: what those are told who sit at no table, and what the opening says (§22 to §24)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from auction import name_words
from auction.rules.ends import End
from auction.rules.projection import TeamView, View
from auction.rules.state import Phase


def points_each(points: int) -> str:
    """«52 points each (§24)»."""
    return ngettext("%(points)d point each (§24)", "%(points)d points each (§24)", points) % {"points": points}


def opening_sentence(view: View) -> str:
    """What happens now, for the phones of both tables."""
    me = view.mine
    if me is None:
        return ""
    if me.id == view.masters:
        return _("You are the Masters. Your table has as many points as the other one (§24).")
    return _("You are in the final. The Masters have as many points as you (§24).")


def evening_over(view: View, *, house: bool) -> str:
    """§22: a team of the first round during the final."""
    team = view.resting
    if team is None:
        return ""
    return _evening_ends(team, house=house)


def _evening_ends(team: TeamView, *, house: bool) -> str:
    farewell = _("Your evening as a player ends here.")
    return f"{farewell} {for_the_house(team.points, out=team.out, house=house)}"


def for_the_house(points: int, *, out: bool, house: bool) -> str:
    """What the first round brought the house of a team that does not go on."""
    if out:
        return _("You dropped out of the first round, so your house gets no points (§22).")
    if not house:
        return _("You play for no house, so no points are entered.")
    return ngettext("%(points)d point for your house (§22).", "%(points)d points for your house (§22).", points) % {
        "points": points
    }


def masters_ahead(view: View, *, started: bool) -> str:
    """The Masters while others play."""
    if not started:
        return _("You are the Masters. The game has not started yet.")
    match view.phase:
        case Phase.ROUND_OVER:
            facts = {"team": name_words.team_name(view, view.finalist)}
            return _("You are the Masters. Your opponents in the final: %(team)s. Sit down, the host opens it.") % facts
        case Phase.FINISHED:
            return _("The game is over without a final.")
        case _:
            return _("You are the Masters. The first round is being played: watch it until the final opens (§23).")


def own_end(view: View, end: End, team: TeamView, *, house: bool) -> str:
    """What an end means for a team of the round."""
    if end.code == "closed_early":
        return _("The game was closed before its end.")
    if end.round == 2:
        return _end_of_final(view, team, house=house, won=end.team == team.id)
    if end.team is None:
        return _("Nobody goes to the final, and nobody has won.")
    if end.team == team.id:
        if end.code == "closed_without_final":
            return _("You won the first round. No final is played.")
        return _("You are in the final: you meet the Masters, %(each)s.") % {"each": points_each(team.points)}
    return _evening_ends(team, house=house)


def _end_of_final(view: View, team: TeamView, *, house: bool, won: bool) -> str:
    if team.id == view.masters:
        return _("You have won as Masters.") if won else _("The Masters are beaten, and nothing is won (§28).")
    if not won:
        return _("The Masters have won, you are second.")
    if house:
        return _("You have beaten the Masters. Your house sits in their box at the next edition (§28).")
    return _("You have beaten the Masters.")
