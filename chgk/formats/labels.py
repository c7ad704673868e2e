"""Labels of question files: «Вопрос № 5:», «Ответ:», «2 тур», in Russian, Polish and English, as people write them.

Every pattern is anchored at the beginning of its line and bounded, so a line costs no more than its label is long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from chgk.formats.package import Kind


class Field(Enum):
    """What a label announces."""

    TITLE = auto()
    DATE = auto()
    EDITORS = auto()
    INFO = auto()
    TOUR = auto()
    CATEGORY = auto()
    QUESTION = auto()
    TEXT = auto()
    HANDOUT = auto()
    ANSWER = auto()
    ACCEPTED = auto()
    REJECTED = auto()
    COMMENT = auto()
    SOURCES = auto()
    AUTHORS = auto()
    REMOVED = auto()
    EXTRA = auto()


@dataclass(frozen=True, slots=True)
class Label:
    """A label and what follows it on its line."""

    field: Field
    rest: str = ""
    number: int | None = None
    kind: Kind | None = None  # said beside the number, as in «Вопрос 5 (дуплет)»
    removed: str | None = None  # said there, too
    word: str = ""  # as it was written, of EXTRA
    has_colon: bool = True


_COLON = r"\s{0,3}[:：]\s*"
_WORDS: dict[Field, str] = {
    Field.ANSWER: r"(?:авторский |правильный )?ответы?(?:\s?\((?:ы|авторский)\))?|odpowied[zź](?:i|\(i\))?|answers?",
    Field.ACCEPTED: r"зачет(?:ный ответ|ные ответы|ы)?|критери[ий] зачета|uznajemy|zaliczamy|accept(?:ed)?",
    Field.REJECTED: r"не\s?зачет(?:ный ответ|ные ответы)?|не засчитывать|nie uznajemy|nie zaliczamy|reject(?:ed)?",
    Field.COMMENT: r"комм?ентари[йия](?:\(и\))?|komentarz(?:e|\(e\))?|comments?",
    Field.SOURCES: r"источник(?:и|\s?\(и\))?|[zź]r[oó]d[lł](?:o|a|o\(a\))|sources?",
    Field.AUTHORS: r"автор(?:ы|\s?\(ы\))?(?: вопросов| вопроса)?|autor(?:zy|ka|\(zy\))?(?: pytania)?|authors?",
    Field.CATEGORY: r"категория(?: сложности)?|kategoria|category",
    Field.HANDOUT: r"раздатка|раздаточны[йе] материалы?|materia[lł]y? dla graczy|handouts?",
    Field.TITLE: r"чемпионат|пакет|турнир|название|pakiet|turniej|package|tournament",
    Field.DATE: r"дата|data|date",
    Field.INFO: r"инфо|informacje|info",
    Field.EXTRA: r"рейтинг|url|копирайт|вид|обработан|взятия|взятие|сложность",
}
_LABELLED = re.compile(
    r"\s{0,12}(?:" + "|".join(f"(?P<{field.name}>{words})" for field, words in _WORDS.items()) + ")" + _COLON,
    re.IGNORECASE,
)
_EDITORS = re.compile(
    r"\s{0,12}(?:редактор(?:ы|\s?\(ы\))?(?: пакета| тура| турнира)?|redaktor(?:zy|ka)?(?: pakietu)?|editors?)"
    r"(?P<mark>\s{0,3}[:：]\s*|\s{0,3}[—–-]\s+)",
    re.IGNORECASE,
)
_KINDS = {
    "дуплет": Kind.DUPLET,
    "duplet": Kind.DUPLET,
    "блиц": Kind.BLITZ,
    "blitz": Kind.BLITZ,
    "разминка": Kind.WARM_UP,
    "разминочный": Kind.WARM_UP,
    "rozgrzewka": Kind.WARM_UP,
    "warm-up": Kind.WARM_UP,
    "обычный": Kind.ORDINARY,
}
_SAID = rf"(?:\s?\((?P<said>{'|'.join(_KINDS)}|снят[^()\n]{{0,200}})\))?"
_NUMBERED = re.compile(
    r"\s{0,12}(?:вопрос|pytanie|question)\s{0,3}(?:(?:№|n[or]?\.?|#)\s{0,3})?(?P<number>\d{1,4})"
    + _SAID
    + r"\s{0,3}(?P<mark>[:：]|[.)—–-](?=\s|$)|$)\s*",
    re.IGNORECASE,
)
_UNNUMBERED = re.compile(
    r"\s{0,12}(?:вопрос|pytanie|question)(?:\s{0,3}(?:№|n[or]?\.?|#))?" + _SAID + r"\s{0,3}(?:[:：]\s*|\.?\s*$)",
    re.IGNORECASE,
)
_WARM_UP = re.compile(
    r"\s{0,12}(?:разминочный вопрос|нулевой вопрос|разминка|pytanie rozgrzewkowe|rozgrzewka|warm-up(?: question)?)"
    r"\s{0,3}(?:[:：]\s*|\.?\s*$)",
    re.IGNORECASE,
)
_TOUR = re.compile(
    r"\s{0,12}(?:тур|tura|runda|tour|round)(?:\s{0,3}[:：]\s*(?P<title>.*)|\s{1,3}(?:№\s?)?\d{1,2}(?:[.:].*|\s*))$",
    re.IGNORECASE,
)
_TOUR_WORD = re.compile(
    r"\s{0,12}(?:\d{1,2}(?:-?[йя])?|первый|второй|третий|четвертый|пятый|шестой|седьмой|восьмой|девятый|десятый)\s{1,3}тур\s{0,3}[.:]?\s*$",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"\s{0,12}[\[(]?\s?(?:вопрос (?:был )?снят|снят с розыгрыша)"
    r"(?P<reason>\s?[.:,;—–-].{0,500}|\s(?:аж|апелляц|решением|по апелляц|редактор|оргкомитет|из-за|в связи).{0,500}|)"
    r"[\])]?[.!]?\s*$",
    re.IGNORECASE,
)
_NUMBER_ALONE = re.compile(r"\s{0,12}(?P<number>\d{1,3})(?:[.)]\s+(?P<rest>\S.*)|[.)]?\s*$)")
_CATEGORY = re.compile(
    r"(?:№\s?)?([123])(?!\d)|(легк|прост|easy|[lł]atw)|(средн|medium|[sś]redni)|(трудн|сложн|hard|trudn)", re.IGNORECASE
)
_INSIDE = re.compile(
    r"(?:(?<=[.;!?)\]»\"”])\s{1,3}|^)(?=(?:не\s?)?(?:зачет|комментари|источник|автор|uznajemy|nie uznajemy|komentarz))",
    re.IGNORECASE,
)
_EDITORS_INSIDE = re.compile(r"(?<=[.;,»\"”)])\s{1,3}(?=редактор)", re.IGNORECASE)


def unaccented(text: str) -> str:
    """With е for ё: half of all files do without it. As long as before, so that places stay the same."""
    return text.replace("ё", "е").replace("Ё", "Е")


def find_label(text: str) -> Label | None:
    """The label at the beginning of the line, or None."""
    if not text or text.isspace():
        return None
    folded = unaccented(text)
    if found := _LABELLED.match(folded):
        field = Field[str(found.lastgroup)]
        word = text[: found.end()].rstrip(" \t:：").strip() if field is Field.EXTRA else ""
        return Label(field, text[found.end() :].strip(), word=word)
    for pattern, kind in ((_NUMBERED, None), (_UNNUMBERED, None), (_WARM_UP, Kind.WARM_UP)):
        if found := pattern.match(folded):
            return _question(found, text, kind)
    if found := _EDITORS.match(folded):
        return Label(Field.EDITORS, text[found.end() :].strip(), has_colon=":" in found["mark"])
    if found := _TOUR.match(folded):
        if found["title"] is not None:
            return Label(Field.TOUR, text[found.start("title") :].strip())
        return Label(Field.TOUR, text.strip(), has_colon=False)
    if _TOUR_WORD.match(folded):
        return Label(Field.TOUR, text.strip(), has_colon=False)
    if found := _REMOVED.match(folded):
        reason = text[found.start("reason") : found.end("reason")].strip(" .:,;—–-()[]")
        return Label(Field.REMOVED, reason, has_colon=False)
    return None


def find_number(text: str) -> tuple[int, str] | None:
    """A number that stands for «Вопрос N»: alone in its line, or with a dot before the question."""
    found = _NUMBER_ALONE.match(text)
    return (int(found["number"]), (found["rest"] or "").strip()) if found else None


def read_category(text: str) -> int | None:
    """«2», «2 (средний)», «средняя»; None if it is none of the three (§4.1.1)."""
    found = _CATEGORY.match(unaccented(text.strip()))
    if found is None:
        return None
    return int(found[1]) if found[1] else next(place for place in (2, 3, 4) if found[place]) - 1


def split_inside(text: str) -> list[str]:
    """«Гелий. Зачёт: He. Незачёт: аргон» as three lines: labels that begin in the middle of an answer's line."""
    return _split(_INSIDE, text)


def split_editors(text: str) -> list[str]:
    """«Пакет второй игры. Редактор: И. Сыч» in two."""
    return _split(_EDITORS_INSIDE, text)


def _split(pattern: re.Pattern[str], text: str) -> list[str]:
    parts, start = [], 0
    for found in pattern.finditer(unaccented(text)):
        if found.start() > start and find_label(text[found.end() : found.end() + 200]):
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _question(found: re.Match[str], text: str, kind: Kind | None) -> Label:
    groups = found.groupdict()
    said = (groups.get("said") or "").lower()
    removed = text[found.start("said") : found.end("said")][4:].strip(" :,—–-") if said.startswith("снят") else None
    number = groups.get("number")
    return Label(
        Field.QUESTION,
        text[found.end() :].strip(),
        number=int(number) if number else 0 if kind is Kind.WARM_UP else None,
        kind=_KINDS.get(said, kind),
        removed=removed,
    )
