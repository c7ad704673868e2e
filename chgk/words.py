"""The club's game in words: what a button will do, what happens, how it ended.

Names come from the data and stand in the nominative, so that every language can build its sentence around them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chgk.rules.moves import Move
from chgk.rules.projection import View
from chgk.rules.questions import Side
from chgk.rules.stage import Result
from tournaments.rules.likeness import Likeness

if TYPE_CHECKING:
    from chgk.rules.stage import Author

_MOVES: Mapping[str, str | Promise] = {
    "spin": gettext_lazy("Spin the top"),
    "show_question": gettext_lazy("Read the question: show it to all"),
    "start_clock": gettext_lazy("Question read: start %(minutes)s"),
    "resume_clock": gettext_lazy("Go on: the clock runs again"),
    "end_discussion": gettext_lazy("They have an answer: stop the clock"),
    "decide": gettext_lazy("Decide: right or wrong…"),
    "judge_right": gettext_lazy("Right: %(team)s +%(worth)d"),
    "judge_wrong": gettext_lazy("Wrong: the authors +%(worth)d"),
    "replace_burnt": gettext_lazy("Put the known question aside"),
    "finish": gettext_lazy("Close the game"),
    "table_empty": gettext_lazy("No envelope is left: the curator decides…"),
}


def move_label(move: Move, view: View, time: int) -> str:
    """The label of the console's primary action: exactly what pressing it brings about. ``time``: ms to discuss."""
    facts = {"minutes": minutes(time), "worth": view.worth, "team": view.seat.name}
    return str(_MOVES.get(move.label, move.label)) % facts


def points(number: int) -> str:
    """«4 points»."""
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}


def minutes(ms: int) -> str:
    """«2 minutes», or in seconds where the setting is no whole minute."""
    if ms % 60_000:
        return _("%(seconds)d s") % {"seconds": ms // 1000}
    return ngettext("%(number)d minute", "%(number)d minutes", ms // 60_000) % {"number": ms // 60_000}


def author_line(authors: tuple[Author, ...]) -> str:
    """«Maria Lugowa (Tomsk)»; several in a row."""
    return ", ".join(f"{one.name} ({one.town})" if one.town else one.name for one in authors)


def phase(view: View, *, started: bool) -> str:
    """Which part of a question is on, as screens and scripts tell them apart."""
    if not started:
        return "waiting"
    if view.over:
        return "over"
    if not view.is_open:
        return "ready"
    if view.sheet is None or not view.sheet.on_screens:
        return "envelope"
    if view.answering:
        return "answer"
    return "reading" if view.clock is None else "discussion"


def question_count(view: View) -> str:
    """«Question 5», and what it is worth."""
    number = view.played + (1 if view.is_open or not view.result else 0)
    if view.over:
        return _("Questions played: %(number)d") % {"number": view.played}
    if view.deciding:
        return _("Deciding round · question %(number)d") % {"number": view.played + 1}
    return _("Question %(number)d") % {"number": max(1, number)}


def headline(view: View, *, started: bool) -> str:
    """What happens now, in one line for everybody."""
    if not started:
        return _("The game has not started yet")
    if view.over:
        return ending_title(view)
    if view.sheet is not None and view.is_open:
        who = author_line(view.sheet.authors)
        return _("Against the team plays %(author)s") % {"author": who} if who else _("An envelope is open")
    if view.deciding_offered:
        return _("Will the captain take the deciding round?")
    if view.deciding:
        return _("The deciding round is on: %(points)s for one question") % {"points": points(view.deciding_worth)}
    return result_sentence(view.result, view) if view.result is not None else _("The top is waiting")


def result_sentence(result: Result, view: View) -> str:
    """How the last question ended."""
    facts = {"team": view.seat.name, "worth": result.worth, "number": result.number}
    if result.removed:
        return _("Question %(number)d has been removed: it counts for nobody") % facts
    if result.correct:
        return _("Right: %(team)s +%(worth)d") % facts
    return _("Wrong: the authors +%(worth)d") % facts


def mark_words(mark: str) -> str:
    """Whose a question was: «team», «authors», «removed», or "" while it is open."""
    match mark:
        case "team":
            return _("the team's point")
        case "authors":
            return _("the authors' point")
        case "removed":
            return _("removed: it counts for nobody")
        case _:
            return ""


def ending_title(view: View) -> str:
    """Who won, in one line."""
    if view.winner is Side.TEAM:
        return _("Victory: %(team)s") % {"team": view.seat.name}
    if view.winner is Side.AUTHORS:
        return _("Victory: the question authors")
    return _("The game is not decided")


def ending_sentence(view: View, *, closed: bool) -> str:
    """Who won and why, in a sentence. ``closed``: the curator ended it, not the score."""
    facts = {
        "team": view.seat.name,
        "own": view.team_points,
        "against": view.author_points,
        "questions": ngettext("%(number)d question", "%(number)d questions", view.played) % {"number": view.played},
    }
    if view.winner is None:
        return _("The game was closed at %(own)d:%(against)d, before anybody had won.") % facts
    if closed:
        return _("The curator ended the game at %(own)d:%(against)d, after %(questions)s.") % facts
    if view.deciding_taken and view.winner is Side.TEAM:
        return _("%(team)s took the deciding round and won: %(own)d:%(against)d, %(questions)s in all.") % facts
    if view.deciding_taken:
        return (
            _("%(team)s took the deciding round and lost it to the authors: %(own)d:%(against)d, %(questions)s in all.")
            % facts
        )
    if view.winner is Side.TEAM:
        return _("%(team)s were the first to have %(own)d points: %(own)d:%(against)d, %(questions)s in all.") % facts
    return (
        _("The authors were the first to have %(against)d points: %(own)d:%(against)d, %(questions)s in all.") % facts
    )


def likeness_words(likeness: Likeness | None) -> str:
    """What the comparison of the typed answer says to the host."""
    match likeness:
        case Likeness.SAME:
            return _("matches")
        case Likeness.CLOSE:
            return _("close")
        case Likeness.DIFFERENT:
            return _("differs")
        case _:
            return ""


def offer_sentence(view: View, time: int) -> str:
    """§3.1.4 to the captain, in plain words: what is risked and what can be won. ``time``: ms for that question."""
    facts = {"own": view.team_points, "against": view.author_points, "time": minutes(time)}
    facts["worth"] = points(view.deciding_worth)
    if view.deciding_worth >= view.target:
        return (
            _(
                "You give up %(own)d:%(against)d: the score becomes 0:0 and the next question decides everything. "
                "The right answer wins you the game, a wrong one gives it to the authors. You will have %(time)s."
            )
            % facts
        )
    return (
        _(
            "You give up %(own)d:%(against)d: the score becomes 0:0 and the next question is worth %(worth)s "
            "to whoever wins it. You will have %(time)s."
        )
        % facts
    )


def _between_questions(view: View) -> str:
    """§3.1.4: who is asked is told so; a player's phone cannot tell yet whether it is the acting captain's."""
    if view.deciding_offered and view.audience.role == "captain" and not view.acting:
        return _("You decide about the deciding round.")
    if view.deciding_offered:
        return _("The captain decides about the deciding round.")
    if not view.envelopes:
        return _("No envelope is left. The curator decides how the game ends.")
    if view.deciding:
        return _("The deciding round is yours. The top is about to spin.")
    return _("The host is about to spin the top.")


def waiting_sentence(view: View, phase: str) -> str:
    """What the table waits for or has to do: one sentence in every phase."""
    match phase:
        case "waiting":
            return _("The game begins soon. This is your seat at the table.")
        case "over":
            return ending_title(view) + "."
        case "ready":
            return _between_questions(view)
        case "envelope":
            return _("Attention: the question comes now.")
        case "reading":
            return _("Listen to the question. The minutes begin once it has been read.")
        case "discussion":
            paused = view.clock is not None and view.clock.deadline is None
            return _("The clock is stopped. Go on talking it over.") if paused else _("Talk it over in your room.")
        case _ if view.answer is not None:
            return _("Your answer is with the host.")
        case _:
            name = view.answerer.name if view.answerer else ""
            return _("Time to answer: %(name)s.") % {"name": name}
