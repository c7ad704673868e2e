"""People out of a spreadsheet: tried line by line, written as a whole or not at all (with django-import-export)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tablib
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from import_export import resources
from import_export.fields import Field
from import_export.results import RowResult
from import_export.widgets import Widget

from tournaments.models import AuditEntry, House, Person
from tournaments.rules.engine import Refusal
from tournaments.rules.names import clean_name, fold_name
from tournaments.selectors.acquaintances import Acquaintances
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import take_turns, write_lock
from tournaments.services.people import (
    LONGEST_NAME,
    LONGEST_SHOWN,
    actor_name,
    require_display_name,
    require_past_leaving,
    withdraw_waiting,
)

FIELDS = ("name", "display_name", "kind", "house", "email", "language", "consented_at", "left_at")
NEW = "new"  # the answer: somebody else than those who are alike


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line of the table, its cells read. ``number``: of the person in Sowa; ``values``: only what the line says."""

    line: int
    values: Mapping[str, Any]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """«Same person?»: who may be meant by the line, and what has been answered."""

    line: int
    name: str
    people: tuple[Person, ...]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What a line does: ``kind`` new, update or skip; ``fields`` with before and after."""

    line: int
    kind: str
    name: str
    person: Person
    fields: tuple[tuple[str, Any, Any], ...]


@dataclass(frozen=True, slots=True)
class PeopleImport:
    """How the table comes out. ``problems``: (line, what is wrong); with one of them nothing is written."""

    changes: tuple[Change, ...]
    questions: tuple[Question, ...]
    problems: tuple[tuple[int, Refusal | str], ...]

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Those without an answer."""
        return tuple(question for question in self.questions if not question.answer)

    @property
    def is_ready(self) -> bool:
        """Whether it can be written as it is."""
        return not self.problems and not self.open_questions

    def count(self, kind: str) -> int:
        """How many lines are new, update or skip."""
        return sum(change.kind == kind for change in self.changes)


def import_people(
    *, rows: Sequence[PersonRow], answers: Mapping[int, str], actor: Actor, write: bool, source: str = ""
) -> PeopleImport:
    """Tries the table; with ``write`` and nothing in the way, writes it as a whole, with an audit entry a person.

    ``answers`` to «same person?», by line: a person's number, or :data:`NEW`. The same table again changes nothing.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        found = _run(rows, answers, actor, dry_run=True)
        if not write or not found.is_ready or not any(change.kind != "skip" for change in found.changes):
            return found
        done = _run(rows, answers, actor, dry_run=False)
        _record(done, actor, source)
    return done


class _AsIs(Widget):  # type: ignore[misc]
    """A cell that has been read already."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        """The value."""
        return value


class _PeopleResource(resources.ModelResource):  # type: ignore[misc]
    """Lines become people: by their number, else by name and house, else new."""

    name = Field(attribute="name", column_name="name", widget=_AsIs())
    display_name = Field(attribute="display_name", column_name="display_name", widget=_AsIs())
    kind = Field(attribute="kind", column_name="kind", widget=_AsIs())
    house = Field(attribute="house", column_name="house", widget=_AsIs())
    email = Field(attribute="email", column_name="email", widget=_AsIs())
    language = Field(attribute="language", column_name="language", widget=_AsIs())
    consented_at = Field(attribute="consented_at", column_name="consented_at", widget=_AsIs())
    left_at = Field(attribute="left_at", column_name="left_at", widget=_AsIs())

    class Meta:
        model = Person
        fields = FIELDS
        import_id_fields = ()
        use_transactions = True
        skip_unchanged = True
        report_skipped = True
        skip_html_diff = True
        store_instance = True
        clean_model_instances = True

    def __init__(self, known: Acquaintances, answers: Mapping[int, str], actor: Actor) -> None:
        super().__init__()
        self.known, self.answers, self.actor = known, answers, actor
        self.today = timezone.localdate()
        self.questions: list[Question] = []
        self.taken: dict[int, int] = {}  # person -> the line that means them
        self.said: dict[tuple[str, int | None, str], int] = {}  # a new person -> the line that makes them

    def get_instance(self, instance_loader: Any, row: Mapping[str, Any]) -> Person | None:
        """Whom the line means; None for somebody new."""
        line, values = row["row"].line, row["row"].values
        person = self._find(row["row"])
        if person is not None and self.taken.setdefault(person.pk, line) != line:
            raise _problem("people_line_twice", other=self.taken[person.pk])
        if person is None:
            house = values.get("house")
            key = (fold_name(values.get("name", "")), house.pk if house else None, values.get("email", ""))
            if self.said.setdefault(key, line) != line:
                raise _problem("people_line_twice", other=self.said[key])
        return person

    def _find(self, row: PersonRow) -> Person | None:
        if row.number is not None:
            if row.number not in self.known.people:
                raise _problem("people_number_unknown", number=row.number)
            return self.known.people[row.number]
        if "name" not in row.values:
            raise _problem("people_name_missing")
        same = self.known.called(row.values["name"])
        if "house" in row.values:
            same = [person for person in same if person.house_id == row.values["house"].pk]
        if len(same) > 1 and row.values.get("email"):
            same = [person for person in same if person.email.casefold() == row.values["email"].casefold()] or same
        if len(same) > 1:
            raise _problem("people_namesakes", name=row.values["name"], count=len(same))
        return same[0] if same else self._ask(row)

    def _ask(self, row: PersonRow) -> Person | None:
        """Somebody of an alike name may be meant: the sender says who, and until then it is somebody new."""
        alike = self.known.alike(row.values["name"])
        if not alike:
            return None
        answer = self.answers.get(row.line, "")
        people = {str(person.pk): person for person in alike}
        if answer != NEW and answer not in people:
            answer = ""
        self.questions.append(Question(row.line, row.values["name"], tuple(alike), answer))
        return people.get(answer)

    def import_instance(self, instance: Person, row: Mapping[str, Any], **kwargs: Any) -> None:
        """What the line says; an empty cell changes nothing."""
        values = dict(row["row"].values)
        try:
            if "name" in values:
                values["name"] = clean_name(values["name"], LONGEST_NAME)
            if "display_name" in values:
                values["display_name"] = clean_name(values["display_name"], LONGEST_SHOWN)
            if values.get("left_at") != instance.left_at:
                require_past_leaving(values.get("left_at"))
        except Refusal as refusal:
            raise _refused(refusal) from refusal
        if values.get("consented_at", self.today) > self.today:
            raise _problem("day_to_come", day=values["consented_at"].isoformat())
        if "consented_at" in values and values["consented_at"] != instance.consented_at:
            instance.consent_by = actor_name(self.actor)
        super().import_instance(instance, values, **kwargs)
        if "display_name" in values:
            self._check_display_name(instance)

    def _check_display_name(self, person: Person) -> None:
        """As whoever chooses a name is answered: no full name without consent, nobody else's."""
        try:
            require_display_name(person, person.display_name, self.known.publicly_called(person.display_name))
        except Refusal as refusal:
            raise _refused(refusal) from refusal

    def _check_import_id_fields(self, headers: Any) -> None:
        """People are found by :meth:`get_instance`."""


def _run(rows: Sequence[PersonRow], answers: Mapping[int, str], actor: Actor, *, dry_run: bool) -> PeopleImport:
    resource = _PeopleResource(Acquaintances(), answers, actor)
    dataset = tablib.Dataset(headers=["row"])
    for row in rows:
        dataset.append([row])
    result = resource.import_data(dataset, dry_run=dry_run, rollback_on_validation_errors=True)
    problems = [(rows[row.number - 1].line, said) for row in result.invalid_rows for said in _said(row.error)]
    problems += [(rows[number - 1].line, str(one.error)) for number, found in result.row_errors() for one in found]
    problems += [(0, str(error.error)) for error in result.base_errors]
    changes = tuple(
        _change(row, outcome)
        for row, outcome in zip(rows, result.rows, strict=False)
        if outcome.import_type in (RowResult.IMPORT_TYPE_NEW, RowResult.IMPORT_TYPE_UPDATE, RowResult.IMPORT_TYPE_SKIP)
    )
    return PeopleImport(changes, tuple(resource.questions), tuple(problems))


def _change(row: PersonRow, outcome: RowResult) -> Change:
    person, before = outcome.instance, outcome.original
    fields = tuple(
        (name, getattr(before, name) if before is not None else None, getattr(person, name))
        for name in FIELDS
        if name in row.values and (before is None or getattr(before, name) != getattr(person, name))
    )
    return Change(row.line, outcome.import_type, person.name, person, fields)


def _said(error: ValidationError) -> Iterable[Refusal | str]:
    """A problem of ours, or what Django says of a field."""
    fields = error.error_dict if hasattr(error, "error_dict") else {"": error.error_list}
    for name, errors in fields.items():
        for one in errors:
            if one.params and "refusal" in one.params:
                yield one.params["refusal"]
            else:
                said = "; ".join(one.messages)
                yield Refusal("", "people_cell", {"field": name, "said": said}) if name in FIELDS else said


def _problem(code: str, **params: object) -> ValidationError:
    return _refused(Refusal("", code, params))


def _refused(refusal: Refusal) -> ValidationError:
    return ValidationError(refusal.code, params={"refusal": refusal})


def _record(done: PeopleImport, actor: Actor, source: str) -> None:
    counts = {kind: done.count(kind) for kind in ("new", "update", "skip")}
    whole = record_audit(actor=actor, action="import_people", target="people", details={"file": source[:200], **counts})
    moved = [change.person for change in done.changes if any(name == "house" for name, _old, _new in change.fields)]
    withdrawn = withdraw_waiting(moved, actor)  # as if the office had moved each of them
    about = {"name": actor.name, "role": actor.role, "import": whole.pk}
    AuditEntry.objects.bulk_create(
        AuditEntry(
            actor=actor.key,
            action="import_person",
            target=f"person:{change.person.pk}",
            details={
                **about,
                "line": change.line,
                "changed": {name: [_plain(before), _plain(after)] for name, before, after in change.fields}
                | ({"applications_withdrawn": [gone, 0]} if (gone := withdrawn[change.person.pk]) else {}),
            },
        )
        for change in done.changes
        if change.kind != "skip"
    )


def _plain(value: Any) -> Any:
    if isinstance(value, House):
        return value.name
    return value.isoformat() if isinstance(value, datetime.date) else None if value is None else str(value)
