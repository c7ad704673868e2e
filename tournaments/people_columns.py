"""A table of people: what its columns mean in any of our languages, how cells are read, and how people are written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from tournaments.enums import PersonKind
from tournaments.models import House, Person
from tournaments.rules.engine import Refusal
from tournaments.services.people_sheets import PersonRow
from tournaments.sheets import Sheet, SheetError
from tournaments.texts import explain_here

COLUMNS: Mapping[str, Any] = {
    "number": gettext_lazy("number in Sowa"),  # a list's own running number is another
    "name": gettext_lazy("full name"),
    "display_name": gettext_lazy("name on screens"),
    "kind": gettext_lazy("kind"),
    "house": gettext_lazy("house"),
    "email": gettext_lazy("e-mail"),
    "language": gettext_lazy("language of letters"),
    "consented_at": gettext_lazy("consent to the full name"),
    "left_at": gettext_lazy("left the school"),
}
ALSO: Mapping[str, tuple[str, ...]] = {  # as schools head their lists
    "name": (
        "full name", "imię i nazwisko", "nazwisko i imię", "uczeń", "pupil", "фио", "ф.и.о.", "имя и фамилия", "ученик",
    ),
    "display_name": ("nickname", "pseudonim", "псевдоним"),
    "house": ("dom", "факультет", "дом"),
    "email": ("email", "mail", "e-mail address", "adres e-mail", "почта", "эл. почта"),
    "kind": ("role", "rola", "роль"),
}  # fmt: skip
SENTENCES: Mapping[str, Any] = {
    "people_line_twice": gettext_lazy("This line means the same person as line %(other)s."),
    "people_number_unknown": gettext_lazy("There is no person no. %(number)s."),
    "people_name_missing": gettext_lazy("The name is missing."),
    "people_namesakes": gettext_lazy(
        "%(count)s people are called «%(name)s»: write the number of the one who is meant into «number in Sowa»."
    ),
    "people_cell": gettext_lazy("%(column)s: %(said)s"),
    "people_house_unknown": gettext_lazy("There is no house «%(text)s»."),
    "people_word_unknown": gettext_lazy("%(column)s: «%(text)s» is none of %(choices)s."),
    "people_day_unreadable": gettext_lazy("%(column)s: «%(text)s» is no day. Write 2026-09-01 or 1.09.2026."),
    "people_email_unreadable": gettext_lazy("«%(text)s» is no e-mail address."),
    "people_number_unreadable": gettext_lazy("«%(text)s» is no number of a person."),
    "people_too_long": gettext_lazy("%(column)s: at most %(limit)s characters fit."),
}
_DAY = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
LONGEST = {"name": 200, "display_name": 200, "email": 254}


def read_people(sheet: Sheet) -> tuple[list[PersonRow], list[tuple[int, Refusal | str]]]:
    """The lines, and what cannot be read in them. Raises :class:`SheetError` if no column is a name or a number."""
    columns = _columns(sheet.headers)
    houses, kinds, languages = _houses(), _words(PersonKind), _words(settings.LANGUAGES)
    rows, problems = [], list[tuple[int, Refusal | str]]()
    for line, cells in sheet.rows:
        values: dict[str, Any] = {}
        number: int | None = None
        for place, field in columns.items():
            text = " ".join(cells[place].split()) if place < len(cells) else ""
            if not text:
                continue
            try:
                if field == "number":
                    number = _number(text)
                elif field == "house":
                    values["house"] = _one_of(houses, text, Refusal("", "people_house_unknown", {"text": text}))
                elif field in ("kind", "language"):
                    known = kinds if field == "kind" else languages
                    values[field] = _one_of(known, text, _unknown_word(field, text))
                elif field in ("consented_at", "left_at"):
                    values[field] = _day(field, text)
                else:
                    values[field] = _plain(field, text)
            except Refusal as refusal:
                problems.append((line, refusal))
        rows.append(PersonRow(line, values, number))
    return rows, problems


def say_problem(problem: Refusal | str) -> str:
    """What is wrong with a line, in the reader's language."""
    if isinstance(problem, str):
        return problem
    params = dict(problem.params)
    if "field" in params:
        params["column"] = COLUMNS.get(str(params["field"]), params["field"])
    if problem.code not in SENTENCES:
        return explain_here(problem)
    return str(SENTENCES[problem.code]) % params


def say_value(field: str, value: Any) -> str:
    """A value of a person as a table and a preview show it."""
    if value in (None, ""):
        return ""
    if field == "kind":
        return str(PersonKind(value).label)
    if field == "language":
        return str(_(dict(settings.LANGUAGES).get(value, value)))
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def people_rows(people: Iterable[Person]) -> Iterator[list[Any]]:
    """People as lines, in the order of the columns; a table that :func:`read_people` reads."""
    for person in people:
        house = person.house.name if person.house is not None else ""
        values = {"number": person.pk, "house": house}
        yield [values.get(name, say_value(name, getattr(person, name, ""))) for name in COLUMNS]


def headings() -> list[str]:
    """The columns' names in the reader's language."""
    return [str(label) for label in COLUMNS.values()]


def _columns(headers: Iterable[str]) -> dict[int, str]:
    known = _known_headers()
    found: dict[int, str] = {}
    for place, header in enumerate(headers):
        field = known.get(_fold(header))
        if field is not None and field in found.values():
            raise SheetError(_("Two columns are called «%(name)s».") % {"name": header})
        if field is not None:
            found[place] = field
    if "name" not in found.values() and "number" not in found.values():
        sentence = _(
            "The first line names the columns. One of them has to be «%(name)s»; the others may be: %(others)s."
        )
        others = ", ".join(str(label) for field, label in COLUMNS.items() if field != "name")
        raise SheetError(sentence % {"name": COLUMNS["name"], "others": others})
    return found


def _known_headers() -> dict[str, str]:
    known = {_fold(name): field for field, names in ALSO.items() for name in names}
    known |= {_fold(field): field for field in COLUMNS} | {_fold(field.replace("_", " ")): field for field in COLUMNS}
    for language, _name in settings.LANGUAGES:
        with override(language):
            known |= {_fold(str(label)): field for field, label in COLUMNS.items()}
    return known


def _words(choices: Any) -> dict[str, Any]:
    """Values by their own word and by what they are called in each of our languages."""
    pairs = list(choices.choices) if hasattr(choices, "choices") else list(choices)
    known = {_fold(value): value for value, _label in pairs}
    for language, _name in settings.LANGUAGES:
        with override(language):
            known |= {_fold(_(str(label))): value for value, label in pairs}
            known |= {_fold(str(label)): value for value, label in pairs}
    return known


def _houses() -> dict[str, House]:
    houses = list(House.objects.all())
    known = {_fold(house.command): house for house in houses}
    return known | {_fold(house.name): house for house in houses} | {_fold(house.key): house for house in houses}


def _one_of(known: Mapping[str, Any], text: str, refusal: Refusal) -> Any:
    if _fold(text) not in known:
        raise refusal
    return known[_fold(text)]


def _unknown_word(field: str, text: str) -> Refusal:
    choices = PersonKind.choices if field == "kind" else settings.LANGUAGES
    said = ", ".join(str(_(str(label))) for _value, label in choices)
    return Refusal("", "people_word_unknown", {"field": field, "text": text, "choices": said})


def _number(text: str) -> int:
    digits = text.removeprefix("#").removesuffix(".0")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 18):
        raise Refusal("", "people_number_unreadable", {"text": text})
    return int(digits)


def _day(field: str, text: str) -> datetime.date:
    found = _DAY.fullmatch(text)
    try:
        if found is not None:
            day, month, year = map(int, found.groups())
            return datetime.date(year, month, day)
        return datetime.date.fromisoformat(text[:10])
    except ValueError:
        raise Refusal("", "people_day_unreadable", {"field": field, "text": text}) from None


def _plain(field: str, text: str) -> str:
    if len(text) > LONGEST[field]:
        raise Refusal("", "people_too_long", {"field": field, "limit": LONGEST[field]})
    if field == "email":
        try:
            validate_email(text)
        except ValidationError:
            raise Refusal("", "people_email_unreadable", {"text": text}) from None
    return text


def _fold(text: str) -> str:
    return " ".join(str(text).casefold().replace("_", " ").split())
