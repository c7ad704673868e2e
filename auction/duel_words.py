"""The duel in words (§25): what every screen says in each of its steps, and how close it was.

No sentence before the server's decision tells that somebody has pressed, and none claims that somebody was first.
"""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from auction.name_words import short_name, team_name
from auction.rules.duel import ARRIVAL, TIE
from auction.rules.duel_view import DuelView
from auction.rules.projection import View
from tournaments.name_words import isolate


def lot_title(view: View) -> str:
    """«One on one», with the category once it is known."""
    left = view.duel.left if view.duel is not None else None
    return _("One on one: %(category)s") % {"category": isolate(left)} if left else _("One on one")


def player_name(view: View, team: str | None) -> str:
    """Who duels for a team, ready to stand in a sentence; the team's word before anybody is named."""
    named = view.duel.duellists.get(team or "") if view.duel is not None else None
    return short_name(named.name) if named is not None else team_name(view, team)


def answerer_name(view: View, duel: DuelView) -> str:
    """Who answers: the duellist, after a hint the captain (§19)."""
    return short_name(view.answerer.name) if view.answerer is not None else player_name(view, duel.first)


# --- what happens now -------------------------------------------------------------------------------------------------


def headline(view: View, duel: DuelView) -> str:
    """In one line for the hall."""
    match duel.step:
        case "naming":
            return _("The captains name their duellists")
        case "striking":
            return _("%(team)s strike a category") % {"team": team_name(view, duel.turn)}
        case "ready":
            return _("Left over: %(category)s") % {"category": isolate(duel.left or "")}
        case "question":
            return _("Listen to the question") if is_asked(view) else _("One on one")
        case "tie":
            return _("At the same moment")
        case "answering":
            return _("%(player)s answers") % {"player": answerer_name(view, duel)}
        case _:
            return _("The buzzers are open")


def is_asked(view: View) -> bool:
    """Whether the hall knows the question; where none was dealt, the host reads one of their own."""
    return view.question is None or view.question.on_screens


def sign(view: View, duel: DuelView) -> str:
    """What stands over a question that nobody answers yet."""
    match duel.step:
        case "question":
            return _("The buzzers are closed until the question has been read")
        case "tie":
            return _("Less than %(ms)d ms apart: nobody was first") % {"ms": TIE}
        case _:
            return _("The buzzers are open")


def waiting_sentence(view: View, duel: DuelView) -> str:
    """What the audience's own side waits for or has to do."""
    me = duel.my_side.team if duel.my_side is not None else None
    captain = view.audience.role == "captain"
    match duel.step:
        case "naming":
            return _waiting_for_names(view, duel, me, captain)
        case "striking" if me is not None and me == duel.turn:
            return _("Your turn: strike a category.") if captain else _("Your captain strikes a category.")
        case "striking":
            return _("%(team)s strike a category.") % {"team": team_name(view, duel.turn)}
        case "ready":
            return _("One category is left. The question comes in a moment.")
        case "question" if is_asked(view):
            return _("Listen to the question. The buzzers open once it has been read.")
        case "question":
            return _("The question comes in a moment.")
        case "tie":
            return _("Both pressed at the same moment. The host lets them press again or decides.")
        case "answering":
            return _waiting_for_the_answer(view, duel, me)
        case _ if me is not None:
            return _("The buzzers are open. %(player)s presses for your team.") % {"player": player_name(view, me)}
        case _:
            return _("The buzzers are open. Whoever is first, answers.")


def _waiting_for_names(view: View, duel: DuelView, me: str | None, captain: bool) -> str:
    if me is None:
        return _("The captains name who duels for them.")
    if duel.duellists.get(me) is not None:
        facts = {"player": player_name(view, me)}
        return _("%(player)s duels for your team. The other side still has to name somebody.") % facts
    return _("Name who duels for your team.") if captain else _("Your captain names who duels for your team.")


def _waiting_for_the_answer(view: View, duel: DuelView, me: str | None) -> str:
    facts = {"player": answerer_name(view, duel)}
    if me is None or me != duel.first:
        return _("%(player)s answers. Listen in silence.") % facts
    if view.answer is not None:
        return _("Your answer is with the host.")
    return _("%(player)s answers for your team. Typed answers are final.") % facts


# --- how close it was ---------------------------------------------------------------------------------------------


def seconds(milliseconds: int) -> str:
    """«1.204 s»: to the millisecond, because that is what decides."""
    return _("%(seconds)s s") % {"seconds": number_format(milliseconds / 1000, decimal_pos=3)}


def decision(view: View, duel: DuelView, order: str) -> str:
    """Who was first, and by how much: for the own side in the second person."""
    if duel.first is None:
        return ""
    me = duel.my_side.team if duel.my_side is not None else None
    facts = {"player": player_name(view, duel.first)}
    if duel.by_host:
        return _("The host decided: %(player)s answers.") % facts
    moments = {press.team: press.raw if order == ARRIVAL else press.adjusted for press in duel.presses}
    others = [team for team in moments if team != duel.first]
    if not others:
        return _("You answer: nobody else pressed.") if me == duel.first else _("Only %(player)s pressed.") % facts
    other = others[0]
    facts |= {"seconds": seconds(moments[other] - moments[duel.first]), "other": player_name(view, other)}
    if me == duel.first:
        return _("You answer: %(seconds)s before %(other)s.") % facts
    if me == other:
        return _("%(player)s answers, %(seconds)s before you.") % facts
    return _("%(player)s pressed %(seconds)s before %(other)s.") % facts


def times_note(order: str) -> str:
    """What the table's columns mean."""
    if order == ARRIVAL:
        return _("Time since the buzzers opened. What counts in this game is the order of arrival.")
    return _("Time since the buzzers opened. What counts is when the button was pressed.")
