"""«Что? Где? Когда?» as the live loop knows it: the bridge from JSON and forms to the pure rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from chgk import addresses, refusals
from chgk.panels import render_panels
from chgk.rules import session as rules
from chgk.rules import snapshots
from chgk.rules.score import standing
from chgk.rules.session import Event, Session
from chgk.services import ballots, calendar, envelopes, final_rulings
from chgk.services.games import DISCIPLINE
from chgk.services.package_moves import follow_package
from tournaments.disciplines import Json
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward
from tournaments.selectors.seats import seats_of_audiences
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session

LONGEST_REASON = 500
LARGEST_NUMBER = 9  # digits of a number in a form


class Chgk:
    """The discipline «chgk»; stateless."""

    key = DISCIPLINE

    def initial(self, setup: Json) -> Session:
        """The game as set up; raises :class:`Refusal` for a setup that cannot be played."""
        try:
            return rules.open_session(setup)
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("3.1.3", "setup_invalid", {"why": str(error)[:200]}) from error

    def authorize(self, state: Session, command: Json, role: str, team: str | None, player: str | None) -> None:
        """§2.2.2, §3.1.4: who may give this command."""
        rules.authorize(state, command, role, team, player)

    def prepare(self, game: LiveGame, state: Session, command: Json) -> Json:
        """Where the top stops, and what lies in that envelope; no ruling by hand where an appeal's stands."""
        final_rulings.require_unsettled(game=game, command=command)
        return envelopes.draw_for(game=game, session=state, command=command)

    def drawing_round(self, state: Session) -> int | None:
        """One series of draws a game."""
        return None if standing(state.game).over else envelopes.ROUND

    def is_over(self, state: Session) -> bool:
        """Whether a side has won, or what is left is closed."""
        return standing(state.game).over

    def decide(self, state: Session, command: Json) -> Sequence[Event]:
        """The events of a command; raises :class:`Refusal`."""
        return rules.decide(state, command)

    def evolve(self, state: Session, event: Event) -> Session:
        """The next state."""
        return rules.evolve(state, event)

    def dump_state(self, state: Session) -> Json:
        """The session as JSON."""
        return snapshots.dump_session(state)

    def load_state(self, data: Json) -> Session:
        """The inverse."""
        return snapshots.load_session(data)

    def dump_event(self, event: Event) -> Json:
        """The event as JSON with its kind."""
        return snapshots.dump_event(event)

    def load_event(self, data: Json) -> Event:
        """The inverse."""
        return snapshots.load_event(data)

    def is_step(self, command: Json) -> bool:
        """Whether undo stops here."""
        return rules.is_step(command)

    def require_undoable(self, command: Json) -> None:
        """§5.4.1: what an appeal has brought about stays."""
        final_rulings.require_undoable(command)

    def is_stale_sensitive(self, command: Json, role: str) -> bool:
        """Whether the command names the state it was given in."""
        return rules.is_stale_sensitive(command, role)

    def after_undo(self, current: Session, restored: Session, at: int) -> Session:
        """What an undo leaves: questions that the hall knows, a stopped clock."""
        return rules.after_undo(current, restored, at)

    def apply_effects(self, game: LiveGame, events: Sequence[Event]) -> None:
        """Nothing outside the log follows from a move."""

    def readers(self, game: LiveGame, audiences: Collection[str]) -> Mapping[str, Collection[str]]:
        """The table's screens, with its room, are read by who sits there now."""
        return seats_of_audiences(game, audiences)

    def halt(self, state: Session) -> Json | None:
        """A running clock stops with what remains."""
        clock = state.stage.clock
        return {"do": "clock", "action": "stop"} if clock is not None and clock.deadline is not None else None

    def follow_game(self, game: LiveGame) -> None:
        """The season has its word (§3.1.1, §3.1.2), its package is played or sealed again, and a final that ends won
        opens the players' vote (§3.2.3).
        """
        calendar.follow_game(game)
        follow_package(game)
        ballots.follow_final(game=game)

    def follow_seats(self, game: LiveGame, before: Session, after: Session, actor: Actor) -> None:
        """§2.2.5: nobody is replaced in the course of a game."""

    def rewards(self, state: Session) -> Sequence[Reward]:
        """The club has its own prizes: none for the house ranking."""
        return ()

    def explain_reward(self, code: str) -> str:
        """There are none."""
        return ""

    def command_from_form(self, game: LiveGame, data: Mapping[str, str], role: str, team: str | None) -> Json:
        """The command that a posted form means; which question comes up is never the client's to say."""
        do = data.get("do", "")
        reader = _FORMS.get(do)
        if reader is None:
            raise Refusal("3.1.3", "command_unknown", {"do": do[:40]})
        return {"do": do, **reader(data)}

    def explain(self, game: LiveGame, refusal: Refusal) -> str:
        """The refusal as a sentence in the active language."""
        team = game.setup.get("team", {})
        names = {player["id"]: player["name"] for player in team.get("players", [])}
        return refusals.explain(refusal, {**names, team.get("id", ""): team.get("name", "")})

    def rules_url(self, paragraph: str) -> str:
        """The paragraph's place on the page of the regulation."""
        return addresses.rules_url(paragraph)

    def render(self, game: LiveGame, screen: str, audience: str, language: str) -> Mapping[str, str]:
        """The panels of a screen."""
        return render_panels(game, load_session(game), screen, audience, language)


def _number(data: Mapping[str, str], name: str, paragraph: str) -> int:
    text = data.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LARGEST_NUMBER):
        raise Refusal(paragraph, "malformed", {"field": name})
    return int(text)


def _truth(data: Mapping[str, str]) -> bool:
    if data.get("correct") not in ("true", "false"):
        raise Refusal("3.1.3", "malformed", {"field": "correct"})
    return data["correct"] == "true"


def _reason(data: Mapping[str, str]) -> Json:
    """A reason, if the form has the field."""
    return {"reason": data["reason"][:LONGEST_REASON]} if "reason" in data else {}


def _for_captain(data: Mapping[str, str]) -> Json:
    """What the host does for a captain without a phone says why, for the record."""
    return {"for_captain": data["for_captain"][:LONGEST_REASON]} if data.get("for_captain") else {}


_FORMS: Mapping[str, Callable[[Mapping[str, str]], Json]] = {
    "ask": _reason,
    "show_question": lambda data: {},
    "clock": lambda data: {
        "action": data.get("action", ""),
        **({"seconds": _number(data, "seconds", "3.1.5")} if "seconds" in data else {}),
    },
    "end_discussion": lambda data: {},
    "name_answerer": lambda data: {"player": data.get("player", "")},
    "answer": lambda data: {"text": data.get("text", "")},
    "judge": lambda data: {"correct": _truth(data)},
    "take_deciding_round": _for_captain,
    "decline_deciding_round": _for_captain,
    "set_captain": lambda data: {"player": data.get("player", ""), "reason": data.get("reason", "")[:LONGEST_REASON]},
    "remove_question": lambda data: {"reason": data.get("reason", "")[:LONGEST_REASON]},
    "rule": lambda data: {
        "question": _number(data, "question", "5.2.1"),
        "verdict": data.get("verdict", ""),
        "reason": data.get("reason", "")[:LONGEST_REASON],
    },
    "close_game": lambda data: {"winner": data.get("winner", ""), "reason": data.get("reason", "")[:LONGEST_REASON]},
}
