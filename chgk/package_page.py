"""What the page of a package shows: its questions in order, how hard they are, what can be done, its history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chgk import package_words
from chgk.bank_permissions import can_open_sealed, can_read_package, roles_of
from chgk.models import ClubSeason, Fixture, Package, PackageReading, Question
from chgk.refusal_words import Refused, refused
from chgk.rules.packages import EDITABLE, STEPS, Facts, Listed, Move, Role, State, balance, judge_move
from chgk.season_words import fixture_title
from chgk.selectors.packages import facts_of
from tournaments.models import AuditEntry, User

MOST_ENTRIES = 60
SHOWN_MOVES = (  # as they stand on the page
    Move.HAND_IN, Move.APPROVE, Move.SEAL, Move.ARCHIVE,
    Move.TEST, Move.REWORK, Move.TAKE_BACK, Move.RETURN, Move.UNSEAL,
)  # fmt: skip
BAR, GAP, STEP, TOP = 20, 6, 22, 6  # of the chart, in its own units


@dataclass(frozen=True, slots=True)
class Row:
    """A question in the list. ``problems``: what is missing in it."""

    question: Question
    listed: Listed
    problems: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A step that this reader may take, now or later: ``problems`` say why not yet."""

    move: Move
    label: str
    needs_reason: bool
    problems: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A question in the chart."""

    x: int
    y: int
    height: int
    category: int | None
    number: int
    is_spare: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """How hard the questions are: how many of each category, and along the order."""

    counts: tuple[tuple[str, int], ...]
    bars: tuple[Bar, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history."""

    entry: AuditEntry
    said: str


@dataclass(frozen=True, slots=True)
class PackagePage:
    """Everything. ``table`` and ``spares`` are empty while its texts are closed to the reader."""

    package: Package
    facts: Facts
    roles: frozenset[Role]
    lead: str
    is_closed: bool
    is_readable: bool
    is_editable: bool
    may_open: bool
    table: Sequence[Row] = ()
    spares: Sequence[Row] = ()
    chart: Chart | None = None
    buttons: Sequence[Button] = ()
    advice: Sequence[Refused] = ()
    fixtures: Sequence[Mapping[str, Any]] = ()
    history: Sequence[Entry] = ()
    readings: Sequence[PackageReading] = field(default=())

    @property
    def assigns(self) -> bool:
        """Whether this reader says who edits it and for which game."""
        return Role.CURATOR in self.roles

    @property
    def works_on_it(self) -> bool:
        """Whether its note, its history and its steps are of the reader's concern."""
        return bool(self.roles) or self.may_open

    @property
    def shows_readings(self) -> bool:
        """Whether the list of openings stands there: for the curator and the hosts, while it is closed or if it was."""
        return bool(self.readings) or (self.is_closed and (self.may_open or self.assigns))


def read_package(package: Package, user: User, club: ClubSeason | None) -> PackagePage:
    """The page as this account sees it: of a closed package no text, whoever asks. A fixed number of queries."""
    questions = list(package.questions.prefetch_related("images").order_by("number"))
    facts = facts_of(package, questions, club=club)
    roles, closed = roles_of(user, package), package.is_closed
    readable = not closed and can_read_package(user, package)
    rows = read_rows(questions, facts.questions) if readable else []
    may_open = closed and can_open_sealed(user, package)
    return PackagePage(
        package=package,
        facts=facts,
        roles=roles,
        lead=package_words.lead(package, facts, roles),
        is_closed=closed,
        is_readable=readable,
        is_editable=readable and facts.state in EDITABLE and bool(roles & {Role.EDITOR, Role.CURATOR}),
        may_open=may_open,
        table=[row for row in rows if not row.listed.is_spare],
        spares=[row for row in rows if row.listed.is_spare],
        chart=draw(facts.questions) if readable and questions else None,
        buttons=_buttons(facts, roles),
        advice=package_words.advise(facts) if roles else (),
        fixtures=_fixtures(club, package) if facts.state is State.APPROVED and Role.CURATOR in roles else (),
        history=_history(package) if roles or may_open else (),
        readings=list(package.readings.all()) if may_open or roles & {Role.CURATOR, Role.KEEPER} else (),
    )


def read_rows(questions: Iterable[Question], listed: Iterable[Listed]) -> list[Row]:
    """The questions with what each lacks."""
    return [
        Row(question, one, tuple(refused(lack, {}) for lack in one.missing))
        for question, one in zip(questions, listed, strict=True)
    ]


def in_posted_order(page: PackagePage, table: Sequence[int], spares: Sequence[int]) -> dict[str, list[Row]]:
    """The rows as somebody had put them before they were refused: what they did not know of comes last."""
    rows = {row.question.pk: row for row in (*page.table, *page.spares)}
    first = [rows.pop(pk) for pk in dict.fromkeys(table) if pk in rows]
    last = [rows.pop(pk) for pk in dict.fromkeys(spares) if pk in rows]
    return {"table_rows": [*first, *rows.values()], "spare_rows": last}


def draw(questions: Sequence[Listed]) -> Chart:
    """The chart; a question without a category is a line on the ground."""
    counted = balance(questions)
    names = {int(value): str(label) for value, label in Question.Category.choices}
    counts = [(names[key], counted[key]) for key in (1, 2, 3)]
    bars = tuple(
        Bar(
            x=GAP + place * (BAR + GAP),
            y=TOP + STEP * (3 - (one.category or 0)),
            height=STEP * (one.category or 0),
            category=one.category,
            number=one.number,
            is_spare=one.is_spare,
        )
        for place, one in enumerate(questions)
    )
    return Chart(tuple(counts), bars, width=GAP + len(bars) * (BAR + GAP), height=TOP + 3 * STEP + 20)


def _buttons(facts: Facts, roles: frozenset[Role]) -> list[Button]:
    found = []
    for move in SHOWN_MOVES:
        step = STEPS[move]
        mine = roles & step.roles or (move is Move.UNSEAL and Role.CURATOR in roles)
        idle = (
            (move is Move.HAND_IN and facts.handed_in)
            or (move is Move.TAKE_BACK and not facts.handed_in)
            or (move is Move.RETURN and facts.state is not State.APPROVED and not facts.handed_in)
        )
        if mine and facts.state in step.sources and not idle:
            why_not = tuple(refused(one, {}) for one in judge_move(move, facts, roles))
            found.append(Button(move, str(package_words.MOVES[move]), step.needs_reason, why_not))
    return found


def _fixtures(club: ClubSeason | None, package: Package) -> list[dict[str, Any]]:
    """The games that the package may be sealed for; the one that it is meant for is chosen. Two queries at most."""
    if club is None or club.closed_at is not None:
        return []
    rows = Fixture.objects.filter(club=club, game=None, no_show_at=None).select_related("team__house")
    rows = rows.exclude(packages__state=Package.State.SEALED)
    return [
        {"fixture": row, "title": say_fixture(row), "chosen": row.pk == package.fixture_id}
        for row in rows.order_by("is_final", "number")
    ]


def say_fixture(fixture: Fixture) -> str:
    """«Game 2: Lions»."""
    team = "" if fixture.team is None else f": {fixture.team.house.name}"
    return f"{fixture_title(fixture)}{team}"


def _history(package: Package) -> list[Entry]:
    rows = AuditEntry.objects.filter(target=f"package:{package.pk}").order_by("-pk")[:MOST_ENTRIES]
    said = [(row, package_words.what_happened(row)) for row in rows]
    return [Entry(row, words) for row, words in said if words]
