"""Tables of questions for the bank: kept for their preview, imported as a whole or not at all, wiped (§6, §19)."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from auction.formats.bank_table import BankReading, BankRow, read_bank_table, row_key
from auction.models import AuctionQuestion, BankUpload, Category
from tournaments.models import User
from tournaments.register_files.tables import LARGEST_FILE
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import take_turns, write_lock

KEPT_FOR = datetime.timedelta(days=7)
SLICE = 500  # rows in one statement
CHOICES = ("encoding", "separator", "sheet")


@dataclass(frozen=True, slots=True)
class BankPlan:
    """What an import would do: the rows that are new, the categories with them, how many stand in the bank already."""

    new: tuple[BankRow, ...]
    categories: tuple[str, ...]
    known: int
    fingerprint: str


def keep_upload(*, user: User, file_name: str, data: bytes) -> BankUpload:
    """Keeps a table for its preview; the same file again is the same upload.

    Raises Refusal ``bank_file_too_large``, ``bank_file_empty``.
    """
    if len(data) > LARGEST_FILE:
        raise Refusal("", "bank_file_too_large", {"limit": LARGEST_FILE // (1024 * 1024)})
    if not data.strip():
        raise Refusal("", "bank_file_empty")
    digest = hashlib.sha256(data).hexdigest()
    with write_lock(), transaction.atomic():
        take_turns("bank uploads")
        waiting = BankUpload.objects.filter(uploaded_by=user, digest=digest, imported_at=None).first()
        name = " ".join(file_name.split())[-200:] or "?"
        return waiting or BankUpload.objects.create(uploaded_by=user, file_name=name, contents=data, digest=digest)


def answer_upload(*, upload_id: int, answers: Mapping[str, Any]) -> None:
    """How the table is to be read, and whether its questions are a rehearsal's.

    Raises Refusal ``upload_gone``, ``upload_imported``.
    """
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("", "upload_imported")
        upload.answers = {**upload.answers, **answers}
        upload.save(update_fields=["answers"])


def discard_upload(*, upload_id: int, actor: Actor) -> None:
    """Throws a table away that was not imported. Raises Refusal ``upload_gone``, ``upload_imported``."""
    with write_lock(), transaction.atomic():
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            raise Refusal("", "upload_imported")
        record_audit(actor=actor, action="discard_bank_file", target=f"bank_upload:{upload.pk}", details={})
        upload.delete()


def read_upload(upload: BankUpload) -> BankReading:
    """The table as its sender wants it read; slow, and without the database."""
    said = {name: str(upload.answers.get(name, "")) for name in CHOICES}
    return read_bank_table(bytes(upload.contents), **said)


def plan_import(upload: BankUpload, reading: BankReading) -> BankPlan:
    """What would be added to the bank as it is now. A question that stands there is left as it is. Two queries."""
    keys = {row_key(text) for text in AuctionQuestion.objects.values_list("text", flat=True)}
    new = tuple(row for row in reading.rows if row_key(row.text) not in keys)
    known = set(Category.objects.values_list("name", flat=True))
    categories = tuple(dict.fromkeys(row.category for row in new if row.category not in known))
    seen = repr((upload.digest, sorted(upload.answers.items()), [row.line for row in new], categories))
    return BankPlan(new, categories, len(reading.rows) - len(new), hashlib.sha256(seen.encode()).hexdigest()[:24])


def import_upload(*, upload_id: int, fingerprint: str, actor: Actor) -> BankUpload:
    """Adds the questions that the preview showed, all of them or none, and wipes the file; a second press does nothing.

    Raises Refusal: ``upload_gone``; ``upload_not_ready``, while a line is wrong or nothing is new; ``upload_moved_on``,
    if the bank or the choices are others than those seen.
    """
    seen = BankUpload.objects.filter(pk=upload_id).first()
    if seen is None:
        raise Refusal("", "upload_gone")
    reading = read_upload(seen)  # slow, so before anything is locked
    with write_lock(), transaction.atomic():
        take_turns("bank")
        upload = _lock_upload(upload_id)
        if upload.imported_at is not None:
            return upload
        plan = plan_import(upload, reading)
        if upload.answers != seen.answers or plan.fingerprint != fingerprint:
            raise Refusal("", "upload_moved_on")
        if reading.problems or not plan.new:
            raise Refusal("", "upload_not_ready")
        _add(plan.new, for_rehearsal=bool(upload.answers.get("for_rehearsal")))
        upload.imported_at, upload.contents, upload.questions = timezone.now(), b"", len(plan.new)
        upload.save()
        details = {"questions": len(plan.new), "categories": list(plan.categories), "file": upload.file_name}
        record_audit(actor=actor, action="import_bank", target=f"bank_upload:{upload.pk}", details=details)
    return upload


def wipe_old_uploads(now: datetime.datetime) -> int:
    """Throws away what was sent a week ago and never imported; answers with how many files."""
    with write_lock(), transaction.atomic():
        count, _rows = BankUpload.objects.filter(imported_at=None, uploaded_at__lt=now - KEPT_FOR).delete()
        return count


def _add(rows: Iterable[BankRow], *, for_rehearsal: bool) -> None:
    categories: dict[str, Category] = {}
    made = []
    for row in rows:
        if row.category not in categories:
            categories[row.category], _new = Category.objects.get_or_create(name=row.category)
        a, b, c, d = row.variants
        made.append(
            AuctionQuestion(
                category=categories[row.category],
                text=row.text,
                answer=row.answer,
                accepted="\n".join(row.accepted),
                comment=row.comment,
                source=row.source,
                variant_a=a,
                variant_b=b,
                variant_c=c,
                variant_d=d,
                right_variant=row.right,
                for_rehearsal=for_rehearsal,
            )
        )
    AuctionQuestion.objects.bulk_create(made, batch_size=SLICE)


def _lock_upload(upload_id: int) -> BankUpload:
    upload = BankUpload.objects.select_for_update(of=("self",)).filter(pk=upload_id).first()
    if upload is None:
        raise Refusal("", "upload_gone")
    return upload
