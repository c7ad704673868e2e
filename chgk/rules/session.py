"""One game as the live loop plays it: the points, the stage, the table of the day, and what survives an undo.

Commands come as the JSON objects of the game records, with the stage's own beside them; a question
travels inside its command, so that the log needs no package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chgk.rules import engine
from chgk.rules import events as e
from chgk.rules.commands import Judge, Rule, parse_command
from chgk.rules.fields import Label
from chgk.rules.parameters import Parameters
from chgk.rules.questions import Verdict
from chgk.rules.stage import Result, Settings, Sheet, Stage, left_on_the_table
from chgk.rules.staging import (
    STAGE_RULES,
    CaptainOfTheDay,
    EnvelopeOpened,
    QuestionFinished,
    QuestionShown,
    Scene,
    StageEvent,
    evolve_stage,
    worth_of,
)
from chgk.rules.state import Game, start_game
from tournaments.rules.draw_lines import PROOFS
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player, Seat
from tournaments.rules.serial import from_json
from tournaments.rules.staging import DrawMade

Event = e.Event | StageEvent
_NO_STEP = frozenset({"clock"})  # undo takes it along with the step before it
_HURRIED = frozenset(
    {"add_nonce", "answer", "end_discussion", "name_answerer"}
)  # these queue instead of naming a state
SMALLEST_TABLE = 3  # §2.1.2
LARGEST_TABLE = 6  # §2.2.1


@dataclass(frozen=True, slots=True)
class Session:
    """Game and stage together. ``table``: the envelopes of the game, ``spares`` what replaces removed ones.

    ``burnt``: questions that the hall has seen, undone or not. ``acting``: who stands in for the captain (§2.2.2).
    """

    game: Game
    seat: Seat
    table: tuple[int, ...] = ()
    spares: tuple[int, ...] = ()
    settings: Settings = field(default_factory=Settings)
    stage: Stage = field(default_factory=Stage)
    burnt: frozenset[int] = frozenset()
    acting: str | None = None
    drawn: tuple[int, int] | None = None  # series and number of the last draw that was not undone

    @property
    def scene(self) -> Scene:
        """What the stage's rules look at."""
        return Scene(self.game, self.stage, self.settings, self.seat.players, self.acting, self.burnt)

    @property
    def captain(self) -> Player | None:
        """Who decides at the table today."""
        wanted = self.acting
        return next((one for one in self.seat.players if (one.id == wanted if wanted else one.captain)), None)

    @property
    def played(self) -> frozenset[Label]:
        """The questions that have had their verdict."""
        return frozenset(question.label for question in (*self.game.opening, *(self.game.ending or ())))

    @property
    def envelopes(self) -> list[int]:
        """The envelopes that are still closed, in the order of the table."""
        game = self.game
        played = [*game.opening, *(game.ending or ())]
        asked = [question.label for question in played] + ([game.asked] if game.asked is not None else [])
        removed = sum(question.ruling is Verdict.REMOVE for question in played)
        return left_on_the_table(self.table, self.spares, [n for n in asked if isinstance(n, int)], removed)

    @property
    def under_the_top(self) -> list[int]:
        """Where the top may stop: at a closed envelope whose question the hall does not know.

        Right after a question was removed, at the spare that has come for it; at a known one only if no other is left.
        """
        closed = self.envelopes
        result = self.stage.result
        if result is not None and result.removed:
            closed = [number for number in closed if number in self.spares] or closed
        return [number for number in closed if number not in self.burnt] or closed


def open_session(setup: Mapping[str, Any]) -> Session:
    """The game as set up; ValueError names what is wrong with the setup.

    Refused if the table has too few or too many players, or no captain (§2.1.2, §2.2.1, §2.2.2).
    """
    seat = _seat(setup["team"])
    if not setup.get("unseated"):  # a record need not say who sat there
        _check_table(seat)
    table, spares = tuple(setup.get("table", ())), tuple(setup.get("spares", ()))
    if len({*table, *spares}) < len(table) + len(spares):
        raise ValueError("table: a question lies there twice")
    game = start_game(Parameters.from_json(setup.get("rules", {})), seat.team)
    return Session(game, seat, table, spares, open_settings(setup.get("settings", {})))


def decide(session: Session, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events that a command brings about, or the :class:`Refusal` of the paragraph that forbids it."""
    do = command.get("do")
    if isinstance(do, str) and do in STAGE_RULES:
        return STAGE_RULES[do](session.scene, command)
    if do == "remove_question":
        return _remove_question(session, command)
    if do == "ask":
        return (*_ask(session, command), *drawn_by(command))
    if do == "judge" and session.game.asked is not None:
        session.scene.read()
    if do == "rule":
        _require_reason(command, "5.2.2")
    if do == "close_game":
        _require_reason(command, "1.5")
    events = engine.decide(session.game, parse_command(dict(command)))
    if do == "judge":
        return (*events, QuestionFinished(_result(session, correct=bool(command.get("correct")))))
    return events


def _ask(session: Session, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """§3.1.3: an envelope of this game's table, with the question that lies in it."""
    events = engine.decide(session.game, parse_command(dict(command)))
    sheet = read_sheet(command.get("sheet"))
    if sheet.number != command.get("question") or sheet.number not in session.envelopes:
        raise Refusal("3.1.3", "not_on_the_table", {"question": command.get("question")})
    return (*events, EnvelopeOpened(sheet))


def _remove_question(session: Session, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """§5.2.2: the open question has a fault: it counts for nobody, and a spare lies on the table instead."""
    sheet = session.scene.opened()
    _require_reason(command, "5.2.2")
    judged = engine.decide(session.game, Judge(correct=False))
    ruled = engine.decide(engine.evolve_all(session.game, judged), Rule(sheet.number, Verdict.REMOVE))
    result = replace(_result(session, correct=False), removed=True)
    return (*judged, *ruled, QuestionFinished(result))


def evolve(session: Session, event: Event) -> Session:
    """The session after an event."""
    if not isinstance(event, StageEvent):
        return replace(session, game=engine.evolve(session.game, event))
    if isinstance(event, DrawMade):
        return replace(session, drawn=(event.series, event.number))
    if isinstance(event, CaptainOfTheDay):
        return replace(session, acting=event.player)
    spent = spent_question(event)
    burnt = session.burnt if spent is None else session.burnt | {spent}
    return replace(session, stage=evolve_stage(session.stage, event), burnt=burnt)


def spent_question(event: Event) -> int | None:
    """The question that the hall knows after this event."""
    return event.question if isinstance(event, QuestionShown) else None


def is_step(command: Mapping[str, Any]) -> bool:
    """Whether undo stops here."""
    return command.get("do") not in _NO_STEP


def is_stale_sensitive(command: Mapping[str, Any], role: str) -> bool:
    """Host and captain act on what their screens show; an answer queues as it arrives."""
    return command.get("do") not in _HURRIED


def after_undo(current: Session, restored: Session, at: int) -> Session:
    """What an undo cannot take back: the hall has seen the question. The clock waits for the host."""
    clock = restored.stage.clock
    stage = restored.stage if clock is None else replace(restored.stage, clock=clock.stopped(at))
    return replace(restored, stage=stage, burnt=restored.burnt | current.burnt)


_CAPTAINS = frozenset({"take_deciding_round", "decline_deciding_round", "name_answerer", "end_discussion", "answer"})


def authorize(session: Session, command: Mapping[str, Any], role: str, team: str | None, player: str | None) -> None:
    """The captain of the day decides (§2.2.2, §3.1.4), whoever is named answers, the host does the rest."""
    do = command.get("do")
    if role in ("host", "system"):
        if do in ("take_deciding_round", "decline_deciding_round"):
            if not command.get("for_captain"):
                raise Refusal("3.1.4", "captain_takes_it", {})
            if not any(map(str.isalpha, str(command["for_captain"]))):
                raise Refusal("3.1.4", "reason_without_words", {})
        return
    if do not in _CAPTAINS:
        raise Refusal("1.5", "host_decides", {})
    captain = session.captain
    is_captain = captain is not None and player == captain.id
    if do == "answer" and session.stage.answerer is not None:
        if player != session.stage.answerer:
            raise Refusal("3.1.5", "not_the_answerer", {"player": session.stage.answerer})
        return
    if not is_captain:
        raise Refusal("2.2.2", "captain_decides", {})


def read_sheet(data: object) -> Sheet:
    """The question that a command carries; refused if it is none."""
    if isinstance(data, Sheet):
        return data
    try:
        return from_json(Sheet, data)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise Refusal("3.1.3", "malformed", {"field": "sheet"}) from error


def drawn_by(command: Mapping[str, Any]) -> tuple[DrawMade, ...]:
    """The draw that the command carries, if any."""
    proofs = command.get(PROOFS)
    return (DrawMade(proofs[-1]["series"], proofs[-1]["n"]),) if proofs else ()


def _result(session: Session, *, correct: bool) -> Result:
    sheet = session.scene.opened()
    answer = session.stage.answer
    return Result(sheet.number, correct, worth_of(session.game), "" if answer is None else answer.text)


def _check_table(seat: Seat) -> None:
    if not SMALLEST_TABLE <= len(seat.players) <= LARGEST_TABLE:
        paragraph = "2.1.2" if len(seat.players) < SMALLEST_TABLE else "2.2.1"
        raise Refusal(paragraph, "table_size", {"players": len(seat.players)})
    if sum(player.captain for player in seat.players) != 1:
        raise Refusal("2.2.2", "one_captain", {})


def _require_reason(command: Mapping[str, Any], paragraph: str) -> None:
    reason = command.get("reason")
    if not isinstance(reason, str) or not any(map(str.isalpha, reason)):
        raise Refusal(paragraph, "reason_without_words", {})


def _seat(team: Mapping[str, Any]) -> Seat:
    players = tuple(Player(p["id"], p["name"], bool(p.get("captain"))) for p in team.get("players", []))
    return Seat(team["id"], team["name"], team.get("colour", ""), team.get("emblem", ""), players)


def open_settings(data: Mapping[str, Any]) -> Settings:
    """The times of a setup; the regulation's where it says nothing (§3.1.5)."""
    default = Settings()
    return Settings(
        discussion_ms=data.get("discussion_seconds", default.discussion_ms // 1000) * 1000,
        deciding_ms=data.get("deciding_seconds", default.deciding_ms // 1000) * 1000,
        grace_ms=data.get("answer_grace", default.grace_ms // 1000) * 1000,
    )
