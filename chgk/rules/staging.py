"""Commands of the stage: show, clock, answer, captain of the day. What they do to the hall, never to the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from chgk.rules.questions import Side
from chgk.rules.score import standing
from chgk.rules.stage import Answer, Result, Settings, Sheet, Stage, is_answering
from chgk.rules.state import Game
from tournaments.rules.clock import change_clock, moment_of
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player
from tournaments.rules.staging import AnswererNamed, ClockSet, DrawMade, is_late, read_answer


@dataclass(frozen=True, slots=True)
class EnvelopeOpened:
    """The top has stopped at an envelope; its question is read out next, and stays face down till then."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """From now on the question is known, whatever is undone later."""

    question: int


@dataclass(frozen=True, slots=True)
class DiscussionEnded:
    """§3.1.5: the table has an answer before its time is over."""


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """The team's answer, as typed."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class DecidingRoundDeclined:
    """§3.1.4: the captain plays on for single points."""


@dataclass(frozen=True, slots=True)
class CaptainOfTheDay:
    """§2.2.2: who does the captain's duties while the captain is absent; None: the captain is there."""

    player: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionFinished:
    """The question leaves the stage."""

    result: Result


StageEvent = (
    EnvelopeOpened
    | DrawMade
    | QuestionShown
    | ClockSet
    | DiscussionEnded
    | AnswererNamed
    | AnswerGiven
    | DecidingRoundDeclined
    | CaptainOfTheDay
    | QuestionFinished
)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a stage command is decided on."""

    game: Game
    stage: Stage
    settings: Settings
    lineup: tuple[Player, ...]
    acting: str | None
    burnt: frozenset[int]

    @property
    def time(self) -> int:
        """§3.1.5: how long this question is discussed, in ms."""
        return self.settings.deciding_ms if standing(self.game).deciding else self.settings.discussion_ms

    def opened(self) -> Sheet:
        """The question on the stage; refused while there is none."""
        if self.stage.sheet is None or self.game.asked is None:
            raise Refusal("3.1.5", "no_question_open", {})
        return self.stage.sheet

    def read(self) -> Sheet:
        """The question that the hall knows; refused before it has been shown."""
        sheet = self.opened()
        if not self.stage.shown:
            raise Refusal("3.1.5", "question_not_shown", {})
        return sheet


def show_question(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """The question comes on the screens, to be read out."""
    sheet = scene.opened()
    if scene.stage.shown:
        raise Refusal("3.1.5", "question_already_shown", {})
    if sheet.number in scene.burnt:
        raise Refusal("3.1.5", "question_burnt", {"question": sheet.number})
    return (QuestionShown(sheet.number),)


def set_clock(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """Start, stop, resume, restart or add: two minutes, three for a deciding question (§3.1.5)."""
    scene.read()
    return (ClockSet(change_clock(scene.stage.clock, command, total=scene.time, paragraph="3.1.5")),)


def end_discussion(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """The captain has an answer before the time is over: the clock stops, unless the host has stopped it already."""
    scene.read()
    clock = scene.stage.clock
    if clock is None or is_answering(scene.stage):
        raise Refusal("3.1.5", "clock_not_running", {})
    return (ClockSet(clock.stopped(moment_of(command, "3.1.5"))), DiscussionEnded())


def name_answerer(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """The captain names who of the table answers."""
    scene.opened()
    if scene.stage.answer is not None:
        raise Refusal("3.1.5", "answer_already_given", {})
    player = command.get("player") or None
    if player is not None and player not in {one.id for one in scene.lineup}:
        raise Refusal("2.2.5", "not_at_the_table", {})
    return (AnswererNamed(player),)


def give_answer(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """The answer as typed, final once given; after the grace it is marked late and the host decides (§3.1.5)."""
    scene.read()
    if scene.stage.answer is not None:
        raise Refusal("3.1.5", "answer_already_given", {})
    text = read_answer(command, "3.1.5")
    at, clock = moment_of(command, "3.1.5"), scene.stage.clock
    late = is_late(clock, at, scene.settings.grace_ms)
    given = AnswerGiven(Answer(text, str(command.get("by") or ""), at, late))
    return (given,) if clock is None else (given, ClockSet(clock.stopped(at)))


def decline_deciding_round(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """§3.1.4: the captain is asked once at this point, and may say no at once instead of letting the moment pass."""
    if scene.game.asked is not None or not standing(scene.game).may_take_deciding_round or scene.stage.declined:
        raise Refusal("3.1.4", "deciding_not_offered", {})
    return (DecidingRoundDeclined(),)


def set_captain(scene: Scene, command: Mapping[str, Any]) -> tuple[StageEvent, ...]:
    """§2.2.2: the host notes who stands in for the absent captain, with the reason; nobody: the captain is back."""
    player, reason = command.get("player") or None, command.get("reason")
    if not isinstance(reason, str) or not any(map(str.isalpha, reason)):
        raise Refusal("2.2.2", "reason_without_words", {})
    at_table = {one.id: one for one in scene.lineup}
    if player is not None and player not in at_table:
        raise Refusal("2.2.5", "not_at_the_table", {})
    acting = None if player is None or at_table[player].captain else str(player)
    if acting == scene.acting:
        raise Refusal("2.2.2", "captain_already", {"player": player or ""})
    return (CaptainOfTheDay(acting, reason.strip()),)


StageRule = Callable[[Scene, Mapping[str, Any]], tuple[StageEvent, ...]]
STAGE_RULES: Mapping[str, StageRule] = {
    "show_question": show_question,
    "clock": set_clock,
    "end_discussion": end_discussion,
    "name_answerer": name_answerer,
    "answer": give_answer,
    "decline_deciding_round": decline_deciding_round,
    "set_captain": set_captain,
}

_CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    EnvelopeOpened: lambda stage, event: Stage(sheet=event.sheet),
    QuestionShown: lambda stage, event: replace(stage, shown=True),
    # A clock that runs again gives the table its time back.
    ClockSet: lambda stage, event: replace(
        stage, clock=event.clock, ready=stage.ready and event.clock.deadline is None
    ),
    DiscussionEnded: lambda stage, event: replace(stage, ready=True),
    AnswererNamed: lambda stage, event: replace(stage, answerer=event.player),
    AnswerGiven: lambda stage, event: replace(stage, answer=event.answer),
    DecidingRoundDeclined: lambda stage, event: replace(stage, declined=True),
    QuestionFinished: lambda stage, event: Stage(sheet=stage.sheet, shown=stage.shown, result=event.result),
}


def evolve_stage(stage: Stage, event: StageEvent) -> Stage:
    """The stage after an event; some change nothing on it."""
    change = _CHANGES.get(type(event))
    return stage if change is None else change(stage, event)


def worth_of(game: Game) -> int:
    """How many points the open question brings whoever wins it (§3.1.4)."""
    return game.parameters.deciding_worth if standing(game).deciding else 1


def winner_of(result: Result) -> Side | None:
    """Who has the point of a question; nobody if it was removed."""
    if result.removed:
        return None
    return Side.TEAM if result.correct else Side.AUTHORS
