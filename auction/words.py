"""The auction game in words: what a button will do, what happened, what a team waits for.

Team names come from the data and stand in the nominative, so that every language can build its sentence around them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from auction import duel_words, edition_words, lot_words, seat_words
from auction.lot_words import box_title, lot_name, prize_sentence
from auction.name_words import Names, short_name, team_name
from auction.rules.moves import Move
from auction.rules.projection import View
from auction.rules.stage import Result
from auction.rules.state import Kind, Phase
from tournaments.name_words import isolate
from tournaments.rules.likeness import Likeness


def question_count(view: View) -> str:
    """«Question 3 of 5»; until the next draw the one just judged. A special lot is no question (§6)."""
    if view.in_special_lot:
        facts = {"number": view.question_number + 1, "total": view.questions_per_round}
        return _("Special lot; question %(number)d of %(total)d comes next") % facts
    number = max(1, view.played) if is_just_judged(view) else view.question_number
    if view.round == 2:
        return _("Final · question %(number)d of %(total)d") % {"number": number, "total": view.questions_per_round}
    return _("Question %(number)d of %(total)d") % {"number": number, "total": view.questions_per_round}


def is_just_judged(view: View) -> bool:
    """Whether the last question's verdict still stands on the stage."""
    return view.category is None and view.result is not None and view.result.correct is not None


def lot_title(view: View) -> str:
    """The category, or what kind of lot it is."""
    match view.kind:
        case Kind.HINT:
            return _("A hint is at stake")
        case Kind.BLACK_BOX:
            drawn = [box.number for box in view.boxes if box.drawn]
            return box_title(drawn[-1] if drawn else 1, len(view.boxes))
        case Kind.ONE_ON_ONE:
            return duel_words.lot_title(view)
        case None if view.result is not None and view.result.kind.special:
            return ""  # a prize is no category of the question that comes next
        case _:
            return lot_name(view.category or (view.result.category if view.result is not None else ""))


# --- what the host's buttons will do -----------------------------------------------------------------------------


_MOVES: Mapping[str, str | Promise] = {
    "draw": gettext_lazy("Draw question %(number)d of %(total)d"),
    "open": gettext_lazy("Open the bidding"),
    "open_duel": gettext_lazy("Start the duel"),
    "going_once": gettext_lazy("Going once: %(team)s %(top)d"),
    "going_once_nobody": gettext_lazy("Going once, nobody has bid"),
    "going_twice": gettext_lazy("Going twice: %(team)s %(top)d"),
    "going_twice_nobody": gettext_lazy("Going twice, nobody has bid"),
    "sold": gettext_lazy("Sold: %(team)s %(top)d"),
    "no_buyer": gettext_lazy("Close without a buyer"),
    "reserve": gettext_lazy("Take a reserve question"),
    "show_question": gettext_lazy("Show the question"),
    "show_hint": gettext_lazy("Show the four variants"),
    "start_clock": gettext_lazy("Question read: start the clock"),
    "stop_clock": gettext_lazy("Stop the clock"),
    "resume_clock": gettext_lazy("Go on: %(seconds)d s left"),
    "decide": gettext_lazy("Decide: right or wrong…"),
    "judge_right": gettext_lazy("Right: %(team)s +%(pot)d"),
    "judge_wrong": gettext_lazy("Wrong: %(pot)d stay in the pot"),
    "judge_wrong_out": gettext_lazy("Wrong: %(team)s out of the game"),
    "out_of_time": gettext_lazy("No answer in time: %(pot)d stay in the pot"),
    "out_of_time_out": gettext_lazy("No answer in time: %(team)s out of the game"),
    "name_duellist": gettext_lazy("Name the duellist of %(team)s…"),
    "strike": gettext_lazy("Strike a category for %(team)s…"),
    "open_buzzers": gettext_lazy("Question read: go"),
    "settle_buzz": gettext_lazy("Who was first?"),
    "repeat_buzz": gettext_lazy("A tie: once more"),
    "no_answer": gettext_lazy("Nobody answered"),
    "break_tie": gettext_lazy("Into the final: %(team)s"),
    "open_final": gettext_lazy("Open the final: %(team)s against the Masters"),
    "open_box": gettext_lazy("Open the black box: %(team)s"),
    "finish": gettext_lazy("Close the game"),
}


def move_label(move: Move, view: View) -> str:
    """The label of the console's primary action: exactly what pressing it brings about."""
    label = move.label
    if label == "open" and view.kind is Kind.ONE_ON_ONE:
        label = "open_duel"
    elif label in ("going_once", "going_twice") and view.leader is None:
        label += "_nobody"
    elif label in ("judge_wrong", "out_of_time") and view.va_banque:
        label += "_out"
    team = str(move.fields.get("team", "")) or view.answering or view.leader
    if label == "open_final":
        team = view.finalist
    return str(_MOVES.get(label, label)) % {
        "number": view.question_number,
        "total": view.questions_per_round,
        "team": team_name(view, team),
        "top": view.top,
        "pot": view.pot,
        "seconds": -(-view.clock.remaining // 1000) if view.clock is not None else 0,
    }


# --- what every screen says ---------------------------------------------------------------------------------------


def headline(view: View) -> str:
    """What happens now, in one line for the hall."""
    if view.duel is not None:
        return duel_words.headline(view, view.duel)
    match view.phase:
        case Phase.READY if view.opening:
            return _("The final: %(team)s against %(masters)s") % {
                "team": team_name(view, view.finalist),
                "masters": team_name(view, view.masters),
            }
        case Phase.READY:
            return _("The wheel is waiting") if view.result is None else result_sentence(view.result, view)
        case Phase.DRAWN | Phase.DUEL:
            return lot_title(view)
        case Phase.BIDDING:
            return _leader_sentence(view)
        case Phase.ANSWERING:
            return _("%(team)s answer") % {"team": team_name(view, view.answering)}
        case Phase.TIE:
            return _("A tie: the host decides who goes on")
        case Phase.ROUND_OVER:
            return _("Into the final: %(team)s") % {"team": team_name(view, view.finalist)}
        case Phase.FINISHED:
            return _winner_sentence(view)


def _leader_sentence(view: View) -> str:
    if view.leader is None:
        return _("The bidding is open")
    return _("%(team)s lead with %(points)d") % {"team": team_name(view, view.leader), "points": view.top}


def _winner_sentence(view: View) -> str:
    if view.winner is None:
        return _("The game is over; nobody won")
    return _("The winner: %(team)s") % {"team": team_name(view, view.winner)}


def call_words(calls: int) -> str:
    """«Going once», «going twice»."""
    return {0: "", 1: _("Going once")}.get(calls, _("Going twice"))


def result_sentence(result: Result, view: View) -> str:
    """How the last lot ended, without the names of those who dropped out."""
    facts = {"team": team_name(view, result.team), "points": result.pot}
    if result.kind.special:
        ended = prize_sentence(result, team_name(view, result.team))
        over = view.phase in (Phase.TIE, Phase.ROUND_OVER, Phase.FINISHED)
        return ". ".join(part for part in (ended, _who_got_the_pot(view) if over else "") if part)
    if result.correct is True:
        return _("Right: %(team)s +%(points)d") % facts
    if view.phase in (Phase.TIE, Phase.ROUND_OVER, Phase.FINISHED):
        return " ".join(part for part in (_how_it_ended(result, facts), _who_got_the_pot(view)) if part)
    if result.correct is False and result.team is None:
        return _("Nobody answered: %(points)d stay in the pot") % facts
    if result.correct is False:
        return _("Wrong: %(points)d stay in the pot") % facts
    if result.team is not None:
        return _("%(category)s: goes to %(team)s") % {"category": lot_name(result.category), **facts}
    return _("Nobody bid: the antes stay in the pot")


def _how_it_ended(result: Result, facts: Mapping[str, Any]) -> str:
    """The end of a lot after which the round went no further: what lies in the pot is no longer said here."""
    if result.correct is False:
        return _("Nobody answered.") if result.team is None else _("Wrong: %(team)s.") % facts
    category = {"category": lot_name(result.category), **facts}
    return _("%(category)s: goes to %(team)s.") % category if result.team else ""


def _who_got_the_pot(view: View) -> str:
    """Nobody yet in a tie; the bank, if no team was left to take it (§18)."""
    if view.phase is Phase.TIE:
        return ""
    if all(team.out for team in view.teams):
        return _("The pot goes to the bank.")
    team = view.winner if view.phase is Phase.FINISHED else view.finalist
    return _("The pot goes to %(team)s.") % {"team": team_name(view, team)} if team else ""


def dropped_sentence(view: View) -> str:
    """Who left the game with the last lot."""
    if view.result is None or not view.result.dropped:
        return ""
    names = ", ".join(team_name(view, team) for team in view.result.dropped)
    return _("Out of the game: %(teams)s") % {"teams": names}


def waiting_sentence(view: View) -> str:
    """What the audience's own team waits for or has to do: one sentence in every phase."""
    me = view.mine
    if me is not None and me.out and view.phase not in (Phase.ROUND_OVER, Phase.FINISHED):
        return _("Your team is out of the game. You can still watch and write.")
    if view.duel is not None:
        return duel_words.waiting_sentence(view, view.duel)
    match view.phase:
        case Phase.READY:
            first = view.played == 0 and view.result is None
            return (
                _("The host is about to draw the first category.")
                if first
                else _("The host is about to draw the next category.")
            )
        case Phase.DRAWN:
            return _("The ante is paid. The bidding opens in a moment.")
        case Phase.BIDDING:
            return _waiting_in_bidding(view)
        case Phase.DUEL:
            return _("One on one: whoever is first to answer, answers.")
        case Phase.ANSWERING:
            return _waiting_in_answering(view)
        case Phase.TIE:
            return _("Several teams have the most points. The host decides who goes to the final (§21).")
        case Phase.ROUND_OVER | Phase.FINISHED:
            return headline(view) + "."


def _waiting_in_bidding(view: View) -> str:
    me = view.mine
    if me is not None and view.leader == me.id:
        return _("You lead with %(points)d. Others may still go higher.") % {"points": view.top}
    if me is not None and not me.can_raise:
        if me.points:
            return _("You have too few points to go higher. Only VA BANQUE is left.")
        if view.in_special_lot:  # stakes lie apart here
            return _("All your points are in your stake. The others decide.")
        return _("All your points lie in the pot. The others decide.")
    return _("The bidding is open: outbid the leader or let it go.")


def _waiting_in_answering(view: View) -> str:
    me, shown = view.mine, view.question is not None and view.question.on_screens
    if me is None or me.id != view.answering:
        team = {"team": team_name(view, view.answering)}
        if view.va_banque and not shown:
            return _("%(team)s went VA BANQUE and answer the question.") % team
        return _("%(team)s answer. Listen in silence.") % team if shown else _("%(team)s won the bidding.") % team
    if view.answer is not None:
        return _("Your answer is with the host.")
    if not shown:
        return _("You won the bidding. The question comes in a moment.")
    if (
        view.hint is not None
        and view.hint.taken
        and view.question is not None
        and not view.question.variants_on_screens
    ):
        return _("The hint is bought. The four variants come in a moment.")
    if view.clock is None:
        return _("Listen to the question. The clock starts when the host has read it.")
    if view.clock.deadline is None and view.clock.remaining > 0:
        return _("The clock is stopped. Go on talking it over.")
    return _("Talk it over, then answer. Typed answers are final.")


def likeness_words(likeness: Likeness | None) -> str:
    """The suggestion for the host, who need not follow it."""
    return {
        Likeness.SAME: _("Same as the answer"),
        Likeness.CLOSE: _("Close: you decide"),
        Likeness.DIFFERENT: _("Different from the answer"),
        None: "",
    }[likeness]


# --- what happened ------------------------------------------------------------------------------------------------


_HAPPENED: Mapping[str, str | Promise] = {
    "start": gettext_lazy("The game starts"),
    "draw": gettext_lazy("Drawn: %(category)s"),
    "top_up": gettext_lazy("The host adds %(points)s"),
    "open": gettext_lazy("Bidding opened"),
    "bid": gettext_lazy("%(team)s %(points)s"),
    "va_banque": gettext_lazy("%(team)s VA BANQUE!"),
    "say": gettext_lazy("%(text)s"),
    "call": gettext_lazy("Going, going…"),
    "close": gettext_lazy("Bidding closed"),
    "show_question": gettext_lazy("Question shown"),
    "show_hint": gettext_lazy("Four variants shown"),
    "buy_hint": gettext_lazy("%(team)s: hint bought"),
    "use_hint": gettext_lazy("%(team)s: hint token used"),
    "name_answerer": gettext_lazy("%(team)s: chose who answers"),
    "answer": gettext_lazy("%(team)s: answer given"),
    "name_duellist": gettext_lazy("%(team)s: duellist named"),
    "strike": gettext_lazy("%(team)s strike «%(category)s»"),
    "open_buzzers": gettext_lazy("Buzzers open"),
    "press": gettext_lazy("%(team)s: buzzer pressed"),
    "settle_buzz": gettext_lazy("Presses settled"),
    "repeat_buzz": gettext_lazy("Buzzers once more"),
    "buzz": gettext_lazy("%(team)s first to buzz"),
    "no_answer": gettext_lazy("Nobody answered"),
    "replace_question": gettext_lazy("Reserve question: %(reason)s"),
    "break_tie": gettext_lazy("Tie decided: %(team)s"),
    "adjust": gettext_lazy("Correction: %(team)s %(signed)s (%(reason)s)"),
    "reinstate": gettext_lazy("Back in the game: %(team)s (%(reason)s)"),
    "open_final": gettext_lazy("The final opens"),
    **seat_words.HAPPENED,
    **lot_words.HAPPENED,
    **edition_words.HAPPENED,
    "undo": gettext_lazy("Undone"),
    "redo": gettext_lazy("Done again"),
    "finish": gettext_lazy("The game is closed"),
    "x-close": gettext_lazy("The host closed the game: %(reason)s"),
    "x-draw_commitment": gettext_lazy("Draws: a seed is promised"),
    "x-draw_nonce": gettext_lazy("Draws: the phone of %(team)s joins in"),
    "x-draw_seed": gettext_lazy("Draws: the seed is published"),
    "x-undone_draw": gettext_lazy("Draws: an undone draw"),
    "add_nonce": gettext_lazy("Draws: a phone joins in"),
}
_NOTHING_DRAWN = gettext_lazy("Draw")  # a refused one
_TIE_BY_LOT = gettext_lazy("Tie decided by lot: %(team)s")
_CLOCK: Mapping[str, str | Promise] = {
    "start": gettext_lazy("Clock started"),
    "stop": gettext_lazy("Clock stopped"),
    "resume": gettext_lazy("Clock goes on"),
    "restart": gettext_lazy("Clock starts anew"),
    "add": gettext_lazy("Clock %(signed)s s"),
}


def has_sentence(do: str) -> bool:
    """Whether commands and notes of this name have words of their own."""
    return do in _HAPPENED


def command_sentence(command: Mapping[str, Any], names: Names) -> str:
    """A command as a line of the feed, and as what an undo would take back."""
    do = str(command.get("do") or "")
    template = _template(do, command)
    if template is None:
        return do
    team = str(command.get("team", ""))
    return str(template) % {
        "team": short_name(names.get(team, team)),
        "points": command.get("points", 0),
        "category": isolate(lot_name(str(command.get("category", "")))),
        "text": isolate(str(command.get("text", ""))),
        "reason": isolate(str(command.get("reason", ""))),
        **{key: short_name(name) for key, name in seat_words.people_of(command).items()},
        **{key: isolate(text) for key, text in lot_words.facts_of(command).items()},
        **{key: isolate(name) for key, name in edition_words.names_in(command).items()},
        "signed": signed(command.get("seconds" if do == "clock" else "points")),
    }


def _template(do: str, command: Mapping[str, Any]) -> str | Promise | None:
    match do:
        case "judge":
            return _("Verdict: right") if command.get("correct") is True else _("Verdict: wrong")
        case "clock":
            return _CLOCK.get(str(command.get("action")))
        case "draw" if "category" not in command:
            return _NOTHING_DRAWN
        case "break_tie" if command.get("by") == "lot":
            return _TIE_BY_LOT
        case "answer_substitution":
            return seat_words.answered(command)
        case "open_box":
            return lot_words.opened(command)
        case _:
            return _HAPPENED.get(do)


def signed(number: object) -> str:
    """«+5», «−2»: with a real minus."""
    if not isinstance(number, int):
        return ""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"
