"""``manage.py read_questions FILE…``: what question files hold, and what an editor should look at; no database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext

from chgk import file_words
from chgk.formats.detect import FORMATS, read_file
from chgk.formats.encodings import CHOICES
from chgk.formats.package import ParsedQuestion
from chgk.formats.problems import Reading
from tournaments.management.record_files import one_line, quiet_without_reader

ALL_UNDERSTOOD, SOMETHING_LEFT, UNREADABLE = 0, 1, 2
_MORE_THAN_ANY_LIMIT = 25_000_000  # bytes; the readers' own limits are lower and say so


class Command(BaseCommand):
    """Exit status: 0 if every line was understood, 1 if one was not, 2 if a file could not be read."""

    help = "Reads question files (rulebook form, db.chgk.info text, 4s, Word) and prints what they hold, with warnings."
    requires_system_checks: list[str] = []  # a file is looked at without a working site

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files; what is guessed about them can be said."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--format", default="", choices=FORMATS, help="take this format instead of guessing")
        parser.add_argument("--encoding", default="", choices=CHOICES, help="take this encoding instead of guessing")
        parser.add_argument("--full", action="store_true", help="print every question with all its parts")
        parser.add_argument("--json", action="store_true", help="print one JSON object a file")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, choices=[code for code, _ in settings.LANGUAGES]
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads each; an unreadable one does not keep the others from being printed."""
        with translation.override(options["language"]), quiet_without_reader():
            status = max(self._read(name, options) for name in options["files"])
        if status != ALL_UNDERSTOOD:
            sys.exit(status)

    def _read(self, name: str, options: dict[str, Any]) -> int:
        try:
            with Path(name).open("rb") as file:
                data = file.read(_MORE_THAN_ANY_LIMIT)
        except OSError as error:
            self.stderr.write(one_line(f"{name}: {error.strerror or error}"))
            return UNREADABLE
        reading = read_file(data, format=options["format"], encoding=options["encoding"])
        if options["json"]:
            self.stdout.write(json.dumps({"file": name, **_as_json(reading)}, ensure_ascii=False))
        else:
            self._print(name, reading, full=options["full"])
        if not reading.is_readable:
            return UNREADABLE
        return SOMETHING_LEFT if reading.unread else ALL_UNDERSTOOD

    def _print(self, name: str, reading: Reading, *, full: bool) -> None:
        if not reading.is_readable:
            for problem in reading.problems:
                self.stderr.write(one_line(f"{name}: {file_words.say(problem)}"))
            return
        package = reading.package
        said = [str(file_words.FORMATS[reading.format]), reading.encoding]
        said.append(file_words.count_questions(len(package.questions)))
        self.stdout.write(one_line(f"{name}: {', '.join(filter(None, said))}"))
        for label, text in (
            (gettext("title"), package.title),
            (gettext("editor"), package.editors),
            (gettext("date"), package.date),
            (gettext("notes"), package.info),
        ):
            self._part(label, text, "  ")
        for tour in package.tours:
            heading = f"{tour.title or gettext('without a tour')}: {file_words.count_questions(len(tour.questions))}"
            self.stdout.write(one_line(f"  {heading}"))
            self._part(gettext("editor"), tour.editors, "    ")
            self._part(gettext("notes"), tour.info, "    ")
            for question in tour.questions if full else ():
                self._question(question)
        for problem in reading.problems:
            self.stdout.write(one_line(f"  ! {file_words.say(problem)}"))
        for unread in reading.unread:
            self.stdout.write(one_line(f"  ? {file_words.at_line(unread.line, unread.text)}"))

    def _question(self, question: ParsedQuestion) -> None:
        number = "?" if question.number is None else question.number
        self.stdout.write(f"    № {number} ({question.kind.value})")
        parts = (
            (gettext("category"), "" if question.category is None else str(question.category)),
            (gettext("handout"), question.handout),
            (gettext("pictures"), ", ".join(image.name for image in question.images)),
            (gettext("question"), question.text),
            (gettext("answer"), question.answer),
            (gettext("accepted answers"), question.accepted),
            (gettext("rejected answers"), question.rejected),
            (gettext("comment"), question.comment),
            (gettext("sources"), "\n".join(question.sources)),
            (gettext("authors"), "\n".join(question.authors)),
            (gettext("taken out"), question.removed),
            *question.extra,
        )
        for label, text in parts:
            self._part(label, text, "      ")

    def _part(self, label: str, text: str | None, indent: str) -> None:
        if not text:
            return
        first, *more = text.split("\n")
        self.stdout.write(one_line(f"{indent}{label}: {first}"))
        for line in more:
            self.stdout.write(one_line(f"{indent}  {line}"))


def _as_json(reading: Reading) -> dict[str, Any]:
    """The reading without the bytes of its pictures."""
    data = asdict(reading)
    for tour in data["package"]["tours"]:
        for question in tour["questions"]:
            question["images"] = [{"name": image["name"], "bytes": len(image["data"])} for image in question["images"]]
    data["problems"] = [
        {"line": problem.line, "code": problem.code, "text": file_words.say(problem)} for problem in reading.problems
    ]
    return data
