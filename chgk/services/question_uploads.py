"""Question files: kept for their preview, answered, imported as a whole or not at all, wiped."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from chgk.formats import docx_package
from chgk.formats.bank_parts import BankParts
from chgk.formats.detect import FORMATS
from chgk.formats.encodings import CHOICES
from chgk.formats.problems import Reading
from chgk.models import Package, Question, QuestionImage, QuestionUpload
from chgk.rules.packages import EDITABLE
from chgk.selectors.question_files import FilePreview, preview_upload, read_upload
from chgk.services.bank_pictures import Picture, read_picture
from chgk.services.bank_questions import lines_for, tell_followers
from tournaments.models import User
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import as_json
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

KEPT_FOR = datetime.timedelta(days=7)
COMPARED_AT_ONCE = 40
LARGEST = docx_package.MOST_BYTES


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did; ``repeated``: it had been done already."""

    questions: int = 0
    repeated: bool = False


def keep_upload(*, package: Package, user: User, file_name: str, data: bytes) -> QuestionUpload:
    """Keeps a file for its preview; the same file sent twice is the same upload.

    Raises Refusal ``question_file_too_large``, ``question_file_empty``, ``package_not_open``.
    """
    if len(data) > LARGEST:
        raise Refusal("4.1.1", "question_file_too_large", {"most": LARGEST})
    if not data.strip(b"\0 \t\r\n"):
        raise Refusal("4.1.1", "question_file_empty", {})
    digest = hashlib.sha256(data).hexdigest()
    with write_lock(), transaction.atomic():
        _lock_open(package.pk)
        waiting = QuestionUpload.objects.filter(package=package, digest=digest, uploaded_by=user, imported_at=None)
        return waiting.first() or QuestionUpload.objects.create(
            package=package,
            uploaded_by=user,
            file_name=" ".join(file_name.split())[-200:] or "?",
            contents=data,
            digest=digest,
        )


def answer_upload(*, upload_id: int, answers: Mapping[str, Any]) -> None:
    """How the file is to be read, or what is not taken. Raises Refusal ``upload_gone``, ``upload_imported``."""
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("4.1.1", "upload_imported", {})
        kept = dict(upload.answers)
        if answers.get("format", "") in ("", *FORMATS) and answers.get("encoding", "") in ("", *CHOICES):
            changed = {name: answers[name] for name in ("format", "encoding") if name in answers}
            if any(kept.get(name, "") != value for name, value in changed.items()):
                kept.pop("left_out", None)  # other questions may stand in the same places
            kept |= changed
        if "left_out" in answers:
            kept["left_out"] = sorted(set(answers["left_out"]))
        upload.answers = kept
        upload.save(update_fields=["answers"])


def discard_upload(*, upload_id: int, actor: Actor) -> None:
    """Throws a file away that was not imported. Raises Refusal ``upload_gone``, ``upload_imported``."""
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("4.1.1", "upload_imported", {})
        target = f"package:{upload.package_id}"
        record_audit(actor=actor, action="discard_question_file", target=target, details={"upload": upload.pk})
        upload.delete()


def import_upload(*, upload_id: int, fingerprint: str, actor: Actor) -> Imported:
    """Brings in the questions that the preview showed, all of them or none, and wipes the file.

    Raises Refusal: ``upload_gone``; ``package_not_open``; ``upload_not_ready``, while the file cannot be read, nothing
    is taken or a question does not fit; ``upload_moved_on``, if package or choices are others than those seen.
    """
    seen = QuestionUpload.objects.filter(pk=upload_id).first()
    if seen is None:
        raise Refusal("4.1.1", "upload_gone", {})
    reading = read_upload(bytes(seen.contents), seen.answers)  # slow, so before anything is locked
    pictures = _read_pictures(reading)
    with write_lock(), transaction.atomic():
        package = _lock_open(seen.package_id)
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            return Imported(upload.questions, repeated=True)
        upload.package = package
        preview = preview_upload(upload, reading)
        if upload.answers != seen.answers or preview.fingerprint != fingerprint:
            raise Refusal("4.1.1", "upload_moved_on", {})
        if not reading.is_readable or not preview.taken or any(one.blocked for one in preview.taken):
            raise Refusal("4.1.1", "upload_not_ready", {})
        _bring_in(package, preview, pictures)
        upload.imported_at, upload.contents, upload.questions = timezone.now(), b"", len(preview.taken)
        upload.save()
        details = {"upload": upload.pk, "questions": len(preview.taken), "format": reading.format}
        record_audit(actor=actor, action="import_questions", target=f"package:{package.pk}", details=details)
    return Imported(len(preview.taken))


def wipe_old_uploads(now: datetime.datetime) -> int:
    """Throws away what was sent a week ago and never imported; answers with how many files."""
    with write_lock(), transaction.atomic():
        count, _rows = QuestionUpload.objects.filter(imported_at=None, uploaded_at__lt=now - KEPT_FOR).delete()
        return count


def _read_pictures(reading: Reading) -> Mapping[bytes, Picture]:
    """Every picture of the file, written anew; a text file only names its pictures."""
    found: dict[bytes, Picture] = {}
    for question in reading.package.questions:
        for image in question.images:
            if not image.data or image.data in found:
                continue
            try:
                found[image.data] = read_picture(image.data)
            except Refusal as refusal:
                number = question.number or "?"
                raise Refusal("4.1.1", "picture_not_taken", {"number": number, "name": image.name}) from refusal
    return found


def _bring_in(package: Package, preview: FilePreview, pictures: Mapping[bytes, Picture]) -> None:
    for count, found in enumerate(preview.taken):
        question = _create(package, found.parts)
        images = [(image.name, pictures[image.data]) for image in found.parts.images if image.data]
        QuestionImage.objects.bulk_create(
            QuestionImage(question=question, position=place, name=name[-200:] or "?", **_columns(picture))
            for place, (name, picture) in enumerate(images)
        )
        if count < COMPARED_AT_ONCE:  # what is more than an evening's package is compared by the timer
            tell_followers(question)
    package.revision += 1
    package.note = "\n\n".join(filter(None, [package.note, preview.notes]))
    package.save(update_fields=["revision", "note"])


def _create(package: Package, parts: BankParts) -> Question:
    citations = [propose_citation(source) for source in parts.sources]
    return Question.objects.create(
        package=package,
        number=parts.number,
        category=parts.category,
        kind=parts.kind,
        text=parts.text,
        handout=parts.handout,
        answer=parts.answer,
        accepted=parts.accepted,
        rejected=parts.rejected,
        comment=parts.comment,
        source=lines_for(citations),
        citations=[as_json(citation) for citation in citations],
        authors="\n".join(parts.authors),
    )


def _columns(picture: Picture) -> dict[str, Any]:
    return {**asdict(picture), "digest": hashlib.sha256(picture.data).hexdigest()}


def _lock_open(package_id: int) -> Package:
    package = Package.objects.select_for_update(no_key=True).filter(pk=package_id).first()
    if package is None:
        raise Refusal("4.1.1", "package_gone", {})
    if package.state not in EDITABLE or package.game_id is not None:
        raise Refusal("4.1.1", "package_not_open", {"state": package.state})
    return package


def _lock_upload(upload_id: int) -> QuestionUpload:
    upload = QuestionUpload.objects.select_for_update(of=("self",)).filter(pk=upload_id).first()
    if upload is None:
        raise Refusal("4.1.1", "upload_gone", {})
    return upload
