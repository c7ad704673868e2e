"""Files of the register: kept for their preview, answered, imported as a whole or not at all, wiped."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.enums import PersonKind
from tournaments.models import Attendance, Lesson, Person, RegisterUpload, Season, User
from tournaments.register_files.proposals import Held
from tournaments.register_files.tables import LARGEST_FILE
from tournaments.rules.engine import Refusal
from tournaments.selectors.register_preview import (
    NEW,
    Plan,
    Preview,
    lesson_key,
    match_proposal,
    read_proposal,
    season_span,
)
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

KEPT_FOR = datetime.timedelta(days=7)
SLICE = 500  # rows in one statement
LISTED = 200  # changed marks in one audit entry


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote; all zero if the register said it already."""

    lessons: int = 0
    marks: int = 0
    changed: int = 0
    created: Mapping[str, int] = field(default_factory=dict)  # pupil_key -> person
    repeated: bool = False

    def as_json(self) -> dict[str, Any]:
        """For the upload's ``outcome`` and the audit trail."""
        return {"lessons": self.lessons, "marks": self.marks, "changed": self.changed, "people": len(self.created)}


def keep_upload(*, season: Season, user: User, file_name: str, data: bytes) -> RegisterUpload:
    """Keeps a file for its preview. The same file again is the same upload; answers of its last import are known.

    Raises Refusal ``file_too_large``, ``file_empty``.
    """
    if len(data) > LARGEST_FILE:
        raise Refusal("", "file_too_large", {"limit": LARGEST_FILE // (1024 * 1024)})
    if not data.strip():
        raise Refusal("", "file_empty")
    digest = hashlib.sha256(data).hexdigest()
    with write_lock(), transaction.atomic():
        Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        same = RegisterUpload.objects.filter(season=season, digest=digest)
        waiting = same.filter(uploaded_by=user, imported_at=None).first()
        if waiting is not None:
            return waiting
        before = same.exclude(imported_at=None).first()
        return RegisterUpload.objects.create(
            season=season,
            uploaded_by=user,
            file_name=" ".join(file_name.split())[-200:] or "?",
            contents=data,
            digest=digest,
            answers=dict(before.answers) if before is not None else {},
        )


def answer_upload(*, upload_id: int, answers: Mapping[str, Any]) -> RegisterUpload:
    """Adds to what was answered. Raises Refusal ``upload_gone``, ``upload_imported``."""
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("", "upload_imported")
        for name, value in answers.items():
            old = upload.answers.get(name)
            grows = name != "columns" and isinstance(old, dict) and isinstance(value, dict)
            upload.answers[name] = {**old, **value} if grows else value
        upload.save(update_fields=["answers"])
    return upload


def discard_upload(*, upload_id: int, actor: Actor) -> None:
    """Throws a file away that was not imported. Raises Refusal ``upload_gone``, ``upload_imported``."""
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("", "upload_imported")
        details = {"file": upload.file_name}
        record_audit(actor=actor, action="discard_register_file", target=f"upload:{upload.pk}", details=details)
        upload.delete()


def import_upload(*, upload_id: int, fingerprint: str, actor: Actor) -> Imported:
    """Carries out the plan that was seen, as a whole, and wipes the file.

    Raises Refusal: ``upload_gone``; ``upload_not_ready``, while anything is wrong or open; ``register_moved_on``, if
    the register has changed so that the plan would be another one. A second press finds it done (``repeated``).
    """
    seen = RegisterUpload.objects.select_related("season").filter(pk=upload_id).first()
    if seen is None:
        raise Refusal("", "upload_gone")
    proposal = read_proposal(bytes(seen.contents), seen.season, seen.answers)  # slow, so before anything is locked
    with write_lock(), transaction.atomic():
        _lock_register(seen.season_id)
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            return Imported(repeated=True)
        if upload.answers != seen.answers or season_span(upload.season) != season_span(seen.season):
            raise Refusal("", "register_moved_on")
        preview = match_proposal(proposal, upload.season, upload.answers)
        done = _carry_out(preview, fingerprint, upload.file_name, actor)
        upload.answers = {**upload.answers, "people": _remembered(upload.answers, done)}
        upload.imported_at, upload.contents, upload.outcome = timezone.now(), b"", done.as_json()
        upload.save()
    return done


def import_file(*, season: Season, data: bytes, file_name: str, answers: Mapping[str, Any], actor: Actor) -> Imported:
    """The same for a file at hand, with its answers given: no upload is kept. Raises Refusal ``upload_not_ready``."""
    proposal = read_proposal(data, season, answers)
    with write_lock(), transaction.atomic():
        _lock_register(season.pk)
        preview = match_proposal(proposal, season, answers)
        return _carry_out(preview, preview.plan.fingerprint if preview.plan else "", file_name, actor)


def wipe_old_uploads(now: datetime.datetime) -> int:
    """Throws away what was sent a week ago and never imported; answers with how many files. Called by a timer."""
    with write_lock(), transaction.atomic():
        count, _rows = RegisterUpload.objects.filter(imported_at=None, uploaded_at__lt=now - KEPT_FOR).delete()
        return count


def _carry_out(preview: Preview, fingerprint: str, file_name: str, actor: Actor) -> Imported:
    if preview.plan is None:
        raise Refusal("", "upload_not_ready")
    if preview.plan.fingerprint != fingerprint:
        raise Refusal("", "register_moved_on")
    done = _write(preview.season, preview.plan)
    changes = [[person, lesson, before, after] for person, lesson, before, after in _listed(preview)]
    details = {"file": file_name, **done.as_json(), "changes": changes}
    record_audit(actor=actor, action="import_register", target=f"season:{preview.season.pk}", details=details)
    return done


def _write(season: Season, plan: Plan) -> Imported:
    created = Person.objects.bulk_create(
        (Person(name=name, house_id=house, kind=PersonKind.PUPIL) for name, house in plan.people.values()),
        batch_size=SLICE,
    )
    people = {key: person.pk for key, person in zip(plan.people, created, strict=True)}
    lessons = Lesson.objects.bulk_create(
        (Lesson(season=season, held_on=held.day, subject=held.subject, period=held.period) for held in plan.lessons),
        batch_size=SLICE,
    )
    numbers = {lesson_key(one.held_on, one.subject, one.period): one.pk for one in lessons}
    Attendance.objects.bulk_create(
        (
            Attendance(
                lesson_id=numbers[lesson_key(to.day, to.subject, to.period)] if isinstance(to, Held) else to,
                person_id=people[who] if isinstance(who, str) else who,
                mark=mark,
            )
            for who, to, mark in plan.marks
        ),
        batch_size=SLICE,
    )
    for mark in {after for _pk, _lesson, _before, after in plan.changes}:
        rows = [pk for pk, _lesson, _before, after in plan.changes if after == mark]
        for start in range(0, len(rows), SLICE):
            Attendance.objects.filter(pk__in=rows[start : start + SLICE]).update(mark=mark)
    touched = {to for _who, to, _mark in plan.marks if isinstance(to, int)} | {row[1] for row in plan.changes}
    for lesson in Lesson.objects.filter(pk__in=touched):
        lesson.revision += 1
        lesson.save(update_fields=["revision"])
    return Imported(len(lessons), len(plan.marks), len(plan.changes), people)


def _listed(preview: Preview) -> list[tuple[int, str, str, str]]:
    return [
        (one.person.pk, f"{one.held.day} {one.held.subject} {one.held.period}", one.before, one.after)
        for one in preview.changes[:LISTED]
    ]


def _remembered(answers: Mapping[str, Any], done: Imported) -> dict[str, str]:
    """Who was created is known by number when the same file comes again."""
    said = {key: value for key, value in answers.get("people", {}).items() if value != NEW}
    return said | {key: str(pk) for key, pk in done.created.items()}


def _lock_register(season_id: int) -> None:
    """One import at a time, and no grid is saved meanwhile. Lessons are locked in the order of their numbers."""
    Season.objects.select_for_update(no_key=True).get(pk=season_id)
    list(Lesson.objects.select_for_update(no_key=True).filter(season_id=season_id).order_by("pk").values_list("pk"))


def _lock_upload(upload_id: int) -> RegisterUpload:
    uploads = RegisterUpload.objects.select_for_update(of=("self",)).select_related("season")
    upload = uploads.filter(pk=upload_id).first()
    if upload is None:
        raise Refusal("", "upload_gone")
    return upload
