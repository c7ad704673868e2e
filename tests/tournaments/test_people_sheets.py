"""People as spreadsheets: whatever Excel wrote, previewed, imported as a whole, the same twice, and out again."""

from __future__ import annotations

import csv
import datetime
import io
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.playing import NOW
from tournaments.models import Application, AuditEntry, House, Person, Season
from tournaments.rules.sheet_text import guard_cell, unguard_cell
from tournaments.selectors.acquaintances import Acquaintances
from tournaments.sheets import MOST_ROWS, SheetError, read_sheet

pytestmark = pytest.mark.django_db
NAMES = ["Żółć Łukasz", "Ёлкина Мария", "👩🏽‍🚀 Zoë", "مريم", "=1+1", "'=x", "@home", "-Ann", "+Bob", 'O\'Hara; "Q"']
IMPORT = "/admin/tournaments/person/import/"


@pytest.fixture
def houses(db: None) -> list[House]:
    return [House.objects.create(key=key, name=name, command=key) for key, name in (("lwy", "Lwy"), ("sowy", "Совы"))]


def send(client: Client, data: bytes, name: str = "people.csv", **more: str) -> Any:
    return client.post(IMPORT, {"file": SimpleUploadedFile(name, data), **more})


def key_of(page: Any) -> str:
    text = page.content.decode()
    return text.split('name="sheet" value="')[1].split('"')[0]


def confirm(client: Client, page: Any, **answers: str) -> Any:
    fields = {name.replace("_", "-"): answer for name, answer in answers.items()}
    return client.post(IMPORT, {"sheet": key_of(page), **fields}, follow=True)


def xlsx(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_polish_excel(encoding: str, separator: str, admin_client: Client, houses: list[House]) -> None:
    text = separator.join(["imię i nazwisko", "dom"]) + "\r\n" + separator.join(["Żółć Łukasz", "Lwy"]) + "\r\n"
    done = confirm(admin_client, send(admin_client, text.encode(encoding)))
    assert "1 new" in done.content.decode()
    person = Person.objects.get()
    assert (person.name, person.house, person.kind) == ("Żółć Łukasz", houses[0], "pupil")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
def test_russian_excel(encoding: str, admin_client: Client, houses: list[House]) -> None:
    data = "ФИО;факультет;роль\r\nЁлкина Мария;Совы;pupil\r\n".encode(encoding)
    confirm(admin_client, send(admin_client, data))
    assert Person.objects.get().name == "Ёлкина Мария" and Person.objects.get().house == houses[1]


def test_a_workbook_with_days_and_numbers(admin_client: Client, houses: list[House]) -> None:
    rows: list[list[Any]] = [
        ["name", "house", "consent to the full name", "left the school"],
        ["Ala", "Lwy", NOW.replace(tzinfo=None), "1.09.2026"],
    ]
    confirm(admin_client, send(admin_client, xlsx(rows), "people.xlsx"))
    person = Person.objects.get()
    assert person.consented_at is not None and person.left_at == datetime.date(2026, 9, 1) and person.consent_by


def test_the_preview_writes_nothing_and_names_each_wrong_line(admin_client: Client, houses: list[House]) -> None:
    lines = ["Ala;Lwy;;;", ";Lwy;;;", "Ola;Żbiki;;;", "Ela;Lwy;king;x@;2026-13-01", "Ala;Lwy;;;"]
    text = "\n".join(["name;house;kind;e-mail;left the school", *lines])
    page = send(admin_client, text.encode())
    said = page.content.decode()
    assert page.status_code == 422 and not Person.objects.exists()
    for sentence in ("The name is missing.", "There is no house «Żbiki».", "«king» is none of", "«x@» is no e-mail"):
        assert sentence in said, sentence
    assert "«2026-13-01» is no day" in said and "means the same person as line 2" in said
    for line in (3, 4, 5, 6):
        assert f"Line {line}</strong>" in said
    assert "import-all" not in said
    assert admin_client.post(IMPORT, {"sheet": key_of(page)}).status_code == 422 and not Person.objects.exists()


def test_twice_changes_nothing_and_pressed_twice_imports_once(admin_client: Client, houses: list[House]) -> None:
    data = ("name;house\n" + "".join(f"{name};Lwy\n" for name in ("Ala", "Ola"))).encode()
    page = send(admin_client, data)
    for _press in range(2):
        assert "2 new, 0 changed" in confirm(admin_client, page).content.decode()
    before = list(Person.objects.values())
    again = confirm(admin_client, send(admin_client, data))
    assert "0 new, 0 changed, 2 as they were" in again.content.decode() and list(Person.objects.values()) == before
    assert AuditEntry.objects.filter(action="import_people").count() == 1
    assert AuditEntry.objects.filter(action="import_person").count() == 2
    history = admin_client.get(reverse("admin:tournaments_person_history", args=[before[0]["id"]])).content.decode()
    assert "import_person" in history


def test_an_alike_name_is_asked_about(admin_client: Client, houses: list[House]) -> None:
    known = Person.objects.create(name="Kowalska Anna", house=houses[1])
    page = send(admin_client, b"name;house\nAnna Kowalska;Lwy\nAnna Kovalska;Lwy\n")
    assert "Same person?" in page.content.decode() and f"#{known.pk}" in page.content.decode()
    stopped = admin_client.post(IMPORT, {"sheet": key_of(page)})
    assert "Answer these questions first." in stopped.content.decode() and Person.objects.count() == 1
    done = confirm(admin_client, page, same_2=str(known.pk), same_3="new")
    assert "1 new, 1 changed" in done.content.decode()
    known.refresh_from_db()
    assert (known.name, known.house) == ("Anna Kowalska", houses[0]) and Person.objects.count() == 2


def test_namesakes_are_told_apart_by_number(admin_client: Client, houses: list[House]) -> None:
    one, _two = (Person.objects.create(name="Ala", house=houses[0]) for _ in range(2))
    assert "2 people are called «Ala»" in send(admin_client, b"name;house\nAla;Lwy\n").content.decode()
    page = send(admin_client, f"number in Sowa;name\n{one.pk};Ala N.\n999999;X\nx;Y\n".encode())
    assert "no person no. 999999" in page.content.decode() and "«x» is no number" in page.content.decode()
    confirm(admin_client, send(admin_client, f"number in Sowa;name\n{one.pk};Ala N.\n".encode()))
    one.refresh_from_db()
    assert one.name == "Ala N." and one.house == houses[0]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_what_goes_out_comes_in_again(kind: str, language: str, admin_client: Client, houses: list[House]) -> None:
    for name in NAMES:
        Person.objects.create(name=name, house=houses[0], kind="staff", language="pl", consented_at="2026-09-01")
    before = list(Person.objects.values())
    out = admin_client.get(f"/admin/tournaments/person/export/{kind}/", headers={"accept-language": language})
    page = send(admin_client, out.content, f"people.{kind}")
    assert "0 new, 0 changed" in confirm(admin_client, page).content.decode()
    assert list(Person.objects.values()) == before
    numbers = dict(Person.objects.values_list("name", "pk"))
    assert {cells[1]: cells[0] for _line, cells in read_sheet(out.content).rows} == {
        name: str(number) for name, number in numbers.items()
    }


def test_no_cell_that_goes_out_is_a_formula(admin_client: Client, houses: list[House]) -> None:
    for name in NAMES:
        Person.objects.create(name=name, house=houses[0], display_name=f"\t{name}")
    out = admin_client.get("/admin/tournaments/person/export/xlsx/").content
    sheet = openpyxl.load_workbook(io.BytesIO(out)).active
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    text = admin_client.get("/admin/tournaments/person/export/csv/").content.decode("utf-8-sig")
    for cells in csv.reader(io.StringIO(text, newline="")):
        assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]


def test_an_export_holds_what_the_list_shows(admin_client: Client, houses: list[House]) -> None:
    for name, house in (("Ala", houses[0]), ("Ola", houses[1])):
        Person.objects.create(name=name, house=house)
    out = admin_client.get("/admin/tournaments/person/export/csv/", {"house__id__exact": houses[1].pk}).content.decode()
    assert "Ola" in out and "Ala" not in out


def test_a_table_that_is_none_or_too_long_is_named() -> None:
    for data in (b"", b"\n\n", b"a\0b", b"PK\x03\x04 broken", b"%PDF"):
        with pytest.raises(SheetError, match=r"\w"):
            read_sheet(data)
    with pytest.raises(SheetError, match="send it in parts"):
        read_sheet(b"name\n" + b"A\n" * (MOST_ROWS + 1))


def test_pages_say_what_is_wrong_with_a_file(admin_client: Client, houses: list[House]) -> None:
    assert "required" in admin_client.post(IMPORT, {}).content.decode()
    assert "One of them has to be «full name»" in send(admin_client, b"a;b\n1;2\n").content.decode()
    assert "Two columns are called" in send(admin_client, "name;ФИО\n1;2\n".encode()).content.decode()
    gone = admin_client.post(IMPORT, {"sheet": "gone"})
    assert gone.status_code == 422 and "Choose the file again" in gone.content.decode()
    page = send(admin_client, b"name\n<b>Ala</b>\n").content.decode()
    assert "&lt;b&gt;Ala" in page and "<b>Ala" not in page
    assert "style=" not in page.split("sheet-import")[1].split("</main>")[0] and "onclick" not in page


def test_another_account_does_not_take_over_a_table(
    admin_client: Client, houses: list[House], django_user_model: Any
) -> None:
    page = send(admin_client, b"name\nAla\n")
    other = Client()
    other.force_login(django_user_model.objects.create_superuser("other"))
    assert other.post(IMPORT, {"sheet": key_of(page)}).status_code == 422 and not Person.objects.exists()


@pytest.mark.parametrize("text", [*NAMES, "", "'", "''=", "plain", "1"])
def test_a_guarded_cell_is_itself_again(text: str) -> None:
    assert unguard_cell(guard_cell(text)) == text and guard_cell(text)[:1] not in ("=", "+", "-", "@", "\t")


def test_many_people_are_looked_up_in_one_query(django_assert_num_queries: Any) -> None:
    Person.objects.bulk_create(Person(name=f"Jan Nowak {number}") for number in range(50))
    with django_assert_num_queries(1):
        known = Acquaintances()
        assert known.alike("Nowak Jan 7")[0].name == "Jan Nowak 7" == known.called("jan nowak 7")[0].name


def test_a_table_obeys_what_whoever_chooses_a_name_does(admin_client: Client, houses: list[House]) -> None:
    Person.objects.create(name="Puchacz", kind="staff")
    text = "name;name on screens;consent to the full name\nAnna Nowak;Anna Nowak;\nOla;Puchacz;\nEla;;2999-01-01\n"
    said = send(admin_client, text.encode()).content.decode()
    for sentence in ("full name, or nearly", "Somebody else is called «Puchacz»", "2999-01-01 is still to come"):
        assert sentence in said, sentence
    assert "enter it once they have left" in send(admin_client, b"name;left the school\nEla;2999-01-01\n").text


def test_whoever_moves_house_by_a_table_has_no_application_left_in_the_old_one(
    admin_client: Client, houses: list[House], season: Season
) -> None:
    ala = Person.objects.create(name="Ala", house=houses[0])
    Application.objects.create(season=season, discipline="auction", house=houses[0], person=ala)
    confirm(admin_client, send(admin_client, f"number in Sowa;house\n{ala.pk};Совы\n".encode()))
    assert Application.objects.get().state == "withdrawn"
    assert AuditEntry.objects.get(action="import_person").details["changed"]["applications_withdrawn"] == [1, 0]
