"""The archive of rulings: searched, taken along, with names as the seasons say."""

from __future__ import annotations

import csv
import datetime
import io
import json

import pytest
from django.urls import reverse

from appeals.archive import Filter, read_archive, seasons_with_rulings
from appeals.models import Appeal
from appeals.rules.state import Kind
from appeals.services.settings import save_appeal_settings
from tests.appeals.evening import make_person
from tests.appeals.test_pages import address, browser

pytestmark = pytest.mark.django_db


def test_the_archive_is_searched_and_taken_along(evening):
    first = evening.announce(evening.considered())
    evening.announce(evening.considered("DDD", 2, Kind.REMOVE))
    evening.file(3)
    site = reverse("appeals:archive")

    def found(**query):
        page = browser().get(site, query).content.decode()
        return [number for number in (1, 2, 3) if f">Appeal {number}<" in page]

    assert found() == [1, 2]
    assert found(q="ЛАМПЫ наука") == [1, 2]
    assert found(q="nothing like it") == []
    assert found(kind="remove") == found(outcome="denied") == [2]
    assert found(season=evening.club.pk, outcome="granted") == [1]
    assert found(season="x", kind="y") == [1, 2]
    rows = list(csv.reader(io.StringIO(browser().get(site, {"format": "csv"}).content.decode("utf-8-sig"))))
    assert len(rows) == 3
    assert "Ada: agree" in rows[2][13]
    data = json.loads(browser().get(site, {"format": "json"}).content)["appeals"]
    assert [one["number"] for one in data] == [2, 1] or [one["number"] for one in data] == [1, 2]
    assert {one["jury"][0]["view"] for one in data} == {"мнение-1-тайна"}
    assert first.number == 1


def test_names_stay_within_the_club_if_the_season_says_so(evening):
    save_appeal_settings(club_id=evening.club.pk, values={"names_public": False}, actor=evening.curator)
    row = evening.announce(evening.considered())
    for page in (address(row), address(row, "sheet"), reverse("appeals:archive") + "?format=json"):
        content = browser().get(page).content.decode()
        assert "Ada" not in content
        assert "owls 1" not in content
    assert "Ada" in browser(make_person("Zoe").user).get(address(row)).content.decode()
    assert ">Appeal 1<" not in browser().get(reverse("appeals:archive"), {"q": "Ada"}).content.decode()


def test_a_formula_stays_a_text_and_html_is_no_html(evening):
    row = evening.considered()
    snapshot = json.loads(json.dumps(row.snapshot))
    snapshot["sheet"]["reasoning"] = "=1+1<script>alert(1)</script>"
    Appeal.objects.filter(pk=row.pk).update(snapshot=snapshot)
    evening.announce(Appeal.objects.get(pk=row.pk))
    assert "<script>alert" not in browser().get(address(row)).content.decode()
    rows = list(csv.reader(io.StringIO(browser().get("/appeals/?format=csv").content.decode("utf-8-sig"))))
    assert rows[1][8].startswith("'=1+1")


@pytest.mark.database
def test_a_repeated_procedure_stays_in_the_archive_before_all_others(evening):
    """On every database: PostgreSQL and SQLite put what has no date at opposite ends."""
    save_appeal_settings(club_id=evening.club.pk, values={"complaint_repeats": True}, actor=evening.curator)
    first = evening.announce(evening.considered())
    evening.repeat(first)
    assert [one.row.number for one in read_archive(Filter(), None)] == [1]
    assert seasons_with_rulings() == [evening.club]
    evening.announce(evening.considered("DDD", 2))
    assert [one.row.number for one in read_archive(Filter(), None)] == [1, 2]


def test_dates_are_those_of_the_schools_calendar(evening):
    row = evening.announce(evening.considered())
    late = datetime.datetime(2026, 11, 30, 23, 30, tzinfo=datetime.UTC)  # past midnight at school
    Appeal.objects.filter(pk=row.pk).update(filed_at=late, announced_at=late)
    rows = list(csv.reader(io.StringIO(browser().get("/appeals/?format=csv").content.decode("utf-8-sig"))))
    assert (rows[1][10], rows[1][12]) == ("2026-12-01", "2026-12-01")
