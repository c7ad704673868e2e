"""Awantura o Punkty as the live loop knows it: the bridge from JSON and forms to the pure rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.urls import reverse

from auction import refusals, reward_words, selectors
from auction.models import QuestionUse
from auction.panels import render_panels
from auction.rules import session as rules
from auction.rules import snapshots
from auction.rules.boxes import BoxOpened
from auction.rules.rewards import rewards as compute_rewards
from auction.rules.seating import MOST_MASTERS
from auction.rules.session import Event, Session
from auction.rules.state import Phase
from auction.services import boxes, lots, masters, newcomers, question_sets
from auction.services.duel import settle_after_commit
from tournaments.disciplines import Json
from tournaments.models import LiveGame
from tournaments.rules.draw_lines import AFTERWARDS
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward
from tournaments.selectors.seats import seats_of_audiences
from tournaments.services.actors import Actor
from tournaments.services.replay_log import load_session

LARGEST_NUMBER = 9  # digits of a number in a form, as in the chat (§11)


class Auction:
    """The discipline «auction»; stateless."""

    key = "auction"

    def initial(self, setup: Json) -> Session:
        """The first round as set up; raises :class:`Refusal` for a setup that cannot be played."""
        try:
            return rules.open_session(setup)
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("7", "setup_invalid", {"why": str(error)[:200]}) from error

    def authorize(self, state: Session, command: Json, role: str, team: str | None, player: str | None) -> None:
        """§10, §17: who may give this command."""
        rules.authorize(state, command, role, team, player)

    def prepare(self, game: LiveGame, state: Session, command: Json) -> Json:
        """What chance decides (on paper, by hand); who comes to sit where; what lies in a box that is being opened."""
        if command["do"] == "open_final":
            return masters.name_masters(game=game, session=state, command=command)
        if command["do"] == "open_box":
            return boxes.with_contents(game=game, command=command)
        command = newcomers.look_up(game=game, session=state, command=command)
        return command if command.get(AFTERWARDS) else lots.draw_for(game=game, session=state, command=command)

    def drawing_round(self, state: Session) -> int | None:
        """Each round has a seed of its own."""
        return None if state.game.phase in (Phase.ROUND_OVER, Phase.FINISHED) else state.game.round

    def is_over(self, state: Session) -> bool:
        """Between the rounds it is not: a final could be played."""
        return state.game.phase is Phase.FINISHED

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
        """Every step is the host's."""

    def is_stale_sensitive(self, command: Json, role: str) -> bool:
        """Whether the command names the state it was given in."""
        return rules.is_stale_sensitive(command, role)

    def after_undo(self, current: Session, restored: Session, at: int) -> Session:
        """What an undo leaves: burnt questions, a stopped clock."""
        return rules.after_undo(current, restored, at)

    def apply_effects(self, game: LiveGame, events: Sequence[Event]) -> None:
        """A question that the hall has seen, or that is faulty, is used in this season, whatever is undone later.

        A rehearsal's own questions are never used up. A first press of a duel is settled once the time for the other
        one is over.
        """
        settle_after_commit(game=game, events=events)
        if game.is_rehearsal:
            return
        for event in events:
            if isinstance(event, BoxOpened):
                boxes.mark_opened(game=game, number=event.number)
            question = rules.spent_question(event)
            number = None if question is None else selectors.bank_number(game=game, mark=question)
            if number is not None:
                QuestionUse.objects.get_or_create(question_id=number, season_id=game.season_id, defaults={"game": game})

    def readers(self, game: LiveGame, audiences: Collection[str]) -> Mapping[str, Collection[str]]:
        """A team's screens, with its room, are read by who sits in the team now."""
        return seats_of_audiences(game, audiences)

    def halt(self, state: Session) -> Json | None:
        """A running clock stops with what remains."""
        clock = state.stage.clock
        return {"do": "clock", "action": "stop"} if clock is not None and clock.deadline is not None else None

    def follow_game(self, game: LiveGame) -> None:
        """Questions reserved for the evening are let go after it."""
        question_sets.follow_game(game=game)

    def follow_seats(self, game: LiveGame, before: Session, after: Session, actor: Actor) -> None:
        """Links follow the seats, the Masters' too."""
        if before.seats != after.seats:
            masters.follow_session(game=game, before=before, after=after, actor=actor)

    def rewards(self, state: Session) -> Sequence[Reward]:
        """§22, §28, §29: who gets what, and why others nothing."""
        return compute_rewards(state.game, {seat.team: seat.players for seat in state.seats})

    def explain_reward(self, code: str) -> str:
        """Why a line of the ranking was won."""
        return reward_words.why(code)

    def command_from_form(self, game: LiveGame, data: Mapping[str, str], role: str, team: str | None) -> Json:
        """The command that a posted form means.

        A captain's or player's form speaks for the own team; the host's names one. Chance is
        never the client's: what is drawn comes in under the game's lock, see :meth:`prepare`.
        """
        do = data.get("do", "")
        reader = _FORMS.get(do)
        if reader is None:
            raise Refusal("10", "unknown_command", {"do": do[:40]})
        speaker = data.get("team", "") if role == "host" else (team or "")
        return {"do": do, **reader(data, speaker)}

    def explain(self, game: LiveGame, refusal: Refusal) -> str:
        """The refusal as a sentence in the active language."""
        names = {team.id: team.command for team in load_session(game).game.teams} if game.snapshot else {}
        names |= {entry["id"]: entry["command"] for entry in game.setup.get("teams", [])}
        return refusals.explain(refusal, names)

    def rules_url(self, paragraph: str) -> str:
        """The paragraph's place on the rulebook page."""
        page = reverse("auction:rulebook")
        return f"{page}#p{paragraph}" if paragraph else page

    def render(self, game: LiveGame, screen: str, audience: str, language: str) -> Mapping[str, str]:
        """The panels of a screen."""
        return render_panels(game, load_session(game), screen, audience, language)


def _number(data: Mapping[str, str], name: str, paragraph: str) -> int:
    text = data.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LARGEST_NUMBER):
        raise Refusal(paragraph, "not_a_number", {"text": text[:40]})
    return int(text)


def _perhaps_number(data: Mapping[str, str], name: str) -> int | None:
    """What a device measured. A press whose clock cannot be read is still a press."""
    text = data.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else None


def _typed_masters(data: Mapping[str, str]) -> Json:
    """Guests typed into the console; without any, the Masters are those prepared beforehand (§23)."""
    names = [data.get(f"guest{place}", "").strip() for place in range(1, MOST_MASTERS + 1)]
    if not any(names):
        return {}
    captain = data.get("captain", "1")
    return {
        "guests": {
            "command": data.get("command", ""),
            "players": [
                {"name": name, "captain": captain == str(place), "staff": data.get(f"staff{place}") == "on"}
                for place, name in enumerate(names, 1)
                if name
            ],
        }
    }


def _excused(data: Mapping[str, str]) -> list[str]:
    """Ids in one field, separated by commas: the console collects its ticks into it."""
    return [item for item in data.get("excused", "").split(",") if item]


_FORMS: Mapping[str, Any] = {
    "draw": lambda data, team: {"reason": data["reason"][:500]} if data.get("reason") else {},
    "replace_question": lambda data, team: {"reason": data.get("reason", "")},
    "top_up": lambda data, team: {"points": _number(data, "points", "20")},
    "open": lambda data, team: {"reason": data["reason"][:500]} if data.get("reason") else {},
    "call": lambda data, team: {},
    "bid": lambda data, team: {"team": team, "points": _number(data, "points", "11")},
    "va_banque": lambda data, team: {"team": team},
    "say": lambda data, team: {"team": team, "text": data.get("text", "")},
    "close": lambda data, team: {"excused": _excused(data), "reasons": data.get("reasons", "")[:1000]},
    "show_question": lambda data, team: {},
    "show_hint": lambda data, team: {},
    "clock": lambda data, team: {
        "action": data.get("action", ""),
        **({"seconds": _number(data, "seconds", "17")} if "seconds" in data else {}),
    },
    "buy_hint": lambda data, team: {"team": team},
    "use_hint": lambda data, team: {"team": team},
    "name_answerer": lambda data, team: {"team": team, "player": data.get("player", "")},
    "answer": lambda data, team: {"team": team, "text": data.get("text", "")},
    "name_duellist": lambda data, team: {"team": team, "player": data.get("player", "")},
    "strike": lambda data, team: {"team": team, "category": data.get("category", "")},
    "open_buzzers": lambda data, team: {},
    "press": lambda data, team: {
        "team": team,
        "player": data.get("player", ""),
        **{name: number for name in ("pressed_at", "uncertainty") if (number := _perhaps_number(data, name))},
    },
    "settle_buzz": lambda data, team: {},
    "repeat_buzz": lambda data, team: {},
    "buzz": lambda data, team: {"team": team, "reason": data.get("reason", "")},
    "no_answer": lambda data, team: {},
    "judge": lambda data, team: {"correct": _truth(data)},
    "break_tie": lambda data, team: {
        **({} if data.get("by") == "lot" else {"team": data.get("team", "")}),
        **({"by": data["by"]} if data.get("by") in ("lot", "answers") else {}),
        "reason": data.get("reason", ""),
    },
    "open_final": lambda data, team: _typed_masters(data),
    "adjust": lambda data, team: {
        "team": data.get("team", ""),
        "points": _number(data, "points", "20"),
        "reason": data.get("reason", ""),
    },
    "reinstate": lambda data, team: {"team": data.get("team", ""), "reason": data.get("reason", "")},
    "propose_substitution": lambda data, team: {
        "team": team,
        "out": data.get("out", ""),
        "newcomer": data.get("newcomer", ""),
        "reason": data.get("reason", ""),
    },
    "withdraw_substitution": lambda data, team: {
        "team": team,
        "out": data.get("out", ""),
        "player": data.get("player", ""),
    },
    "answer_substitution": lambda data, team: {
        "team": team,
        "out": data.get("out", ""),
        "player": data.get("player", ""),
        "agree": data.get("agree") == "true",
        "reason": data.get("reason", ""),
    },
    "seat_captain": lambda data, team: {
        "team": team,
        # «who comes in», whoever that is
        "captain": data.get("newcomer" if data.get("captain") == "newcomer" else "captain", ""),
        "newcomer": data.get("newcomer", ""),
        "head": data.get("head", ""),
        "reason": data.get("reason", ""),
    },
    "open_box": lambda data, team: {"box": _number(data, "box", "6")},
    "undo": lambda data, team: {},
    "redo": lambda data, team: {},
}


def _truth(data: Mapping[str, str]) -> bool:
    match data.get("correct"):
        case "true" | "1":
            return True
        case "false" | "0":
            return False
        case _:
            raise Refusal("18", "malformed", {"field": "correct"})
