"""The class register in words: what it refuses, what is wrong with a file and in which line, what counts."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext, pgettext_lazy

from tournaments.enums import LessonsCounted, Mark
from tournaments.models import Season
from tournaments.register_files import headings
from tournaments.register_files.problems import FileError, Problem
from tournaments.rules.engine import Refusal
from tournaments.selectors.register import season_before

SENTENCES: Mapping[str, str] = {
    "season_gone": gettext_noop("This season is no longer there."),
    "lesson_gone": gettext_noop("This lesson is no longer in the register."),
    "lesson_moved_on": gettext_noop("Somebody has changed this lesson since you saw it. Look at it once more."),
    "lesson_known": gettext_noop("This lesson is in the register already. Give the second one another period."),
    "lesson_has_marks": gettext_noop("The lesson has marks. Confirm that they go with it."),
    "lesson_outside_season": gettext_noop("The season %(season)s lasts from %(first)s to %(last)s."),
    "lesson_day_impossible": gettext_noop("No lesson can have been held on this day."),
    "subject_missing": gettext_noop("Say which subject it was."),
    "subject_too_long": gettext_noop("The subject has more than %(limit)s characters."),
    "period_impossible": gettext_noop("A period is a number from 1 to %(limit)s."),
    "teacher_unknown": gettext_noop("This teacher is no longer on the school's staff."),
    "mark_unknown": gettext_noop("A mark is one of present, late, absent, excused, or nothing."),
    "upload_gone": gettext_noop("This file is no longer kept. Choose it once more."),
    "upload_imported": gettext_noop("This file has been imported already."),
    "upload_not_ready": gettext_noop("The file still has open questions or problems. Nothing was imported."),
    "register_moved_on": gettext_noop(
        "The register has changed since you saw this preview. Nothing was imported: look at it once more."
    ),
    # a file as a whole
    "file_too_large": gettext_noop("The file is larger than %(limit)s MB. Save fewer lines, or as CSV."),
    "file_empty": gettext_noop("The file is empty."),
    "binary": gettext_noop("This is no text and no spreadsheet. Save the register as CSV or as .xlsx."),
    "undecodable": gettext_noop("Line %(line)s cannot be read as %(encoding)s. Choose another encoding."),
    "quote_open": gettext_noop("Line %(line)s: a quotation mark is opened there and never closed."),
    "cell_too_long": gettext_noop(
        "Line %(line)s: a cell has more than %(limit)s characters. Is the separator the right one?"
    ),
    "too_many_lines": gettext_noop("The file has more than %(limit)s lines. Split it."),
    "too_many_columns": gettext_noop("The table has more than %(limit)s columns. Split it."),
    "too_many_marks": gettext_noop("The file has more than %(limit)s marks. Split it."),
    "encrypted": gettext_noop("The spreadsheet is protected with a password. Save it without one."),
    "old_excel": gettext_noop("This is a spreadsheet of an old Excel (.xls). Save it as .xlsx or as CSV."),
    "open_document": gettext_noop("This is an OpenDocument file (.ods). Save it as .xlsx or as CSV."),
    "macros": gettext_noop("The spreadsheet has macros. Save it as .xlsx, which has none."),
    "not_a_table": gettext_noop("This is no spreadsheet. Save the register as CSV or as .xlsx."),
    "web_page": gettext_noop("This is a web page, whatever its name says. Save the register as CSV or as .xlsx."),
    "unpacks_too_large": gettext_noop(
        "The spreadsheet unpacks to more than %(limit)s MB. Save fewer lines, or as CSV."
    ),
    "damaged": gettext_noop("The spreadsheet is damaged. Open it and save it anew as .xlsx."),
    # a line of it
    "no_name_column": gettext_noop("No column has the pupils' names. Say below which one does."),
    "no_day_column": gettext_noop("No column has the days. Say below which one does, or which columns are lessons."),
    "no_mark_column": gettext_noop("No column has the marks. Say below which one does, or which columns are lessons."),
    "no_lines": gettext_noop("There is nothing below the headings."),
    "column_twice": gettext_noop("column %(first)s is the same thing already."),
    "day_missing": gettext_noop("no day is given."),
    "day_unreadable": gettext_noop("«%(text)s» is no day that can be read. Write it like 2026-11-30 or 30.11.2026."),
    "day_in_other_order": gettext_noop("«%(text)s» is written in another order than the other days."),
    "day_outside": gettext_noop("%(day)s lies outside the season."),
    "period_unreadable": gettext_noop("«%(text)s» is no period: a number from 1 to %(limit)s."),
    "name_missing": gettext_noop("there are marks but no name."),
    "lesson_twice": gettext_noop("this lesson has a column already. Write the period into the heading: «(2)»."),
    "mark_twice": gettext_noop("line %(first)s gives the same pupil another mark for this lesson."),
    "one_person_two_marks": gettext_noop(
        "this is the pupil of line %(first)s, who has another mark for this lesson there."
    ),
    "formula_without_value": gettext_noop(
        "a formula without its value. Open the file in a spreadsheet program and save it."
    ),
}
SHORT_MARKS: Mapping[str, str | Promise] = {  # for five places side by side on a phone
    Mark.PRESENT: pgettext_lazy("attendance, short", "present"),
    Mark.LATE: pgettext_lazy("attendance, short", "late"),
    Mark.ABSENT: pgettext_lazy("attendance, short", "absent"),
    Mark.EXCUSED: pgettext_lazy("attendance, short", "excused"),
}
ROLES: Mapping[str, str | Promise] = {
    headings.NAME: gettext_lazy("name"),
    headings.NAME_LAST_FIRST: gettext_lazy("name, the family's first"),
    headings.FIRST: gettext_lazy("first name"),
    headings.MIDDLE: gettext_lazy("middle name or patronymic"),
    headings.LAST: gettext_lazy("last name"),
    headings.HOUSE: gettext_lazy("house"),
    headings.DAY: gettext_lazy("day"),
    headings.SUBJECT: gettext_lazy("subject"),
    headings.PERIOD: gettext_lazy("period"),
    headings.MARK: gettext_lazy("mark"),
    headings.LESSON: gettext_lazy("a lesson's marks"),
    headings.IGNORE: gettext_lazy("not read"),
}
ENCODING_NAMES: Mapping[str, str | Promise] = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "cp1250": gettext_lazy("Windows, Central European (1250)"),
    "cp1251": gettext_lazy("Windows, Cyrillic (1251)"),
    "koi8-r": "KOI8-R",
    "iso8859-2": "ISO 8859-2",
}
SEPARATOR_NAMES: Mapping[str, str | Promise] = {
    ";": gettext_lazy("semicolon"),
    ",": gettext_lazy("comma"),
    "\t": gettext_lazy("tab"),
    "|": gettext_lazy("vertical bar"),
}
ORDER_NAMES: Mapping[str, str | Promise] = {
    "dmy": gettext_lazy("day, month, year"),
    "mdy": gettext_lazy("month, day, year"),
    "ymd": gettext_lazy("year, month, day"),
}


def explain_register(refusal: Refusal) -> str:
    """A refusal of the register as a sentence in the active language."""
    return _sentence(refusal.code, refusal.params)


def explain_file(error: FileError) -> str:
    """Why a file cannot be read at all."""
    return _sentence(error.code, error.params)


def explain_problem(problem: Problem) -> str:
    """What is wrong with the file, beginning with its line and column."""
    return " ".join(filter(None, [place_of(problem), _sentence(problem.code, problem.params)]))


def place_of(problem: Problem) -> str:
    """«Line 5, column C:»; nothing of a problem of the whole file."""
    if problem.line and problem.column and problem.heading:
        place = _("Line %(line)s, column %(column)s «%(heading)s»:")
    elif problem.line and problem.column:
        place = _("Line %(line)s, column %(column)s:")
    elif problem.column:
        place = _("Column %(column)s:")
    elif problem.line:
        place = _("Line %(line)s:")
    else:
        return ""
    return place % {"line": problem.line, "column": problem.column, "heading": problem.heading}


def say_counted(season: Season) -> str:
    """Which lessons count for the season, as a sentence."""
    if season.lessons_counted == LessonsCounted.ALL:
        return _("Lessons of all seasons count.")
    before = season_before(season) if season.lessons_counted == LessonsCounted.PREVIOUS else None
    if before is not None:
        return _("Lessons of the seasons %(before)s and %(season)s count.") % {
            "before": before.name,
            "season": season.name,
        }
    return _("Lessons of the season %(season)s count.") % {"season": season.name}


def say_asked(season: Season, asked: int) -> str:
    """How many lessons §1 asks for, as a sentence; ``asked``: 0 where it asks for none."""
    if asked:
        return ngettext("%(number)s lesson is needed.", "%(number)s lessons are needed.", asked) % {"number": asked}
    if season.lessons_needed:
        return _("The school keeps no class register for this season, so nobody is asked for lessons.")
    return _("Nobody is asked for lessons in this season.")


def _sentence(code: str, params: Mapping[str, object]) -> str:
    return _(SENTENCES[code]) % {name: _readable(name, value) for name, value in params.items()}


def _readable(name: str, value: object) -> object:
    if name in ("first", "last", "day") and isinstance(value, str) and len(value) == 10:
        return date_format(datetime.date.fromisoformat(value), "j E Y")
    if name in ("first", "last") and value is None:
        return "…"
    return ENCODING_NAMES.get(str(value), value) if name == "encoding" else value
