"""The pages of the house cup and of the rights in the chat."""

import csv
import datetime
import io
import itertools
import json
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.playing import NOW, give
from tournaments.cup_chart import EMBLEM, draw_chart
from tournaments.models import House, LedgerEntry, LiveGame, Person, Privilege, Season, User
from tournaments.selectors.ranking import Step
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.ranking import counter_entry, enter_decision

pytestmark = pytest.mark.django_db


@pytest.fixture
def red(db):
    return House.objects.create(key="red", name="Red & <Gold>", command="Red", emblem="R", colour="#c0392b")


@pytest.fixture
def hosting(make_game, host_user):
    """The browser of somebody who hosts a game."""
    make_game(started=False)
    browser = Client()
    browser.force_login(host_user)
    return browser


def played(make_game, host, points, title="Evening <1>"):
    game = make_game(title=title)
    give(game, host, "add", amount=points)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    return game


def right(make_game, host, name="Ruda", days=5.0, **more):
    game = more.pop("game", None) or make_game()
    now = timezone.now()
    return Privilege.objects.create(
        name=name,
        holder=f"p{Privilege.objects.count()}",
        season=game.season,
        game=game,
        paragraph="28",
        kind="half_op",
        starts_at=now - datetime.timedelta(days=2),
        ends_at=now + datetime.timedelta(days=days),
        **more,
    )


def test_before_the_first_season_the_cup_says_what_to_do(client):
    page = client.get("/cup/").content.decode()
    assert "No points yet" in page and "An administrator adds the first one" in page


def test_an_empty_season_says_who_has_to_do_what(client, season, hosting):
    assert "appear here by themselves" in client.get("/cup/").content.decode()
    assert "press «Close the game»" in hosting.get("/cup/").content.decode()
    assert 'href="/cup/"' in client.get("/").content.decode()


def test_the_cup_shows_totals_lines_and_ways_to_the_games(client, make_game, host, season, red):
    game = played(make_game, host, 41)
    page = client.get("/cup/").content.decode()
    assert "because of the total" in client.get(f"/cup/{season.pk}/").content.decode()
    assert "Red &amp; &lt;Gold&gt;" in page and "<Gold>" not in page and "Evening <1>" not in page
    assert "because of the total" in page and "+41" in page
    assert '<svg class="chart chart-wide"' in page and "The chart as a table" in page
    reopen_game(game_id=game.pk, actor=host)
    page = client.get("/cup/").content.decode()
    assert "1 entry taken back" in page and "the game was opened again" in page and '<svg class="chart' not in page


def test_another_season_has_its_own_cup(client, make_game, host, season, red):
    old = Season.objects.create(name="2025")
    enter_decision(season=old, house=red, points=7, reason="long ago", actor=host)
    assert "long ago" not in client.get("/cup/").content.decode()
    page = client.get(f"/cup/{old.pk}/").content.decode()
    assert "long ago" in page and f'href="/cup/{season.pk}/"' in page
    assert client.get("/cup/999/").status_code == 404


def test_the_cup_costs_the_same_with_one_game_and_with_three(client, make_game, host, red):
    played(make_game, host, 1)
    client.get("/cup/")
    with CaptureQueriesContext(connection) as one:
        client.get("/cup/")
    for number in range(2):
        House.objects.create(name=f"House {number}", command="x")
        played(make_game, host, 3)
    with CaptureQueriesContext(connection) as three:
        client.get("/cup/")
    assert len(three) == len(one) <= 6


def test_the_chart_is_well_formed_and_its_emblems_do_not_cover_each_other(client, make_game, host, season, red):
    for number in range(3):
        house = House.objects.create(name=f"H{number}", command="x", position=number)
        enter_decision(season=season, house=house, points=20, reason="equal", actor=host)
    page = client.get("/cup/").content.decode()
    for drawing in page.split('<svg class="chart')[1:]:
        tree = ET.fromstring('<svg class="' + drawing.split("</svg>")[0] + "</svg>")
        ends = sorted(int(circle.get("cy", "")) for circle in tree.iter("circle") if circle.get("r") == "13")
        assert len(ends) == 3 and all(b - a >= 2 * EMBLEM for a, b in itertools.pairwise(ends))


def test_the_scale_of_the_chart_holds_every_total(red):
    now = timezone.now()
    for totals in ([5], [0], [-12, 430], [1_000_000], [3, 3, 3, 3, 900]):
        steps = [Step(now, "", {red.pk: total}) for total in totals]
        chart = draw_chart(steps, [red], width=360, height=280)
        labels = [int(tick.label) for tick in chart.scale]
        assert labels[0] <= min(0, *totals) and labels[-1] >= max(totals) and 2 <= len(labels) <= 7 and 0 in labels
        assert all(0 <= y <= 280 and 0 <= x <= 360 for line in chart.lines for x, y in line.dots)
        assert chart.dates[-1].moment == now


def test_rights_are_for_hosts_and_staff(client, season):
    plain = User.objects.create_user("plain")
    for address in ("/privileges/", "/privileges/list.txt", "/privileges/list.json"):
        assert client.get(address)["Location"].startswith("/accounts/login/")
        browser = Client()
        browser.force_login(plain)
        assert browser.get(address).status_code == 403
    assert browser.post("/privileges/1/revoke/", {"reason": "x"}).status_code == 403


def test_nobody_with_a_right_is_said_with_how_it_is_won(hosting):
    assert "Nobody has the right now" in hosting.get("/privileges/").content.decode()


def test_a_right_is_taken_away_with_a_reason(hosting, make_game, host):
    row = right(make_game, host, name="Ruda <b>")
    page = hosting.get("/privileges/").content.decode()
    assert "Ruda &lt;b&gt;" in page and "guest" in page
    refused = hosting.post(f"/privileges/{row.pk}/revoke/", {"reason": "…"})
    assert refused.status_code == 422 and "This needs a reason in words" in refused.content.decode()
    assert 'value="…"' in refused.content.decode()
    assert hosting.post(f"/privileges/{row.pk}/revoke/", {"reason": "a" * 501}).status_code == 422
    assert hosting.post(f"/privileges/{row.pk}/revoke/", {"reason": "a\0b"}).status_code == 422
    done = hosting.post(f"/privileges/{row.pk}/revoke/", {"reason": "shouting"}, follow=True).content.decode()
    assert "Taken away: Ruda &lt;b&gt;" in done and "«shouting»" in done and "remove it in the chat" in done
    assert hosting.post(f"/privileges/{row.pk}/revoke/", {"reason": "again"}).status_code == 422
    assert hosting.post("/privileges/999999/revoke/", {"reason": "x"}).status_code == 404


def test_the_lists_for_the_chats_operator(hosting, make_game, host, red):
    person = Person.objects.create(name="Ruda", house=red)
    right(make_game, host, name="Ruda", person=person)
    right(make_game, host, name="#evil\tname\nline \u202e👩\u200d🚀", days=4)
    gone = right(make_game, host, name="Gone", revoked_at=timezone.now(), revoke_reason="x", days=3)
    text = hosting.get("/privileges/list.txt")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    lines = text.content.decode().splitlines()
    assert [line.split("\t")[0] for line in lines if not line.startswith("#")] == ["evil name line 👩\u200d🚀", "Ruda"]
    assert lines[-1].startswith("# Gone\t") and lines[-1].endswith("§28\ttaken away early")
    data = json.loads(hosting.get("/privileges/list.json").content)
    assert [(row["name"][:5], row["house"], row["ends_today"]) for row in data["in_force"]] == [
        ("#evil", None, False),
        ("Ruda", "red", False),
    ]
    assert [row["name"] for row in data["take_away_today"]] == [gone.name]
    assert datetime.datetime.fromisoformat(data["in_force"][1]["ends_at"]).tzinfo is not None


def test_the_list_costs_the_same_with_one_row_and_with_three(hosting, make_game, host, red):
    person = Person.objects.create(name="Ruda", house=red)
    right(make_game, host, person=person)
    hosting.get("/privileges/")
    with CaptureQueriesContext(connection) as one:
        hosting.get("/privileges/")
    for _ in range(2):
        right(make_game, host, person=person)
    with CaptureQueriesContext(connection) as three:
        hosting.get("/privileges/")
    assert len(three) == len(one)


def test_the_backoffice_enters_decisions_and_takes_them_back(admin_client, season, red):
    add = "/admin/tournaments/ledgerentry/add/"
    fields = {"season": season.pk, "house": red.pk, "points": "", "corrects": "", "words": "a deed"}
    assert "A decision needs" in admin_client.post(add, fields).content.decode()
    assert "gives or takes points" in admin_client.post(add, {**fields, "points": 0}).content.decode()
    assert "a reason in words" in admin_client.post(add, {**fields, "points": 5, "words": "…"}).content.decode()
    assert admin_client.post(add, {**fields, "points": 5}).status_code == 302
    entry = red.ledger.get()
    assert (entry.points, entry.kind, entry.reason) == (5, "decision", {"text": "a deed"})
    assert admin_client.get(f"/admin/tournaments/ledgerentry/{entry.pk}/change/").status_code == 200
    assert admin_client.post(f"/admin/tournaments/ledgerentry/{entry.pk}/change/", fields).status_code == 403
    back = {"season": "", "house": "", "points": "", "corrects": entry.pk, "words": "no deed"}
    assert "Either take" in admin_client.post(add, {**back, "points": 3}).content.decode()
    assert admin_client.post(add, back).status_code == 302
    assert [row.points for row in red.ledger.order_by("pk")] == [5, -5]
    assert "valid choice" in admin_client.post(add, back).content.decode()  # it has been taken back


def test_the_backoffice_takes_a_right_away(admin_client, make_game, host):
    row = right(make_game, host)
    change = f"/admin/tournaments/privilege/{row.pk}/change/"
    assert "a reason in words" in admin_client.post(change, {"revoke_reason": ""}).content.decode()
    assert admin_client.post(change, {"revoke_reason": "shouting"}).status_code == 302
    row.refresh_from_db()
    assert row.revoke_reason == "shouting" and row.revoked_at is not None
    assert admin_client.get(change).status_code == 200
    assert admin_client.post(change, {"revoke_reason": "more"}).status_code == 403
    assert admin_client.get("/admin/tournaments/privilege/add/").status_code == 403


def test_each_game_of_the_cup_leads_to_its_replay_and_protocol(client, make_game, host, season, red):
    game = played(make_game, host, 41)
    assert "Move by move" not in client.get("/cup/").content.decode()  # the counter game has no such pages
    LiveGame.objects.filter(pk=game.pk).update(discipline="auction")
    LedgerEntry.objects.filter(game=game)._raw_delete("default")
    common = {"season": season, "house": red, "game": game, "entered_by": "user:1", "paragraph": "22"}
    LedgerEntry.objects.create(points=5, kind="points", reason={"code": "survivor"}, **common)
    page = client.get("/cup/").content.decode()
    for address in (f"/games/{game.pk}/replay/", f"/games/{game.pk}/protocol/"):
        assert f'href="{address}"' in page


def test_the_lines_of_the_cup_as_a_table(client, make_game, host, season, red):
    game = played(make_game, host, 41, title="=1+1")
    reopen_game(game_id=game.pk, actor=host)
    page = client.get(f"/cup/{season.pk}/lines.csv")
    rows = list(csv.reader(io.StringIO(page.content.decode("utf-8-sig"))))
    assert [row[3] for row in rows[1:]] == ["41", "'-41"] or [row[3] for row in rows[1:]] == ["41", "-41"]
    assert rows[1][6] == "'=1+1" and rows[2][8] == rows[1][0] and "attachment" in page["Content-Disposition"]
    assert client.get(f"/cup/{season.pk}/lines.xlsx").content[:2] == b"PK"
    assert client.get("/cup/999/lines.csv").status_code == 404


def test_staff_decide_and_take_back_on_a_page(client, season, red):
    client.force_login(User.objects.create_user("staff", is_staff=True))
    address = f"/cup/{season.pk}/decisions/"
    assert "None in this season." in client.get(address).content.decode()
    for fields, said in (
        ({"points": 5, "reason": " … "}, "This needs a reason in words"),
        ({"points": 0, "reason": "ok"}, "A decision gives or takes points"),
        ({"points": 9_000_000, "reason": "ok"}, "less than or equal"),
    ):
        page = client.post(address, {"house": red.pk, **fields})
        assert page.status_code == 422 and said in page.content.decode()
    good = {"house": red.pk, "points": -5, "reason": "=noise <b>", "once": "gesture"}
    for _press in range(2):
        assert client.post(address, good).status_code == 302
    entry = LedgerEntry.objects.get()
    page = client.get(address).content.decode()
    assert "=noise &lt;b&gt;" in page and "to-decisions" in client.get("/cup/").content.decode()
    refused = client.post(f"/cup/decisions/{entry.pk}/", {"reason": "…"})
    assert refused.status_code == 422 and 'value="…"' in refused.content.decode()
    assert client.post(f"/cup/decisions/{entry.pk}/", {"reason": "the wind"}).status_code == 302
    assert client.post(f"/cup/decisions/{entry.pk}/", {"reason": "again"}).status_code == 422
    assert client.post("/cup/decisions/999999/", {"reason": "x"}).status_code == 404
    assert [one.points for one in LedgerEntry.objects.order_by("pk")] == [-5, 5]
    assert "Taken back:" in client.get(address).content.decode()


def test_decisions_cost_the_same_with_one_and_with_three(client, season, red, host):
    client.force_login(User.objects.create_user("staff", is_staff=True))
    enter_decision(season=season, house=red, points=5, reason="a", actor=host)
    client.get(f"/cup/{season.pk}/decisions/")
    with CaptureQueriesContext(connection) as few:
        client.get(f"/cup/{season.pk}/decisions/")
    for _number in range(2):
        entry = enter_decision(season=season, house=red, points=5, reason="b", actor=host).entry
        assert entry is not None
        counter_entry(entry_id=entry.pk, reason="c", actor=host)
    with CaptureQueriesContext(connection) as more:
        client.get(f"/cup/{season.pk}/decisions/")
    assert len(few) == len(more)


TOKEN = "operator-token-of-the-school"


def test_a_program_reads_the_list_with_the_installations_token(client, settings, make_game, host):
    right(make_game, host)
    lists = ("/privileges/list.txt", "/privileges/list.json")
    bearer = {"authorization": f"Bearer {TOKEN}"}
    for address in lists:
        assert client.get(address).status_code == 302
        assert client.get(address, headers=bearer).status_code == 401  # no token is set: none is right
    settings.SOWA_OPERATOR_TOKEN = TOKEN
    for address in lists:
        page = client.get(address, headers=bearer)
        assert page.status_code == 200 and "Ruda" in page.content.decode() and "no-store" in page["Cache-Control"]
        for wrong in ("Bearer", f"Bearer {TOKEN}x", "Bearer żółw"):
            assert client.get(address, headers={"authorization": wrong}).status_code == 401
        assert client.get(address, headers={"authorization": f"Basic {TOKEN}"}).status_code == 302
        assert client.post(address, headers=bearer).status_code == 405
    for other in ("/privileges/", "/"):
        assert "Ruda" not in client.get(other, headers=bearer, follow=True).content.decode()


def test_who_loses_the_right_tomorrow_stands_on_the_list_and_on_the_first_page(
    hosting, client, make_game, host, monkeypatch
):
    game = make_game()
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    right(make_game, host, name="Morgen", days=1, game=game)
    right(make_game, host, name="Heute", days=0.1, game=game)
    right(make_game, host, name="Später", days=5, game=game)
    page = hosting.get("/privileges/").content.decode()
    tomorrow = page.split('id="tomorrow"')[1].split("</section>")[0]
    assert "Morgen" in tomorrow and "Heute" not in tomorrow and "Später" not in tomorrow
    rows = hosting.get("/privileges/list.json").json()["in_force"]
    found = {row["name"]: (row["ends_today"], row["ends_tomorrow"]) for row in rows}
    assert found == {"Morgen": (False, True), "Heute": (True, False), "Später": (False, False)}
    assert "ends tomorrow" in hosting.get("/privileges/list.txt").content.decode()
    first = hosting.get("/").content.decode()
    assert "1 loses it today" in first and "1 loses it tomorrow" in first
    assert "rights-today" not in client.get("/").content.decode()
