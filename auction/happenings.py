"""What a command brought about, in words: the lines of the host's log and what an undo would take back.

The command alone does not know who bought the lot, who was reprimanded, or that a draw ended the round: its events do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from auction import end_words, name_words, words
from auction.rules.ends import End
from auction.rules.events import PrizeWon
from auction.rules.state import Kind
from tournaments.name_words import isolate
from tournaments.rules.serial import from_json, kind_of
from tournaments.selectors.games import Deed

Names = Mapping[str, str]
_PRIZE = kind_of(PrizeWon)


class Teller:
    """Tells deeds of one game. ``teams`` and ``players``: names by id."""

    def __init__(self, teams: Names, players: Names) -> None:
        self._teams, self._players = teams, players

    def line(self, deed: Deed, step: Deed | None = None) -> str:
        """A line of the log; ``step`` is what an undo took back or a redo put back."""
        if step is None:
            return self.sentence(deed)
        facts = {"what": self.sentence(step)}
        return _("Undone: %(what)s") % facts if deed.command.get("do") == "undo" else _("Done again: %(what)s") % facts

    def sentence(self, deed: Deed) -> str:
        """What was done, and what followed from it at once. A refused deed has no events and only says what it was."""
        happened = dict(deed.events)  # no kind that is told here comes twice in one command, save those told by _all
        head = self._head(deed, happened) if happened else ""
        return "; ".join([head or words.command_sentence(deed.command, self._teams), *self._consequences(deed)])

    def _head(self, deed: Deed, happened: Mapping[str, Mapping[str, Any]]) -> str:
        """The deed itself; empty where the command says it all."""
        match deed.command.get("do"):
            case "close":
                return self._sale(happened)
            case "judge":
                return self._verdict(happened)
            case "call" if "call_made" in happened:
                return words.call_words(happened["call_made"]["number"])
            case "draw" if "category_drawn" not in happened:
                return _("Nothing drawn: the round is over")
            case "open" if "duel_started" in happened:
                return _("The duel starts")
            case "name_answerer" if "answerer_named" in happened:
                return self._answerer(deed, happened["answerer_named"]["player"])
            case "name_duellist" | "press" | "settle_buzz" | "buzz":
                return self._duel(deed, happened)
            case _:
                return ""

    def _sale(self, happened: Mapping[str, Mapping[str, Any]]) -> str:
        if "lot_sold" in happened:
            sold = happened["lot_sold"]
            return _("Sold: %(team)s %(top)d") % {"team": self._team(sold["team"]), "top": sold["total"]}
        if _PRIZE in happened:
            won = happened[_PRIZE]
            team = {"team": self._team(won["team"])}
            return _("Hint token: %(team)s") % team if won["prize"] == Kind.HINT else _("Black box: %(team)s") % team
        return _("Bidding closed: nobody bid")

    def _verdict(self, happened: Mapping[str, Mapping[str, Any]]) -> str:
        if "question_won" in happened:
            won = happened["question_won"]
            return _("Right: %(team)s +%(points)d") % {"team": self._team(won["team"]), "points": won["points"]}
        lost = happened.get("question_lost", {})
        facts = {"team": self._team(lost.get("team")), "points": lost.get("points", 0)}
        if "pot_awarded" in happened:
            return _("Wrong: %(team)s") % facts
        return _("Wrong: %(team)s; %(points)d stay in the pot") % facts

    def _answerer(self, deed: Deed, player: str | None) -> str:
        team = self._team(deed.command.get("team"))
        if player is None:
            return _("%(team)s: the captain answers") % {"team": team}
        return _("%(team)s: %(player)s answers") % {"team": team, "player": self._players.get(player, player)}

    def _duel(self, deed: Deed, happened: Mapping[str, Mapping[str, Any]]) -> str:
        """§25: who stands up, who pressed too early, who was first."""
        if "duellist_named" in happened:
            named = happened["duellist_named"]
            facts = {"team": self._team(named["team"]), "player": self._players.get(named["player"], named["player"])}
            return _("Into the duel for %(team)s: %(player)s") % facts
        if "false_start" in happened:
            return _("%(team)s: false start") % {"team": self._team(happened["false_start"]["team"])}
        decided = happened.get("buzz_decided", {})
        if decided.get("reason"):
            facts = {
                "team": self._team(decided["team"]),
                "reason": isolate(str(deed.command.get("reason", ""))),
            }
            return _("By the host's decision %(team)s answer (%(reason)s)") % facts
        if "buzz_decided" in happened and decided.get("team") is None:
            return _("Both buzzers at the same moment")
        return _("%(team)s first to buzz") % {"team": self._team(decided["team"])} if decided else ""

    def _consequences(self, deed: Deed) -> Iterable[str]:
        """What came along with it: reprimands, who left, where the pot went, what it ended."""
        warned = self._all(deed, "team_reprimanded", lambda data: not data["paid"])
        if warned:
            yield _("reprimand: %(teams)s") % {"teams": warned}
        for kind, data in deed.events:
            if kind == "team_reprimanded" and data["paid"]:
                yield _("%(team)s −%(points)d, §16") % {"team": self._team(data["team"]), "points": data["paid"]}
        excused = self._all(deed, "team_excused")
        if excused:
            yield _("excused: %(teams)s") % {"teams": excused}
        for kind, data in deed.events:
            if kind == "player_substituted" and deed.command.get("do") == "seat_captain":
                facts = {"player": self._name(data["player"]), "out": self._name(data["out"])}
                yield _("in %(player)s, out %(out)s") % facts
        out = self._all(deed, "team_dropped_out")
        if out:
            yield _("out of the game: %(teams)s") % {"teams": out}
        for kind, data in deed.events:
            yield from self._ending(kind, data)

    def _ending(self, kind: str, data: Mapping[str, Any]) -> Iterable[str]:
        match kind:
            case "pot_awarded" if data["points"] and data["team"] is None:
                yield _("the pot, %(points)d, to the bank") % {"points": data["points"]}
            case "pot_awarded" if data["points"]:
                facts = {"points": data["points"], "team": self._team(data["team"])}
                yield _("the pot, %(points)d, to %(team)s") % facts
            case "tie_declared":
                teams = ", ".join(self._team(team) for team in data["teams"])
                yield _("a tie: %(teams)s") % {"teams": teams}
            case "duel_set":
                yield _("%(team)s strike first") % {"team": self._team(data["sides"][0])}
            case "round_ended":
                yield _("into the final: %(team)s") % {"team": self._team(data["finalist"])}
            case "game_ended" if data["winner"] is not None:
                yield _("the winner: %(team)s") % {"team": self._team(data["winner"])}
            case "game_ended":
                yield _("nobody won")
            case "end_reached":
                yield end_words.why(from_json(End, data["end"]), self._team).rstrip(".")

    def _all(self, deed: Deed, kind: str, chosen: Any = lambda data: True) -> str:
        """The teams of all events of a kind, in a row."""
        return ", ".join(self._team(data["team"]) for one, data in deed.events if one == kind and chosen(data))

    def _name(self, player: Mapping[str, Any]) -> str:
        return isolate(name_words.short_name(player["name"]))

    def _team(self, team: Any) -> str:
        return name_words.short_name(self._teams.get(team, str(team or "")))
