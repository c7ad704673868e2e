"""The curator's part in the vote, the title of Magister, the hall of fame: who may, what is refused, what is shown."""

from __future__ import annotations

import itertools
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chgk.models import BestPlayerVote, Fixture, Magister, Owl
from tests.club_finals import LOST, NAMES, finish_final, game_of, make_final, vote
from tests.club_games import accepted, play_out
from tests.club_seasons import curator_of
from tournaments.models import GameCommand, House, Person, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game

pytestmark = pytest.mark.django_db
_SEASONS = itertools.count(2030)


@pytest.fixture
def curator(db: None) -> User:
    return User.objects.create_user("sibylla", first_name="Сибилла")


@pytest.fixture
def won(season: Season, host_user: User, host: Actor, curator: User) -> Fixture:
    final = make_final(season, host_user, curator=curator)
    finish_final(final, host)
    return final


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def deed(user: User, fixture: Fixture, what: str, **fields: str) -> Any:
    return browser_of(user).post(reverse("chgk:vote_deed", args=[fixture.club_id, what]), fields)


def split(fixture: Fixture) -> None:
    """Everybody names themselves."""
    for name in NAMES:
        vote(fixture, name, name)


def test_the_curator_closes_and_names(won: Fixture, curator: User) -> None:
    vote(won, "Вера", "Глеб")
    response = deed(curator, won, "name", player="c1", reason="Держала команду")
    assert response.status_code == 422 and "Not everybody has voted yet: 2 to go" in response.text
    assert "§3.2.4" in response.text and "has voted" in response.text
    assert deed(curator, won, "close").status_code == 302
    assert BestPlayerVote.objects.get().closed_by == "Сибилла"
    response = deed(curator, won, "name", player="c3", reason=" … ")
    assert response.status_code == 422 and "needs a reason in words" in response.text
    assert 'value="c3" required checked' in response.text and "…" in response.text  # nothing typed is lost
    assert deed(curator, won, "name", player="c3", reason="Держала команду").status_code == 302
    owl = Owl.objects.get()
    assert (owl.name, owl.decided_by) == ("Дина", "curator")
    response = deed(curator, won, "open")
    assert response.status_code == 422 and "The vote on the best player is closed." in response.text
    response = deed(curator, won, "close")
    assert response.status_code == 422 and "is closed" in response.text and "Держала команду" in response.text


def test_the_season_stays_open_until_the_owl_is_settled(won: Fixture, curator: User, host: Actor) -> None:
    desk, close = reverse("chgk:desk", args=[won.club_id]), reverse("chgk:desk_deed", args=[won.club_id, "close"])
    browser = browser_of(curator)
    page = browser.get(desk).text
    assert "The crystal owl has not been given yet" in page and 'data-testid="close-season"' not in page
    response = browser.post(close)
    assert response.status_code == 422 and "§3.2.1" in response.text
    for name in NAMES:
        vote(won, name, "Глеб")
    game = game_of(won)
    reopen_game(game_id=game.pk, actor=host)
    asked = GameCommand.objects.filter(game=game, command__do="ask").get().command["question"]
    accepted(game, host, "rule", question=asked, verdict="remove", reason="в вопросе ошибка")
    play_out(game, host, LOST)
    finish_game(game_id=game.pk, actor=host)
    page = browser.get(desk).text
    assert "annul it first" in page and "Look at the crystal owl" in page
    assert "annul it first" in browser.post(close).text
    assert deed(curator, won, "annul", reason="финал не выигран").status_code == 302
    assert browser.post(close).status_code == 302


@pytest.mark.parametrize("what", ["open", "close", "name", "annul"])
def test_deeds_are_the_curators(won: Fixture, curator: User, host_user: User, what: str) -> None:
    split(won)
    address = reverse("chgk:vote_deed", args=[won.club_id, what])
    assert Client().post(address)["Location"].startswith("/accounts/login/")
    for stranger in (host_user, User.objects.create_user("dean", is_staff=True)):
        assert deed(stranger, won, what, player="c1", reason="так").status_code == 403
    assert not Owl.objects.exists() and browser_of(curator).get(address).status_code == 405


def test_whose_session_is_over_comes_back_to_the_page_of_the_form(won: Fixture) -> None:
    desk, person = reverse("chgk:desk", args=[won.club_id]), Person.objects.create(name="Вера")
    for address in (
        reverse("chgk:vote_deed", args=[won.club_id, "name"]),
        reverse("chgk:confirm_magister", args=[person.pk]),
    ):
        response = Client().post(address, headers={"Referer": f"http://testserver{desk}"})
        assert response["Location"] == f"/accounts/login/?next={quote(desk, safe='')}"


def test_what_is_not_there_is_not_found(won: Fixture, curator: User) -> None:
    assert deed(curator, won, "sing").status_code == 404
    assert deed(curator, won, "annul").status_code == 404  # there is no owl
    Fixture.objects.update(is_final=False)
    assert deed(curator, won, "open").status_code == 404
    missing = reverse("chgk:vote_deed", args=[won.club_id + 1, "open"])
    assert browser_of(curator).post(missing).status_code == 404


def test_an_owl_that_stands_is_not_annulled(won: Fixture, curator: User) -> None:
    for name in NAMES:
        vote(won, name, "Глеб")
    response = deed(curator, won, "annul", reason="передумала")
    assert response.status_code == 422 and "stand as winners of the final" in response.text
    assert Owl.objects.get().annulled_at is None


def test_an_owl_in_question_is_annulled_with_a_reason(host_user: User, host: Actor, curator: User) -> None:
    lost = make_final(Season.objects.create(name="2029"), host_user, curator=curator)
    finish_final(lost, host, LOST)
    Owl.objects.create(club=lost.club, fixture=lost, name="Глеб", team="Львы", decided_by="players")
    hall = reverse("chgk:hall_of_fame")
    assert "In question after a ruling" in Client().get(hall).text
    response = deed(curator, lost, "annul", reason="?")
    assert response.status_code == 422 and 'data-testid="owl-in-question"' in response.text
    assert deed(curator, lost, "annul", reason="Вопрос снят <жюри>").status_code == 302
    page = Client().get(hall).text
    assert "1 owl annulled after a ruling" in page and "Вопрос снят &lt;жюри&gt;" in page
    assert "The first owl is still to be won" in page


# --- Magister, hall of fame ------------------------------------------------------------------------------------------


def laureate(won: Fixture, host_user: User, owls: int, name: str = "Вера <b>") -> Person:
    """Somebody with so many owls, the last one of this final."""
    house, _ = House.objects.get_or_create(key="lions", defaults={"name": "Львы", "command": "Львы"})
    person = Person.objects.create(name=name, house=house)
    earlier = [make_final(Season.objects.create(name=str(next(_SEASONS))), host_user) for _ in range(owls - 1)]
    for fixture in earlier:
        finish_final(fixture, curator_of(host_user))
    for fixture in (*earlier, won):
        facts = {"club": fixture.club, "fixture": fixture, "name": name, "team": "Львы", "person": person}
        Owl.objects.create(**facts, decided_by="players")
    return person


def test_the_curator_confirms_a_magister(won: Fixture, curator: User, host_user: User) -> None:
    person = laureate(won, host_user, 3)
    hall, address = reverse("chgk:hall_of_fame"), reverse("chgk:confirm_magister", args=[person.pk])
    assert 'data-testid="confirm-magister"' not in Client().get(hall).text
    assert 'data-testid="confirm-magister"' in browser_of(curator).get(hall).text
    dean = User.objects.create_user("dean", is_staff=True)
    assert Client().post(address)["Location"].startswith("/accounts/login/")
    assert browser_of(dean).post(address).status_code == 403 and not Magister.objects.exists()
    page = browser_of(curator).post(address, follow=True).text
    assert Magister.objects.get().person == person and "Magister of the game: Вера &lt;b&gt;." in page
    again = browser_of(User.objects.create_superuser("root")).post(address, follow=True).text
    assert "is a Magister of the game already. (§3.2.2)" in again
    assert "Magisters of the game" in Client().get(hall).text


def test_two_owls_make_no_magister(won: Fixture, curator: User, host_user: User) -> None:
    person = laureate(won, host_user, 2)
    root = browser_of(User.objects.create_superuser("root"))
    page = root.post(reverse("chgk:confirm_magister", args=[person.pk]), follow=True).text
    assert "The title takes 3 crystal owls" in page and not Magister.objects.exists()
    assert root.post(reverse("chgk:confirm_magister", args=[0])).status_code == 404


def test_the_hall_shows_season_score_team_and_who_decided(won: Fixture, curator: User) -> None:
    split(won)
    assert deed(curator, won, "name", player="c1", reason="Сыграла за троих").status_code == 302
    page = Client().get(reverse("chgk:hall_of_fame")).text
    for part in (str(won.club), "Вера", "Львы", "1:0", "named by the curator", "Сыграла за троих", "1 owl"):
        assert part in page, part
    assert reverse("chgk:spectator", args=[won.game_id]) in page
    for language in ("pl", "ru"):
        assert Client(headers={"accept-language": language}).get(reverse("chgk:hall_of_fame")).status_code == 200


def test_an_empty_hall_says_what_will_stand_there(db: None) -> None:
    page = Client().get(reverse("chgk:hall_of_fame"))
    assert page.status_code == 200 and "The first owl is still to be won" in page.text


def test_the_backoffice_lists_cost_the_same_with_one_row_and_with_three(host_user: User, host: Actor) -> None:
    root = browser_of(User.objects.create_superuser("root"))
    lists = [reverse(f"admin:chgk_{model}_changelist") for model in ("bestplayervote", "owl", "magister")]

    def fill(number: int) -> None:
        final = make_final(Season.objects.create(name=str(next(_SEASONS))), host_user, people=number == 0)
        finish_final(final, host)
        for name in NAMES:
            vote(final, name, "Глеб")
        Magister.objects.create(person=Person.objects.create(name=f"Магистр {number}"), confirmed_by="Ela")

    def queries() -> list[int]:
        counts = []
        for address in lists:
            with CaptureQueriesContext(connection) as asked:
                assert root.get(address, {"q": "е"}).status_code == 200
            counts.append(len(asked))
        return counts

    fill(0)
    few = queries()
    fill(1)
    fill(2)
    assert queries() == few
    row = Owl.objects.first()
    assert row is not None and root.get(reverse("admin:chgk_owl_change", args=[row.pk])).status_code == 200
    assert root.post(reverse("admin:chgk_owl_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
