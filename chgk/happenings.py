"""What a command brought about, in words: the lines of the host's log and what an undo would take back.

What the table typed is never told here: an undo is announced to everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.selectors.games import Deed

Facts = Mapping[str, Any]
_SAID: Mapping[str, str | Promise] = {
    "ask": gettext_lazy("The top"),
    "show_question": gettext_lazy("Question shown"),
    "end_discussion": gettext_lazy("Ready with an answer"),
    "name_answerer": gettext_lazy("%(player)s answers"),
    "answer": gettext_lazy("Answer given"),
    "set_captain": gettext_lazy("Captain of the day: %(player)s (%(reason)s)"),
    "take_deciding_round": gettext_lazy("The deciding round is taken"),
    "decline_deciding_round": gettext_lazy("The deciding round is declined"),
    "remove_question": gettext_lazy("Question removed: %(reason)s"),
    "close_game": gettext_lazy("The curator ends the game: %(winner)s (%(reason)s)"),
    "undo": gettext_lazy("Undone"),
    "redo": gettext_lazy("Done again"),
    "finish": gettext_lazy("The game is closed"),
    "x-close": gettext_lazy("The host closed the game: %(reason)s"),
    "x-suspend": gettext_lazy("The evening is suspended: %(reason)s"),
    "x-resume": gettext_lazy("The evening goes on"),
    "x-hand_over": gettext_lazy("The console is handed over; from now on %(to)s hosts"),
}
_BY_THE_CAPTAIN: Mapping[str, str | Promise] = {
    "name_answerer": gettext_lazy("The captain answers"),
    "set_captain": gettext_lazy("The captain is back (%(reason)s)"),
}
_SAID_ALOUD: Mapping[str, str | Promise] = {
    "take_deciding_round": gettext_lazy("The deciding round is taken, said aloud by the captain (%(reason)s)"),
    "decline_deciding_round": gettext_lazy("The deciding round is declined, said aloud by the captain (%(reason)s)"),
}
_CLOCK: Mapping[str, str | Promise] = {
    "start": gettext_lazy("Clock started"),
    "stop": gettext_lazy("Clock stopped"),
    "resume": gettext_lazy("Clock goes on"),
    "restart": gettext_lazy("Clock starts anew"),
    "add": gettext_lazy("Clock %(signed)s s"),
}
_RULINGS: Mapping[str, str | Promise] = {
    "accept": gettext_lazy("Ruling on question %(question)s: the answer counts (%(reason)s)"),
    "remove": gettext_lazy("Ruling on question %(question)s: it is removed (%(reason)s)"),
    "none": gettext_lazy("Ruling on question %(question)s: withdrawn (%(reason)s)"),
}


class Teller:
    """Tells deeds of one game. ``team``: its name; ``players``: names by id."""

    def __init__(self, team: str, players: Mapping[str, str]) -> None:
        self._team, self._players = team, players

    def sentence(self, deed: Deed) -> str:
        """What was done, and what followed from it at once."""
        command, happened = deed.command, dict(deed.events)
        do = str(command.get("do") or "")
        template = self._template(do, command, happened)
        if template is None:
            return do
        facts = self._facts(command, happened)
        told = str(template) % facts
        return told if facts["reason"] else _without_reason(told)

    def _template(self, do: str, command: Facts, happened: Mapping[str, Facts]) -> str | Promise | None:
        match do:
            case "ask" if "envelope_opened" in happened:
                return _("The top: envelope %(question)s")
            case "judge":
                return _verdict(command, happened)
            case "clock":
                return _CLOCK.get(str(command.get("action")))
            case "rule":
                return _RULINGS.get(str(command.get("verdict")))
            case "name_answerer" | "set_captain" if not command.get("player"):
                return _BY_THE_CAPTAIN[do]
            case "take_deciding_round" | "decline_deciding_round" if command.get("for_captain"):
                return _SAID_ALOUD[do]
            case _:
                return _SAID.get(do)

    def _facts(self, command: Facts, happened: Mapping[str, Facts]) -> dict[str, str]:
        result = happened.get("question_finished", {}).get("result", {})
        player, winner = str(command.get("player") or ""), command.get("winner")
        return {
            "question": str(command.get("question", "")),
            "player": self._players.get(player, player),
            "reason": str(command.get("reason") or command.get("for_captain") or ""),
            "to": str(command.get("to", "")),
            "team": self._team,
            "worth": str(result.get("worth", 1)),
            "winner": self._team if winner == "team" else _("the question authors"),
            "signed": signed(command.get("seconds")),
        }


def _without_reason(told: str) -> str:
    """What was refused because no reason was given: no empty brackets, no colon with nothing after it."""
    return told.removesuffix(" ()").removesuffix(": ")


def _verdict(command: Facts, happened: Mapping[str, Facts]) -> str:
    right = command.get("correct") is True
    if "question_finished" not in happened:
        return _("Verdict: right") if right else _("Verdict: wrong")
    return _("Right: %(team)s +%(worth)s") if right else _("Wrong: the authors +%(worth)s")


def signed(number: object) -> str:
    """«+5», «−2»: with a real minus."""
    if not isinstance(number, int):
        return ""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}"
