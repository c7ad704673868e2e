"""The auction's bank as a table (CSV or XLSX): a question a row, four variants of which exactly one is right (§19).

Columns are found by their headings in Polish, Russian or English, in any order. Everything that is wrong is said with
its line; whoever imports takes all rows or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from auction.rules.special import MARK
from tournaments.register_files.problems import FileError, Problem, column_letter
from tournaments.register_files.tables import TEXT, Row, read_table
from tournaments.rules.likeness import normalise
from tournaments.rules.sheet_text import unguard_cell

CATEGORY, QUESTION, ANSWER, ACCEPTED = "category", "question", "answer", "accepted"
VARIANTS = ("variant_a", "variant_b", "variant_c", "variant_d")
RIGHT, COMMENT, SOURCE, IGNORED = "right", "comment", "source", "ignored"
COLUMNS = (CATEGORY, QUESTION, ANSWER, ACCEPTED, *VARIANTS, RIGHT, COMMENT, SOURCE)
NEEDED = (CATEGORY, QUESTION, ANSWER, *VARIANTS, SOURCE)
LONGEST: Mapping[str, int] = {CATEGORY: 60, ANSWER: 200, **dict.fromkeys(VARIANTS, 200)}
SEARCHED = 12  # rows: a title may stand above the headings

_HEADINGS: Mapping[str, str] = {
    CATEGORY: "kategoria|dział|temat|категория|рубрика|тема|category|topic",
    QUESTION: "pytanie|treść|treść pytania|tekst pytania|вопрос|текст вопроса|question|question text|text",
    ANSWER: (
        "odpowiedź|poprawna odpowiedź|prawidłowa odpowiedź|ответ|правильный ответ|answer|correct answer|right answer"
    ),
    ACCEPTED: (
        "uznawane|uznajemy|odpowiedzi uznawane|uznawane odpowiedzi|także|зачёт|засчитывать|принимаются|"
        "accepted|accepted answers|also accepted|also"
    ),
    VARIANTS[
        0
    ]: "a|wariant a|odpowiedź a|wariant 1|вариант а|вариант a|вариант 1|а|variant a|option a|variant 1|option 1",
    VARIANTS[
        1
    ]: "b|wariant b|odpowiedź b|wariant 2|вариант б|вариант b|вариант 2|б|variant b|option b|variant 2|option 2",
    VARIANTS[
        2
    ]: "c|wariant c|odpowiedź c|wariant 3|вариант в|вариант c|вариант 3|в|variant c|option c|variant 3|option 3",
    VARIANTS[
        3
    ]: "d|wariant d|odpowiedź d|wariant 4|вариант г|вариант d|вариант 4|г|variant d|option d|variant 4|option 4",
    RIGHT: (
        "poprawny|poprawny wariant|prawidłowy wariant|właściwy wariant|poprawna|верный|верный вариант|"
        "правильный вариант|правильный|right|right variant|correct|correct variant|correct option"
    ),
    COMMENT: "komentarz|uwagi|комментарий|комментарии|примечание|comment|comments|note",
    SOURCE: "źródło|źródła|источник|источники|источник и|source|sources",
    IGNORED: "lp|nr|no|id|numer|номер|№|п п|number|autor|автор|author",
}
_ROLE_OF = {normalise(word): role for role, words in _HEADINGS.items() for word in words.split("|")}
_LETTERS = {"a": 1, "b": 2, "c": 3, "d": 4, "а": 1, "б": 2, "в": 3, "г": 4, "1": 1, "2": 2, "3": 3, "4": 4}


@dataclass(frozen=True, slots=True)
class BankRow:
    """A question of the bank; ``right`` is 1 to 4. Two rows are equal if they say the same, wherever they stand."""

    category: str
    text: str
    answer: str
    variants: tuple[str, str, str, str]
    right: int
    source: str
    accepted: tuple[str, ...] = ()
    comment: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class BankReading:
    """A table as it was read: its good rows, and what is wrong with the others."""

    rows: tuple[BankRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    kind: str = ""
    encoding: str = ""
    separator: str = ""


def read_bank_table(data: bytes, *, encoding: str = "", separator: str = "", sheet: str = "") -> BankReading:
    """The rows of a CSV or XLSX file. Never raises for what is in it: a file that cannot be read has one problem.

    Codes of such a file are those of the class register's tables; of a row: `cell_missing` and `cell_too_long` with
    the ``part``, `category_is_a_mark`, `variants_equal`, `right_unknown`, `right_not_one`, `answer_not_right`,
    `question_twice`; of the headings: `no_headings`, `heading_missing`, `heading_twice`.
    """
    try:
        table = read_table(data, encoding=encoding, separator=separator, sheet=sheet, keep_breaks=True)
    except FileError as error:
        line = error.params.get("line", 0)
        return BankReading(problems=(Problem(error.code, line if isinstance(line, int) else 0, params=error.params),))
    rows = _unguarded(table.rows) if table.kind == TEXT else table.rows
    problems = list(table.problems)
    header, columns = _find_columns(rows)
    if header is None:
        return BankReading((), (*problems, Problem("no_headings", rows[0][0])), table.kind, table.encoding)
    problems += _check_columns(rows[header], columns)
    found: list[BankRow] = []
    if not any(problem.code.startswith("heading_") for problem in problems):
        found = list(_rows(rows[header + 1 :], columns, problems))
    problems.sort(key=lambda problem: problem.line)
    return BankReading(tuple(found), tuple(problems), table.kind, table.encoding, table.separator)


def _unguarded(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The cells as they were before they were made safe for spreadsheets."""
    return tuple((line, tuple(map(unguard_cell, cells))) for line, cells in rows)


def _find_columns(rows: Sequence[Row]) -> tuple[int | None, dict[str, list[int]]]:
    """The row with the most headings that are known, and where each stands in it."""
    best: tuple[int | None, dict[str, list[int]]] = (None, {})
    for place, (_line, cells) in enumerate(rows[:SEARCHED]):
        columns: dict[str, list[int]] = {}
        for index, cell in enumerate(cells):
            role = _ROLE_OF.get(normalise(cell.replace("\n", " ")), "")
            if role and role != IGNORED:
                columns.setdefault(role, []).append(index)
        if len(columns) >= 3 and len(columns) > len(best[1]):
            best = (place, columns)
    return best


def _check_columns(header: Row, columns: Mapping[str, list[int]]) -> Iterator[Problem]:
    line, cells = header
    for role in NEEDED:
        if role not in columns:
            yield Problem("heading_missing", line, params={"part": role})
    for role, places in columns.items():
        if len(places) > 1:
            yield Problem("heading_twice", line, column_letter(places[1]), cells[places[1]], {"part": role})


def _rows(rows: Sequence[Row], columns: Mapping[str, list[int]], problems: list[Problem]) -> Iterator[BankRow]:
    seen: dict[str, int] = {}
    for line, cells in rows:
        parts = {role: cells[places[0]] if places[0] < len(cells) else "" for role, places in columns.items()}
        wrong = [*_check_cells(line, parts, columns)]
        right = _right_variant(parts)
        if not wrong:
            wrong += _check_variants(line, parts, right)
        twin = seen.setdefault(row_key(parts[QUESTION]), line)
        if twin != line and parts[QUESTION]:
            wrong.append(Problem("question_twice", line, params={"first": twin}))
        problems += wrong
        if not wrong and isinstance(right, int):
            yield BankRow(
                category=" ".join(parts[CATEGORY].split()),
                text=parts[QUESTION],
                answer=parts[ANSWER],
                variants=(parts[VARIANTS[0]], parts[VARIANTS[1]], parts[VARIANTS[2]], parts[VARIANTS[3]]),
                right=right,
                source=parts[SOURCE],
                accepted=split_accepted(parts.get(ACCEPTED, "")),
                comment=parts.get(COMMENT, ""),
                line=line,
            )


def row_key(text: str) -> str:
    """What makes two texts the same: without case and punctuation; one of nothing but signs («+») as it is."""
    return normalise(text) or text.strip()


def split_accepted(cell: str) -> tuple[str, ...]:
    """One a line; in a cell of one line, divided by semicolons."""
    pieces = cell.split("\n") if "\n" in cell else cell.split(";")
    return tuple(dict.fromkeys(piece.strip() for piece in pieces if piece.strip()))


def _check_cells(line: int, parts: Mapping[str, str], columns: Mapping[str, list[int]]) -> Iterator[Problem]:
    for role in NEEDED:
        column = column_letter(columns[role][0])
        if not parts[role]:
            yield Problem("cell_missing", line, column, params={"part": role})
        elif len(parts[role]) > LONGEST.get(role, len(parts[role])):
            yield Problem("cell_too_long", line, column, params={"part": role, "limit": LONGEST[role]})
    if parts[CATEGORY].startswith(MARK):
        yield Problem("category_is_a_mark", line, column_letter(columns[CATEGORY][0]), params={"mark": MARK})


def _right_variant(parts: Mapping[str, str]) -> int | str:
    """1 to 4; or why it is none: `right_unknown`, `right_not_one`."""
    said = parts.get(RIGHT, "").strip()
    if said and (named := _LETTERS.get(said.casefold().rstrip(".)"))):
        return named
    wanted = row_key(said or parts[ANSWER])
    equal = [place for place, role in enumerate(VARIANTS, 1) if row_key(parts[role]) == wanted]
    if len(equal) == 1:
        return equal[0]
    return "right_unknown" if said and not equal else "right_not_one"


def _check_variants(line: int, parts: Mapping[str, str], right: int | str) -> Iterator[Problem]:
    variants = [parts[role].strip().casefold() for role in VARIANTS]
    if len(set(variants)) < len(variants):
        yield Problem("variants_equal", line)
    elif isinstance(right, str):
        yield Problem(right, line, params={"right": parts.get(RIGHT, "")[:40], "answer": parts[ANSWER][:40]})
    else:
        others = [row_key(parts[role]) for place, role in enumerate(VARIANTS, 1) if place != right]
        if row_key(parts[ANSWER]) in others:
            yield Problem("answer_not_right", line, params={"answer": parts[ANSWER][:40]})
