"""Reference collections: a folder of question files is taken in, file by file; what is in already changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection, transaction
from django.utils import timezone

from chgk.formats.detect import read_file
from chgk.formats.package import ParsedPackage, ParsedQuestion, Tour
from chgk.formats.problems import Problem, fatal
from chgk.models import ReferenceCollection, ReferenceFile, ReferenceQuestion
from chgk.selectors.stemming import stems_of
from chgk.selectors.word_index import counting_sql
from chgk.services.games import DISCIPLINE
from tournaments.models import LiveGame
from tournaments.selectors.games import effective_commands
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

SUFFIXES = (".txt", ".4s", ".docx")
MORE_THAN_ANY_LIMIT = 25_000_000  # bytes; the readers' own limits are lower and say so
BATCH = 500
RECORDS = "Sowa"  # the collection of games that were imported as records
SLICE = 2_000


@dataclass(frozen=True, slots=True)
class FileDone:
    """What came of a file: ``outcome`` is new, changed, same or unreadable; ``questions`` taken in by it."""

    path: str
    outcome: str
    questions: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Tally:
    """What an import has done so far."""

    files: dict[str, int] = field(default_factory=dict)
    questions: int = 0

    def add(self, done: FileDone) -> None:
        """One more file."""
        self.files[done.outcome] = self.files.get(done.outcome, 0) + 1
        self.questions += done.questions


def import_folder(folder: Path, name: str, actor: Actor) -> Iterator[FileDone]:
    """Takes in every question file below the folder, each in a transaction of its own, and says what came of each.

    Stopped anywhere, it goes on from there the next time: a file is known by its digest, and one whose contents have
    changed replaces what stood under its name. Memory does not grow with the folder. Raises OSError for the folder.
    """
    with write_lock(), transaction.atomic():
        collection, _new = ReferenceCollection.objects.get_or_create(name=name[:200])
    tally = Tally()
    for path in files_below(folder):
        done = import_file(collection, path, path.relative_to(folder).as_posix())
        tally.add(done)
        yield done
    if tally.questions:
        count_stems()
    with write_lock(), transaction.atomic():
        target = f"reference_collection:{collection.pk}"
        details = {**tally.files, "questions": tally.questions}
        record_audit(actor=actor, action="import_reference", target=target, details=details)


def files_below(folder: Path) -> Iterator[Path]:
    """The question files below a folder, in the order of their names; hidden ones and links to elsewhere are none."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from files_below(path)
        elif path.suffix.lower() in SUFFIXES:
            yield path


def import_file(collection: ReferenceCollection, path: Path, name: str) -> FileDone:
    """Takes in one file; one that cannot be read changes nothing and says why."""
    try:
        with path.open("rb") as file:
            data = file.read(MORE_THAN_ANY_LIMIT)
    except OSError as error:
        return FileDone(name, "unreadable", 0, fatal("cannot_open", reason=error.strerror or str(error)).problems)
    name = name.encode(errors="replace").decode()[:500]
    digest = hashlib.sha256(data).hexdigest()
    if collection.files.filter(digest=digest).exists():
        return FileDone(name, "same")
    reading = read_file(data)
    questions = list(questions_of(reading.package))
    if not reading.is_readable or not questions:
        return FileDone(name, "unreadable", 0, reading.problems)
    with write_lock(), transaction.atomic():
        before = collection.files.filter(path=name)
        outcome = "changed" if before.exists() else "new"
        before.delete()
        row = ReferenceFile.objects.create(
            collection=collection, path=name, title=reading.package.title[:300], digest=digest
        )
        store_questions(row, questions)
    return FileDone(name, outcome, len(questions))


def questions_of(package: ParsedPackage) -> Iterator[ReferenceQuestion]:
    """What is worth comparing in a file, as rows without their file."""
    for tour in package.tours:
        for question in tour.questions:
            text = "\n".join(filter(None, (question.handout, question.text)))
            stems = stems_of(text, question.answer)
            if len(stems) < 2:
                continue
            yield ReferenceQuestion(
                tour=tour.title[:200],
                number=question.number if question.number is not None and question.number < 2**31 else None,
                text=text,
                answer=question.answer,
                stems=" ".join(stems),
            )


def store_questions(row: ReferenceFile, questions: Iterable[ReferenceQuestion]) -> None:
    """The questions of a file that is new, in the caller's transaction."""
    questions = list(questions)
    for question in questions:
        question.file = row
    ReferenceQuestion.objects.bulk_create(questions, batch_size=BATCH)
    row.question_count = len(questions)
    row.imported_at = timezone.now()
    row.save(update_fields=["question_count", "imported_at"])


def take_in_records() -> int:
    """The questions of finished games that came as records, so that no package of ours holds them; how many games."""
    games = LiveGame.objects.filter(discipline=DISCIPLINE, finished_at__isnull=False, package=None, reference=None)
    taken = 0
    for game in games.order_by("pk")[:SLICE]:
        with write_lock(), transaction.atomic():
            collection, _new = ReferenceCollection.objects.get_or_create(name=RECORDS)
            name = f"game-{game.pk}"
            row, is_new = ReferenceFile.objects.get_or_create(
                collection=collection, path=name, digest=name, defaults={"game": game, "title": game.title[:300]}
            )
            if is_new:
                store_questions(row, questions_of(ParsedPackage(tours=(Tour(questions=tuple(_sheets(game))),))))
                taken += 1
    return taken


def _sheets(game: LiveGame) -> Iterator[ParsedQuestion]:
    for row in effective_commands(game):
        sheet = row.command.get("sheet")
        if row.command.get("do") == "ask" and isinstance(sheet, dict):
            number = sheet.get("number")
            yield ParsedQuestion(
                number=number if isinstance(number, int) else None,
                text=str(sheet.get("text", "")),
                handout=str(sheet.get("handout", "")),
                answer=str(sheet.get("answer", "")),
            )


def count_stems() -> None:
    """Counts anew in how many questions each stem occurs: what is rare tells questions from each other."""
    with write_lock(), transaction.atomic(), connection.cursor() as cursor:
        for statement in counting_sql():
            cursor.execute(statement)


def delete_collection(*, collection_id: int, actor: Actor) -> int:
    """Deletes a collection with its index, in slices that let others write in between; answers with how many questions.

    Stopped half-way, it is done again. Raises ReferenceCollection.DoesNotExist.
    """
    collection = ReferenceCollection.objects.get(pk=collection_id)
    gone = 0
    while keys := list(
        ReferenceQuestion.objects.filter(file__collection=collection).values_list("pk", flat=True)[:SLICE]
    ):
        with write_lock(), transaction.atomic():
            ReferenceQuestion.objects.filter(pk__in=keys).delete()
        gone += len(keys)
    with write_lock(), transaction.atomic():
        collection.files.all().delete()
        details = {"collection": collection.name, "questions": gone}
        record_audit(
            actor=actor,
            action="delete_reference",
            target=f"reference_collection:{collection_id}",
            details=details,
        )
        ReferenceCollection.objects.filter(pk=collection_id).delete()
    if gone:
        count_stems()
    return gone
