"""Commands of the stage: show, clock, answer, call. What they do to the hall, never to the points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auction.rules.questions import Question
from auction.rules.special import Specials
from auction.rules.stage import CALLS_BEFORE_SOLD, Answer, Proposal, Result, Settings, Stage
from auction.rules.state import Game, Phase
from tournaments.rules.clock import Clock, change_clock, moment_of
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Seat
from tournaments.rules.staging import AnswererNamed, ClockSet, DrawMade, is_late, read_answer


@dataclass(frozen=True, slots=True)
class LotStaged:
    """A lot comes on stage; the question stays face down."""

    question: Question | None
    opening: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CallMade:
    """«Going once», «going twice»."""

    number: int


@dataclass(frozen=True, slots=True)
class CallsReset:
    """A valid bid, or the sale itself, ends the calls."""


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """From now on the question is known, whatever is undone later."""

    question: str


@dataclass(frozen=True, slots=True)
class HintShown:
    """The four variants stand on every screen (§19)."""


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """The team's answer, as typed."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class QuestionReplaced:
    """A reserve of the same category takes the place of a faulty or burnt question; the auction stands."""

    question: Question
    reason: str
    replaced: str | None = None


@dataclass(frozen=True, slots=True)
class TeamsReprimanded:
    """Who never bid, and what it cost each: nothing the first time (§16)."""

    paid: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LotFinished:
    """The lot leaves the stage; its question is spent."""

    result: Result
    question: str | None


StagingEvent = (
    LotStaged
    | DrawMade
    | CallMade
    | CallsReset
    | QuestionShown
    | HintShown
    | ClockSet
    | AnswererNamed
    | AnswerGiven
    | QuestionReplaced
    | TeamsReprimanded
    | LotFinished
)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a stage command is decided on."""

    game: Game
    stage: Stage
    settings: Settings
    seats: tuple[Seat, ...]
    burnt: frozenset[str]
    proposals: tuple[Proposal, ...] = ()
    specials: Specials = field(default_factory=Specials)

    def answering(self, paragraph: str) -> str:
        """The team that answers; refused in any phase without one."""
        if self.game.phase is not Phase.ANSWERING or self.game.lot is None or self.game.lot.answering is None:
            raise Refusal(paragraph, "nobody_answers", {"phase": self.game.phase})
        return self.game.lot.answering

    @property
    def category(self) -> str:
        """What the question of this lot is about; in a duel the category that is left (§25), none before."""
        if self.stage.duel is not None:
            return self.stage.duel.left or ""
        return "" if self.game.lot is None else self.game.lot.category


def make_call(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """Going once, going twice; the hammer itself is ``close`` (§14)."""
    if scene.game.phase is not Phase.BIDDING:
        raise Refusal("14", "no_bidding", {})
    if scene.stage.calls >= CALLS_BEFORE_SOLD:
        raise Refusal("14", "called_twice", {})
    return (CallMade(scene.stage.calls + 1),)


def show_question(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """The question comes on every screen; by setting the clock starts with it (§17)."""
    duelling = scene.game.phase is Phase.DUEL
    if not duelling:
        scene.answering("17")
    question = scene.stage.question
    if question is None:
        raise Refusal("9", "no_question_dealt", {})
    if scene.stage.shown:
        raise Refusal("17", "question_already_shown", {})
    if question.id in scene.burnt:
        raise Refusal("9", "question_burnt", {})
    shown = QuestionShown(question.id)
    if scene.settings.clock_from == "shown" and not duelling:  # a duel's clock runs from the buzz (§25)
        return (shown, _clock_anew(scene, command))
    return (shown,)


def show_hint(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """The four variants are shown, and the time to consult starts anew (§19)."""
    scene.answering("19")
    if scene.game.lot is None or not scene.game.lot.hinted:
        raise Refusal("19", "no_hint_bought", {})
    if not scene.stage.shown:
        raise Refusal("19", "question_not_shown", {})
    if scene.stage.hint_shown:
        raise Refusal("19", "hint_already_shown", {})
    return (HintShown(), AnswererNamed(None), _clock_anew(scene, command))


def set_clock(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """``action``: start, stop, resume, restart or add (``seconds``, which may be negative) (§17)."""
    scene.answering("17")
    clock, action = scene.stage.clock, command.get("action")
    if action in ("start", "restart") and not scene.stage.shown:
        raise Refusal("17", "question_not_shown", {})
    return (ClockSet(change_clock(clock, command, total=scene.settings.answer_ms, paragraph="17")),)


def name_answerer(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """The captain names who of the team answers (§17); after a hint only the captain may (§19)."""
    team = scene.answering("17")
    _same_team(team, command, "17")
    if scene.game.lot is not None and scene.game.lot.hinted:
        raise Refusal("19", "captain_answers_after_hint", {"team": team})
    if scene.stage.duel is not None:
        raise Refusal("25", "duellist_answers", {"team": team})
    if scene.stage.answer is not None:
        raise Refusal("17", "answer_already_given", {"team": team})
    player = command.get("player") or None
    members = {p.id: p for seat in scene.seats if seat.team == team for p in seat.players}
    if player is not None and player not in members:
        raise Refusal("17", "not_in_the_team", {"team": team})
    return (AnswererNamed(None if player is None or members[player].captain else player),)


def give_answer(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """The answer as typed, final once given; after the grace it is marked late and the host decides (§17)."""
    team = scene.answering("17")
    _same_team(team, command, "17")
    if not scene.stage.shown:
        raise Refusal("17", "question_not_shown", {})
    if scene.stage.answer is not None:
        raise Refusal("17", "answer_already_given", {"team": team})
    lot = scene.game.lot
    if lot is not None and lot.hinted and not scene.stage.hint_shown:
        raise Refusal("19", "wait_for_the_hint", {"team": team})
    text = read_answer(command, "17")
    at, clock = moment_of(command, "17"), scene.stage.clock
    late = is_late(clock, at, scene.settings.grace_ms)
    answer = AnswerGiven(Answer(team, text, str(command.get("by") or ""), at, late))
    return (answer,) if clock is None else (answer, ClockSet(clock.stopped(at)))


def replace_question(scene: Scene, command: Mapping[str, Any]) -> tuple[StagingEvent, ...]:
    """A reserve of the same category instead of a faulty question; bids, hint and pot stand (§9)."""
    question, lot = command.get("question"), scene.game.lot
    if lot is None or scene.game.phase not in (Phase.DRAWN, Phase.BIDDING, Phase.DUEL, Phase.ANSWERING):
        raise Refusal("9", "no_lot", {})
    if scene.stage.duel is not None and scene.stage.question is None:
        raise Refusal("25", "no_question_dealt", {})
    if scene.stage.duel is not None and scene.stage.duel.is_collecting:
        raise Refusal("25", "buzz_waits", {})
    if not isinstance(question, Question):
        raise Refusal("9", "no_reserve", {"category": scene.category})
    if question.category != scene.category:
        raise Refusal("9", "reserve_of_another_category", {"category": scene.category})
    if question.id in scene.burnt or (scene.stage.question is not None and question.id == scene.stage.question.id):
        raise Refusal("9", "question_burnt", {})
    reason = command.get("reason")
    if not isinstance(reason, str) or not any(char.isalpha() for char in reason):
        raise Refusal("9", "reason_missing", {})
    replaced = None if scene.stage.question is None else scene.stage.question.id
    return (QuestionReplaced(question, reason.strip(), replaced),)


StageRule = Callable[[Scene, Mapping[str, Any]], tuple[Any, ...]]
RULES: Mapping[str, StageRule] = {
    "call": make_call,
    "show_question": show_question,
    "show_hint": show_hint,
    "clock": set_clock,
    "name_answerer": name_answerer,
    "answer": give_answer,
    "replace_question": replace_question,
}


CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    LotStaged: lambda stage, event: Stage(question=event.question, opening=event.opening),
    CallMade: lambda stage, event: replace(stage, calls=event.number),
    CallsReset: lambda stage, event: replace(stage, calls=0),
    QuestionShown: lambda stage, event: replace(stage, shown=True),
    HintShown: lambda stage, event: replace(stage, hint_shown=True, answer=None),
    ClockSet: lambda stage, event: replace(stage, clock=event.clock),
    AnswererNamed: lambda stage, event: replace(stage, answerer=event.player),
    AnswerGiven: lambda stage, event: replace(stage, answer=event.answer),
    QuestionReplaced: lambda stage, event: replace(
        stage,
        question=event.question,
        shown=False,
        hint_shown=False,
        clock=None,
        answer=None,
        duel=None if stage.duel is None else stage.duel.closed(),
    ),
    TeamsReprimanded: lambda stage, event: replace(stage, reprimands=event.paid),
    LotFinished: lambda stage, event: Stage(
        question=stage.question, opening=stage.opening, reprimands=stage.reprimands, result=event.result
    ),
}


def _clock_anew(scene: Scene, command: Mapping[str, Any]) -> ClockSet:
    return ClockSet(Clock.of(scene.settings.answer_ms).running(moment_of(command, "17")))


def _same_team(team: str, command: Mapping[str, Any], paragraph: str) -> None:
    if command.get("team") != team:
        raise Refusal(paragraph, "another_team_answers", {"team": team})
