"""The club's pages around a game: the demo's door, the links, the backoffice that keeps closed envelopes closed."""

from __future__ import annotations

import io
import itertools
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from chgk.models import ClubSeason, Package, Question
from chgk.services.demo import plant
from tests.auction_games import make_auction_game
from tests.chgk.bank import picture_bytes
from tests.chgk.demo_houses import make_houses
from tests.club_games import make_club_game, make_package, play_out
from tournaments.models import LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db
_GESTURES = itertools.count()
PARTS = ("text", "answer", "accepted", "rejected", "comment", "source")


@pytest.fixture
def office(db: None) -> Client:
    """The backoffice, with every right there is."""
    browser = Client()
    browser.force_login(User.objects.create_superuser("root"))
    return browser


def change_page(question: Question) -> str:
    return reverse("admin:chgk_question_change", args=[question.pk])


def test_an_envelope_on_the_table_is_closed_to_the_backoffice(season, host_user, host, office) -> None:
    game = make_club_game(season, host_user)
    play_out(game, host, "T")
    lists = [reverse("admin:chgk_question_changelist"), reverse("admin:chgk_package_changelist")]
    pages = [*lists, *(change_page(question) for question in Question.objects.all())]
    for page in pages:
        text = office.get(page).text
        assert not any(f"{part}-{number}-" in text for part in PARTS for number in range(1, 12)), page
        assert "Автор 3" not in text
    assert "closed to everybody until then" in office.get(pages[-1]).text
    assert finish_game(game_id=game.pk, actor=host, reason="хватит").accepted
    question = Question.objects.get(number=3)
    assert "answer-3-answer" in office.get(change_page(question)).text


def test_a_draft_says_in_the_backoffice_what_it_lacks_and_takes_a_picture(office) -> None:
    draft = Question.objects.create(text="Кто?", source="http://example.org/?a=%41")
    listed = office.get(reverse("admin:chgk_question_changelist"), {"place": "draft"}).text
    assert "still missing" in listed.lower() and "The answer is missing" in office.get(change_page(draft)).text
    rows = {"images-TOTAL_FORMS": 1, "images-INITIAL_FORMS": 0, "images-0-position": 0, "images-0-description": "Птица"}
    fields = {"category": 2, "kind": "ordinary", "text": "Что?", "source": "http://example.org/?b=%41", **rows}
    bad = SimpleUploadedFile("a.png", b"<svg/>", "image/png")
    assert "This is no picture" in office.post(change_page(draft), {**fields, "images-0-picture": bad}).text
    good = SimpleUploadedFile("a.gif", picture_bytes("GIF"), "image/gif")
    assert office.post(change_page(draft), {**fields, "images-0-picture": good}).status_code == 302
    draft.refresh_from_db()
    image = draft.images.get()
    assert (image.media_type, image.width, image.description) == ("image/png", 40, "Птица")
    assert draft.citations[0]["address"] == "http://example.org/?b=%41" and draft.revision == 1


def test_nobody_feels_the_way_to_a_text_by_filters(season, host_user, office) -> None:
    make_club_game(season, host_user)
    for part in (*PARTS, "authors"):
        response = office.get(reverse("admin:chgk_question_changelist"), {f"{part}__startswith": "text-1"})
        assert response.status_code in (302, 400), part


def test_what_lies_on_a_table_is_neither_changed_nor_taken_away(season, host_user, office) -> None:
    make_club_game(season, host_user)
    free = make_package(season, title="Свободный")
    Package.objects.filter(pk=free.pk).update(state="draft")
    taken, loose = Question.objects.get(package__title="Пакет", number=1), free.questions.get(number=1)
    fields = {"package": free.pk, "number": 1, "category": 2, "text": "?", "answer": "!", "source": "s"}
    assert office.post(change_page(taken), fields).status_code == 403
    assert office.post(reverse("admin:chgk_question_delete", args=[taken.pk]), {"post": "yes"}).status_code == 403
    package = Package.objects.get(title="Пакет")
    assert office.post(reverse("admin:chgk_package_delete", args=[package.pk]), {"post": "yes"}).status_code == 403
    pictures = {f"images-{name}_FORMS": 0 for name in ("TOTAL", "INITIAL", "MIN_NUM", "MAX_NUM")}
    fields |= {"kind": "ordinary", **pictures}
    assert office.post(change_page(loose), fields).status_code == 302
    assert Question.objects.get(pk=loose.pk).text == "?" and Question.objects.get(pk=taken.pk).text == "text-1-text"


def test_a_question_is_called_by_its_number_alone(season: Season) -> None:
    question = make_package(season).questions.get(number=4)
    assert str(question) == "question no. 4"


def test_the_page_of_a_game_shows_its_hosts_everybodys_link(season, host_user) -> None:
    game = make_club_game(season, host_user, started=False)
    browser = Client()
    browser.force_login(host_user)
    text = browser.get(reverse("chgk:setup", args=[game.pk])).text
    assert text.count("/join/") == 3 and "Вера" in text
    assert not any(f"{part}-" in text for part in PARTS if part != "text")
    assert "text-1-text" not in text


def test_a_seats_link_leads_to_the_clubs_own_screen(season, host_user) -> None:
    game = make_club_game(season, host_user)
    browser = Client()
    browser.force_login(host_user)
    page = browser.get(reverse("chgk:setup", args=[game.pk])).text
    token = page.split("/join/")[1].split('"')[0]
    phone = Client()
    response = phone.get(f"/join/{token}", follow=True)
    assert response.redirect_chain[-1][0].startswith(f"/club/games/{game.pk}/seat/") and response.status_code == 200
    assert phone.get(reverse("chgk:spectator", args=[game.pk])).status_code == 200
    assert phone.get(f"/games/{game.pk}/").status_code == 404  # no game of the auction


def press(browser: Client, game: LiveGame, **fields: Any) -> Any:
    seq = LiveGame.objects.get(pk=game.pk).seq
    posted = {"seat": "host", "command_id": f"gesture-{next(_GESTURES)}", "expected_seq": seq, **fields}
    return browser.post(f"/games/{game.pk}/do/", posted, headers={"Accept": "application/json"})


def test_the_hosts_forms_play_a_question(season, host_user) -> None:
    game = make_club_game(season, host_user)
    browser = Client()
    browser.force_login(host_user)
    number = {"question": "3", "sheet": "x"}
    assert press(browser, game, do="ask", **number).status_code == 200
    drawn = load_session(LiveGame.objects.get(pk=game.pk)).stage.sheet
    assert drawn is not None and drawn.text == f"text-{drawn.number}-text"
    assert press(browser, game, do="clock", action="start").status_code == 422
    assert press(browser, game, do="show_question").status_code == 200
    assert press(browser, game, do="clock", action="start").status_code == 200
    assert press(browser, game, do="clock", action="add", seconds="x").json()["sentence"]
    assert press(browser, game, do="answer", text="Саркофаг").status_code == 200
    assert press(browser, game, do="judge", correct="perhaps").status_code == 422
    assert press(browser, game, do="judge", correct="true").status_code == 200
    assert press(browser, game, do="sing").status_code == 422


# --- the demo --------------------------------------------------------------------------------------------------------


@pytest.fixture
def demo(season: Season, host_user: User, settings: Any) -> LiveGame:
    settings.SOWA_DEMO = True
    make_houses()
    plant(season, host_user)
    return LiveGame.objects.get(finished_at=None)


def test_the_demo_has_a_game_ready_and_five_packages(demo: LiveGame) -> None:
    packages = Package.objects.filter(season=demo.season).exclude(title="Заготовки клуба")
    assert packages.count() == 5 and Question.objects.filter(package__in=packages).count() == 58
    assert Package.objects.filter(game=demo).count() == 1
    unfinished = Question.objects.filter(package__title="Финал", number__in=(3, 6))  # a draft, to see what is missing
    whole = Question.objects.exclude(pk__in=unfinished)
    assert not whole.filter(source="").exists() and not whole.filter(authors="").exists()
    assert len(demo.setup["table"]) == 10 and len(demo.setup["spares"]) == 2
    assert load_session(demo).captain is not None


def test_the_demos_door_leads_everybody_in(demo: LiveGame) -> None:
    home = Client().get("/").text
    assert demo.title in home
    for place, path in (
        ("host", f"/club/games/{demo.pk}/console/"),
        ("captain", f"/club/games/{demo.pk}/seat/"),
        ("spectator", f"/club/games/{demo.pk}/"),
        ("projector", f"/club/games/{demo.pk}/screen/"),
    ):
        fields = {"game": str(demo.pk), "team": "gryffindor"}
        response = Client().post(reverse("tournaments:demo_enter", args=[place]), fields)
        assert response.status_code == 302 and response["Location"].startswith(path), place
    assert LiveGame.objects.get(pk=demo.pk).started_at is not None
    assert Client().post(reverse("tournaments:demo_enter", args=["host"]), {"game": "999"}).status_code == 404


def test_the_demos_door_leads_to_the_curators_desk(demo: LiveGame) -> None:
    browser, enter = Client(), reverse("tournaments:demo_enter", args=["host"])
    home = browser.get("/").text
    assert "bidding opens" not in home  # there is no auction: its card is not there either
    assert "The captain's phone: Gryffindor" in home and 'data-testid="demo-page-desk"' in home
    club = ClubSeason.objects.get(closed_at=None)
    response = browser.post(enter, {"game": str(demo.pk), "page": "desk"})
    assert response["Location"] == reverse("chgk:desk", args=[club.pk])
    assert browser.get(response["Location"]).status_code == 200
    assert LiveGame.objects.get(pk=demo.pk).started_at is None  # who looks at the desk starts nothing
    assert browser.post(enter, {"game": str(demo.pk), "page": "owls"}).status_code == 404


def test_a_running_game_of_the_club_leaves_the_auction_its_place(demo, season, host_user) -> None:
    auction = make_auction_game(season, host_user)
    enter = reverse("tournaments:demo_enter", args=["host"])
    assert Client().post(enter, {"game": str(demo.pk)}).status_code == 302
    home = Client().get("/").text
    assert 'data-testid="demo-host-chgk"' in home and "Enter as the host" in home
    assert 'data-testid="demo-page-season"' in home and 'data-testid="demo-page-owls"' in home
    printed = io.StringIO()
    call_command("demo_addresses", stdout=printed)
    for address in (f"/club/games/{demo.pk}/console/", "/club/owls/", "/club/seasons/", "(Вера Соколова)"):
        assert address in printed.getvalue()
    assert Client().post(enter)["Location"] == f"/games/{auction.pk}/console/"


def test_a_new_season_of_the_school_leaves_the_demos_door_open(demo: LiveGame) -> None:
    Season.objects.update(is_current=False)
    Season.objects.create(name="2027/28", is_current=True)
    assert 'data-testid="demo-host-chgk"' in Client().get("/").text


def test_a_finished_game_shows_its_record_to_everybody(season, host_user, host: Actor) -> None:
    game = make_club_game(season, host_user)
    play_out(game, host, "TTTT")
    address = reverse("chgk:record", args=[game.pk])
    assert Client().get(address).status_code == 404
    assert finish_game(game_id=game.pk, actor=host, reason="хватит").accepted
    response = Client().get(address)
    assert response.status_code == 200 and response["Content-Type"].startswith("application/jsonl")
    for name in ("chgk:spectator", "chgk:projector"):
        assert "Victory: Львы" in Client().get(reverse(name, args=[game.pk])).text
