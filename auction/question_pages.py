"""What the page of an evening's questions shows: the list while it is chosen, the seal, and who broke or opened it."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from auction import selectors
from auction.models import AuctionQuestion, QuestionSeal, QuestionSet, QuestionUse, ReservedQuestion, SetOpening
from auction.rules.questions import Question
from auction.rules.sealing import SealedLine, canonical, commitment, question_digest
from auction.services.seals import fingerprint, read_rows
from tournaments.models import GameCommand, LiveGame

LONGEST_PICK = 200  # questions on a list to pick from


@dataclass(frozen=True, slots=True)
class ChosenQuestion:
    """A question of the list, as the host reads it; ``problem`` if it cannot be played any more."""

    question: AuctionQuestion
    is_spare: bool
    is_unfit: bool


@dataclass(frozen=True, slots=True)
class CategoryView:
    """A category of the evening: what is chosen, what is missing, what the bank still has."""

    name: str
    number: int  # its place on the page
    chosen: Sequence[ChosenQuestion]
    main: int
    spare: int
    wanted: int
    spares: int
    free: int

    @property
    def missing_main(self) -> int:
        """How many are still to be chosen."""
        return max(0, self.wanted - self.main)

    @property
    def missing_spare(self) -> int:
        """How many reserves are."""
        return max(0, self.spares - self.spare)

    @property
    def is_short(self) -> bool:
        """Whether the bank has too few for what is missing."""
        return self.free < self.missing_main + self.missing_spare


@dataclass(frozen=True, slots=True)
class SetState:
    """Everybody's knowledge of a set: how many questions, sealed when, by whom, opened by whom. No word of a text."""

    chosen: QuestionSet | None
    main: int = 0
    spare: int = 0
    seals: Sequence[QuestionSeal] = ()
    openings: Sequence[SetOpening] = ()

    @property
    def seal(self) -> QuestionSeal | None:
        """The one that holds."""
        return next((seal for seal in self.seals if seal.unsealed_at is None), None)

    @property
    def broken(self) -> list[QuestionSeal]:
        """Those that were broken before the game."""
        return [seal for seal in self.seals if seal.unsealed_at is not None]

    @property
    def log(self) -> list[QuestionSeal | SetOpening]:
        """What happened to the seal, in the order of time."""
        return sorted([*self.broken, *self.openings], key=_moment)

    @property
    def is_of_interest(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.seals or self.openings)


def _moment(entry: QuestionSeal | SetOpening) -> datetime.datetime:
    if isinstance(entry, SetOpening):
        return entry.at
    return entry.unsealed_at or entry.sealed_at


@dataclass(frozen=True, slots=True)
class QuestionsPage:
    """The page of the hosts."""

    state: SetState
    categories: Sequence[CategoryView]
    seen: str
    opened: Mapping[str, Sequence[tuple[Question, bool]]] = field(default_factory=dict)

    @property
    def short(self) -> list[CategoryView]:
        """Categories for which the bank has too few."""
        return [category for category in self.categories if category.is_short]

    @property
    def incomplete(self) -> list[CategoryView]:
        """Categories with less than wanted."""
        return [one for one in self.categories if one.missing_main or one.missing_spare]

    @property
    def total(self) -> int:
        """How many questions a seal would close."""
        return sum(one.main + one.spare for one in self.categories)

    @property
    def unfit(self) -> bool:
        """Whether a chosen question cannot be played any more."""
        return any(chosen.is_unfit for category in self.categories for chosen in category.chosen)


def read_state(game: LiveGame) -> SetState:
    """What anybody may know of the game's set; three queries."""
    chosen = QuestionSet.objects.filter(game=game).first()
    if chosen is None:
        return SetState(None)
    sizes = Counter(chosen.reserved.values_list("is_spare", flat=True))
    return SetState(chosen, sizes[False], sizes[True], list(chosen.seals.all()), list(chosen.openings.all()))


def read_page(game: LiveGame) -> QuestionsPage:
    """The list with every text while it is chosen; of a sealed set only how many there are."""
    state = read_state(game)
    rows = read_rows(state.chosen) if state.chosen is not None else []
    sealed = state.chosen is not None and state.chosen.is_sealed
    available = selectors.free_questions(season=game.season, game=game)
    fit = set() if sealed else set(available.filter(reservations__in=rows).values_list("pk", flat=True))
    free = Counter(selectors.free_questions(season=game.season).values_list("category__name", flat=True))
    grouped: dict[str, list[ReservedQuestion]] = defaultdict(list)
    for row in rows:
        grouped[row.question.category.name].append(row)
    names = list(dict.fromkeys([*game.setup.get("categories", []), *grouped]))
    wanted, spares = (state.chosen.wanted, state.chosen.spares) if state.chosen is not None else (2, 2)
    return QuestionsPage(
        state=state,
        categories=[
            CategoryView(
                name=name,
                number=number,
                chosen=()
                if sealed
                else [ChosenQuestion(row.question, row.is_spare, row.question_id not in fit) for row in grouped[name]],
                main=sum(not row.is_spare for row in grouped[name]),
                spare=sum(row.is_spare for row in grouped[name]),
                wanted=wanted,
                spares=spares,
                free=free[name],
            )
            for number, name in enumerate(names, 1)
        ],
        seen="" if sealed else fingerprint(rows),
    )


def pickable(game: LiveGame, category: str, words: str) -> list[AuctionQuestion]:
    """The free questions of a category whose text or answer has all the words."""
    found = selectors.free_questions(season=game.season).filter(category__name=category)
    for word in words.split()[:8]:
        found = found.filter(text__icontains=word) | found.filter(answer__icontains=word)
    return list(found.distinct().order_by("pk")[:LONGEST_PICK])


def by_category(opened: Sequence[tuple[Question, bool]]) -> Mapping[str, Sequence[tuple[Question, bool]]]:
    """Opened questions as the page reads them."""
    grouped: dict[str, list[tuple[Question, bool]]] = defaultdict(list)
    for question, is_spare in opened:
        grouped[question.category].append((question, is_spare))
    return dict(grouped)


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A played question against the promise: the text that was hashed, its salt, its digest, and whether all agree."""

    mark: str
    category: str
    text: str
    canonical: str
    salt: str
    digest: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class SealCheck:
    """Whether a finished game was played with what had been sealed."""

    lines: Sequence[str]
    commitment: str
    holds: bool
    played: Sequence[PlayedView]

    @property
    def is_right(self) -> bool:
        """Whether everything agrees."""
        return self.holds and all(one.agrees for one in self.played)


def check_seal(game: LiveGame, seal: QuestionSeal | None) -> SealCheck | None:
    """The promise against what the log says was played; None before the end, and without a seal.

    Of what was not played nothing is told but its digest: it may still be asked some other evening.
    """
    if seal is None or game.finished_at is None:
        return None
    lines = [SealedLine(line["category"], line["is_spare"], line["digest"]) for line in seal.lines]
    rows = {row.mark: row for row in seal.set.reserved.exclude(mark="").select_related("set")}
    digests = {line.digest for line in lines}
    spent = set(
        QuestionUse.objects.filter(game=game, question__reservations__set=seal.set).values_list(
            "question_id", flat=True
        )
    )
    played = []
    for mark, question in _questions_of_the_log(game).items():
        row = rows.get(mark)
        if row is None or row.question_id not in spent:
            continue
        digest = question_digest(row.salt, question)
        agrees = digest == row.digest and digest in digests
        played.append(
            PlayedView(
                mark,
                question.get("category", ""),
                question.get("text", ""),
                canonical(question),
                row.salt,
                digest,
                agrees,
            )
        )
    found = commitment(lines)
    return SealCheck(sorted(map(str, lines)), found, found == seal.commitment, played)


def _questions_of_the_log(game: LiveGame) -> dict[str, dict[str, Any]]:
    """Every question that a command of the game put on stage, by its mark, undone ones too."""
    commands = GameCommand.objects.filter(game=game, accepted=True, command__has_key="question").order_by("pk")
    found: dict[str, dict[str, Any]] = {}
    for command in commands.values_list("command", flat=True):
        question = command["question"]
        if isinstance(question, dict) and isinstance(question.get("id"), str):
            found[question["id"]] = question
    return found
