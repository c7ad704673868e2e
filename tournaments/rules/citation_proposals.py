"""A pasted source as a proposal for a citation (§4.1.2), which somebody then looks through and confirms.

The guess never hides anything: ``raw`` is the pasted string, and whatever cannot be told apart becomes an
:class:`Other` with all of it. Every pattern is bounded, and a very long text is not guessed at.
"""

from __future__ import annotations

import re

from tournaments.rules.citation_references import MONTHS, MONTHS_ALONE
from tournaments.rules.citations import Book, Citation, Internet, Other, Periodical

LONGEST_GUESSED = 1_000  # letters; a longer text is hardly one source

_ADDRESS = re.compile(r"(?:https?|ftp)://\S+|www\.\S+", re.IGNORECASE)
_CLOSERS = {")": "(", "]": "[", "»": "«", "”": "„“", ">": "<", '"': '"'}
_LETTER = r"[^\W\d_]"
_INITIALS = rf"(?:{_LETTER}\.[ \u00a0]?-?){{1,3}}"
_SURNAME = rf"(?:(?:фон|ван|де|von|van|de)[ ])?[^\W\d_a-zа-яё]{_LETTER}{{1,24}}(?:-{_LETTER}{{1,24}})?"
_AUTHOR = re.compile(rf"(?:{_INITIALS}[ \u00a0]?{_SURNAME}|{_SURNAME},?[ \u00a0]{_INITIALS})(?=[\s.,:;]|$)")
_PAGES = re.compile(
    r"(?<!\w)(?:[СсCcPpSs]{1,2}|стр|str|pp)\.?[ \u00a0]?"
    r"((?:\d{1,5}|[IVXLC]{1,8})(?:[ \u00a0]?[-–—,][ \u00a0]?\d{1,5}){0,8})(?!\w)"
)
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_PLACE = re.compile(
    r"(?:^|[.—–,;-])[ ]{0,3}(?P<place>(?=[^\W\d_a-zа-яё])(?:[^\W\d_]\.[ –—-]?){0,2}(?:[^\W\d_][\w -]{0,29})?\.?)[ ]?:"
    r"[ ]?(?P<publisher>[^:;]{1,80}?),[ ]?(?P<year>1[4-9]\d\d|20\d\d)(?!\d)"
)
_PLACE_ALONE = re.compile(
    r"(?:^|[.—–-])[ ]{1,3}(?P<place>М\.|Л\.|СПб\.?|Спб\.?|К\.|Пг\.|[^\W\d_a-zа-яё][^\W\d_]{2,20})"
    r",[ ]?(?P<year>1[4-9]\d\d|20\d\d)(?!\d)"
)
_POLISH_PLACE = re.compile(
    r"(?:^|[,.])[ ]?(?P<publisher>[^,.]{2,60}),[ ]?(?P<place>[^\W\d_a-zа-яё][^\W\d_]{2,20}(?:[ -][^\W\d_]{2,20})?)"
    r",?[ ](?P<year>1[4-9]\d\d|20\d\d)(?!\d)"
)
_NEWSPAPER = re.compile(r"(?<!\w)(?:газет[аыеу]|gazet[ayę]|dziennik|newspaper|daily)(?!\w)", re.IGNORECASE)
_JOURNAL = re.compile(
    r"(?<!\w)(?:журнал|альманах|еженедельник|czasopismo|tygodnik|miesięcznik|kwartalnik|magazyn|journal|magazine)(?!\w)",
    re.IGNORECASE,
)
_ISSUE = re.compile(r"(?:№|(?<!\w)(?:N|No\.?|nr\.?|вып\.))[ \u00a0]?(\d{1,5}(?:[-/]\d{1,5})?)", re.IGNORECASE)
_QUOTED = re.compile(r"«([^«»]{1,200})»|„([^„”]{1,200})”|“([^“”]{1,200})”|\"([^\"]{1,200})\"")
_NUMBERS = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_MONTH = {
    name.casefold(): number
    for months in (MONTHS, MONTHS_ALONE)
    for names in months.values()
    for number, name in enumerate(names.split("|"), 1)
}
_NAMED_MONTH = re.compile(
    rf"(?:(?<!\d)(\d{{1,2}})[ \u00a0])?(?<!\w)({'|'.join(sorted(_MONTH, key=len, reverse=True))})(?!\w)", re.IGNORECASE
)
_EDITOR = re.compile(
    rf"(?:[Пп]од ред(?:акцией|\.)|[Рр]ед\.|red\.|ed\.)[ ]((?:{_INITIALS}[ \u00a0]?)?[^,:;.—–/]{{2,60}})"
)
_SEEN = re.compile(
    r"[\[(](?:дата обращения|dostęp|data dostępu|accessed|seen)[: ]{1,3}(\d{1,2})\.(\d{1,2})\.(\d{4})[^\])]{0,10}[\])]"
)
_NO_PAPER = re.compile(
    r"(?:фильм|м/ф|т/ф|концерт|сериал|передача|телепередача|рассылка|спектакль|альбом|cd|dvd|film|koncert|serial|program"
    r"|audycja)(?!\w)",
    re.IGNORECASE,
)
_EMPTY_BRACKETS = re.compile(r"[(\[] ?(?:см\.|por\.|zob\.|see)? ?[)\]]")
_EDGES = " \t\n.,;:—–-/|"


def propose_citation(text: str) -> Citation:
    """What the pasted ``text`` seems to cite. Never raises; ``raw`` is the text as it was pasted."""
    body = text.strip()
    if _ADDRESS.fullmatch(body):
        return Internet(address=body, raw=text)
    if len(body) > LONGEST_GUESSED:
        return Other(text=body, raw=text)
    address = _find_address(body)
    rest = body.replace(address, " ", 1) if address else body
    paper = _periodical(rest, address, text)
    book = _book(rest, address, text)
    if address and not (book and book.publisher and book.pages) and not (paper and paper.year and paper.pages):
        return _page(rest, address, text)
    return paper or book or Other(text=body, raw=text)


def _find_address(body: str) -> str:
    """The first address, letter for letter; only what belongs to the sentence around it is cut off."""
    found = _ADDRESS.search(body)
    if found is None:
        return ""
    address = found[0]
    ends = found.end() == len(body)
    while address:
        last, before = address[-1], body[: found.start()]
        bare = address.rstrip(".")
        if (last in ",;" and not ends) or _closes_the_sentence(address, before):
            address = address[:-1]
        elif last == "." and bare and _closes_the_sentence(bare, before):
            address = bare
        else:
            break
    return address


def _closes_the_sentence(bare: str, before: str) -> bool:
    """«(см. http://a.b)»: the last bracket was opened before the address."""
    opened = _CLOSERS.get(bare[-1], "")
    return bool(opened) and any(mark in before for mark in opened) and not _is_balanced(bare, opened, bare[-1])


def _is_balanced(address: str, opened: str, closer: str) -> bool:
    return sum(address.count(mark) for mark in opened) >= address.count(closer) and closer not in opened


def _page(rest: str, address: str, raw: str) -> Internet:
    found = _SEEN.search(rest)
    seen = ""
    if found:
        seen = f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"
        rest = rest.replace(found[0], " ", 1)
    title = re.sub(r"\[Электронный ресурс\]|(?<!\w)URL:", " ", rest)
    return Internet(address=address, title=_tidy(_EMPTY_BRACKETS.sub(" ", _tidy(title))), seen=seen, raw=raw)


def _book(rest: str, address: str, raw: str) -> Book | None:
    found = _PLACE.search(rest) or _POLISH_PLACE.search(rest) or _PLACE_ALONE.search(rest)
    pages = _PAGES.search(rest)
    if found is None:
        return None
    known = found.groupdict()
    head = rest[: found.start()]
    author, title = _author_and_title(head)
    editor = _EDITOR.search(rest)
    return Book(
        title=_tidy(title.replace(editor[0], " ") if editor else title),
        author=author,
        editor=_tidy(editor[1]) if editor else "",
        place=known["place"].strip(),
        publisher=_unquoted(known.get("publisher") or ""),
        year=known["year"],
        pages=pages[1].strip() if pages else "",
        address=address,
        raw=raw,
    )


def _author_and_title(head: str) -> tuple[str, str]:
    """«В. Л. Глазычев. Гемма Коперника» in two; without initials nobody can tell who is who."""
    head = head.strip(" \t\n,;:—–-/|")
    names = []
    while found := _AUTHOR.match(head):
        names.append(found[0].strip())
        head = head[found.end() :].lstrip(_EDGES)
        if len(names) == 5:
            break
    return ", ".join(names), head


def _periodical(rest: str, address: str, raw: str) -> Periodical | None:
    is_newspaper = bool(_NEWSPAPER.search(rest))
    year, month, day = _find_date(rest)
    names = [next(filter(None, found.groups())) for found in _QUOTED.finditer(rest)]
    article, slashes, journal = rest.partition("//")
    in_article = bool(slashes) and not _PLACE.search(rest) and bool(_YEAR.search(journal))
    issue, pages = _ISSUE.search(rest), _PAGES.search(rest)
    dated = bool(names) and bool(year) and (issue is not None or (month is not None and rest[:1] in '«„“"'))
    dated = dated and not _PLACE.search(rest) and not _NO_PAPER.match(rest)
    if not (is_newspaper or _JOURNAL.search(rest) or in_article or dated) or not (year or names or in_article):
        return None
    author = ""
    if in_article:
        author, article = _author_and_title(article)
        title = _unquoted(re.split(r"[.,;—–(]|№|(?<!\w)(?:N|nr)(?!\w)|\d{4}", journal.strip(), maxsplit=1)[0])
        names = [_unquoted(article), *names]
    else:
        author, head = _author_and_title(rest)
        title, article = _title_and_article(head, names)
    return Periodical(
        title=title,
        article=_unquoted(article),
        author=author,
        year=year,
        month=month,
        day=day,
        issue=issue[1] if issue else "",
        pages=pages[1].strip() if pages else "",
        is_newspaper=is_newspaper or (day is not None and not _JOURNAL.search(rest)),
        address=address,
        raw=raw,
    )


def _title_and_article(rest: str, names: list[str]) -> tuple[str, str]:
    """Of two quoted names the one beside «журнал», «газета» is the paper, else the first."""
    if not names:
        return _tidy(re.split(r"[,.]|\d", rest, maxsplit=1)[0]), ""
    words = _JOURNAL.search(rest) or _NEWSPAPER.search(rest)
    if len(names) == 1 and words is None:
        return names[0].strip(), _tidy(rest[: rest.index(names[0]) - 1])
    paper = 0
    if words and len(names) > 1:
        places = [rest.index(name) for name in names]
        paper = min(
            range(len(names)),
            key=lambda n: min(abs(places[n] - words.end()), abs(places[n] + len(names[n]) - words.start())),
        )
    others = [name for n, name in enumerate(names) if n != paper]
    return names[paper].strip(), others[0].strip() if others else ""


def _find_date(rest: str) -> tuple[str, int | None, int | None]:
    """Year, month and day, as far as the text tells them."""
    if (found := _NUMBERS.search(rest)) and 1 <= int(found[2]) <= 12:
        return found[3], int(found[2]), int(found[1])
    year = _YEAR.search(rest)
    month = _NAMED_MONTH.search(rest)
    if month is None:
        return year[1] if year else "", None, None
    return year[1] if year else "", _MONTH[month[2].casefold()], int(month[1]) if month[1] else None


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(_EDGES)


def _unquoted(text: str) -> str:
    text = _tidy(text)
    found = _QUOTED.fullmatch(text)
    return next(filter(None, found.groups())) if found else text
