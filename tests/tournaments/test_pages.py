"""The house's front: home, the demo's short cuts, accounts, what a page says when it cannot open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.views.csrf import csrf_failure
from django.views.defaults import server_error

from tests.auction_games import make_auction_game
from tournaments.models import AccessLink, LiveGame, User
from tournaments.services.access_links import link_token, revoke_link
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
ENTER = "/demo/enter/{}/"


@pytest.fixture
def auction(season: Any, host_user: User) -> LiveGame:
    """A game of auction that waits for its start."""
    return make_auction_game(season, host_user)


@pytest.fixture
def demo(settings: Any) -> None:
    """Sowa shown to anybody."""
    settings.SOWA_DEMO = True


def _captain(game: LiveGame) -> AccessLink:
    link = game.links.filter(role="captain").first()
    assert link is not None
    return link


# --- home ------------------------------------------------------------------------------------------------------------


def test_an_empty_house_says_what_to_do_next(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "No games yet" in page.text


def test_games_stand_where_they_belong(client: Client, season: Any, host_user: User, host: Actor) -> None:
    upcoming, live, finished = (make_auction_game(season, host_user, title) for title in ("Soon", "Now", "Past"))
    for game in (live, finished):
        start_game(game_id=game.pk, actor=host)
    LiveGame.objects.filter(pk=finished.pk).update(finished_at=timezone.now())
    games = client.get("/").context["games"]
    assert (games.live, games.upcoming, list(games.finished)) == ([live], [upcoming], [finished])


def test_only_its_host_is_led_to_the_console(client: Client, auction: LiveGame, host_user: User, host: Actor) -> None:
    start_game(game_id=auction.pk, actor=host)
    console = reverse("auction:console", args=[auction.pk])
    assert console not in client.get("/").text
    client.force_login(host_user)
    assert console in client.get("/").text


def test_finished_games_come_in_pages(client: Client, season: Any, auction: LiveGame) -> None:
    now = timezone.now()
    LiveGame.objects.bulk_create(
        LiveGame(discipline="auction", season=season, title=f"G{number}", started_at=now, finished_at=now)
        for number in range(21)
    )
    assert len(client.get("/").context["games"].finished) == 20
    assert len(client.get("/?page=2").context["games"].finished) == 1
    assert client.get("/?page=nonsense").status_code == 200


def test_the_number_of_queries_does_not_grow(
    client: Client, season: Any, host_user: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    client.force_login(host_user)
    for games in (1, 2):  # one game, then three
        for number in range(games):
            make_auction_game(season, host_user, f"Game {games}.{number}")
        with django_assert_num_queries(6):  # account, live, upcoming, finished, «may they set up games», rights
            client.get("/")


def test_a_seat_is_found_again_until_it_is_taken_back(client: Client, auction: LiveGame, host: Actor) -> None:
    link = _captain(auction)
    client.get(f"/join/{link_token(link)}/")
    seat = reverse("auction:seat", args=[auction.pk, link.pk])
    assert seat in client.get("/").text
    revoke_link(link_id=link.pk, actor=host)
    assert seat not in client.get("/").text


def test_names_are_text_never_markup(client: Client, season: Any, host_user: User) -> None:
    game = make_auction_game(season, host_user, "<b>{{ x }}</b>")
    game.setup["teams"][0] |= {"command": "</style><script>", "colour": "red;}</style>", "emblem": "👨‍👩‍👧"}
    game.save()
    page = client.get("/").text
    assert "<b>{{" not in page
    assert "<script>" not in page.replace("&lt;script&gt;", "")
    assert "red;}" not in page


# --- the demo's short cuts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["host", "captain", "spectator", "projector"])
def test_nowhere_but_in_a_demo_are_there_short_cuts(client: Client, auction: LiveGame, role: str) -> None:
    assert client.post(ENTER.format(role), {"team": _captain(auction).team}).status_code == 404
    assert "/demo/enter/" not in client.get("/").text
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("role", ["host", "captain", "spectator", "projector", "admin"])
def test_nobody_enters_by_following_a_link(client: Client, auction: LiveGame, demo: None, role: str) -> None:
    assert client.get(ENTER.format(role)).status_code == 405


def test_one_click_enters_as_the_host_and_starts(
    client: Client, auction: LiveGame, host_user: User, demo: None
) -> None:
    answer = client.post(ENTER.format("host"))
    assert answer.headers["Location"] == reverse("auction:console", args=[auction.pk])
    assert client.session["_auth_user_id"] == str(host_user.pk)
    auction.refresh_from_db()
    assert auction.started_at is not None


def test_entering_twice_starts_once(client: Client, auction: LiveGame, demo: None) -> None:
    client.post(ENTER.format("host"))
    started = LiveGame.objects.get(pk=auction.pk).started_at
    client.post(ENTER.format("host"))
    assert LiveGame.objects.get(pk=auction.pk).started_at == started


def test_the_host_comes_in_without_breaking_a_captains_tab(auction: LiveGame, demo: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/")
    token = browser.cookies["csrftoken"].value
    browser.post(ENTER.format("host"), {"csrfmiddlewaretoken": token})
    assert browser.cookies["csrftoken"].value == token
    answer = browser.post(ENTER.format("captain"), {"csrfmiddlewaretoken": token, "team": _captain(auction).team})
    assert answer.status_code == 302


def test_one_click_enters_as_any_captain(client: Client, auction: LiveGame, demo: None) -> None:
    for link in auction.links.filter(role="captain"):
        answer = client.post(ENTER.format("captain"), {"team": link.team})
        assert answer.headers["Location"] == reverse("auction:seat", args=[auction.pk, link.pk])
        assert client.session["seats"][str(link.pk)] == link.generation


@pytest.mark.parametrize("team", ["", "nobody", "\0", "x" * 500])
def test_a_team_that_does_not_play_has_no_seat(client: Client, auction: LiveGame, demo: None, team: str) -> None:
    assert client.post(ENTER.format("captain"), {"team": team}).status_code == 404


def test_a_demo_never_opens_the_backoffice(client: Client, auction: LiveGame, host_user: User, demo: None) -> None:
    User.objects.filter(pk=host_user.pk).update(is_staff=True)
    assert client.post(ENTER.format("host")).status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("role", ["player", "admin", "system", "x"])
def test_other_roles_have_no_short_cut(client: Client, auction: LiveGame, demo: None, role: str) -> None:
    assert client.post(ENTER.format(role)).status_code == 404


def test_a_demo_without_a_game_still_has_a_home(client: Client, demo: None) -> None:
    assert client.get("/").status_code == 200
    assert client.post(ENTER.format("host")).status_code == 404


# --- accounts, problems ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/password/reset/", "/accounts/password/reset/done/"])
def test_account_pages_are_ours(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert "css/office.css" in page.text


def test_nobody_signs_up(client: Client) -> None:
    page = client.get("/accounts/signup/")
    assert "Accounts are made by the school" in page.text
    assert "password1" not in page.text


def test_a_login_keeps_where_one_wanted_to_go(client: Client, host_user: User) -> None:
    host_user.set_password("slow and steady owl")
    host_user.save()
    page = client.get("/accounts/login/?next=/games/new/")
    assert 'name="next" value="/games/new/"' in page.text.replace("  ", " ")
    wrong = client.post("/accounts/login/", {"login": "ela", "password": "x", "next": "/games/new/"})
    assert wrong.status_code == 200
    assert 'value="ela"' in wrong.text
    assert "is-invalid" in wrong.text
    right = client.post("/accounts/login/", {"login": "ela", "password": "slow and steady owl", "next": "/games/new/"})
    assert right.headers["Location"] == "/games/new/"


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_problem_pages_keep_their_status(rf: RequestFactory, client: Client, language: str) -> None:
    client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = language
    missing = client.get("/games/999999/")
    assert (missing.status_code, f'lang="{language}"' in missing.text) == (404, True)
    assert server_error(rf.get("/")).status_code == 500
    stale = csrf_failure(rf.post("/"))
    assert (stale.status_code, b"office.css" in stale.content) == (403, True)


def test_pages_need_no_inline_style_or_handler(client: Client, auction: LiveGame, demo: None) -> None:
    page = client.get("/")
    policy = page.headers["Content-Security-Policy"]
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert "unsafe" not in policy
    assert page.text.count("<style") == page.text.count(f'<style nonce="{nonce}"') == 1
    assert " style=" not in page.text
    assert " onclick=" not in page.text
