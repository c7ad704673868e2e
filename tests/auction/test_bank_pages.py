"""The bank of the auction: tables come in after a preview, whole or not at all, and go out without what is sealed."""

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from auction.formats.bank_table import read_bank_table
from auction.models import AuctionQuestion, BankUpload, Category, QuestionSet, ReservedQuestion
from auction.services.bank_uploads import import_upload, keep_upload, plan_import, read_upload, wipe_old_uploads
from tournaments.models import AuditEntry, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor

HEADINGS = "Kategoria;Pytanie;Odpowiedź;Wariant A;Wariant B;Wariant C;Wariant D;Źródło"
ROWS = [
    "Sowy;Ile oczu ma sowa?;dwa;jedno;dwa;trzy;cztery;Atlas ptaków, s. 3",
    'Sowy;"\'=1+1";2;1;2;3;4;Arytmetyka, s. 1',
]
TABLE = "\r\n".join([HEADINGS, *ROWS])
URL = reverse("auction:bank")


@pytest.fixture
def admin(db: None) -> User:
    """Whoever fills the bank."""
    return User.objects.create_superuser("root")


@pytest.fixture
def browser(client: Client, admin: User) -> Client:
    """Theirs."""
    client.force_login(admin)
    return client


def send(client: Client, data: bytes | str) -> Any:
    data = data.encode() if isinstance(data, str) else data
    return client.post(URL, {"file": SimpleUploadedFile("bank.csv", data)}, follow=True)


def confirm(client: Client, response: Any) -> Any:
    url = reverse("auction:bank_file_import", args=[response.context["upload"].pk])
    return client.post(url, {"fingerprint": response.context["plan"].fingerprint}, follow=True)


def page(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1250"])
def test_a_table_comes_in_once(browser: Client, encoding: str) -> None:
    response = send(browser, TABLE.encode(encoding))
    assert not AuctionQuestion.objects.exists()
    assert [row.text for row in response.context["shown"]] == ["Ile oczu ma sowa?", "=1+1"]
    confirm(browser, response)
    first = AuctionQuestion.objects.select_related("category").get(text="Ile oczu ma sowa?")
    assert (first.category.name, first.answer, first.right_variant, first.variants[3]) == ("Sowy", "dwa", 2, "cztery")
    again = send(browser, TABLE + "\r\n")
    assert 'data-testid="nothing-new"' in page(again)
    assert confirm(browser, again).status_code == 409
    assert AuctionQuestion.objects.count() == 2
    assert bytes(BankUpload.objects.order_by("pk")[0].contents) == b""
    assert "sowa" not in str(AuditEntry.objects.get(action="import_bank").details)


def test_one_wrong_line_keeps_all_of_them_out(browser: Client) -> None:
    response = send(browser, f"{TABLE}\r\nSowy;Kto?;ja;ty;ja;ja;on;Książka, s. 1\r\n:x;Co?;a;a;b;c;d;")
    text = page(response)
    assert "4" in text
    assert 'data-testid="problems"' in text
    assert confirm(browser, response).status_code == 409
    assert not AuctionQuestion.objects.exists()
    assert not Category.objects.exists()


def test_choices_are_kept_and_rehearsals_have_their_own(browser: Client) -> None:
    response = send(browser, TABLE.replace(";", "|"))
    url = reverse("auction:bank_file", args=[response.context["upload"].pk])
    response = browser.post(url, {"separator": "|", "encoding": "utf-8", "for_rehearsal": "1"}, follow=True)
    confirm(browser, response)
    assert AuctionQuestion.objects.filter(for_rehearsal=True).count() == 2


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02", b"PK\x03\x04nonsense", b"%PDF-1.4", "pytanie".encode("utf-16")])
def test_what_is_no_table_says_why(browser: Client, data: bytes) -> None:
    text = page(send(browser, data))
    assert 'data-testid="problems"' in text or "invalid-feedback" in text


def test_out_and_in_again_is_the_same_and_sealed_ones_stay(browser: Client, season: Season) -> None:
    confirm(browser, send(browser, TABLE))
    sealed = AuctionQuestion.objects.get(answer="dwa")
    game = LiveGame.objects.create(discipline="auction", season=season, title="Wieczór", setup={}, is_sealed=True)
    chosen = QuestionSet.objects.create(game=game, sealed_at=timezone.now())
    ReservedQuestion.objects.create(set=chosen, question=sealed, mark="q-1")
    for kind in ("csv", "xlsx"):
        data = browser.get(reverse("auction:bank_export", args=[kind])).content
        assert [row.text for row in read_bank_table(data).rows] == ["=1+1"]
        AuctionQuestion.objects.filter(answer="2").delete()
        confirm(browser, send(browser, data))
        assert AuctionQuestion.objects.get(answer="2").text == "=1+1"
    (sheet,) = openpyxl.load_workbook(io.BytesIO(data)).worksheets
    assert [cell.data_type for cell in sheet[2] if cell.value] == ["s"] * 9
    assert browser.get(reverse("auction:bank_export", args=["exe"])).status_code == 404


def test_a_table_is_its_senders_alone(browser: Client) -> None:
    upload = send(browser, TABLE).context["upload"]
    other = Client()
    other.force_login(User.objects.create_superuser("second"))
    urls = [reverse(f"auction:bank_file{more}", args=[upload.pk]) for more in ("", "_import", "_discard")]
    assert [other.get(urls[0]).status_code, *(other.post(url).status_code for url in urls[1:])] == [404, 404, 404]
    assert browser.post(urls[2]).status_code == 302
    assert not BankUpload.objects.exists()


def test_lists_cost_the_same(browser: Client, admin: User) -> None:
    def cost(files: int) -> int:
        for number in range(files):
            keep_upload(user=admin, file_name="x", data=TABLE.encode() + b"\n" * number)
        with CaptureQueriesContext(connection) as seen:
            assert browser.get(URL).context["waiting"].count() == files
        return len(seen)

    assert cost(1) == cost(3)


@pytest.mark.database
def test_an_import_is_what_was_seen(admin: User) -> None:
    upload = keep_upload(user=admin, file_name="x", data=TABLE.encode())
    assert keep_upload(user=admin, file_name="y", data=TABLE.encode()) == upload
    seen = plan_import(upload, read_upload(upload)).fingerprint
    category = Category.objects.create(name="Inne")
    AuctionQuestion.objects.create(category=category, text="ile oczu ma SOWA", answer="?", right_variant=1)
    with pytest.raises(Refusal, match="upload_moved_on"):
        import_upload(upload_id=upload.pk, fingerprint=seen, actor=account_actor(admin))
    assert wipe_old_uploads(timezone.now() + datetime.timedelta(days=8)) == 1
    with pytest.raises(Refusal, match="upload_gone"):
        import_upload(upload_id=upload.pk, fingerprint=seen, actor=account_actor(admin))
