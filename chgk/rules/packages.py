"""A package of questions on its way from the first draft to the archive: who may move it where, and what that takes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from chgk.rules.parameters import ORDINARY_TARGET
from tournaments.rules.engine import Refusal


class State(StrEnum):
    """Where a package stands; the values are those of :class:`chgk.models.Package.State`."""

    DRAFT = "draft"
    TESTING = "testing"
    APPROVED = "approved"
    SEALED = "sealed"
    PLAYED = "played"
    ARCHIVED = "archived"


class Role(StrEnum):
    """Who moves it. ``KEEPER`` is the curator's own account, which may read what is sealed; ``GAME`` is its game."""

    EDITOR = "editor"
    CURATOR = "curator"
    KEEPER = "keeper"
    GAME = "game"


class Move(StrEnum):
    """A step. Handing in and taking back leave the state as it is: the package then waits for the curator, or not."""

    TEST = "test"
    REWORK = "rework"
    HAND_IN = "hand-in"
    TAKE_BACK = "take-back"
    APPROVE = "approve"
    RETURN = "return"
    SEAL = "seal"
    UNSEAL = "unseal"
    PLAY = "play"
    REPLAY = "replay"
    ARCHIVE = "archive"


EDITABLE = frozenset({State.DRAFT, State.TESTING})  # in all other states its questions stay as they are


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the table of moves. ``to`` is None where the state stays."""

    sources: frozenset[State]
    to: State | None
    roles: frozenset[Role]
    needs_reason: bool = False
    needs_content: bool = False  # complete questions, and enough of them


STEPS: Mapping[Move, Step] = {
    Move.TEST: Step(frozenset({State.DRAFT}), State.TESTING, frozenset({Role.EDITOR, Role.CURATOR})),
    Move.REWORK: Step(frozenset({State.TESTING}), State.DRAFT, frozenset({Role.EDITOR, Role.CURATOR})),
    Move.HAND_IN: Step(EDITABLE, None, frozenset({Role.EDITOR}), needs_content=True),
    Move.TAKE_BACK: Step(EDITABLE, None, frozenset({Role.EDITOR})),
    Move.APPROVE: Step(EDITABLE, State.APPROVED, frozenset({Role.CURATOR}), needs_content=True),
    Move.RETURN: Step(EDITABLE | {State.APPROVED}, State.DRAFT, frozenset({Role.CURATOR}), needs_reason=True),
    Move.SEAL: Step(frozenset({State.APPROVED}), State.SEALED, frozenset({Role.CURATOR}), needs_content=True),
    Move.UNSEAL: Step(frozenset({State.SEALED}), State.APPROVED, frozenset({Role.KEEPER}), needs_reason=True),
    Move.PLAY: Step(frozenset({State.SEALED}), State.PLAYED, frozenset({Role.GAME})),
    Move.REPLAY: Step(frozenset({State.PLAYED, State.ARCHIVED}), State.SEALED, frozenset({Role.GAME})),
    Move.ARCHIVE: Step(frozenset({State.PLAYED}), State.ARCHIVED, frozenset({Role.CURATOR})),
}


STANDS: Mapping[State, Refusal] = {
    State.DRAFT: Refusal("4.2.1", "package_is_draft", {}),
    State.TESTING: Refusal("4.2.1", "package_is_testing", {}),
    State.APPROVED: Refusal("4.2.1", "package_is_approved", {}),
    State.SEALED: Refusal("4.2.1", "package_is_sealed", {}),
    State.PLAYED: Refusal("4.2.1", "package_is_played", {}),
    State.ARCHIVED: Refusal("4.2.1", "package_is_archived", {}),
}
_BELONGS_TO: Mapping[Role, Refusal] = {
    Role.EDITOR: Refusal("4.1.1", "package_for_editor", {}),
    Role.CURATOR: Refusal("1.5", "package_for_curator", {}),
    Role.KEEPER: Refusal("1.5", "package_for_keeper", {}),
    Role.GAME: Refusal("3.1.3", "package_for_game", {}),
}


@dataclass(frozen=True, slots=True)
class Listed:
    """A question of a package: its number, and what it still lacks of §4.1.1. A warm-up is in no envelope."""

    number: int
    is_spare: bool = False
    is_warm_up: bool = False
    category: int | None = None
    missing: tuple[Refusal, ...] = ()

    @property
    def is_on_table(self) -> bool:
        """Whether it lies in an envelope from the start."""
        return not self.is_spare and not self.is_warm_up


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides a move. ``target``: to how many points the game goes for which the package is meant."""

    state: State
    handed_in: bool = False
    on_table: bool = False
    target: int = ORDINARY_TARGET
    questions: tuple[Listed, ...] = field(default=())


def judge_move(move: Move, facts: Facts, roles: Collection[Role]) -> tuple[Refusal, ...]:
    """Why the move is not possible, the first thing first; nothing if it is. A reason is asked for elsewhere.

    Whatever its questions lack is told at once.
    """
    step = STEPS[move]
    if facts.state not in step.sources:
        return (STANDS[facts.state],)
    if step.roles.isdisjoint(roles):
        return (_BELONGS_TO[min(step.roles, key=list(Role).index)],)
    if move is Move.HAND_IN and facts.handed_in:
        return (Refusal("4.2.1", "package_handed_in", {}),)
    nothing_to_give_back = facts.state is State.DRAFT and not facts.handed_in
    if (move is Move.TAKE_BACK and not facts.handed_in) or (move is Move.RETURN and nothing_to_give_back):
        return (Refusal("4.2.1", "package_not_handed_in", {}),)
    if move is Move.UNSEAL and facts.on_table:
        return (Refusal("3.1.3", "package_stays_on_table", {}),)
    return judge_content(facts.questions, facts.target) if step.needs_content else ()


def judge_content(questions: Sequence[Listed], target: int) -> tuple[Refusal, ...]:
    """Whether a game to ``target`` points can be played with them: enough on the table, each of them complete."""
    found: list[Refusal] = []
    on_table, needed = sum(one.is_on_table for one in questions), questions_needed(target)
    if on_table < needed:
        found.append(Refusal("3.1.3", "package_too_small", {"questions": on_table, "needed": needed, "target": target}))
    incomplete = [str(one.number) for one in questions if one.missing]
    if incomplete:
        found.append(Refusal("4.1.1", "package_incomplete", {"numbers": ", ".join(incomplete)}))
    return tuple(found)


def judge_laying(title: str, facts: Facts, *, sealed_elsewhere: bool) -> tuple[Refusal, ...]:
    """Why the package cannot be laid on the table of a game to ``facts.target`` points.

    ``sealed_elsewhere``: for another game than the one whose table it is.
    """
    if facts.on_table:
        return (Refusal("4.1.3", "package_on_another_table", {"title": title}),)
    if facts.state in EDITABLE:
        return (Refusal("4.2.1", "package_not_approved", {"title": title}),)
    if facts.state not in (State.APPROVED, State.SEALED):
        return (Refusal("4.1.3", "package_asked_before", {"title": title}),)
    if facts.state is State.SEALED and sealed_elsewhere:
        return (Refusal("4.1.3", "package_sealed_elsewhere", {"title": title}),)
    return judge_content(facts.questions, facts.target)


def questions_needed(target: int) -> int:
    """How many envelopes a game can open at most: each side one short of its points, and one that decides (§3.1.3)."""
    return 2 * target - 1


def advice(questions: Sequence[Listed]) -> tuple[Refusal, ...]:
    """What is worth a thought and hinders nothing: numbers with gaps, no spare question."""
    found = []
    numbers = sorted(one.number for one in questions)
    if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        found.append(Refusal("4.1.1", "numbers_with_gaps", {}))
    if numbers and not any(one.is_spare for one in questions):
        found.append(Refusal("3.1.3", "package_without_spares", {}))
    return tuple(found)


def number_questions(warm_ups: Iterable[bool]) -> list[int]:
    """The numbers of questions in a new order: from 1 on, or from 0 if a warm-up comes first."""
    kinds = list(warm_ups)
    first = 0 if kinds and kinds[0] else 1
    return list(range(first, first + len(kinds)))


def balance(questions: Iterable[Listed]) -> dict[int | None, int]:
    """How many questions of each category; None for those without one."""
    counts: dict[int | None, int] = {1: 0, 2: 0, 3: 0}
    for one in questions:
        counts[one.category] = counts.get(one.category, 0) + 1
    return counts
