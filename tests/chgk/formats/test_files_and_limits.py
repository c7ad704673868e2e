"""Bytes and their limits: encodings by content, line breaks of any kind, foreign files, and work in proportion."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chgk.formats import labels, lines
from chgk.formats.detect import detect_format, read_file
from chgk.formats.encodings import CENTRAL_EUROPEAN, decode
from chgk.formats.problems import FormatError

TEXT = """Вопрос № 1: Какая птица не спит ночью и слышит мышь под снегом?
Ответ: Сова
Комментарий: «Уши» на её голове — это перья.
Источник: Атлас птиц
"""


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251", "koi8-r", "cp866"],
)
def test_encodings_are_told_by_content(encoding: str) -> None:
    text = TEXT.replace("—", "-").replace("№", "N").replace("«", '"').replace("»", '"')
    reading = read_file(text.encode(encoding))
    (question,) = reading.package.questions
    assert question.text == "Какая птица не спит ночью и слышит мышь под снегом?"
    assert reading.encoding.replace("-sig", "").startswith(encoding[:5].rstrip("-")) and reading.problems == ()
    assert reading.confidence >= 0.9


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
@pytest.mark.parametrize("text", ["ВОПРОС 1: СОВА НЕ СПИТ?\nОТВЕТ: ДА", "Вопрос 1: ёж?\nОтвет: ёж"])
def test_short_and_loud_texts(encoding: str, text: str) -> None:
    assert read_file(text.encode(encoding)).package.questions[0].answer.lower() in ("да", "ёж")


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250", "iso8859-2"])
def test_polish_is_told_by_content_too(encoding: str) -> None:
    text = "Która sowa żyje w dziupli i ściga myszy? Puszczyk. Źródło: atlas ptaków, część druga, książka."
    assert decode(text.encode(encoding), candidates=CENTRAL_EUROPEAN).text == text


def test_a_doubtful_encoding_is_said_and_can_be_confirmed() -> None:
    data = (
        "Вопрос 1: a?\nОтвет: ж".encode("cp1251")
        .replace("Вопрос".encode("cp1251"), b"Question")
        .replace("Ответ".encode("cp1251"), b"Answer")
    )
    reading = read_file(data)
    assert [problem.code for problem in reading.problems] == ["encoding_guessed"]
    confirmed = read_file(data, encoding="cp1251")
    assert (confirmed.package.questions[0].answer, confirmed.problems) == ("ж", ())


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\r\r\n", "\r"])
def test_line_breaks_of_any_kind_and_the_lines_still_count(breaks: str) -> None:
    text = TEXT + "\nпросто строка\n"
    reading = read_file(text.replace("\n", breaks).encode())
    assert reading.package.questions[0].answer == "Сова"
    assert [(unread.line, unread.text) for unread in reading.unread] == [(6, "просто строка")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b" \r\n\0", "empty_file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "foreign_file"),
        (b"{\\rtf1 x}", "foreign_file"),
        (b"%PDF-1.7", "foreign_file"),
        (b"\x89PNG\r\n\x1a\n", "foreign_file"),
        (b"PK\3\4 no zip", "foreign_file"),
        (b"<!DOCTYPE html><p>", "foreign_file"),
        (b"abc\0\1\2def", "not_text"),
        ("Вопрос: совиное перо".encode()[:-1], "encoding_cut_off"),
        (b"a\n" * (lines.MOST_LINES + 1), "too_many_lines"),
        (b"a" * (lines.LONGEST_LINE + 1), "line_too_long"),
        (b"a " * (lines.MOST_BYTES // 2 + 1), "file_too_large"),
        ("Вопрос 1: ?\nОтвет: а\n".encode() * (lines.MOST_QUESTIONS + 1), "too_many_questions"),
        (b"? a\n! b\n\n" * (lines.MOST_QUESTIONS + 1), "too_many_questions"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_read_says_why(data: bytes, code: str) -> None:
    reading = read_file(data)
    assert [problem.code for problem in reading.problems] == [code]
    assert not reading.is_readable and reading.package.questions == ()


def test_a_wrong_choice_names_the_line() -> None:
    (problem,) = read_file("а\nб".encode("cp1251"), encoding="utf-8").problems
    assert (problem.code, problem.line) == ("encoding_wrong", 1)
    assert read_file(b"a", encoding="rot13").problems[0].code == "encoding_unknown"
    assert read_file(b"a", format="odt").problems[0].code == "format_unknown"
    with pytest.raises(FormatError):
        decode(b"a", "idna")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_bytes_break_a_reader(data: bytes) -> None:
    for name in ("", "rulebook_form", "db_text", "four_s", "docx"):
        read_file(data, format=name)


HOSTILE = [
    "Вопрос 1: [Раздаточный материал:\n",
    "[" * 30 + "\n",
    "<раздатка>\n",
    "Ответ: Зачёт: Незачёт: Зачёт: а. Зачёт: б\n",
    "1. 2. 3. 4.\n\n",
    "(pic: (img (pic: \n",
    "Вопрос " + " " * 40 + "№\n",
    "_a __b ~c (screen (\n? _\n",
    "&&&amp;&#;&x;\n",
    "а, и б и (в, «г, \n",
    "Категория:\n",
    "Автор: и и и и , , ,\n",
]


@pytest.mark.parametrize("piece", HOSTILE, ids=lambda piece: piece.strip()[:12])
@pytest.mark.parametrize("name", ["rulebook_form", "db_text", "four_s"])
def test_work_grows_with_the_file_and_no_faster(name: str, piece: str) -> None:
    """Counted in calls of our own functions, for a file and for one four times as long."""

    def work(times: int) -> int:
        calls = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls
            calls += event == "call"

        data = (piece * times).encode()
        sys.setprofile(count)
        try:
            read_file(data, format=name)
        finally:
            sys.setprofile(None)
        return calls

    assert work(160) <= 5 * work(40) + 2_000


def test_a_long_line_of_labels_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    find = labels.find_label

    def counted(text: str) -> labels.Label | None:
        looked.append(len(text))
        return find(text)

    monkeypatch.setattr("chgk.formats.labels.find_label", counted)
    read_file(("Вопрос 1: ?\nОтвет: " + "а. Зачёт: б. " * 1_500).encode(), format="rulebook_form")
    assert sum(looked) < 20 * lines.LONGEST_LINE * 20


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TEXT, "rulebook_form"),
        ("Вопрос 1:\nа\n\nОтвет:\nб\n", "db_text"),
        ("? а\n! б\n", "four_s"),
        ("### Кубок\n\n## Тур\n\n?\nа\n! б\n@ в\n", "four_s"),
        ("заметка без вопросов", "rulebook_form"),
        ("Вопрос 1.\n! так начинается текст\nОтвет: а", "rulebook_form"),
    ],
)
def test_formats_are_told_by_content(text: str, name: str) -> None:
    assert detect_format(text) == name
