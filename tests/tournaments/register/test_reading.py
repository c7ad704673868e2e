"""Files of the register read without a database: encodings, separators, both shapes, every kind of trouble."""

from __future__ import annotations

import contextlib
import datetime
import io
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.register.tables import AUTUMN, as_text, as_workbook, codes, read, told
from tournaments.register_files.days import ORDERS, Span, find_day, possible_orders
from tournaments.register_files.encodings import guess_encoding
from tournaments.register_files.headings import role_of
from tournaments.register_files.marks import read_mark
from tournaments.register_files.problems import FileError, column_letter

POLISH = [
    ["Imię i nazwisko", "Dom", "Data", "Przedmiot", "Nr lekcji", "Obecność"],
    ["Łucja Żółć", "Gryffindor", "30.11.2026", "Zaklęcia", "2", "ob"],
    ["Róża Miodowska-Ęk", "Hufflepuff", "1.12.2026", "Zaklęcia", "1", "sp"],
    ['Jan "Janek" Źdźbło', "Hufflepuff", "1.12.2026", "Eliksiry; wstęp", "1", "nb"],
]
POLISH_TOLD = [
    ('Jan "Janek" Źdźbło', "Hufflepuff", "2026-12-01", "Eliksiry; wstęp", 1, "absent"),
    ("Róża Miodowska-Ęk", "Hufflepuff", "2026-12-01", "Zaklęcia", 1, "late"),
    ("Łucja Żółć", "Gryffindor", "2026-11-30", "Zaklęcia", 2, "present"),
]
RUSSIAN = [
    ["ФИО", "Факультет", "30.11.2026 Зелья (2)", "01.12.2026 Чары", "Итого"],
    ["Ершова Алёна Игоревна", "Змеи", "н", "у", "0"],
    ["СОВ ОЛЕГ", "Змеи", "+", "оп", "2"],
]
RUSSIAN_TOLD = [
    ("Алёна Игоревна Ершова", "Змеи", "2026-11-30", "Зелья", 2, "absent"),
    ("Алёна Игоревна Ершова", "Змеи", "2026-12-01", "Чары", 1, "excused"),
    ("ОЛЕГ СОВ", "Змеи", "2026-11-30", "Зелья", 2, "present"),
    ("ОЛЕГ СОВ", "Змеи", "2026-12-01", "Чары", 1, "late"),
]
FIRST, LAST = datetime.date(2026, 9, 1), datetime.date(2027, 6, 30)
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"], ids=["crlf", "lf", "cr"])
@pytest.mark.parametrize("separator", [";", ",", "\t"], ids=["semicolon", "comma", "tab"])
@pytest.mark.parametrize("encoding", [*UNICODE, "cp1250", "iso8859-2"])
def test_a_polish_register_is_read_alike_however_it_was_saved(encoding, separator, end):
    proposal = read(as_text(POLISH, separator, end), encoding)
    assert proposal.is_clear and proposal.shape == "long"
    assert told(proposal) == POLISH_TOLD


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["crlf", "cr"])
@pytest.mark.parametrize("separator", [";", ",", "\t"], ids=["semicolon", "comma", "tab"])
@pytest.mark.parametrize("encoding", [*UNICODE, "cp1251", "koi8-r"])
def test_a_russian_register_is_read_alike_however_it_was_saved(encoding, separator, end):
    proposal = read(as_text(RUSSIAN, separator, end), encoding)
    assert proposal.is_clear and proposal.shape == "wide"
    assert told(proposal) == RUSSIAN_TOLD


@pytest.mark.parametrize("rows", [POLISH, RUSSIAN], ids=["pl", "ru"])
def test_a_workbook_says_the_same(rows):
    proposal = read(as_workbook(rows, more={"pusty": []}))
    assert told(proposal) == (POLISH_TOLD if rows is POLISH else RUSSIAN_TOLD)
    assert proposal.table.sheets == ("pusty", "Dziennik") and proposal.table.sheet == "Dziennik"


@pytest.mark.parametrize(
    ("heading", "subject", "period"),
    [
        ("English level 2", "English level 2", 1),
        ("Piano 2", "Piano 2", 1),
        ("Матэматика кур 3", "Матэматика кур 3", 1),
        ("Angielski B2 lekcja 3", "Angielski B2", 3),
        ("Angielski B2 lekcja", "Angielski B2 lekcja", 1),
        ("Zaklęcia lek. 3", "Zaklęcia", 3),
        ("Eliksiry #2", "Eliksiry", 2),
        ("Чары №4", "Чары", 4),
        ("Чары, 2 пара", "Чары", 2),
        ("Zielarstwo (2)", "Zielarstwo", 2),
    ],
)
def test_a_number_is_a_period_only_beside_the_word_for_one(heading, subject, period):
    rows = [["Uczeń", f"30.11.2026 {heading}"], ["Jan Kowal", "ob"]]
    assert told(read(as_text(rows, ";", "\n")))[0][3:5] == (subject, period)


WORDS = st.text(st.sampled_from("abcdeąćęłńóśźżĄŁŻ"), min_size=2, max_size=8)
NAMES = st.builds("{} {}".format, WORDS, WORDS)
ROWS = st.lists(
    st.tuples(NAMES, st.dates(FIRST, LAST), st.sampled_from(["ob", "nb", "sp", "u"])),
    min_size=1,
    max_size=8,
    unique_by=(lambda row: row[0].casefold(), lambda row: row[1]),
)
ENDS = {"ob": "present", "nb": "absent", "sp": "late", "u": "excused"}


@settings(max_examples=40)
@given(ROWS, st.sampled_from([*UNICODE, "cp1250"]), st.sampled_from(";,\t"), st.permutations(range(4)))
def test_any_register_comes_back_as_it_was_written(rows, encoding, separator, order):
    heads = ["uczeń", "data", "zajęcia", "obecność"]
    lines = [[name, day.strftime("%d.%m.%Y"), "Ęąś żółć", mark] for name, day, mark in rows]
    table = [[line[index] for index in order] for line in [heads, *lines]]
    proposal = read(as_text(table, separator, "\r\n"), encoding)
    assert proposal.is_clear
    assert told(proposal) == sorted((name, "", day.isoformat(), "Ęąś żółć", 1, ENDS[mark]) for name, day, mark in rows)


@given(st.binary(max_size=300))
@example(b"\xff\xfe\x00")
@example(b"PK\x03\x04")
@example(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
def test_whatever_bytes_come_they_are_read_or_refused(data):
    with contextlib.suppress(FileError):
        read(data)


@given(st.text(max_size=60))
def test_no_text_breaks_the_search_for_a_day_or_a_mark(text):
    found = find_day(text, Span())
    assert found is None or set(found.readings) <= set(ORDERS)
    read_mark(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("30.11.2026", "2026-11-30"),
        ("2026-11-30", "2026-11-30"),
        ("2026-11-30 00:00:00", "2026-11-30"),
        ("30/11/2026", "2026-11-30"),
        ("30.11.26", "2026-11-30"),
        ("30-11-2026", "2026-11-30"),
        ("46356", "2026-11-30"),
        ("46 356,0", "2026-11-30"),
        ("30 listopada 2026 r.", "2026-11-30"),
        ("30 XI 2026", "2026-11-30"),
        ("30 ноября 2026 г.", "2026-11-30"),
        ("November 30, 2026", "2026-11-30"),
        ("30-lis-26", "2026-11-30"),
        ("pon. 30.11", "2026-11-30"),
        ("3.1.", "2027-01-03"),
    ],
)
def test_a_day_is_read_as_people_write_it(text, day):
    found = find_day(text, AUTUMN)
    assert found is not None and found.is_clear
    assert {one.isoformat() for one in found.readings.values()} == {day}


@pytest.mark.parametrize("text", ["31.02.2026", "12 uczniów", "32.01.2026", "1899-01-01", "", "30.13.2026"])
def test_what_is_no_day_is_none(text):
    assert find_day(text, Span()) is None


def test_a_day_that_can_be_read_in_two_ways_is_asked_and_the_answer_holds_for_the_file():
    text = "name;date;subject;mark\nJan;30/11/26;A;+\nEwa;05/11/26;A;+\n"
    asked = read(text)
    assert asked.orders == ("dmy", "ymd") and not asked.order and not asked.is_clear
    answered = read(text, order="dmy")
    assert answered.is_clear and {one.lesson.day.month for one in answered.entries} == {11}


def test_one_day_settles_how_the_others_are_meant():
    proposal = read("name;date;subject;mark\nJan;05/11/2026;A;+\nEwa;30/11/2026;A;+\n")
    assert proposal.is_clear and proposal.entries[0].lesson.day.isoformat() == "2026-11-05"
    assert possible_orders([]) == ("dmy",)


@pytest.mark.parametrize(
    ("sign", "mark"),
    [
        *[(sign, "present") for sign in ("+", "x", "Х", "1", "1,0", "ob", "OB.", "obecny", "присутствовал", "✓", "v")],
        *[(sign, "absent") for sign in ("nb", "н", "-", "−", "0", "nieobecna", "отсутствовал")],
        *[(sign, "late") for sign in ("sp", "Sp.", "оп", "spóźniony", "опоздала", "late")],
        *[(sign, "excused") for sign in ("u", "у", "б", "usp.", "болел", "zw")],
        *[(sign, "") for sign in ("", " ", "\u00a0")],
        *[(sign, None) for sign in ("п", "о", "?", "może", "=1+1", "<b>")],
    ],
)
def test_a_mark_is_read_or_asked(sign, mark):
    assert read_mark(sign) == mark


def test_a_sign_of_the_schools_own_is_asked_once_and_counted():
    text = "ученик;дата;предмет;отметка\nОлег С;30.11.2026;A;П\nИра С;30.11.2026;A;п\n"
    assert read(text).unknown_marks == {"п": 2}
    assert [one.mark for one in read(text, marks={"п": "present"}).entries] == ["present", "present"]
    assert read(text, marks={"п": ""}).entries == () and read(text, marks={"п": ""}).is_clear


def test_every_problem_names_its_line_and_column():
    text = (
        "Uczeń;Data;Przedmiot;Nr lekcji;Obecność\n"
        "Jan Ba;31.02.2026;A;1;ob\n"
        ";30.11.2026;A;1;ob\n"
        "Ewa Ce;30.11.2025;A;1;ob\n"
        "Ewa Ce;30.11.2026;A;dwa;ob\n"
        "Ola De;30.11.2026;A;1;ob\n"
        "Ola De;30.11.2026;A;1;nb\n"
        "Iga Ef;;A;1;ob\n"
    )
    assert codes(read(text)) == [
        ("day_unreadable", 2, "B"),
        ("name_missing", 3, "A"),
        ("day_outside", 4, "B"),
        ("period_unreadable", 5, "D"),
        ("mark_twice", 7, "E"),
        ("day_missing", 8, "B"),
    ]


def test_everything_that_is_wrong_with_a_line_is_told_at_once():
    proposal = read("Uczeń;Data;Przedmiot;Nr lekcji;Obecność\n;31.02.2026;A;dwa;??\nJan Ba;31.02.2026;A;dwa;??\n")
    told = [("day_unreadable", "B"), ("period_unreadable", "D")]
    assert codes(proposal) == [("name_missing", 2, "A"), *[(code, line, at) for line in (2, 3) for code, at in told]]
    assert proposal.unknown_marks == {"??": 1} and not proposal.entries


def test_lines_are_counted_as_a_spreadsheet_shows_them():
    text = 'sep=,\n"Uczeń","Data","Przedmiot","Obecność"\n"Jan\nBa","30.11.2026","A","ob"\n\n"Ewa Ce","?","A","ob"\n'
    proposal = read(text)
    assert codes(proposal) == [("day_unreadable", 6, "B")]
    assert proposal.entries[0].pupil.name == "Jan Ba"


def test_a_title_above_the_headings_is_passed_over_and_columns_can_be_corrected():
    text = "Dziennik klasy 3b;;;\n;;;\nOsoba;Kiedy;Co;Był?\nJan Ba;30.11.2026;Astronomia;tak\n"
    first = read(text)
    assert first.header == 3 and first.needs_subject and first.columns[3].role == "mark"
    put_right = read(text, columns={2: "subject"})
    assert told(put_right) == [("Jan Ba", "", "2026-11-30", "Astronomia", 1, "present")]
    assert codes(read(text, columns={2: "name"})) == [("column_twice", 3, "C")]


def test_a_table_without_headings_is_known_by_what_stands_in_it():
    proposal = read("Jan Ba;30.11.2026;ob\nEwa Ce;30.11.2026;nb\n", subject="Astronomia")
    assert proposal.header == 0 and [one.role for one in proposal.columns] == ["name", "day", "mark"]
    assert len(proposal.entries) == 2


def test_last_and_first_name_may_stand_apart():
    proposal = read("Nazwisko;Imię;Data;Przedmiot;Obecność\nBa;Jan;30.11.2026;A;1\n")
    assert told(proposal)[0][0] == "Jan Ba"


def test_two_rows_of_one_name_are_two_pupils_and_an_empty_cell_says_nothing():
    proposal = read("Uczeń;30.11.2026 A;1.12.2026 A\nJan Ba;+;\nJan Ba;-;+\n")
    assert [(one.name, one.copy) for one in proposal.pupils] == [("Jan Ba", 1), ("Jan Ba", 2)]
    assert len(proposal.entries) == 3


def test_a_lesson_column_without_a_day_is_not_dropped_in_silence():
    assert codes(read("Uczeń;30.11.2026 A;Astronomia\nJan Ba;+;+\nEwa Ce;-;nb\n")) == [("day_unreadable", 1, "C")]
    assert codes(read("Uczeń;30.11.2026 A;30.11.2026 A\nJan Ba;+;+\n")) == [("lesson_twice", 1, "C")]


def test_a_subject_that_nobody_names_is_asked():
    text = "Uczeń;30.11.2026\nJan Ba;+\n"
    assert read(text).needs_subject and not read(text).is_clear
    assert read(text, subject="Astronomia").is_clear


def test_formulas_are_never_more_than_text():
    proposal = read(
        'Uczeń;Data;Przedmiot;Obecność\n"=cmd|\' /C calc\'!A0";30.11.2026;"=1+1";ob\n="007 Jan";30.11.2026;A;ob\n'
    )
    assert [one[0] for one in told(proposal)] == ["007 Jan", "=cmd|' /C calc'!A0"]
    import openpyxl

    book = openpyxl.Workbook()
    for row in [["Uczeń", "Data", "Przedmiot", "Obecność"], ['="Jan "&"Ba"', "30.11.2026", "A", "ob"]]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    assert ("formula_without_value", 2, "A") in codes(read(out.getvalue()))


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, contents in parts.items():
            pack.writestr(name.replace("__", "/"), contents)
    return out.getvalue()


def test_a_sheet_that_claims_to_be_endless_costs_nothing():
    import openpyxl

    book = openpyxl.Workbook()
    for row in [["Uczeń", "Data", "Przedmiot", "Obecność"], ["Jan Ba", "30.11.2026", "A", "ob"]]:
        book.active.append(row)
    book.active.cell(1_048_576, 1, "Ewa Ce")
    out = io.BytesIO()
    book.save(out)
    assert codes(read(out.getvalue())) == [("day_missing", 1_048_576, "B")]


def test_control_characters_are_no_letters():
    assert read("Uczeń;Data;Przedmiot;Obecność\nJan\x1b\x07 Ba;30.11.2026;A;ob\n").entries[0].pupil.name == "Jan Ba"


BOMB = packed(**{"[Content_Types].xml": b"x", "xl__worksheets__sheet1.xml": b"0" * (41 * 1024 * 1024)})
ENTITY = packed(**{"[Content_Types].xml": b"x", "xl__workbook.xml": b"<!DOCTYPE lolz [<!ENTITY a 'b'>]><workbook/>"})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_empty"),
        (b" \r\n \n", "file_empty"),
        (b";;;\n;;\n", "file_empty"),
        (b"a" * (5 * 1024 * 1024 + 1), "file_too_large"),
        (b"name;date\n" * 20_002, "too_many_lines"),
        (b";".join([b"x"] * 401), "too_many_columns"),
        (b'name;date;mark\nJan;30.11.2026;"ob\nEwa;30.11.2026;ob\n', "quote_open"),
        (b"name;date\n" + b"x" * 2_001 + b";1\n", "cell_too_long"),
        (b"name;date\n" + b"x" * 200_000 + b";1\n", "cell_too_long"),
        (b"\x89PNG\r\n\x1a\n", "not_a_table"),
        (b"%PDF-1.7", "not_a_table"),
        (b"<html><table><tr><td>Jan</td></tr></table>", "web_page"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old_excel"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (b"\x00\x01\x02\x03" * 40, "binary"),
        (b"PK\x03\x04 no more than that", "damaged"),
        (packed(**{"word__document.xml": b"<w/>"}), "not_a_table"),
        (packed(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "open_document"),
        (packed(**{"[Content_Types].xml": b"x", "xl__vbaProject.bin": b"x"}), "macros"),
        (packed(**{"[Content_Types].xml": b"x", "xl__workbook.xml": b"<workbook/>"}), "damaged"),
        (ENTITY, "damaged"),
        (BOMB, "unpacks_too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_cannot_be_read_says_why(data, code):
    with pytest.raises(FileError) as caught:
        read(data)
    assert caught.value.code == code


def test_a_chosen_encoding_that_does_not_fit_names_the_line():
    with pytest.raises(FileError) as caught:
        read("Uczeń;Data\nŁucja;ą\n".encode("cp1250"), encoding="utf-8")
    assert caught.value.code == "undecodable" and caught.value.params["line"] == 1


def test_small_things():
    assert [column_letter(index) for index in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert role_of("  IMIĘ I NAZWISKO: ") == "name" and role_of("Ф.И.О.") == "name_last_first" and role_of("?") == ""
    assert guess_encoding("ИВАНОВ;н\nПЕТРОВ;н\n".encode("cp1251")) == "cp1251"
    assert guess_encoding("ИВАНОВ;н\nПЕТРОВ;н\n".encode("koi8-r")) == "koi8-r"
