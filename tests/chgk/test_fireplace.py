"""The fireplace on the table's screens and nowhere else: a marker proposed there is searched for everywhere."""

from __future__ import annotations

import contextlib
import itertools
import logging
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.core import serializers
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from chgk.models import Favour, Version
from chgk.panels import render_panels
from chgk.services import versions as services
from chgk.services.records import record_of
from tests.club_games import accepted, make_club_game, make_package
from tests.tournaments.test_permissions_matrix import names
from tournaments.disciplines import discipline_for
from tournaments.models import AccessLink, ChatMessage, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import issue_link, link_token, revoke_link
from tournaments.services.actors import Actor
from tournaments.services.chat import post_message
from tournaments.services.games import finish_game
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db
MARK = "тайна-у-камина"
SEATS = (("captain", "c1", "Вера"), ("player", "c2", "Глеб"))
AUDIENCES = (
    ("console", "host"),
    ("captain", "captain:lions"),
    ("player", "player:lions"),
    ("spectator", "public"),
    ("projector", "public"),
    ("captain", "captain:tigers"),
    ("player", "player:tigers"),
)
_GESTURES = itertools.count()


class Table:
    """A game whose question is being talked over, its seats with a browser each, and a version with the marker."""

    def __init__(self, season: Season, host_user: User, host: Actor) -> None:
        self.game, self.host = make_club_game(season, host_user), host
        self.links = {
            role: issue_link(game_id=self.game.pk, role=role, team="lions", player=player, name=name, actor=host)
            for role, player, name in SEATS
        }
        self.browsers = {role: seated(link) for role, link in self.links.items()}
        self.read_out()

    def read_out(self) -> None:
        """A question is asked, read, and talked over."""
        accepted(self.game, self.host, "ask")
        accepted(self.game, self.host, "show_question")
        accepted(self.game, self.host, "clock", action="start")

    @property
    def fresh(self) -> LiveGame:
        return LiveGame.objects.get(pk=self.game.pk)

    @property
    def question(self) -> int:
        sheet = load_session(self.fresh).stage.sheet
        assert sheet is not None
        return int(sheet.number)

    def posts(self, role: str, do: str, **fields: Any) -> Any:
        """A press on somebody's phone."""
        sent = {"seat": self.links[role].pk, "do": do, "command_id": f"g{next(_GESTURES)}", **fields}
        address = reverse("chgk:versions", args=[self.game.pk])
        return self.browsers[role].post(address, sent, headers={"Accept": "application/json"})

    def proposes(self, role: str = "player", text: str = MARK) -> Version:
        """A version by the form."""
        assert self.posts(role, "propose", question=self.question, text=text).status_code == 200
        return Version.objects.latest("number")

    def page(self, role: str) -> Any:
        return self.browsers[role].get(reverse("chgk:fireplace", args=[self.game.pk, self.links[role].pk]))


def seated(link: AccessLink) -> Client:
    """A browser that has come in by a private link."""
    browser = Client()
    browser.get(f"/join/{link_token(link)}/")
    return browser


@pytest.fixture
def table(season: Season, host_user: User, host: Actor) -> Table:
    return Table(season, host_user, host)


def panels(table: Table, screen: str, audience: str) -> dict[str, str]:
    game = table.fresh
    return render_panels(game, load_session(game), screen, audience, "en")


# --- the screens -----------------------------------------------------------------------------------------------------


def test_both_phones_see_the_list_and_only_the_captain_may_choose(table: Table) -> None:
    version = table.proposes()
    table.posts("captain", "favour", number=version.number)
    captain, player = panels(table, *AUDIENCES[1])["fireplace"], panels(table, *AUDIENCES[2])["fireplace"]
    for html in (captain, player):
        assert MARK in html and "Глеб" in html and "for it: Вера" in html and 'data-favour="c1"' in html
    assert 'data-deed="choose"' in captain and 'data-deed="choose"' not in player
    assert table.posts("player", "choose", number=version.number).json()["refusal"]["code"] == "captain_decides"
    assert table.posts("captain", "choose", number=version.number).status_code == 200
    assert "the team's choice" in panels(table, *AUDIENCES[2])["fireplace"]
    table.posts("player", "strike", number=version.number)
    assert "struck out by Глеб" in panels(table, *AUDIENCES[1])["fireplace"]
    assert load_session(table.fresh).stage.answer is None


def test_who_stands_in_for_the_captain_chooses_on_their_own_phone(table: Table) -> None:
    table.proposes()
    accepted(table.game, table.host, "set_captain", player="c2", reason="Веры нет")
    assert 'data-deed="choose"' not in panels(table, *AUDIENCES[1])["fireplace"]
    html = panels(table, *AUDIENCES[2])["fireplace"]
    assert 'data-deed="choose" data-only-player="c2" hidden' in html and 'data-deed="strike">' in html


def test_after_the_answer_the_list_is_read_and_not_written(table: Table) -> None:
    table.proposes()
    accepted(table.game, table.host, "judge", correct=True)
    for pair in AUDIENCES[1:3]:
        drawn = panels(table, *pair)
        assert drawn["fireplace"] == "" and MARK in drawn["centre"] and "versions" not in drawn["head"]
    table.read_out()
    assert MARK not in "".join(panels(table, *AUDIENCES[1]).values())


def test_wild_texts_are_text(table: Table) -> None:
    for wild in ('<b>"x"</b>', "{{ 7 }}", "=1+1", "مرحبا", "👨‍👩‍👧"):
        table.proposes(text=wild)
    html = panels(table, *AUDIENCES[1])["fireplace"]
    assert "<b>" not in html.replace('<b class="figures">', "") and "{{ 7 }}" in html and "مرحبا" in html
    assert "&lt;b&gt;" in table.page("captain").text


def test_a_refusal_says_why_and_repeats_nothing(table: Table) -> None:
    answer = table.posts("player", "propose", question=table.question, text=MARK * 20)
    assert answer.status_code == 422 and answer.json()["refusal"]["paragraph"] == "3.1.5"
    assert MARK not in answer.text
    assert table.posts("player", "propose", question="", text=MARK).status_code == 400
    assert table.posts("player", "sing", number=1).status_code == 400
    assert table.posts("player", "strike", number=99).status_code == 404


# --- nowhere else ----------------------------------------------------------------------------------------------------


def everything_said(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """The marker in every kind of deed there is."""
    with caplog.at_level(logging.DEBUG):
        version = table.proposes()
        for do in ("favour", "choose", "unchoose", "strike", "restore"):
            assert table.posts("captain", do, number=version.number).status_code == 200
        table.posts("player", "propose", question=table.question, text=f"{MARK} {'я' * 200}")
    said = Actor(key=table.links["player"].seat_key, role="player", team="lions", name="Глеб", player="c2")
    assert post_message(game_id=table.game.pk, actor=said, text=f"{MARK} в чате", room="lions").accepted


def of_account(user: User) -> Client:
    """Somebody with a password."""
    browser = Client()
    browser.force_login(user)
    return browser


def addresses(table: Table) -> list[str]:
    """Every page of the site, those of a game with this one's number and the captain's seat."""
    game, season, link = table.game.pk, table.game.season.pk, table.links["captain"].pk
    ways: list[dict[str, int]] = [{}, {"game_id": game}, {"season_id": season}, {"game_id": game, "link_id": link}]
    found = []
    for name in sorted(set(names(get_resolver().url_patterns))):
        for kwargs in ways:
            with contextlib.suppress(NoReverseMatch):  # not this address's arguments
                found.append(reverse(name, kwargs=kwargs))
    return found


def office_pages(table: Table) -> list[str]:
    """Every list of the backoffice; of the game and its links form, history and deletion, too."""
    lists = [f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist" for model in admin.site._registry]
    rows = [("livegame", table.game.pk), ("accesslink", table.links["player"].pk)]
    pages = [(f"admin:tournaments_{name}_{page}", pk) for name, pk in rows for page in ("change", "history", "delete")]
    return ["/admin/", *map(reverse, lists), *(reverse(name, args=[pk]) for name, pk in pages)]


def leaks(browser: Client, pages: list[str]) -> list[str]:
    """Where the marker stands, headers included."""
    found = []
    for page in pages:
        response = browser.get(page)
        content = b"".join(response) if response.streaming else response.content
        if MARK in content.decode(errors="replace") or MARK in str(response.headers):
            found.append(page)
    return found


def test_nobody_but_the_table_reads_a_word(table, host_user, caplog) -> None:
    everything_said(table, caplog)
    pages, office = addresses(table), office_pages(table)
    assert len(pages) > 30 and reverse("chgk:fireplace", args=[table.game.pk, table.links["captain"].pk]) in pages
    root, host = of_account(User.objects.create_superuser("root")), of_account(host_user)
    assert leaks(root, [*pages, *office]) == [] and leaks(host, [page for page in pages if "games" in page]) == []
    accepted(table.game, table.host, "judge", correct=True)
    assert finish_game(game_id=table.game.pk, actor=table.host, reason="хватит").accepted
    club = [page for page in pages if page.startswith("/club/")]
    for browser in (root, host, Client()):
        assert leaks(browser, club) == []
    for role in ("captain", "player"):  # the search above would pass on a fireplace that is empty
        text = table.page(role).text
        assert f"{MARK} в чате" in text and text.count(MARK) == 2


def test_no_stream_but_the_tables_own_carries_a_word(table, caplog) -> None:
    everything_said(table, caplog)
    game, club = table.fresh, discipline_for("chgk")
    for language in ("en", "pl", "ru"):
        for screen, audience in AUDIENCES:
            text = str(club.render(game, screen, audience, language))
            assert (MARK in text) == (audience.endswith(":lions")), (screen, audience, language)
    readers = club.readers(game, ["player:lions"])["player:lions"]
    assert table.links["player"].seat_key in readers and table.links["captain"].seat_key not in readers


def test_no_row_no_log_and_no_record_keeps_a_word(table, caplog) -> None:
    everything_said(table, caplog)
    accepted(table.game, table.host, "judge", correct=True)
    assert finish_game(game_id=table.game.pk, actor=table.host, reason="хватит").accepted
    own = {Version, Favour, ChatMessage}
    for model in apps.get_models(include_auto_created=True):
        if model not in own:
            assert MARK not in serializers.serialize("json", model._base_manager.all(), ensure_ascii=False), model
    assert MARK not in "\n".join(record_of(table.fresh))
    assert MARK not in caplog.text
    assert not own & {Version, Favour} & set(admin.site._registry)


def test_another_games_table_reads_its_own_fireplace_alone(table, host, host_user, season) -> None:
    table.proposes()
    other = Table.__new__(Table)
    other.host = host
    other.game = make_club_game(season, host_user, package=make_package(season, title="Другой"))
    link = issue_link(game_id=other.game.pk, role="captain", team="lions", player="c1", name="Вера", actor=host)
    other.links, other.browsers = {"captain": link}, {"captain": seated(link)}
    other.read_out()
    other.proposes("captain", "другое")
    text = other.page("captain").text
    assert "другое" in text and MARK not in text
    own, foreign = table.links["captain"].pk, link.pk
    browser = other.browsers["captain"]
    for game, seat in ((table.game.pk, foreign), (table.game.pk, own), (other.game.pk, own)):
        assert browser.get(reverse("chgk:fireplace", args=[game, seat])).status_code == 302
        sent = {"seat": seat, "do": "propose", "question": 1, "text": "x", "command_id": f"g{next(_GESTURES)}"}
        assert browser.post(reverse("chgk:versions", args=[game]), sent).status_code == 302


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_tells_every_question_with_chat_and_versions(table, django_assert_max_num_queries) -> None:
    first = table.question
    version = table.proposes()
    table.posts("captain", "choose", number=version.number)
    seat = Actor(key=table.links["player"].seat_key, role="player", team="lions", name="Глеб", player="c2")
    post_message(game_id=table.game.pk, actor=seat, text="это про лампу", room="lions")
    page = table.page("captain")
    assert f"text-{first}-text" in page.text and f"answer-{first}-answer" not in page.text
    accepted(table.game, table.host, "answer", text="лампа")
    accepted(table.game, table.host, "judge", correct=False)
    accepted(table.game, table.host, "ask")
    hidden = table.question
    with django_assert_max_num_queries(16):
        text = table.page("player").text
    assert f"answer-{first}-answer" in text and "лампа" in text and "the authors&#x27; point" in text
    assert text.index("это про лампу") < text.index(f"Envelope {hidden}") and f"text-{hidden}-text" not in text
    assert f"comment-{first}" not in text and "no-store" in page["Cache-Control"] and "ETag" not in page
    assert finish_game(game_id=table.game.pk, actor=table.host, reason="хватит").accepted
    assert MARK in table.page("player").text  # kept for the team afterwards


def test_a_seat_that_is_taken_back_has_lost_the_room_with_its_past(table) -> None:
    version = table.proposes()
    assert table.page("player").status_code == 200
    revoke_link(link_id=table.links["player"].pk, actor=table.host)
    answer = table.page("player")
    assert answer.status_code == 302 and answer["Location"] == "/join/?why=revoked"
    assert table.posts("player", "favour", number=version.number).status_code == 401
    readers = discipline_for("chgk").readers(table.fresh, ["player:lions"])["player:lions"]
    assert table.links["player"].seat_key not in readers
    with pytest.raises(Refusal) as caught:
        services.favour_version(
            game_id=table.game.pk,
            number=version.number,
            actor=Actor(key=table.links["player"].seat_key, role="player", team="lions", name="Глеб", player="c2"),
        )
    assert caught.value.code == "seat_gone"
