"""Sources as structured citations, and what each kind must say (§4.1.2 of the club's regulation).

Questions and appeals cite their sources in the same way. A citation keeps ``raw``, the string that somebody typed or
pasted, letter for letter; an internet address is never normalised, decoded or shortened. The reference as it is
printed is made by ``citation_references.py``, the proposal for a pasted text by ``citation_proposals.py``.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_whole_number

BOOK, PERIODICAL, INTERNET, OTHER = "4.1.2.1", "4.1.2.2", "4.1.2.3", "4.1.2.4"


@dataclass(frozen=True, slots=True)
class Book:
    """A printed source that does not appear regularly (§4.1.2.1): ``author`` or ``editor``, and all the rest."""

    title: str = ""
    author: str = ""
    editor: str = ""
    place: str = ""
    publisher: str = ""
    year: str = ""
    pages: str = ""
    address: str = ""  # of an electronic copy, if one is named beside it
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Periodical:
    """A journal or a newspaper (§4.1.2.2); of a newspaper the day, too."""

    title: str = ""
    article: str = ""
    author: str = ""
    year: str = ""
    month: int | None = None
    day: int | None = None
    issue: str = ""
    pages: str = ""
    is_newspaper: bool = False
    address: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Internet:
    """A page (§4.1.2.3): ``address`` is what the browser's address line shows; ``seen`` is a day, 2026-11-30."""

    address: str = ""
    title: str = ""
    seen: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Other:
    """Whatever else there is (§4.1.2.4): a film, a concert, a signboard; nobody may wonder which one is meant."""

    text: str = ""
    raw: str = ""


Citation = Book | Periodical | Internet | Other
KINDS: Mapping[str, type[Citation]] = {
    "book": Book,
    "periodical": Periodical,
    "internet": Internet,
    "other": Other,
}
_NAMES = {kind: name for name, kind in KINDS.items()}

_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_PAGES = re.compile(r"[\divxlcdmIVXLCDM]")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_ADDRESS = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]{1,19}://)?[^\s/?#]{1,255}(?:[/?#].*)?", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")
_VAGUE = frozenset(
    """лоав|личный опыт|личный опыт автора|личный опыт автора вопроса|общие знания|общеизвестно|собственное наблюдение
    |собственные наблюдения|собственный опыт|интернет|из интернета|сеть|википедия|гугл|google|яндекс|книга|журнал|газета
    |телевидение|энциклопедия|словарь|фильм|см. выше|там же|wiedza ogólna|wiedza własna|własna obserwacja|internet
    |z internetu|wikipedia|książka|gazeta|czasopismo|encyklopedia|słownik|film|telewizja|tamże|j.w.|jw.
    |common knowledge|general knowledge|own observation|the internet|book|newspaper|magazine|ibid.""".replace("\n", "")
    .replace("    |", "|")
    .split("|")
)


def kind_of(citation: Citation) -> str:
    """«book», «periodical», «internet» or «other»."""
    return _NAMES[type(citation)]


def check_citation(citation: Citation) -> list[Refusal]:
    """What the regulation still asks of this citation (§4.1.2), in the order of the form; empty: it is complete.

    ``params`` of each refusal: the ``kind`` of citation and the ``field`` that is to be filled in or changed.
    """
    if isinstance(citation, Book):
        return list(_check_book(citation))
    if isinstance(citation, Periodical):
        return list(_check_periodical(citation))
    return list(_check_internet(citation) if isinstance(citation, Internet) else _check_other(citation))


def as_json(citation: Citation) -> dict[str, Any]:
    """The citation as it is stored: its fields, and ``kind``."""
    return {"kind": kind_of(citation), **asdict(citation)}


def from_json(data: object) -> Citation:
    """The inverse of :func:`as_json`; what is missing is empty, what is unknown is left out.

    ValueError if this is no citation at all, or if a field is of the wrong kind.
    """
    if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
        raise ValueError("no citation")
    kind = KINDS[data["kind"]]
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in data:
            continue
        value = data[field.name]
        whole = value is None or is_whole_number(value)
        right = {"month": whole, "day": whole, "is_newspaper": isinstance(value, bool)}
        if not right.get(field.name, isinstance(value, str)):
            raise ValueError(f"{field.name} of a citation")
        values[field.name] = value
    return kind(**values)


def is_full_address(address: str) -> bool:
    """Whether this can be what an address line shows: a host with a dot, nothing cut off, no blank inside."""
    text = address.strip()
    if not text or any(letter.isspace() for letter in text) or "…" in text or text.endswith("..."):
        return False
    host = re.split(r"[/?#]", text.partition("://")[2] or text, maxsplit=1)[0]
    return bool(_ADDRESS.fullmatch(text)) and "." in host.strip(".")


def _check_book(book: Book) -> Iterator[Refusal]:
    yield from _missing(BOOK, book, "title")
    if not book.author.strip() and not book.editor.strip():
        yield Refusal(BOOK, "citation_field_missing", {"kind": "book", "field": "author"})
    yield from _missing(BOOK, book, "place")
    yield from _missing(BOOK, book, "publisher")
    yield from _check_year(BOOK, book)
    yield from _check_pages(BOOK, book)


def _check_periodical(periodical: Periodical) -> Iterator[Refusal]:
    yield from _missing(PERIODICAL, periodical, "title")
    yield from _missing(PERIODICAL, periodical, "article")
    yield from _check_year(PERIODICAL, periodical)
    facts = {"kind": "periodical"}
    month, day = periodical.month, periodical.day
    if month is None:
        yield Refusal(PERIODICAL, "citation_field_missing", {**facts, "field": "month"})
    elif not 1 <= month <= 12:
        yield Refusal(PERIODICAL, "citation_field_unreadable", {**facts, "field": "month"})
    if day is None and periodical.is_newspaper:
        yield Refusal(PERIODICAL, "citation_field_missing", {**facts, "field": "day"})
    elif day is not None and not 1 <= day <= _last_day(periodical.year, month):
        yield Refusal(PERIODICAL, "citation_field_unreadable", {**facts, "field": "day"})
    yield from _check_pages(PERIODICAL, periodical)


def _check_internet(page: Internet) -> Iterator[Refusal]:
    if not page.address.strip():
        yield Refusal(INTERNET, "citation_field_missing", {"kind": "internet", "field": "address"})
    elif not is_full_address(page.address):
        yield Refusal(INTERNET, "citation_address_not_full", {"kind": "internet", "field": "address"})
    found = _DAY.fullmatch(page.seen)
    if page.seen and not (
        found and 1 <= int(found[2]) <= 12 and 1 <= int(found[3]) <= _last_day(found[1], int(found[2]))
    ):
        yield Refusal(INTERNET, "citation_field_unreadable", {"kind": "internet", "field": "seen"})


def _check_other(other: Other) -> Iterator[Refusal]:
    text = " ".join(other.text.casefold().split()).rstrip(" .")
    if not text:
        yield Refusal(OTHER, "citation_field_missing", {"kind": "other", "field": "text"})
    elif text in _VAGUE or f"{text}." in _VAGUE or sum(map(len, _WORD.findall(text))) < 4:
        yield Refusal(OTHER, "citation_not_identifying", {"kind": "other", "field": "text"})


def _missing(paragraph: str, citation: Book | Periodical, field: str) -> Iterator[Refusal]:
    if not getattr(citation, field).strip():
        yield Refusal(paragraph, "citation_field_missing", {"kind": kind_of(citation), "field": field})


def _check_year(paragraph: str, citation: Book | Periodical) -> Iterator[Refusal]:
    yield from _missing(paragraph, citation, "year")
    if citation.year.strip() and not _YEAR.search(citation.year):
        yield Refusal(paragraph, "citation_field_unreadable", {"kind": kind_of(citation), "field": "year"})


def _check_pages(paragraph: str, citation: Book | Periodical) -> Iterator[Refusal]:
    yield from _missing(paragraph, citation, "pages")
    if citation.pages.strip() and not _PAGES.search(citation.pages):
        yield Refusal(paragraph, "citation_field_unreadable", {"kind": kind_of(citation), "field": "pages"})


def _last_day(year: str, month: int | None) -> int:
    """The last day of the month; of an unreadable year or month a generous one."""
    found = re.search(r"(?<!\d)\d{4}(?!\d)", year, re.ASCII)
    if month is None or not 1 <= month <= 12:
        return 31
    return calendar.monthrange(int(found[0]) if found and int(found[0]) else 2000, month)[1]
