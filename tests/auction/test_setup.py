"""The desk: a new game, every setting on one form, the links, and the start that pins it all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from auction.forms import SettingsForm, current_values
from auction.rulebook import SETTINGS
from auction.rules.parameters import Parameters
from tests.auction_games import make_auction_game, make_bank, make_team
from tournaments.models import AuditEntry, LiveGame, Season, User
from tournaments.services.access_links import LinkRevoked, link_token, redeem_token
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
HOSTS_PAGES = ("setup", "start", "links")


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """A game that waits for its start."""
    return make_auction_game(season, host_user)


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    """The host's browser."""
    client.force_login(host_user)
    return client


def _url(game: LiveGame, name: str, *more: int) -> str:
    return reverse(f"auction:{name}", args=[game.pk, *more])


def _as_typed(**changes: object) -> dict[str, object]:
    """The form as a browser sends it: the defaults, but for what is changed."""
    return {key: str(value) for key, value in current_values({}).items()} | changes


def _setup(game: LiveGame) -> dict[str, Any]:
    return LiveGame.objects.get(pk=game.pk).setup


# --- who may open what -----------------------------------------------------------------------------------------------


def _people(host_user: User) -> dict[str, tuple[User | None, int]]:
    """Whom a page of the desk answers with what."""
    return {
        "a stranger": (None, 302),
        "another host": (User.objects.create_user("jan"), 403),
        "staff that does not host": (User.objects.create_user("ola", is_staff=True), 403),
        "its host": (host_user, 200),
        "an admin": (User.objects.create_superuser("admin"), 200),
        "a host who is switched off": (User.objects.create_user("old", is_active=False), 302),
    }


@pytest.mark.parametrize("page", HOSTS_PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_desk_is_open_to_the_games_hosts_alone(game: LiveGame, host_user: User, page: str, method: str) -> None:
    for who, (user, expected) in _people(host_user).items():
        client = Client()
        if user is not None:
            client.force_login(user)
        status = getattr(client, method)(_url(game, page)).status_code
        if expected != 200:
            refused = {expected, 405} if (page, method) == ("links", "post") else {expected}
            assert status in refused, who
        elif method == "get":
            assert status == 200, who


@pytest.mark.parametrize("name", ["link", "reissue_link", "revoke_link", "add_host_link"])
def test_links_are_changed_by_the_games_hosts_alone(game: LiveGame, host_user: User, name: str) -> None:
    link = game.links.earliest("pk")
    more = [] if name == "add_host_link" else [link.pk]
    for who, (user, expected) in _people(host_user).items():
        if expected == 200:
            continue
        client = Client()
        if user is not None:
            client.force_login(user)
        answer = (client.get if name == "link" else client.post)(_url(game, name, *more))
        assert answer.status_code == expected, who
        assert link_token(link) not in answer.text, who
    link.refresh_from_db()
    assert (link.generation, link.revoked_at) == (1, None)


def test_a_link_of_another_game_is_not_ours(desk: Client, season: Season, game: LiveGame) -> None:
    foreign = make_auction_game(season, User.objects.create_user("jan")).links.earliest("pk")
    for name in ("reissue_link", "revoke_link"):
        assert desk.post(_url(game, name, foreign.pk)).status_code == 404
    assert desk.get(_url(game, "link", foreign.pk)).status_code == 404


def test_a_captain_cannot_open_the_desk(client: Client, game: LiveGame) -> None:
    captain = game.links.filter(role="captain").earliest("pk")
    client.get(f"/join/{link_token(captain)}/")
    for page in HOSTS_PAGES:
        assert client.get(_url(game, page)).status_code == 302


# --- a new game ------------------------------------------------------------------------------------------------------


def test_whoever_neither_works_here_nor_hosts_sets_up_no_game(client: Client, season: Season) -> None:
    assert client.get("/games/new/").headers["Location"].startswith("/accounts/login/?next=/games/new/")
    client.force_login(User.objects.create_user("jan"))
    assert client.get("/games/new/").status_code == 403
    assert client.post("/games/new/").status_code == 403


def test_a_house_without_three_players_is_left_out_visibly(client: Client, season: Season) -> None:
    client.force_login(User.objects.create_user("ola", is_staff=True))
    make_bank()
    ready, short, headless = make_team(season, 0), make_team(season, 1, players=2), make_team(season, 2, captain=False)
    page = client.get("/games/new/").text
    assert "2 players of three (§7)" in page
    assert "no captain (§3)" in page
    answer = client.post("/games/new/", {"title": "Evening", "teams": [ready.pk, short.pk, headless.pk]})
    assert answer.status_code == 422
    assert 'value="Evening"' in answer.text
    assert not LiveGame.objects.exists()


def test_two_to_four_houses_play(client: Client, season: Season) -> None:
    client.force_login(User.objects.create_user("ola", is_staff=True))
    make_bank()
    teams = [make_team(season, number) for number in range(4)]
    refused = client.post("/games/new/", {"title": "Evening", "teams": [teams[0].pk]})
    assert (refused.status_code, "1 is chosen" in refused.text) == (422, True)
    made = client.post("/games/new/", {"title": "Evening", "teams": [team.pk for team in reversed(teams)]})
    game = LiveGame.objects.get()
    assert made.headers["Location"] == _url(game, "setup")
    assert [team["id"] for team in game.setup["teams"]] == ["red", "yellow", "blue", "green"]
    assert game.hosts.get().username == "ola"


def test_an_empty_bank_is_said_so_and_keeps_what_was_typed(client: Client, season: Season) -> None:
    client.force_login(User.objects.create_user("ola", is_staff=True))
    teams = [make_team(season, number) for number in range(2)]
    refused = client.post("/games/new/", {"title": "Evening «1»", "teams": [team.pk for team in teams]})
    assert refused.status_code == 422
    assert "The bank has no question left for this season." in refused.text
    assert 'value="Evening «1»"' in refused.text


def test_without_a_season_the_page_says_what_to_do(client: Client) -> None:
    client.force_login(User.objects.create_user("ola", is_staff=True))
    assert "No season is the current one" in client.get("/games/new/").text


# --- settings --------------------------------------------------------------------------------------------------------


def test_every_setting_stands_on_the_form_with_paragraph_and_default(desk: Client, game: LiveGame) -> None:
    page = desk.get(_url(game, "setup")).text
    for setting in SETTINGS:
        assert f'id="setting-{setting.key}"' in page
        assert f"/rules/auction/#p{setting.paragraph}" in page


def test_the_defaults_change_nothing(desk: Client, game: LiveGame) -> None:
    form = SettingsForm(_as_typed(), setup={})
    assert form.is_valid(), form.errors
    assert form.rules() == {}
    assert Parameters.from_json(form.rules()) == Parameters()


def test_what_differs_is_kept_where_the_game_looks_for_it(desk: Client, game: LiveGame) -> None:
    typed = _as_typed(
        ante="5", va_banque_must_top="True", duel_wrong="opponent", answer_seconds="20", clock_from="shown"
    )
    assert desk.post(_url(game, "setup"), typed).headers["Location"] == _url(game, "setup") + "#settings"
    assert _setup(game)["rules"] == {"ante": 5, "va_banque_must_top": True, "duel_wrong": "opponent"}
    stage = {"answer_seconds": 20, "answer_grace": 5, "clock_from": "shown", "duel_order": "fair"}
    assert _setup(game)["settings"] == stage
    assert AuditEntry.objects.filter(action="change_setup", target=f"game:{game.pk}").count() == 1


def test_saving_twice_is_saving_once(desk: Client, game: LiveGame) -> None:
    for _press in range(2):
        desk.post(_url(game, "setup"), _as_typed(ante="5"))
    assert AuditEntry.objects.filter(action="change_setup").count() == 1


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("ante", "three"),
        ("ante", "0"),
        ("ante", "-1"),
        ("ante", "99999999999999999999"),
        ("ante", ""),
        ("ante", "3.5"),
        ("ante", "<b>"),
        ("answer_seconds", "4"),
        ("special_stakes", "elsewhere"),
        ("bid_includes_ante", "maybe"),
    ],
)
def test_an_error_saves_nothing_and_keeps_what_was_typed(desk: Client, game: LiveGame, key: str, typed: str) -> None:
    before = _setup(game)
    answer = desk.post(_url(game, "setup"), _as_typed(start_points="77") | {key: typed})
    assert answer.status_code == 422
    assert 'name="start_points" id="id_start_points" value="77"' in answer.text
    if key in ("ante", "answer_seconds"):
        shown = typed.replace("<", "&lt;").replace(">", "&gt;")
        assert f'name="{key}" id="id_{key}" value="{shown}"' in answer.text
        assert f'id="id_{key}_error"' in answer.text
    assert _setup(game) == before


# --- the start -------------------------------------------------------------------------------------------------------


def test_the_start_saves_shows_and_pins(desk: Client, game: LiveGame) -> None:
    to_start = desk.post(_url(game, "setup"), _as_typed(ante="7", start="1"))
    assert to_start.headers["Location"] == _url(game, "start")
    page = desk.get(_url(game, "start"))
    assert "as written: 3" in page.text
    started = desk.post(_url(game, "start"), {"seen": page.context["seen"]})
    assert started.headers["Location"] == _url(game, "console")
    game.refresh_from_db()
    assert game.started_at is not None
    assert game.setup["rules"] == {"ante": 7}


def test_settings_changed_meanwhile_are_shown_again(desk: Client, game: LiveGame) -> None:
    seen = desk.get(_url(game, "start")).context["seen"]
    desk.post(_url(game, "setup"), _as_typed(ante="9"))
    answer = desk.post(_url(game, "start"), {"seen": seen}, follow=True)
    assert answer.redirect_chain == [(_url(game, "start"), 302)]
    assert "The settings have changed since you saw them." in answer.text
    assert LiveGame.objects.get(pk=game.pk).started_at is None


def test_a_second_press_leads_to_the_running_game(desk: Client, game: LiveGame, host: Actor) -> None:
    start_game(game_id=game.pk, actor=host)
    for method in (desk.get, desk.post):
        assert method(_url(game, "start")).headers["Location"] == _url(game, "console")


def test_after_the_start_nothing_can_be_changed(desk: Client, game: LiveGame, host: Actor) -> None:
    start_game(game_id=game.pk, actor=host)
    before = _setup(game)
    page = desk.get(_url(game, "setup")).text
    assert 'name="ante"' not in page
    assert "Pinned when the game started" in page
    answer = desk.post(_url(game, "setup"), _as_typed(ante="9"), follow=True)
    assert "its settings are pinned" in answer.text
    assert _setup(game) == before


# --- links -----------------------------------------------------------------------------------------------------------


def test_each_captain_and_player_has_an_address(desk: Client, game: LiveGame) -> None:
    page = desk.get(_url(game, "setup")).text
    for link in game.links.all():
        assert f"http://testserver/join/{link_token(link)}/" in page


def test_a_new_address_replaces_the_old_one_in_place(desk: Client, game: LiveGame) -> None:
    link = game.links.earliest("pk")
    old = link_token(link)
    answer = desk.post(_url(game, "reissue_link", link.pk), headers={"HX-Request": "true"})
    link.refresh_from_db()
    assert answer.text.strip().startswith(f'<li class="seat" id="seat-{link.pk}">')
    assert link_token(link) in answer.text
    assert old not in answer.text
    with pytest.raises(LinkRevoked):
        redeem_token(old)


def test_a_seat_can_be_taken_back_and_given_again(desk: Client, game: LiveGame) -> None:
    link = game.links.earliest("pk")
    token = link_token(link)
    assert desk.post(_url(game, "revoke_link", link.pk)).headers["Location"].endswith(f"#seat-{link.pk}")
    assert token not in desk.get(_url(game, "setup")).text
    assert token not in desk.get(_url(game, "links")).text
    assert desk.get(_url(game, "link", link.pk)).status_code == 404
    desk.post(_url(game, "reissue_link", link.pk))
    assert desk.get(_url(game, "link", link.pk)).status_code == 200


def test_a_second_device_of_the_host_opens_the_console_and_the_desk(desk: Client, game: LiveGame) -> None:
    answer = desk.post(_url(game, "add_host_link"))
    link = game.links.get(role="host")
    assert answer.headers["Location"] == _url(game, "link", link.pk)
    tablet = Client()
    assert tablet.get(f"/join/{link_token(link)}/").headers["Location"] == _url(game, "console")
    assert tablet.get(_url(game, "setup")).status_code == 200


def test_a_card_has_its_code_and_names_its_seat(desk: Client, game: LiveGame) -> None:
    page = desk.get(_url(game, "links")).text
    assert page.count("<svg") - page.count('class="mark"') - page.count("tool-person") >= game.links.count()
    assert "Captain of Czerwoni" in page
    assert "Player of Żółci" in page


@pytest.mark.parametrize(
    ("host_name", "warned"), [("127.0.0.1:8000", True), ("localhost", True), ("testserver", False)]
)
def test_an_address_that_phones_cannot_reach_is_pointed_out(
    desk: Client, game: LiveGame, host_name: str, warned: bool
) -> None:
    page = desk.get(_url(game, "setup"), headers={"Host": host_name}).text
    assert ("an address that only this computer knows" in page) == warned


@pytest.mark.parametrize("page", HOSTS_PAGES)
def test_pages_with_addresses_are_not_kept(desk: Client, game: LiveGame, page: str) -> None:
    assert "no-store" in desk.get(_url(game, page)).headers["Cache-Control"]


def test_the_number_of_queries_does_not_grow_with_the_teams(
    desk: Client, season: Season, host_user: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(4):
        make_team(season, number)
    teams = list(season.teams.all())
    make_bank()
    for chosen in (teams[:2], teams):
        game = _game_of(season, chosen, host_user)
        with django_assert_num_queries(6):  # account, game, host, links, Masters, unused questions
            desk.get(_url(game, "setup"))


@pytest.mark.parametrize("teams", [1, 3])
def test_the_number_of_queries_does_not_grow_with_the_houses(
    client: Client, season: Season, teams: int, django_assert_num_queries: Callable[..., Any]
) -> None:
    client.force_login(User.objects.create_user("ola", is_staff=True))
    for number in range(teams):
        make_team(season, number)
    with django_assert_num_queries(6):  # account, season, teams, members, people, houses
        client.get("/games/new/")


def _game_of(season: Season, teams: list[Any], host_user: User) -> LiveGame:
    from auction.services.games import create_game

    return create_game(season=season, teams=teams, title="A game", host=host_user)
