"""A citation as a printed reference (§4.1.2): GOST in Russian, the usual forms in Polish and in English.

Whatever is missing is left out with its punctuation. An internet address stands in it exactly as it was typed, with a
blank after it, so that nothing grows together with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tournaments.rules.citations import Book, Citation, Internet, Other, Periodical

MONTHS = {
    "ru": "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря",
    "pl": "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia",
    "en": "January|February|March|April|May|June|July|August|September|October|November|December",
}
MONTHS_ALONE = {
    "ru": "январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь",
    "pl": "styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień",
    "en": MONTHS["en"],
}
_PAGE = {"ru": "С. ", "pl": "s. ", "en": "p. "}


def as_line(citation: Citation, language: str) -> str:
    """The citation as one line: what was typed, letter for letter, else the reference that its fields make."""
    typed = " ".join(line.strip() for line in citation.raw.splitlines() if line.strip())
    return typed or as_reference(citation, language)


def as_reference(citation: Citation, language: str) -> str:
    """The reference in ``ru``, ``pl`` or, for any other language, in English."""
    language = language.partition("-")[0].lower()
    language = language if language in ("ru", "pl") else "en"
    if isinstance(citation, Book):
        return _BOOKS[language](citation)
    if isinstance(citation, Periodical):
        return _PERIODICALS[language](citation)
    if isinstance(citation, Internet):
        return _page(citation, language)
    return citation.text.strip() if isinstance(citation, Other) else ""


def _book_ru(book: Book) -> str:
    title = book.title.strip()
    if book.editor.strip():
        title = f"{title} / под ред. {book.editor.strip()}" if title else f"под ред. {book.editor.strip()}"
    head = _sentences(book.author, title)
    place = " : ".join(_filled(book.place, book.publisher))
    return _with_address(_dashes(head, _listed(place, book.year), _pages(book.pages, "ru")), book.address, "ru")


def _book_pl(book: Book) -> str:
    editor = f"red. {book.editor.strip()}" if book.editor.strip() else ""
    where = " ".join(_filled(book.place, book.year))
    text = _listed(book.author, book.title, editor, book.publisher, where, _pages(book.pages, "pl"))
    return _with_address(_stopped(text), book.address, "pl")


def _book_en(book: Book) -> str:
    editor = f"Ed. {book.editor.strip()}" if book.editor.strip() else ""
    place = ": ".join(_filled(book.place, book.publisher))
    text = _sentences(book.author, book.title, editor, _listed(place, book.year, _pages(book.pages, "en")))
    return _with_address(text, book.address, "en")


def _periodical_ru(paper: Periodical) -> str:
    article = _sentences(paper.author, paper.article).removesuffix(".")
    head = " // ".join(_filled(article, paper.title))
    issue = paper.issue.strip()
    if issue and issue[0].isdigit():
        issue = f"№ {issue}"
    text = _dashes(_stopped(head), paper.year, _date(paper, "ru"), issue, _pages(paper.pages, "ru"))
    return _with_address(text, paper.address, "ru")


def _periodical_pl(paper: Periodical) -> str:
    date = " ".join(_filled(_date(paper, "pl"), paper.year))
    issue = paper.issue.strip()
    if issue and issue[0].isdigit():
        issue = f"nr {issue}"
    named = _listed(paper.author, _quoted(paper.article, "„”"), _quoted(paper.title, "„”"), issue, date)
    return _with_address(_stopped(_listed(named, _pages(paper.pages, "pl"))), paper.address, "pl")


def _periodical_en(paper: Periodical) -> str:
    date = " ".join(_filled(_date(paper, "en"), paper.year))
    issue = paper.issue.strip()
    if issue and issue[0].isdigit():
        issue = f"no. {issue}"
    text = _listed(paper.author, _quoted(paper.article, "“”"), paper.title, issue, date, _pages(paper.pages, "en"))
    return _with_address(_stopped(text), paper.address, "en")


_BOOKS: dict[str, Callable[[Book], str]] = {"ru": _book_ru, "pl": _book_pl, "en": _book_en}
_PERIODICALS: dict[str, Callable[[Periodical], str]] = {
    "ru": _periodical_ru,
    "pl": _periodical_pl,
    "en": _periodical_en,
}


def _page(page: Internet, language: str) -> str:
    title = page.title.strip()
    day = ".".join(reversed(page.seen.split("-")))
    if language == "ru":
        head = f"{title} [Электронный ресурс]. — URL: {page.address}" if title else f"URL: {page.address}"
        return f"{head} (дата обращения: {day})" if day else head
    if language == "pl":
        head = f"{_quoted(title, '„”')}, {page.address}" if title else page.address
        return f"{head} [dostęp: {day}]" if day else head
    head = f"{_stopped(title)} {page.address}" if title else page.address
    return f"{head} (seen {page.seen})" if page.seen else head


def _date(paper: Periodical, language: str) -> str:
    """«14 марта», «март», or nothing."""
    if paper.month is None or not 1 <= paper.month <= 12:
        return ""
    if paper.day is None:
        return MONTHS_ALONE[language].split("|")[paper.month - 1]
    return f"{paper.day} {MONTHS[language].split('|')[paper.month - 1]}"


def _pages(pages: str, language: str) -> str:
    """With «С.» before a bare number; a typed «с. 3» stays as it is."""
    pages = pages.strip()
    return f"{_PAGE[language]}{pages}" if pages and not re.match(r"[^\W\d_]+\.", pages) else pages


def _with_address(text: str, address: str, language: str) -> str:
    if not address:
        return text
    mark = "URL: " if language == "ru" else ""
    return f"{text} {mark}{address}" if text else f"{mark}{address}"


def _filled(*parts: str) -> list[str]:
    return [part.strip() for part in parts if part.strip()]


def _listed(*parts: str) -> str:
    return ", ".join(_filled(*parts))


def _stopped(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?…" else f"{text}."


def _sentences(*parts: str) -> str:
    return " ".join(_stopped(part) for part in _filled(*parts))


def _dashes(*parts: str) -> str:
    return " — ".join(_stopped(part) for part in _filled(*parts))


def _quoted(text: str, marks: str) -> str:
    text = text.strip()
    return f"{marks[0]}{text}{marks[1]}" if text and text[0] not in '„“«"' else text
