"""``manage.py import_register FILE``: a register kept in a spreadsheet comes in, by the pages' own rules and words."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments.enums import Mark
from tournaments.management.record_files import one_line
from tournaments.models import Season
from tournaments.register_files import headings
from tournaments.register_files.days import ORDERS
from tournaments.register_files.encodings import ENCODINGS
from tournaments.register_files.marks import fold_mark
from tournaments.register_files.problems import column_letter
from tournaments.register_files.tables import LARGEST_FILE
from tournaments.register_texts import explain_file, explain_problem, explain_register
from tournaments.rules.engine import Refusal
from tournaments.selectors.register_preview import NEW, SKIP, Preview, read_preview, spelling
from tournaments.services.actors import Actor
from tournaments.services.register_import import import_file

DONE, ASKS, UNREADABLE = 0, 1, 2
ACTOR = Actor(key="system:import_register", role="system", name="import_register")
SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t", "bar": "|"}
MOST_LISTED = 100


class Command(BaseCommand):
    """Exit status: 0 if the register says what the file says, 1 if it asks or a line is wrong, 2: unreadable."""

    help = "Imports a class register of CSV or XLSX as a whole or not at all. --dry-run says what it would do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, its season, and the answers that the preview's page would ask for."""
        parser.add_argument("file", metavar="FILE", help="CSV or XLSX; «-» is standard input")
        parser.add_argument("--season", help="name of the season; the current one without it")
        parser.add_argument("--dry-run", action="store_true", help="only say what the import would do")
        parser.add_argument("--encoding", choices=ENCODINGS, default="")
        parser.add_argument("--separator", choices=SEPARATORS, default="")
        parser.add_argument("--sheet", default="", help="name of the sheet")
        parser.add_argument("--header", type=int, help="line of the headings, 0 for none")
        parser.add_argument(
            "--column", action="append", default=[], metavar="LETTER=ROLE", help=", ".join(headings.ROLES)
        )
        parser.add_argument("--date-order", choices=ORDERS, default="", help="how 05/11/26 is meant")
        parser.add_argument("--subject", default="", help="of lessons that name none")
        parser.add_argument("--mark", action="append", default=[], metavar="SIGN=MARK", help=", ".join(Mark.values))
        parser.add_argument("--same", action="append", default=[], metavar="NAME=NUMBER", help="whom a name means")
        parser.add_argument("--unknown", choices=[NEW, SKIP], default="", help="pupils whom the school does not know")

    def handle(self, *args: Any, **options: Any) -> None:
        """Says what is in the file; imports it unless it asks, is wrong or is only tried."""
        season, data = _season(options["season"]), _content(options["file"])
        with translation.override("en"):
            answers = _answers(options)
            preview = _with_people(read_preview(data, season, answers), data, season, answers, options["same"])
            status = self._say(preview)
            if status == DONE and not options["dry_run"]:
                status = self._import(season, data, options["file"], answers)
        if status != DONE:
            sys.exit(status)

    def _say(self, preview: Preview) -> int:
        if preview.error is not None:
            self.stderr.write(one_line(explain_file(preview.error)))
            return UNREADABLE
        for problem in preview.problems[:MOST_LISTED]:
            self.stderr.write(one_line(explain_problem(problem)))
        for question in _questions(preview):
            self.stderr.write(one_line(question))
        if preview.plan is None:
            self.stderr.write("Nothing was imported.")
            return ASKS
        for change in preview.changes:
            held = f"{change.held.day} {change.held.subject}"
            told = f"line {change.line}: {change.person.name}, {held}: {change.before} -> {change.after}"
            self.stdout.write(one_line(told))
        plan = preview.plan
        self.stdout.write(
            f"{len(plan.people)} new pupils, {len(plan.lessons)} new lessons, {len(plan.marks)} new marks, "
            f"{len(plan.changes)} changed, {preview.same} there already, {len(preview.skipped)} names left out"
        )
        return DONE

    def _import(self, season: Season, data: bytes, name: str, answers: dict[str, Any]) -> int:
        try:
            done = import_file(season=season, data=data, file_name=Path(name).name, answers=answers, actor=ACTOR)
        except Refusal as refusal:
            self.stderr.write(one_line(explain_register(refusal)))
            return ASKS
        self.stdout.write("imported" if any(done.as_json().values()) else "nothing to import")
        return DONE


def _questions(preview: Preview) -> list[str]:
    """What the page would ask, and the option that answers it."""
    proposal = preview.proposal
    assert proposal is not None  # noqa: S101 - the file was read
    asked = []
    if len(proposal.orders) > 1 and not proposal.order:
        asked.append(f"In which order are the days written? --date-order {'|'.join(proposal.orders)}")
    if proposal.needs_subject:
        asked.append("Which subject are the lessons without one? --subject")
    asked += [f"What does the sign «{text}» say? --mark '{text}=…'" for text in proposal.unknown_marks]
    asked += [f"Which house is «{one.text}»? Correct the file." for one in preview.houses if one.is_open]
    for one in preview.open_people[:MOST_LISTED]:
        known = ", ".join(f"{person.name} #{person.pk}" for person in one.candidates)
        way = f"--same '{one.pupil.name}=NUMBER'" if known else "--unknown new|skip"
        asked.append(f"Line {one.line}: who is «{one.pupil.name}»? {known} {way}")
    return asked


def _answers(options: dict[str, Any]) -> dict[str, Any]:
    letters = {column_letter(index): str(index) for index in range(400)}
    columns = {}
    for letter, role in map(_pair, options["column"]):
        if letter.upper() not in letters or role not in headings.ROLES:
            raise CommandError(f"--column {letter}={role}: a column's letter and one of {', '.join(headings.ROLES)}")
        columns[letters[letter.upper()]] = role
    marks = {}
    for sign, mark in map(_pair, options["mark"]):
        if mark not in ("", *Mark.values):
            raise CommandError(f"--mark {sign}={mark}: one of {', '.join(Mark.values)}, or nothing")
        marks[fold_mark(sign)] = mark
    return {
        "encoding": options["encoding"],
        "separator": SEPARATORS.get(options["separator"], ""),
        "sheet": options["sheet"],
        "header": options["header"],
        "columns": columns,
        "order": options["date_order"],
        "subject": options["subject"],
        "marks": marks,
        "unknown": options["unknown"],
        "people": {},
    }


def _with_people(preview: Preview, data: bytes, season: Season, answers: dict[str, Any], same: list[str]) -> Preview:
    """The preview once more, with whom each name means."""
    said = {spelling(name): number for name, number in map(_pair, same)}
    meant = {one.key: said[spelling(one.pupil.name)] for one in preview.people if spelling(one.pupil.name) in said}
    answers["people"] = meant
    return read_preview(data, season, answers) if meant else preview


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.rpartition("=")
    if not equals:
        raise CommandError(f"{text}: say it as NAME=VALUE")
    return name, value


def _content(name: str) -> bytes:
    """No more than is needed to see that it is too much."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandError(f"{name}: cannot be read: {error.strerror or error}", returncode=UNREADABLE) from None


def _season(name: str | None) -> Season:
    found = Season.objects.filter(name=name) if name else Season.objects.filter(is_current=True)
    season = found.first()
    if season is None:
        raise CommandError(f"there is no season «{name}»" if name else "there is no current season")
    return season
