"""The page of a club's game for its hosts: links issued anew, the evening interrupted, handed over, closed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chgk.models import ClubSeason
from tests.club_games import TEAM, accepted, make_club_game, play_out
from tests.club_seasons import fixture_of, lay, make_club
from tournaments.models import AccessLink, AuditEntry, LiveGame, User
from tournaments.services.access_links import link_token

pytestmark = pytest.mark.django_db


class Desk:
    """A host's browser at the page of a game."""

    def __init__(self, game: LiveGame, user: User) -> None:
        self.game, self.browser = game, Client()
        self.browser.force_login(user)

    def page(self) -> str:
        return self.browser.get(reverse("chgk:setup", args=[self.game.pk])).text

    def do(self, what: str, **fields: Any) -> Any:
        return self.browser.post(reverse("chgk:setup_deed", args=[self.game.pk, what]), fields, follow=True)

    def link(self, name: str, link: AccessLink, **more: Any) -> Any:
        address = reverse(f"chgk:{name}", args=[self.game.pk, link.pk])
        return self.browser.get(address) if name == "link" else self.browser.post(address, **more)

    def now(self) -> LiveGame:
        return LiveGame.objects.get(pk=self.game.pk)


@pytest.fixture
def desk(season, host_user) -> Desk:
    return Desk(make_club_game(season, host_user), host_user)


@pytest.fixture
def ewa(db) -> User:
    return User.objects.create_user("ewa", first_name="Ewa", is_staff=True)


def captains_link(desk: Desk) -> AccessLink:
    return AccessLink.objects.get(game=desk.game, role="captain")


def test_a_seat_gets_a_new_address_and_the_old_one_is_out(desk: Desk) -> None:
    link = captains_link(desk)
    old, phone = link_token(link), Client()
    phone.get(f"/join/{old}/")
    seat = reverse("chgk:seat", args=[desk.game.pk, link.pk])
    assert phone.get(seat).status_code == 200
    response = desk.link("reissue_link", link, headers={"HX-Request": "true"})
    assert "Here is the new address." in response.text and old not in response.text
    assert phone.get(seat).status_code == 302
    assert AuditEntry.objects.filter(action="reissue_link").count() == 1
    assert desk.link("reissue_link", link)["Location"].endswith(f"/setup/#seat-{link.pk}")


def test_a_seat_taken_back_is_closed_until_a_new_address(desk: Desk) -> None:
    link = captains_link(desk)
    token = link_token(link)
    response = desk.link("revoke_link", link, headers={"HX-Request": "true"})
    assert "The seat is closed." in response.text and "/join/" not in response.text
    assert Client().get(f"/join/{token}/").status_code != 302
    assert desk.link("link", link).status_code == 404
    assert token not in desk.browser.get(reverse("chgk:links", args=[desk.game.pk])).text
    desk.link("reissue_link", link)
    assert desk.link("link", link).text.count('class="qr"') == 1


def test_every_seat_is_a_card_to_cut_out(desk: Desk) -> None:
    text = desk.browser.get(reverse("chgk:links", args=[desk.game.pk])).text
    assert text.count('class="qr"') == 3 and "Captain of Львы" in text and "Глеб" in text


def test_a_second_device_of_the_host_is_a_second_console(desk: Desk) -> None:
    address = reverse("chgk:add_host_link", args=[desk.game.pk])
    assert desk.browser.post(address, follow=True).text.count('class="qr"') == 1
    tablet = Client()
    link = AccessLink.objects.get(game=desk.game, role="host")
    response = tablet.get(f"/join/{link_token(link)}/", follow=True)
    assert response.redirect_chain[-1][0] == reverse("chgk:console", args=[desk.game.pk])
    assert response.status_code == 200 and f"seat-{link.pk}" in desk.page()


def test_a_link_of_another_game_is_none_here(desk: Desk, season, host_user) -> None:
    other = Desk(make_club_game(season, host_user), host_user)
    foreign = captains_link(other)
    for name in ("link", "reissue_link", "revoke_link"):
        assert desk.link(name, foreign).status_code == 404, name


def test_an_evening_is_suspended_with_a_reason_and_goes_on(desk: Desk, host) -> None:
    refused = desk.do("suspend", reason="  ")
    assert refused.status_code == 422 and "needs a reason in words" in refused.text
    refused = desk.do("suspend", reason="!!!")
    assert refused.status_code == 422 and 'value="!!!"' in refused.text
    accepted(desk.game, host, "ask")
    accepted(desk.game, host, "show_question")
    accepted(desk.game, host, "clock", action="start")
    assert "The evening is suspended." in desk.do("suspend", reason="погас свет").text
    game = desk.now()
    assert game.is_suspended and "погас свет" in desk.page()
    assert Client().get(reverse("chgk:spectator", args=[game.pk])).text.count("погас свет") == 1
    assert desk.do("close", reason="всё").status_code == 422
    assert "The evening goes on." in desk.do("resume").text and not desk.now().is_suspended


def test_the_console_is_handed_over_and_taken_back(desk: Desk, ewa: User) -> None:
    assert desk.do("hand-over", to="", seen="").status_code == 422
    assert "The console is handed over." in desk.do("hand-over", to=str(ewa.pk), seen="").text
    text = desk.page()
    assert "Ewa hosts now" in text and 'data-testid="take-back"' in text and 'data-testid="close-open"' not in text
    refused = desk.do("suspend", reason="стоп")
    assert refused.status_code == 422 and "Ewa hosts now." in refused.text and 'value="стоп"' in refused.text
    assert desk.do("hand-over", to=str(ewa.pk), seen="user:0").status_code == 422
    new = Desk(desk.game, ewa)
    assert 'data-testid="hand-over-open"' in new.page() and "You host again." in desk.do("take-back").text
    assert new.browser.get(reverse("chgk:setup", args=[desk.game.pk])).status_code == 403


def test_a_guest_takes_the_console_by_a_link(desk: Desk) -> None:
    assert desk.do("hand-over-by-link", guest="...", seen="").status_code == 422
    response = desk.do("hand-over-by-link", guest="Пан Ян", seen="")
    link = AccessLink.objects.get(game=desk.game, role="host")
    assert response.redirect_chain[-1][0] == reverse("chgk:link", args=[desk.game.pk, link.pk])
    guest = Client()
    guest.get(f"/join/{link_token(link)}/")
    assert guest.get(reverse("chgk:console", args=[desk.game.pk])).status_code == 200
    desk.do("take-back")
    assert guest.get(reverse("chgk:console", args=[desk.game.pk])).status_code == 302


def test_a_game_that_is_not_decided_is_closed_with_a_reason(desk: Desk, host) -> None:
    play_out(desk.game, host, "TA")
    assert 'data-testid="close-open"' in desk.page()
    refused = desk.do("close", reason="")
    assert refused.status_code == 422 and "needs a reason in words" in refused.text
    assert desk.now().finished_at is None
    assert "The game is over." in desk.do("close", reason="зал закрывается").text
    assert desk.now().finished_at is not None
    assert "зал закрывается" in Client().get(reverse("chgk:spectator", args=[desk.game.pk])).text
    assert "The game goes on." in desk.do("reopen").text and desk.now().finished_at is None


def test_a_decided_game_is_closed_by_one_press(desk: Desk, host) -> None:
    play_out(desk.game, host, "TTTT")
    text = desk.page()
    assert 'data-testid="close-game"' in text and 'data-testid="close-open"' not in text
    assert "The game is over." in desk.do("close").text
    assert 'data-testid="reopen-game"' in desk.page()


def test_what_nobody_decides_here_is_no_page(desk: Desk, season, host_user) -> None:
    assert desk.do("plan").status_code == 404
    waiting = Desk(make_club_game(season, host_user, started=False), host_user)
    assert waiting.do("close", reason="рано").status_code == 422
    assert 'data-testid="suspend-open"' not in waiting.page()


def test_the_console_closes_a_game_early_between_two_questions(desk: Desk, host) -> None:
    console = reverse("chgk:console", args=[desk.game.pk])
    assert 'data-testid="close-early"' in desk.browser.get(console).text
    accepted(desk.game, host, "ask")
    assert 'data-testid="close-early"' not in desk.browser.get(console).text


def test_the_page_asks_the_same_questions_however_many_sit_there(
    desk: Desk, season, host_user, django_assert_num_queries
) -> None:
    six = [{"id": f"d{n}", "name": f"Игрок {n}", "captain": n == 1} for n in range(1, 7)]
    full = Desk(make_club_game(season, host_user, team={**TEAM, "players": six}), host_user)
    desk.page(), full.page()
    with django_assert_num_queries(8):
        desk.page()
    with django_assert_num_queries(8):
        full.page()


def test_the_page_leads_back_to_the_season(season, host_user) -> None:
    club = make_club(season, host_user, teams=1)
    game = lay(fixture_of(club, "owls"), host_user)
    assert game.setup["team"]["command"] == "Owls"  # by its name: nobody bids in the club
    desk = reverse("chgk:desk", args=[club.pk])
    assert f'href="{desk}#game-1"' in Desk(game, host_user).page()
    ClubSeason.objects.update(curator=User.objects.create_user("another"))
    page = Desk(game, host_user).page()
    assert desk not in page and f'href="{reverse("chgk:season", args=[club.pk])}#game-1"' in page
