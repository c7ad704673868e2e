"""Packages of questions: making one, who edits it and for which game, the order of its questions (chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from chgk.models import ClubSeason, Fixture, Package, Question
from chgk.rules.packages import EDITABLE, STANDS, State, number_questions
from chgk.selectors.packages import plays_in
from chgk.services import package_letters
from tournaments.models import Person, Season
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_TITLE = 200
LONGEST_NOTE = 5000


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who edits a package, and for which game of its season it is meant; the curator's to say."""

    editor: Person | None
    fixture: Fixture | None


def create_package(
    *,
    season: Season,
    title: str,
    actor: Actor,
    editor: Person | None = None,
    fixture: Fixture | None = None,
    note: str = "",
) -> Package:
    """An empty draft. Its editor is told by letter. Refused: no title, an editor who plays in that game."""
    with write_lock(), transaction.atomic():
        _require_of_season(fixture, season)
        _require_no_player(editor, fixture)
        package = Package.objects.create(
            season=season, title=_title(title), editor=editor, fixture=fixture, note=note.strip()[:LONGEST_NOTE]
        )
        audit_package(actor, "create_package", package, **_assigned(package))
        if editor is not None:
            package_letters.tell_editor_of_assignment(package)
    return package


def change_package(
    *, package_id: int, title: str, note: str, seen: int, actor: Actor, assignment: Assignment | None = None
) -> Package:
    """Title and note; with ``assignment`` also who edits it and for which game. A new editor is told by letter.

    Refused: a package that is sealed or has been played, ``seen`` (its revision) that is not the last, no title, an
    editor who plays in that game.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        _require_open(package)
        require_seen(package, seen)
        before = package.editor_id
        package.title, package.note = _title(title), note.strip()[:LONGEST_NOTE]
        if assignment is not None:
            _require_of_season(assignment.fixture, package.season)
            package.editor, package.fixture = assignment.editor, assignment.fixture
        _require_no_player(package.editor, package.fixture)
        save_package(package, "title", "note", "editor", "fixture")
        audit_package(actor, "change_package", package, **_assigned(package))
        if package.editor is not None and package.editor_id != before:
            package_letters.tell_editor_of_assignment(package)
    return package


def reorder_questions(
    *, package_id: int, table: Sequence[int], spares: Sequence[int], seen: int, actor: Actor
) -> Package:
    """All the questions of a package in a new order, by their ids: first those of the table, then the spare ones.

    They get new numbers without gaps. Refused: a package that is approved or further, a stale ``seen``, an order that
    is not of exactly its questions.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        if State(package.state) not in EDITABLE:
            raise STANDS[State(package.state)]
        require_seen(package, seen)
        rows = {row.pk: row for row in Question.objects.select_for_update().filter(package=package)}
        order = [*table, *spares]
        if len(set(order)) != len(order) or set(order) != set(rows):
            raise Refusal("4.1.1", "package_order_differs", {})
        wanted = number_questions(rows[pk].kind == Question.Kind.WARM_UP for pk in order)
        _renumber([rows[pk] for pk in order], wanted, set(spares))
        save_package(package)
        audit_package(actor, "reorder_questions", package, questions=len(order), spares=len(spares))
    return package


def lock_package(package_id: int) -> Package:
    """The package, locked until the transaction ends; a game, then its fixture's season, is locked before it.

    Raises Package.DoesNotExist.
    """
    related = ("season", "editor", "fixture__club", "fixture__team", "game")
    return Package.objects.select_for_update(of=("self",)).select_related(*related).get(pk=package_id)


def require_seen(package: Package, seen: int) -> None:
    """Refused if somebody has changed it since."""
    if package.revision != seen:
        raise Refusal("4.1.1", "package_moved_on", {})


def save_package(package: Package, *fields: str) -> None:
    """Saves what has changed, with the next revision."""
    package.revision += 1
    package.save(update_fields=[*fields, "revision"])


def audit_package(actor: Actor, action: str, package: Package, **details: object) -> None:
    """A line of the package's history. It is read by more people than the package: no text of it stands there."""
    record_audit(actor=actor, action=action, target=f"package:{package.pk}", details=details)


def club_of(package: Package) -> ClubSeason | None:
    """The club's season whose package it is, if the club has opened it. One query."""
    return ClubSeason.objects.select_related("curator").filter(season=package.season_id).first()


def _require_open(package: Package) -> None:
    """A title and an editor may change until the package is sealed."""
    if package.is_closed or State(package.state) in (State.PLAYED, State.ARCHIVED):
        raise STANDS[State(package.state)]


def _require_of_season(fixture: Fixture | None, season: Season) -> None:
    if fixture is not None and fixture.club.season_id != season.pk:
        raise ValueError("a game of another season")  # no form offers it


def _require_no_player(editor: Person | None, fixture: Fixture | None) -> None:
    if editor is not None and fixture is not None and plays_in(editor, fixture):
        raise Refusal("4.1.3", "editor_plays", {"player": editor.public_name})


def _renumber(rows: Sequence[Question], numbers: Sequence[int], spares: set[int]) -> None:
    """Two steps, as no two questions of a package may have the same number for a moment."""
    beyond = max([*(row.number or 0 for row in rows), len(rows)], default=0) + 1
    for place, row in enumerate(rows):
        row.number = beyond + place
    Question.objects.bulk_update(rows, ["number"])
    now = timezone.now()
    for row, number in zip(rows, numbers, strict=True):
        changed = row.is_spare != (row.pk in spares)
        row.number, row.is_spare = number, row.pk in spares
        row.changed_at = now if changed else row.changed_at
    Question.objects.bulk_update(rows, ["number", "is_spare", "changed_at"])


def _title(text: str) -> str:
    title = " ".join(text.split())[:LONGEST_TITLE].strip()
    if not any(letter.isalnum() for letter in title):
        raise Refusal("4.1.1", "package_without_title", {})
    return title


def _assigned(package: Package) -> dict[str, object]:
    return {"editor": package.editor_id, "fixture": package.fixture_id}
