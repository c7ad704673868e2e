"""No word of a sealed question on any page, for anybody, by any search: superuser, staff with every right, captains."""

from __future__ import annotations

import json

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from auction.models import AuctionQuestion, Category, QuestionSet, ReservedQuestion, SetOpening
from auction.services import seals
from tests.auction.sealed_games import MARKER, fill_bank, make_game, question, seal
from tests.auction.test_draws import drawn
from tests.playing import give
from tournaments.models import LiveGame, User
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.games import finish_game, start_game

pytestmark = pytest.mark.django_db
TEXTS = ("text", "answer", "accepted", "comment", "source", "variant_a", "variant_d", "right_variant")
LOOKUPS = ("startswith", "icontains", "regex", "exact", "gt", "isnull")


class Evening:
    """A sealed evening and everybody who would like to know."""

    def __init__(self, season, host_user, host):
        self.game = make_game(season, host_user)
        self.chosen = seal(self.game, host_user)
        self.host_user, self.host = host_user, host
        self.rows = list(self.chosen.reserved.all())
        self.words = {text for row in self.rows for text in _texts(row.copy)}
        self.root = User.objects.create_superuser("root")
        self.staff = User.objects.create_user("staff", is_staff=True)
        self.staff.user_permissions.set(Permission.objects.all())
        self.other_host = User.objects.create_user("other")
        make_game(season, self.other_host, "Other")

    def browser(self, who):
        browser = Client(raise_request_exception=True)
        if who == "captain":
            link = issue_link(game_id=self.game.pk, role="captain", team="red", player="p1", actor=self.host)
            browser.get(f"/join/{link_token(link)}/")
        elif who == "host_link":
            link = issue_link(game_id=self.game.pk, role="host", name="Tablet", actor=self.host)
            browser.get(f"/join/{link_token(link)}/")
        elif who != "nobody":
            browser.force_login(getattr(self, who))
        return browser

    def betrayed(self, response):
        """The words of the sealed questions in an answer, and in where it leads."""
        said = response.content.decode() + json.dumps(dict(response.headers))
        return {word for word in self.words if word in said}


def _texts(copy):
    values = [copy["text"], copy["answer"], copy["comment"], copy["source"], *copy["accepted"], *copy["variants"]]
    return {value for value in values if value}


@pytest.fixture
def evening(season, host_user, host):
    return Evening(season, host_user, host)


def admin_pages(row):
    """Every page of the backoffice that could know something of a question or its set."""
    number, bank = row.question_id, "/admin/auction/auctionquestion/"
    yield "/admin/"
    yield from (f"{bank}{number}/{page}/" for page in ("change", "delete", "history"))
    yield f"{bank}{number}/change/?_popup=1"
    yield f"{bank}add/"
    yield f"/admin/auction/questionset/{row.set_id}/change/"
    for model in admin.site._registry:
        listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        yield f"{listing}?q={MARKER}"
        if model._meta.app_label == "auction":
            yield from (f"{listing}?{query}" for query in ("", "all=", f"q={number}"))
    for column in range(1, 8):
        yield f"{bank}?o={column}"
        yield f"{bank}?o=-{column}"
    yield f"{bank}?used__exact=no&category__id__exact={row.question.category_id}"
    yield f"/admin/auction/category/{row.question.category_id}/change/"
    yield f"/admin/auction/category/{row.question.category_id}/delete/"
    for app, name, field in (
        ("auction", "questionuse", "question"),
        ("auction", "reservedquestion", "question"),
        ("auction", "auctionquestion", "category"),
    ):
        yield f"/admin/autocomplete/?app_label={app}&model_name={name}&field_name={field}&term={MARKER}"


@pytest.mark.parametrize("who", ["root", "staff"])  # others get in nowhere there: test_permissions_matrix.py
def test_no_page_of_the_backoffice_says_a_word(evening, who):
    browser = evening.browser(who)
    for address in admin_pages(evening.rows[0]):
        assert not evening.betrayed(browser.get(address, follow=True)), address


@pytest.mark.parametrize("who", ["root", "staff"])
def test_deleting_in_bulk_and_editing_by_hand_say_and_do_nothing(evening, who):
    browser, row = evening.browser(who), evening.rows[0]
    numbers = [one.question_id for one in evening.rows]
    listing = "/admin/auction/auctionquestion/"
    for extra in ({}, {"post": "yes"}):
        fields = {"action": "delete_selected", "_selected_action": numbers, **extra}
        assert not evening.betrayed(browser.post(listing, fields, follow=True))
    edited = browser.post(f"{listing}{row.question_id}/change/", {"text": "new", "_save": "1"})
    assert edited.status_code == 403 and not evening.betrayed(edited)
    assert browser.post(f"{listing}{row.question_id}/delete/", {"post": "yes"}).status_code == 403
    row.question.refresh_from_db()
    assert row.question.text == row.copy["text"] and AuctionQuestion.objects.count() == 36


@pytest.mark.parametrize("term", ["text-Film", "xyzzy", "Film-0", "answer"])
def test_a_search_finds_no_sealed_question_by_its_words(evening, term):
    page = evening.browser("root").get("/admin/auction/auctionquestion/", {"q": term})
    assert page.status_code == 200
    found = set(page.context["cl"].queryset.values_list("pk", flat=True))
    assert not found & {row.question_id for row in evening.rows} and "sealed for" not in page.content.decode()


def test_no_filter_in_the_address_feels_its_way_to_a_text(evening):
    browser, copy = evening.browser("root"), evening.rows[0].copy
    tries = [(f"/admin/auction/auctionquestion/?{name}__{how}=x", name) for name in TEXTS for how in LOOKUPS]
    tries += [
        (f"/admin/auction/{model}/?{path}={copy['text']}", path)
        for model, path in (
            ("category", "questions__text__startswith"),
            ("questionset", "reserved__copy__icontains"),
            ("questionset", "seals__lines__icontains"),
            ("setopening", "set__reserved__question__text__icontains"),
        )
    ]
    tries += [
        (f"/admin/tournaments/{model}/?{path}=x", path)
        for model, path in (
            ("livegame", "snapshot__icontains"),
            ("livegame", "question_set__reserved__copy__icontains"),
            ("gamecommand", "command__icontains"),
            ("gamecommand", "command__question__text__startswith"),
            ("gameevent", "data__question__text__startswith"),
            ("drawseed", "seed__startswith"),
        )
    ]
    for address, what in tries:
        assert browser.get(address).status_code in (302, 400), (address, what)  # 302: «e=1», the filter is dropped


def test_the_list_tells_that_it_is_sealed_and_for_what(evening):
    page = evening.browser("root").get("/admin/auction/auctionquestion/").content.decode()
    assert f"no. {evening.rows[0].question_id}, sealed for «Derby»" in page
    row = evening.browser("root").get(f"/admin/auction/auctionquestion/{evening.rows[0].question_id}/change/")
    assert "sealed for «Derby»" in row.content.decode() and 'name="text"' not in row.content.decode()


@pytest.mark.parametrize("who", ["root", "staff", "other_host", "captain", "host_link", "nobody", "host_user"])
def test_no_page_of_the_site_says_a_word_before_it_is_played(evening, who):
    browser, game = evening.browser(who), evening.game
    pages = [
        reverse(f"auction:{name}", args=[game.pk])
        for name in ("questions", "setup", "start", "draws", "spectator", "projector", "console", "record", "protocol")
    ]
    pages += [reverse("auction:pick_questions", args=[game.pk, number]) for number in range(1, 8)]
    others = LiveGame.objects.get(title="Other")
    pages += [reverse("auction:questions", args=[others.pk]), reverse("auction:pick_questions", args=[others.pk, 1])]
    for address in [*pages, "/", "/games/new/", "/cup/"]:
        assert not evening.betrayed(browser.get(address, follow=True)), address
    for name in ("change_questions", "seal_questions", "unseal_questions", "open_questions"):
        if who == "host_user":
            continue
        fields = {"do": "propose", "reason": "I want to", "why": "I want to"}
        response = browser.post(reverse(f"auction:{name}", args=[game.pk]), fields)
        assert response.status_code in (302, 403) and not evening.betrayed(response), name
    assert not SetOpening.objects.exists() and QuestionSet.objects.get(game=game).is_sealed


@pytest.mark.parametrize("who", ["root", "staff"])
def test_what_is_drawn_and_not_shown_stays_secret_in_the_log(evening, who):
    assert start_game(game_id=evening.game.pk, actor=evening.host).accepted
    drawn(evening.game, evening.host)
    browser = evening.browser(who)
    for model in ("gamecommand", "gameevent", "livegame"):
        listing = f"/admin/tournaments/{model}/"
        assert not evening.betrayed(browser.get(listing))
        meta = {"gamecommand": evening.game.commands, "gameevent": evening.game.events}
        numbers = [evening.game.pk] if model == "livegame" else meta[model].values_list("pk", flat=True)
        for number in numbers:
            page = browser.get(f"{listing}{number}/change/")
            assert page.status_code == 200 and not evening.betrayed(page), (model, number)
    console = browser.get(f"/games/{evening.game.pk}/console/")
    assert console.status_code == 403 and not evening.betrayed(console)
    ticket = browser.get(f"/games/{evening.game.pk}/ticket/console/?seat=host")
    assert ticket.status_code in (302, 401, 403) and b"ticket" not in ticket.content


def test_a_played_question_is_readable_again_and_after_the_game_all_are(evening):
    start_game(game_id=evening.game.pk, actor=evening.host)
    command = drawn(evening.game, evening.host)
    for do, more in (
        ("open", {}), ("bid", {"team": "red", "points": 9}), ("close", {"excused": ["yellow"]}), ("show_question", {}),
    ):  # fmt: skip
        assert give(evening.game, evening.host, do, **more).accepted
    page = evening.browser("root").get("/admin/auction/auctionquestion/")
    assert evening.betrayed(page) >= {command["question"]["text"]}
    assert page.content.decode().count("sealed for") == 23
    give(evening.game, evening.host, "judge", correct=True)
    finish_game(game_id=evening.game.pk, actor=evening.host, reason="dość na dziś")
    page = evening.browser("root").get("/admin/auction/auctionquestion/")
    assert "sealed for" not in page.content.decode() and len(evening.betrayed(page)) >= 24


def test_the_page_of_the_draws_after_the_game_shows_what_was_played_and_nothing_else(evening):
    start_game(game_id=evening.game.pk, actor=evening.host)
    command = drawn(evening.game, evening.host)
    for do, more in (
        ("open", {}), ("bid", {"team": "red", "points": 9}), ("close", {"excused": ["yellow"]}), ("show_question", {}),
        ("judge", {"correct": True}), ("draw", {}),
    ):  # fmt: skip
        assert give(evening.game, evening.host, do, **more).accepted
    finish_game(game_id=evening.game.pk, actor=evening.host, reason="dość na dziś")
    page = evening.browser("nobody").get(f"/games/{evening.game.pk}/draws/")
    assert "Every question played is the one that was sealed." in page.content.decode()
    assert evening.betrayed(page) == _texts(command["question"])


def test_the_host_opens_it_by_pressing_and_with_a_reason_for_one_page_view(evening):
    browser, address = evening.browser("host_user"), f"/games/{evening.game.pk}/questions/"
    assert not evening.betrayed(browser.get(address))
    refused = browser.post(f"{address}open/", {"why": "  !"})
    assert refused.status_code == 422 and not evening.betrayed(refused) and not SetOpening.objects.exists()
    page = browser.post(f"{address}open/", {"why": "a complaint about a source"})
    assert evening.betrayed(page) and "no-store" in page["Cache-Control"]
    assert not evening.betrayed(browser.get(address)) and SetOpening.objects.count() == 1
    browser.post(f"{address}open/", {"why": "again"})
    assert SetOpening.objects.count() == 2
    log = evening.browser("nobody").get(f"/games/{evening.game.pk}/draws/").content.decode()
    assert "a complaint about a source" in log and "Ela Sowa" in log


def test_an_opening_stands_even_if_the_page_then_fails(evening, monkeypatch):
    def broken(opening):
        raise RuntimeError("the page fails")

    monkeypatch.setattr(seals, "read_opened", broken)
    browser = evening.browser("host_user")
    browser.raise_request_exception = False
    assert browser.post(f"/games/{evening.game.pk}/questions/open/", {"why": "a complaint"}).status_code == 500
    assert SetOpening.objects.get().why == "a complaint"


def test_what_is_typed_survives_a_refusal(evening):
    page = evening.browser("host_user").post(f"/games/{evening.game.pk}/questions/unseal/", {"reason": "12345"})
    assert page.status_code == 422 and 'value="12345"' in page.content.decode()


def test_a_category_with_sealed_questions_keeps_its_name(evening):
    browser, category = evening.browser("root"), Category.objects.get(name="Film")
    browser.post(f"/admin/auction/category/{category.pk}/change/", {"name": "Kino", "is_active": "on"})
    category.refresh_from_db()
    assert category.name == "Film"


def test_the_hosts_page_costs_the_same_with_few_questions_and_many(season, host_user, client):
    game = make_game(season, host_user)
    client.force_login(host_user)
    address = f"/games/{game.pk}/questions/"

    def cost():
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    ReservedQuestion.objects.create(
        set=QuestionSet.objects.create(game=game), question=AuctionQuestion.objects.latest("pk")
    )
    few = cost()
    client.post(f"{address}change/", {"do": "propose"})
    assert cost() == few


def test_the_backoffice_costs_the_same_with_one_set_and_three(season, host_user, admin_client):
    def cost(address):
        admin_client.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert admin_client.get(address).status_code == 200
        return len(captured)

    addresses = [f"/admin/auction/{model}/" for model in ("auctionquestion", "questionset", "setopening")]
    counts = []
    for number in (1, 2, 3):
        game = make_game(season, host_user, f"Game {number}")
        seal(game, host_user)
        seals.open_set(game_id=game.pk, why="a complaint", user=host_user)
        fill_bank(each=6)
        counts.append([cost(address) for address in addresses])
    assert counts[0] == counts[2]


def test_a_question_named_anywhere_is_named_without_its_text():
    assert MARKER not in str(question(Category(name="Film"), "1"))
