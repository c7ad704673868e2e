"""The page of the regulation as of a day: the text of its version, beside it what curators said; versions compared."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chgk.models import Clarification, CuratorDecision, RegulationVersion
from chgk.rulebook import PARAGRAPHS, RULEBOOK
from chgk.rules.regulation import LANGUAGES, Difference, Wording, differences
from chgk.selectors.regulation import (
    amended_since,
    read_clarifications,
    read_decisions,
    read_versions,
    setting_named,
    text_of,
    version_on,
)
from tournaments.rulebooks import Paragraph, Section, Text, Value

_BUILT_IN: Mapping[str, Paragraph] = {one.number: one for one in PARAGRAPHS}


@dataclass(frozen=True, slots=True)
class Note:
    """A clarification with what it set, in words."""

    row: Clarification
    setting: Text = ""
    before: Value | Text = ""
    value: Value | Text = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph with what stands beside it. ``version``: since which one it reads like this, 0 from the first."""

    paragraph: Paragraph
    version: int = 0
    notes: list[Note] = field(default_factory=list)
    decisions: list[CuratorDecision] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the page."""

    section: Section
    entries: list[Entry]


YEARS = range(1900, 3000)


@dataclass(frozen=True, slots=True)
class Stage:
    """A version in the list: from when it holds, and whether it is the one that is shown."""

    number: int
    holds_from: datetime.date | None
    row: RegulationVersion | None
    shown: bool


def read_regulation(day: datetime.date) -> dict[str, Any]:
    """The context of the page; four queries, however long the history is."""
    versions = read_versions()
    number = version_on(versions, day)
    text, since = text_of(versions, number, language()), amended_since(versions, number)
    midnight = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(), _zone())
    notes = [one for one in read_clarifications(midnight) if _holds(one.club.closed_at, midnight)]
    decisions = [one for one in read_decisions(midnight) if _holds(one.club.closed_at, midnight)]
    entries = [
        Entry(
            _paragraph(number_, wording, amended=number_ in since),
            since.get(number_, 0),
            [note_of(row) for row in notes if row.paragraph == number_],
            [row for row in decisions if row.paragraph == number_],
        )
        for number_, wording in text.items()
    ]
    return {
        "book": RULEBOOK,
        "day": day,
        "version": number,
        "chapters": [_chapter(section, entries) for section in RULEBOOK.sections],
        "stages": _stages(versions, number),
        "approved": next((one for one in versions if one.number == 1), None),
        "other_decisions": [row for row in decisions if row.paragraph not in text],
    }


def note_of(row: Clarification) -> Note:
    """The clarification; a setting by its name, its values as people read them."""
    setting = setting_named(row.setting) if row.setting else None
    if setting is None:
        return Note(row)
    return Note(
        row,
        setting.label,
        "" if row.before is None else setting.in_words(row.before),
        "" if row.value is None else setting.in_words(row.value),
    )


def compare(old: str, new: str) -> dict[str, Any] | None:
    """Two versions by number, or as they held on two days; None for what is neither. Two queries."""
    versions = read_versions()
    before, after = _version(versions, old), _version(versions, new)
    if before is None or after is None:
        return None
    found: list[Difference] = differences(text_of(versions, before, language()), text_of(versions, after, language()))
    return {
        "before": before,
        "after": after,
        "differences": found,
        "stages": _stages(versions, after),
        "book": RULEBOOK,
    }


def read_day(text: str) -> datetime.date | None:
    """A day of an address; None for anything else, also for one in a year that no school has lived in."""
    try:
        day = datetime.date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
    return day if day is not None and day.year in YEARS else None


def today() -> datetime.date:
    """The school's calendar."""
    return timezone.localdate(timezone.now(), _zone())


def language() -> str:
    """The reader's language, if the regulation is written in it."""
    active = (get_language() or "en")[:2]
    return active if active in LANGUAGES else "en"


def paragraph_names() -> list[tuple[str, str]]:
    """Every paragraph of the newest version for a form; two queries."""
    versions = read_versions()
    text = text_of(versions, max((one.number for one in versions), default=1), language())
    return [(number, f"§{number} {wording.title}") for number, wording in text.items()]


def _version(versions: Sequence[RegulationVersion], text: str) -> int | None:
    if text.isascii() and text.isdigit() and len(text) < 6:
        number = int(text)
        return number if number == 1 or any(one.number == number for one in versions) else None
    day = read_day(text)
    return None if day is None else version_on(versions, day)


def _stages(versions: Sequence[RegulationVersion], shown: int) -> list[Stage]:
    first = next((one for one in versions if one.number == 1), None)
    stages = [Stage(1, None if first is None else first.holds_from, first, shown == 1)]
    later = [one for one in versions if one.number > 1]
    return stages + [Stage(one.number, one.holds_from, one, shown == one.number) for one in later]


def _paragraph(number: str, wording: Wording, *, amended: bool) -> Paragraph:
    known = _BUILT_IN.get(number)
    if known is not None and not amended:
        return known
    settings = () if known is None else known.settings
    return Paragraph(number, wording.title, wording.text, "", settings, wording.items)


def _chapter(section: Section, entries: Sequence[Entry]) -> Chapter:
    own = [entry for entry in entries if entry.paragraph.number.partition(".")[0] == section.number]
    return Chapter(replace(section, paragraphs=tuple(entry.paragraph for entry in own)), own)


def _holds(closed_at: datetime.datetime | None, moment: datetime.datetime) -> bool:
    """A season's clarifications and decisions end with it."""
    return closed_at is None or closed_at >= moment


def _zone() -> datetime.tzinfo:
    return timezone.get_default_timezone()


def version_title(number: int) -> str:
    """«version 2»."""
    return _("version %(number)s") % {"number": number}
