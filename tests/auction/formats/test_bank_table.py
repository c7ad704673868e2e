"""The auction's bank as a table: what a Polish or Russian spreadsheet writes, and the same back again."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import openpyxl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from auction.formats.bank_table import BankRow, read_bank_table
from auction.formats.bank_table_writer import HEADINGS, write_csv, write_xlsx
from tournaments.register_files.problems import FileError

OWL = BankRow(
    category="Przyroda",
    text="Który ptak słyszy mysz pod śniegiem?",
    answer="Sowa",
    variants=("Sowa", "Żuraw", "Kos", "Gęś"),
    right=1,
    source="Atlas ptaków, „Puszczyk”, Łódź 1985, s. 7",
    accepted=("puszczyk", "sowa śnieżna"),
    comment="Ma płaską twarz, która zbiera dźwięk.",
)
MUSIC = replace(OWL, text="Ile strun mają skrzypce?", answer="4", variants=("3", "4", "5", "6"), right=2, accepted=())
HEADER = "Kategoria;Pytanie;Odpowiedź;A;B;C;D;Źródło"


def table(*lines: str, encoding: str = "utf-8") -> bytes:
    return "\r\n".join((HEADER, *lines)).encode(encoding)


def problems(data: bytes) -> list[tuple[str, int, object]]:
    return [(problem.code, problem.line, problem.params.get("part")) for problem in read_bank_table(data).problems]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
def test_what_spreadsheets_save(separator: str, encoding: str) -> None:
    output = io.StringIO(newline="")
    writer = csv.writer(output, delimiter=separator)
    writer.writerow(["Źródło", "D", "C", "B", "A", "Lp.", "Odpowiedź", "Pytanie", "Kategoria"])
    for number in range(1, 4):
        cells = [OWL.source, *reversed(OWL.variants), str(number), "sowa", f"{OWL.text} ({number})", OWL.category]
        writer.writerow(cells)
    reading = read_bank_table(output.getvalue().encode(encoding))
    assert reading.problems == ()
    assert reading.rows[0] == replace(OWL, text=f"{OWL.text} (1)", answer="sowa", accepted=(), comment="")
    assert [row.line for row in reading.rows] == [2, 3, 4]


def test_a_russian_table_in_its_own_encoding() -> None:
    text = (
        "Категория;Вопрос;Ответ;Вариант А;Вариант Б;Вариант В;Вариант Г;Верный;Источник\n"
        "Природа;Кто слышит мышь под снегом?;Сова;Журавль;Сова;Дрозд;Гусь;Б;Атлас птиц\n"
    )
    (row,) = read_bank_table(text.encode("cp1251")).rows
    assert (row.category, row.right, row.variants[1], row.source) == ("Природа", 2, "Сова", "Атлас птиц")


def test_a_title_may_stand_above_the_headings() -> None:
    data = f"Bank pytań, jesień\r\n\r\n{HEADER}\r\nPtaki;Kto?;Sowa;Sowa;Kos;Gęś;Żuraw;atlas".encode()
    assert [row.line for row in read_bank_table(data).rows] == [4]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (";Kto?;Sowa;Sowa;Kos;Gęś;Żuraw;atlas", ("cell_missing", 2, "category")),
        ("Ptaki;;Sowa;Sowa;Kos;Gęś;Żuraw;atlas", ("cell_missing", 2, "question")),
        ("Ptaki;Kto?;Sowa;Sowa;Kos;Gęś;;atlas", ("cell_missing", 2, "variant_d")),
        ("Ptaki;Kto?;Sowa;Sowa;Kos;Gęś;Żuraw", ("cell_missing", 2, "source")),
        (f"{'p' * 61};Kto?;Sowa;Sowa;Kos;Gęś;Żuraw;atlas", ("cell_too_long", 2, "category")),
        (":Podpowiedź;Kto?;Sowa;Sowa;Kos;Gęś;Żuraw;atlas", ("category_is_a_mark", 2, None)),
        ("Ptaki;Kto?;Sowa;Sowa;SOWA;Gęś;Żuraw;atlas", ("variants_equal", 2, None)),
        ("Ptaki;Kto?;Orzeł;Sowa;Kos;Gęś;Żuraw;atlas", ("right_not_one", 2, None)),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, wrong: tuple[str, int, object]) -> None:
    data = table(line)
    assert wrong in problems(data) and read_bank_table(data).rows == ()


@pytest.mark.parametrize(
    ("right", "answer", "found"),
    [
        ("C", "Gęś", 3),
        ("3", "gęś domowa", 3),
        ("c)", "Gęś", 3),
        ("Gęś", "ptak", 3),
        ("", "gęś", 3),
        ("E", "Gęś", "right_unknown"),
        ("", "ptak", "right_not_one"),
        ("A", "Gęś", "answer_not_right"),
    ],
)
def test_exactly_one_variant_is_right(right: str, answer: str, found: int | str) -> None:
    data = f"{HEADER};Poprawny\nPtaki;Kto?;{answer};Sowa;Kos;Gęś;Żuraw;atlas;{right}".encode()
    reading = read_bank_table(data)
    assert [*(row.right for row in reading.rows), *(problem.code for problem in reading.problems)] == [found]


def test_variants_of_signs_alone_are_told_apart() -> None:
    (row,) = read_bank_table(table("Rachunki;Znak dodawania?;+;+;-;×;:;podręcznik")).rows
    assert (row.right, row.variants) == (1, ("+", "-", "×", ":"))


def test_the_same_question_twice_is_pointed_out() -> None:
    line = "Ptaki;Kto?;Sowa;Sowa;Kos;Gęś;Żuraw;atlas"
    reading = read_bank_table(table(line, line.replace("Kto?", "KTO")))
    assert [(problem.code, problem.line, problem.params["first"]) for problem in reading.problems] == [
        ("question_twice", 3, 2)
    ]


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", ("file_empty", 0, None)),
        (b"%PDF-1.7", ("not_a_table", 0, None)),
        (b"sowa\nkos\n", ("no_headings", 1, None)),
        (HEADER.replace(";D", "").encode(), ("heading_missing", 1, "variant_d")),
        (HEADER.replace(";D", ";C;D").encode(), ("heading_twice", 1, "variant_c")),
        (table('Ptaki;"Kto?;Sowa', "x", "y"), ("quote_open", 2, None)),
    ],
)
def test_a_file_that_is_no_such_table_says_why(data: bytes, wrong: tuple[str, int, object]) -> None:
    assert wrong in problems(data) and read_bank_table(data).rows == ()


@pytest.mark.parametrize("language", HEADINGS)
def test_what_is_written_is_read_again(language: str) -> None:
    rows = (OWL, MUSIC)
    for data in (
        write_csv(rows, language),
        write_csv(rows, language, separator=","),
        write_csv(rows, language, separator="\t", encoding="utf-16"),
        write_xlsx(rows, language),
    ):
        assert read_bank_table(data).rows == rows
    assert read_bank_table(write_csv(rows, "pl", encoding="cp1250")).rows == rows


CELLS = st.one_of(
    st.sampled_from(
        (
            *("=1+1", "'=1+1", "''", "'", "+48 600", "-5", "@sowa", "|x", "%", '="007"', 'a;b,c\td"e"', "dwa\nwiersze"),
            *("🦉", "\u202eשלום", "<b>{{ 7 }}</b>", "sep=;", "_x000D_", "#REF!", "1,5", "2026-11-30", "TRUE", "Źródło"),
        )
    ),
    st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc", "Z", "Cn", "Co")), min_size=1, max_size=12),
)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.generate),
)
@given(
    cells=st.lists(CELLS, min_size=4, max_size=4),
    accepted=st.lists(CELLS.filter(lambda cell: ";" not in cell and "\n" not in cell), max_size=2, unique=True),
    right=st.integers(1, 4),
)
def test_every_cell_comes_back_and_none_is_a_formula(cells: list[str], accepted: list[str], right: int) -> None:
    variants = tuple(f"{letter} {cell}" for letter, cell in zip("ABCD", cells, strict=True))
    row = BankRow(
        category=cells[0].replace("\n", " ").lstrip(":") or "x",
        text=cells[1],
        answer=f"{cells[2]} {variants[right - 1]}",
        variants=(variants[0], variants[1], variants[2], variants[3]),
        right=right,
        source=cells[3],
        accepted=tuple(accepted),
        comment=cells[2],
    )
    data = write_csv([row], "pl")
    assert read_bank_table(data).rows == (row,)
    for line in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"):
        assert not any(cell.startswith(tuple("=+-@|%\t\r")) for cell in line)
    data = write_xlsx([row], "ru")
    assert read_bank_table(data).rows == (row,)
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sheet is not None
    assert {cell.data_type for line in sheet.iter_rows() for cell in line} <= {"s", "n"}  # an empty cell is «n»


def test_what_cannot_be_kept_is_refused() -> None:
    with pytest.raises(FileError) as error:
        write_csv([OWL, replace(MUSIC, comment="🦉")], "pl", encoding="cp1250")
    assert (error.value.code, error.value.params["line"]) == (
        "letters_not_in_encoding",
        4,
    )  # the first has a cell of two lines
    with pytest.raises(FileError) as error:
        write_xlsx([OWL, replace(MUSIC, source="")], "pl")
    assert (error.value.code, error.value.params) == ("not_kept", {"line": 3, "why": "cell_missing"})
    with pytest.raises(FileError):
        write_xlsx([replace(OWL, comment="\1")], "pl")
