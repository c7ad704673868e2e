"""What the columns of a register are, by their headings in Polish, Russian or English, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.register_files.days import Span, find_day
from tournaments.register_files.marks import read_mark
from tournaments.rules.likeness import normalise

NAME, NAME_LAST_FIRST, FIRST, MIDDLE, LAST = "name", "name_last_first", "first_name", "middle_name", "last_name"
HOUSE, DAY, SUBJECT, PERIOD, MARK, LESSON, IGNORE = "house", "day", "subject", "period", "mark", "lesson", "ignore"
NAMES = (NAME, NAME_LAST_FIRST, FIRST, LAST)
ROLES = (NAME, NAME_LAST_FIRST, FIRST, MIDDLE, LAST, HOUSE, DAY, SUBJECT, PERIOD, MARK, LESSON, IGNORE)
SEARCHED = 12  # rows: a title and an empty line or two may stand above the headings

_HEADINGS: dict[str, str] = {
    NAME: (
        "imię i nazwisko|imię nazwisko|imiona i nazwisko|uczeń|uczennica|uczeń uczennica|uczniowie|osoba|zawodnik|"
        "имя и фамилия|имя фамилия|ученик|ученица|ученики|учащийся|учащиеся|студент|участник|"
        "name|full name|pupil|pupils|student|students|person|pupil s name|student name"
    ),
    NAME_LAST_FIRST: (
        "nazwisko i imię|nazwisko imię|nazwisko i imiona|фио|ф и о|фамилия имя|фамилия и имя|фамилия имя отчество|"
        "surname and name|last name first name|surname first name|surname name"
    ),
    FIRST: "imię|imiona|pierwsze imię|имя|first name|given name|forename",
    MIDDLE: "drugie imię|отчество|middle name|patronymic",
    LAST: "nazwisko|фамилия|surname|last name|family name",
    HOUSE: "dom|dom ucznia|факультет|дом|house|faculty",
    DAY: (
        "data|dzień|data lekcji|data zajęć|dzień lekcji|kiedy|дата|день|число|дата урока|дата занятия|"
        "date|day|lesson date|held on"
    ),
    SUBJECT: (
        "przedmiot|zajęcia|lekcja|nazwa przedmiotu|nazwa zajęć|предмет|дисциплина|занятие|урок|название предмета|"
        "subject|lesson|course|subject name"
    ),
    PERIOD: (
        "nr lekcji|numer lekcji|lekcja nr|godzina|godzina lekcyjna|godz lekcyjna|godz|номер урока|no урока|урок no|"
        "номер занятия|пара|час|period|hour|lesson number|lesson no|no of lesson"
    ),
    MARK: (
        "obecność|obecności|frekwencja|status|symbol|znak|obecny|wpis|obecny nieobecny|посещаемость|посещение|"
        "присутствие|явка|отметка|статус|mark|attendance|presence|present"
    ),
    IGNORE: (
        "lp|l p|nr|no|п п|no п п|id|klasa|класс|class|form|uwagi|notatki|примечание|примечания|комментарий|notes|note|"
        "nauczyciel|prowadzący|учитель|преподаватель|teacher|temat|тема|topic|razem|suma|итого|всего|total|procent"
    ),
}
_ROLE_OF = {normalise(word): role for role, words in _HEADINGS.items() for word in words.split("|")}


def role_of(heading: str) -> str:
    """The role that the heading names; "" if none of ours. A heading with a day is a lesson's."""
    return _ROLE_OF.get(normalise(heading), "")


def find_header(rows: Sequence[tuple[int, tuple[str, ...]]], span: Span) -> int | None:
    """The line of the row whose cells are headings: the best of the first ones, with somebody's name among them."""
    best, found = 0, None
    for line, cells in rows[:SEARCHED]:
        roles = {role_of(cell) for cell in cells} - {"", IGNORE}
        lessons = sum(find_day(cell, span) is not None for cell in cells if not role_of(cell))
        worth = 2 * len(roles) + min(lessons, 3)
        if roles & set(NAMES) and worth > best:
            best, found = worth, line
    return found


def guess_roles(headings: Sequence[str], rows: Sequence[tuple[str, ...]], span: Span) -> tuple[str, ...]:
    """A role for every column, each but «lesson» and «ignore» at most once."""
    roles = [role_of(heading) or _lesson_or_nothing(heading, span) for heading in headings]
    roles += [""] * (max((len(row) for row in rows), default=0) - len(roles))
    roles = _settle(roles, rows)
    if not set(roles) & set(NAMES):
        _guess_by_contents(roles, rows, span)
    if LESSON not in roles and DAY in roles:  # one line a mark: the only column of marks is theirs
        likely = [index for index, role in enumerate(roles) if not role and _are_marks(rows, index)]
        if MARK not in roles and len(likely) == 1:
            roles[likely[0]] = MARK
        return tuple(role or IGNORE for role in roles)
    # A column whose heading has no day but whose cells are marks waits for its day: it is not dropped in silence.
    return tuple(role or (LESSON if _are_marks(rows, index) else IGNORE) for index, role in enumerate(roles))


def _settle(roles: list[str], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """One column a role: the first one. A lone first or last name is the whole name; numbers are no subject."""
    taken: set[str] = set()
    for index, given in enumerate(roles):
        # «урок», «lekcja» may be the lesson's number
        is_number = given == SUBJECT and _share(rows, index, str.isdecimal) > 0.8
        role = PERIOD if is_number else given
        roles[index] = IGNORE if role not in ("", LESSON, IGNORE) and role in taken else role
        taken.add(roles[index])
    whole = taken & {NAME, NAME_LAST_FIRST}
    for index, role in enumerate(roles):
        if role in (FIRST, LAST, MIDDLE) and whole:
            roles[index] = IGNORE
        elif (role == FIRST and LAST not in taken) or (role == LAST and FIRST not in taken):
            roles[index] = NAME if role == FIRST else NAME_LAST_FIRST
    if LESSON in taken:  # a column a lesson: the others say nothing of lessons
        return [IGNORE if role in (DAY, SUBJECT, PERIOD, MARK) else role for role in roles]
    return roles


def _guess_by_contents(roles: list[str], rows: Sequence[tuple[str, ...]], span: Span) -> None:
    """A file without headings of ours: days, marks and names look like themselves."""
    tests: tuple[tuple[str, Callable[[str], bool]], ...] = (
        (DAY, lambda cell: find_day(cell, span) is not None),
        (MARK, lambda cell: bool(read_mark(cell))),
        (NAME, lambda cell: len(cell.split()) >= 2 and not any(letter.isdigit() for letter in cell)),
        (SUBJECT, lambda cell: any(letter.isalpha() for letter in cell)),
    )
    for role, test in tests:
        for index, given in enumerate(roles):
            if not given and role not in roles and _share(rows, index, test) > 0.8:
                roles[index] = role


def _lesson_or_nothing(heading: str, span: Span) -> str:
    return LESSON if find_day(heading, span) is not None else ""


def _are_marks(rows: Sequence[tuple[str, ...]], index: int) -> bool:
    return _share(rows, index, lambda cell: bool(read_mark(cell))) > 0.5


def _share(rows: Sequence[tuple[str, ...]], index: int, test: Callable[[str], bool]) -> float:
    cells = [row[index].strip() for row in rows[:200] if index < len(row) and row[index].strip()]
    return sum(map(test, cells)) / len(cells) if cells else 0.0
