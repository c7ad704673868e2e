"""What importing a file of the register would do now: whom it means, which lessons and marks are new or change.

It reads only; ``services/register_import.py`` carries out what a preview says, under locks.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.enums import PersonKind
from tournaments.models import Attendance, House, Lesson, Person, Season
from tournaments.register_files.days import Span
from tournaments.register_files.marks import MARKS
from tournaments.register_files.problems import FileError, Problem
from tournaments.register_files.proposals import Choices, Entry, Held, Proposal, Pupil, propose
from tournaments.register_files.tables import read_table
from tournaments.rules.likeness import normalise
from tournaments.selectors.people import AlikePerson, find_alike

NEW, SKIP = "new", "skip"
NO_HOUSE = "none"
MOST_CANDIDATES = 5
LessonKey = tuple[datetime.date, str, int]


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """Whom a name means. ``kind``: ``alike``, ``namesakes``, ``other_house``, ``unknown``; ``answer``: what was said,
    else what is proposed; ``is_open`` until somebody has said it.
    """

    key: str
    pupil: Pupil
    line: int
    kind: str
    candidates: tuple[Person, ...]
    answer: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """Which house a word in the file means."""

    key: str
    text: str
    answer: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class MarkChange:
    """A mark that the register has and the file contradicts."""

    line: int
    person: Person
    held: Held
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written. A person is a row or the key of a pupil to be created; likewise a lesson."""

    people: Mapping[str, tuple[str, int | None]]  # key -> name, house
    lessons: tuple[Held, ...]
    marks: tuple[tuple[int | str, int | Held, str], ...]
    changes: tuple[tuple[int, int, str, str], ...]  # attendance, lesson, before, after

    @property
    def is_empty(self) -> bool:
        """Whether the register says all this already."""
        return not (self.people or self.lessons or self.marks or self.changes)

    @property
    def fingerprint(self) -> str:
        """Equal for equal plans: a confirmation names the plan that was seen."""
        told = json.dumps([dict(self.people), self.lessons, self.marks, self.changes], default=str, sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Preview:
    """A file as it would be imported. ``error``: it cannot be read at all; ``plan`` is None until all is clear."""

    season: Season
    error: FileError | None = None
    proposal: Proposal | None = None
    people: tuple[PersonQuestion, ...] = ()
    houses: tuple[HouseQuestion, ...] = ()
    problems: tuple[Problem, ...] = ()
    plan: Plan | None = None
    changes: tuple[MarkChange, ...] = ()
    same: int = 0
    skipped: tuple[Pupil, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether it can be confirmed."""
        return self.plan is not None

    @property
    def open_people(self) -> tuple[PersonQuestion, ...]:
        """Names that nobody has explained yet."""
        return tuple(question for question in self.people if question.is_open)


def season_span(season: Season) -> Span:
    """The days that lessons of the season may have."""
    return Span(season.starts_on, season.ends_on)


def pupil_key(pupil: Pupil) -> str:
    """The same for the same name, house and copy, in any file."""
    told = "\n".join((spelling(pupil.name), spelling(pupil.house), str(pupil.copy)))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def word_key(text: str) -> str:
    """A word of a file as the name of a field."""
    return hashlib.sha256(spelling(text).encode()).hexdigest()[:16]


def spelling(text: str) -> str:
    """Letter by letter, but for case, kinds of spaces and how accents are composed."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def read_choices(answers: Mapping[str, Any]) -> Choices:
    """What was said about the file, of the JSON that is kept with it."""
    header = answers.get("header")
    return Choices(
        encoding=str(answers.get("encoding", "")),
        separator=str(answers.get("separator", "")),
        sheet=str(answers.get("sheet", "")),
        header=header if isinstance(header, int) else None,
        columns={int(index): str(role) for index, role in answers.get("columns", {}).items()},
        order=str(answers.get("order", "")),
        subject=str(answers.get("subject", "")),
        marks={str(text): str(mark) for text, mark in answers.get("marks", {}).items() if mark in ("", *MARKS)},
    )


def read_preview(data: bytes, season: Season, answers: Mapping[str, Any]) -> Preview:
    """What the file would do to the season's register now; five queries at most, whatever its size."""
    return match_proposal(read_proposal(data, season, answers), season, answers)


def read_proposal(data: bytes, season: Season, answers: Mapping[str, Any]) -> Proposal | FileError:
    """The file as it is read, or why it cannot be. No query: it may take its time before anything is locked."""
    choices = read_choices(answers)
    try:
        table = read_table(data, encoding=choices.encoding, separator=choices.separator, sheet=choices.sheet)
        return propose(table, choices, season_span(season))
    except FileError as error:
        return error


def match_proposal(proposal: Proposal | FileError, season: Season, answers: Mapping[str, Any]) -> Preview:
    """What it would do to the register now."""
    if isinstance(proposal, FileError):
        return Preview(season, error=proposal)
    return _Matching(season, proposal, answers).preview()


class _Matching:
    """The proposal against the people, houses and lessons that the school has."""

    def __init__(self, season: Season, proposal: Proposal, answers: Mapping[str, Any]) -> None:
        self.season, self.proposal = season, proposal
        self.said: Mapping[str, str] = answers.get("people", {})
        self.said_houses: Mapping[str, str] = answers.get("houses", {})
        self.unknown = str(answers.get("unknown", ""))
        self.houses = list(House.objects.all())
        pupils = Person.objects.exclude(kind=PersonKind.STAFF).select_related("house").order_by("name", "pk")
        self.persons = {person.pk: person for person in pupils}
        self.spelt: dict[str, list[Person]] = {}
        for person in self.persons.values():
            for name in {spelling(person.name), spelling(person.display_name)} - {""}:
                self.spelt.setdefault(name, []).append(person)
        self.house_questions: dict[str, HouseQuestion] = {}
        self.problems = list(proposal.problems)

    def preview(self) -> Preview:
        pupils = self.proposal.pupils
        repeated = {(normalise(one.name), normalise(one.house)) for one in pupils if one.copy > 1}
        unsure = {pupil for pupil in pupils if (normalise(pupil.name), normalise(pupil.house)) in repeated}
        resolved: dict[Pupil, int | str] = {
            pupil: person for pupil in pupils if (person := None if pupil in unsure else self._find(pupil)) is not None
        }
        open_ones = [pupil for pupil in pupils if pupil not in resolved]
        alike = find_alike([pupil.name for pupil in open_ones], self.persons.values()) if open_ones else {}
        questions = [self._ask(one, alike.get(one.name, []), one in unsure) for one in open_ones]
        resolved |= {question.pupil: _meant(question) for question in questions}
        ready = self.proposal.is_clear and not any(one.is_open for one in questions)
        ready = ready and not any(one.is_open for one in self.house_questions.values())
        told = Preview(
            self.season,
            proposal=self.proposal,
            people=tuple(questions),
            houses=tuple(self.house_questions.values()),
            problems=tuple(self.problems),
            skipped=tuple(pupil for pupil, one in resolved.items() if one == SKIP),
        )
        return self._with_plan(told, resolved) if ready else told

    # --- whom a name means --------------------------------------------------------------------------------------------

    def _find(self, pupil: Pupil) -> int | None:
        """The only one of this name, if the house does not speak against it and nobody has said otherwise."""
        exact = self.spelt.get(spelling(pupil.name), [])
        house = self._house(pupil.house)
        fitting = exact if house is None else [person for person in exact if person.house_id == house.pk]
        is_clear = len(fitting) == 1 and pupil_key(pupil) not in self.said
        return fitting[0].pk if is_clear else None

    def _ask(self, pupil: Pupil, alike: list[AlikePerson], twice: bool) -> PersonQuestion:
        house = self._house(pupil.house)
        exact = self.spelt.get(spelling(pupil.name), [])
        fitting = [person for person in exact if house is None or person.house_id == house.pk]
        near = [one.person for one in alike if one.person not in exact]
        candidates = sorted([*exact, *near], key=lambda person: (person not in fitting, person not in exact))
        kind = _kind(exact, fitting, candidates, twice)
        key = pupil_key(pupil)
        said = self.said.get(key, "")
        if said not in (NEW, SKIP) and not (said.isdecimal() and int(said) in self.persons):
            said = self.unknown if kind == "unknown" and self.unknown in (NEW, SKIP) else ""
        is_likely = len(candidates) == 1 and kind in ("alike", "other_house")
        answer = said or (str(candidates[0].pk) if is_likely else "")
        return PersonQuestion(
            key, pupil, self.proposal.pupils[pupil], kind, tuple(candidates[:MOST_CANDIDATES]), answer, not said
        )

    def _house(self, text: str) -> House | None:
        """The house by name, key or emblem; else it is asked."""
        wanted = normalise(text)
        if not text:
            return None
        for house in self.houses:
            if wanted in {normalise(house.name), normalise(house.key), normalise(house.command)}:
                return house
            if text == house.emblem:
                return house
        key = word_key(text)
        answer = self.said_houses.get(key, "")
        known = {str(house.pk): house for house in self.houses}
        answer = answer if answer == NO_HOUSE or answer in known else ""
        self.house_questions[key] = HouseQuestion(key, text, answer, not answer)
        return known.get(answer)

    # --- what is written ----------------------------------------------------------------------------------------------

    def _with_plan(self, told: Preview, resolved: Mapping[Pupil, int | str]) -> Preview:
        lessons = _lessons_by_key(Lesson.objects.filter(season=self.season).order_by("-pk"))
        days = {entry.lesson.day for entry in self.proposal.entries}
        current = (
            {
                (lesson, person): (pk, mark)
                for pk, lesson, person, mark in Attendance.objects.filter(
                    lesson__season=self.season, lesson__held_on__in=days
                ).values_list("pk", "lesson_id", "person_id", "mark")
            }
            if days
            else {}
        )
        planning = _Planning(lessons, current, self.persons, self.problems)
        for entry in self.proposal.entries:
            person = resolved[entry.pupil]
            if person != SKIP:
                planning.add(entry, pupil_key(entry.pupil) if person == NEW else person)
        if len(self.problems) > len(told.problems):
            return replace(told, problems=tuple(self.problems))
        created = {
            pupil_key(pupil): (pupil.name, house.pk if (house := self._house(pupil.house)) is not None else None)
            for pupil, person in resolved.items()
            if person == NEW
        }
        plan = Plan(created, tuple(planning.new_lessons.values()), tuple(planning.marks), tuple(planning.rows))
        return replace(told, plan=plan, changes=tuple(planning.changes), same=planning.same)


class _Planning:
    """Marks sorted into new, changed and equal ones."""

    def __init__(
        self,
        lessons: Mapping[LessonKey, Lesson],
        current: Mapping[tuple[int, int], tuple[int, str]],
        persons: Mapping[int, Person],
        problems: list[Problem],
    ) -> None:
        self.lessons, self.current, self.persons, self.problems = lessons, current, persons, problems
        self.new_lessons: dict[LessonKey, Held] = {}
        self.marks: list[tuple[int | str, int | Held, str]] = []
        self.changes: list[MarkChange] = []
        self.rows: list[tuple[int, int, str, str]] = []
        self.same = 0
        self.seen: dict[tuple[int | str, LessonKey], Entry] = {}

    def add(self, entry: Entry, person: int | str) -> None:
        """One mark of the file; two names of one person must not contradict each other."""
        key = lesson_key(entry.lesson.day, entry.lesson.subject, entry.lesson.period)
        before = self.seen.setdefault((person, key), entry)
        if before is not entry:
            if before.mark != entry.mark:
                self.problems.append(Problem("one_person_two_marks", entry.line, params={"first": before.line}))
            return
        lesson = self.lessons.get(key)
        if lesson is None:
            self.marks.append((person, self.new_lessons.setdefault(key, entry.lesson), entry.mark))
            return
        row = self.current.get((lesson.pk, person)) if isinstance(person, int) else None
        if row is None:
            self.marks.append((person, lesson.pk, entry.mark))
        elif row[1] == entry.mark:
            self.same += 1
        else:
            held = Held(lesson.held_on, lesson.subject, lesson.period)
            self.changes.append(MarkChange(entry.line, self.persons[int(person)], held, row[1], entry.mark))
            self.rows.append((row[0], lesson.pk, row[1], entry.mark))


def lesson_key(day: datetime.date, subject: str, period: int) -> LessonKey:
    """Lessons with one key are one lesson, however its subject is written."""
    return day, normalise(subject) or spelling(subject), period


def _lessons_by_key(lessons: Iterable[Lesson]) -> dict[LessonKey, Lesson]:
    return {lesson_key(one.held_on, one.subject, one.period): one for one in lessons}


def _kind(exact: list[Person], fitting: list[Person], candidates: list[Person], twice: bool) -> str:
    if len(exact) > 1 or (twice and candidates):
        return "namesakes"
    if exact and not fitting:
        return "other_house"
    return "alike" if candidates else "unknown"


def _meant(question: PersonQuestion) -> int | str:
    answer = question.answer
    return int(answer) if answer.isdecimal() else answer or SKIP
