"""The page of an edition: what it shows whom, what it does, what it asks of the database."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.auction_games import make_auction_game, make_bank, make_team
from tests.playing import code_of, give
from tournaments.models import AuditEntry, GameCommand, LiveGame, Person, Postponement, Season, TeamMember, User
from tournaments.services.access_links import link_token
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """Three houses, waiting for the start."""
    return make_auction_game(season, host_user, title="Evening", houses=3)


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    """The host's browser."""
    client.force_login(host_user)
    return client


def page_of(game: LiveGame) -> str:
    return reverse("auction:edition", args=[game.pk])


def do(client: Client, game: LiveGame, what: str, **fields: Any) -> Any:
    return client.post(reverse("auction:edition_deed", args=[game.pk, what]), fields)


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.select_related("season").get(pk=game.pk)


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_everybody_sees_date_and_houses_and_nothing_of_the_desk(client: Client, game: LiveGame, desk: Client) -> None:
    do(desk, game, "plan", title="Evening", planned_at="2026-12-07T18:00", place="Great Hall", note="Bring a phone")
    do(desk, game, "leave-out", team="blue", reason="two are ill")
    page = Client().get(page_of(game)).text
    for said in ("7 December 2026, 18:00", "Great Hall", "Bring a phone", "Czerwoni", "left out: two are ill"):
        assert said in page
    for kept in ("Leave out…", "captain", "Rehearsal", "Hand the console", "Gryffindor 0"):
        assert kept not in page


def test_the_evenings_questions_and_the_paper_have_a_place_on_the_page(desk: Client, game: LiveGame) -> None:
    page = desk.get(page_of(game)).text
    for name in ("questions", "paper"):
        assert reverse(f"auction:{name}", args=[game.pk]) in page
    assert "Not chosen: the game draws from the whole bank." in page
    public = Client().get(page_of(game)).text
    assert "Not chosen: the game draws from the whole bank." in public
    assert reverse("auction:questions", args=[game.pk]) not in public


@pytest.mark.parametrize("houses", [2, 4])
def test_the_page_asks_the_same_of_the_database_for_two_houses_and_for_four(
    desk: Client, season: Season, host_user: User, houses: int, django_assert_num_queries: Any
) -> None:
    game = make_auction_game(season, host_user, houses=houses)
    desk.get(page_of(game))
    with django_assert_num_queries(PAGE):
        desk.get(page_of(game))
    with django_assert_num_queries(NOW):
        desk.get(reverse("auction:edition_now", args=[game.pk]))


PAGE, NOW = 18, 12


def test_the_list_says_what_is_to_do_and_where(desk: Client, game: LiveGame) -> None:
    page = desk.get(page_of(game)).text
    assert 'data-testid="check-date" data-state="should"' in page
    assert 'data-testid="check-questions" data-state="should"' in page
    make_bank(20)
    captain = game.links.filter(role="captain").earliest("pk")
    Client().get(f"/join/{link_token(captain)}/")
    page = desk.get(page_of(game)).text
    assert "1 of 3 captains have opened their link." in page
    assert 'data-testid="check-teams" data-state="ok"' in page


def test_a_rehearsal_has_the_page_of_its_evening(desk: Client, game: LiveGame) -> None:
    do(desk, game, "rehearse")
    rehearsal = LiveGame.objects.get(rehearsal_of=game)
    assert desk.get(page_of(rehearsal)).headers["Location"] == page_of(game)


# --- date -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2027-03-28T02:30", "this time does not exist"),
        ("2026-10-25T02:30", "this time comes twice"),
        ("2026-02-30T18:00", "Enter a date and a time."),
        ("9999-12-31T23:59", "Enter a date and a time."),
        ("soon", "Enter a date and a time."),
    ],
)
def test_a_time_that_no_clock_shows_is_an_error_of_the_form(
    desk: Client, game: LiveGame, typed: str, said: str
) -> None:
    answer = do(desk, game, "plan", title="Kept title", planned_at=typed)
    assert answer.status_code == 422
    assert said in answer.text and 'value="Kept title"' in answer.text
    assert fresh(game).planned_at is None


@pytest.mark.parametrize(
    ("typed", "utc"),
    [("2027-03-28T03:30", "01:30"), ("2027-03-28T01:30", "00:30"), ("2026-10-25T03:30", "02:30")],
)
def test_times_around_the_clock_changes_are_the_schools(desk: Client, game: LiveGame, typed: str, utc: str) -> None:
    do(desk, game, "plan", title="Evening", planned_at=typed)
    planned = fresh(game).planned_at
    assert planned is not None and planned.strftime("%H:%M") == utc
    assert typed[11:] in desk.get(page_of(game)).text


def test_a_date_that_was_announced_is_postponed_with_a_reason(desk: Client, game: LiveGame) -> None:
    do(desk, game, "plan", title="Evening", planned_at="2026-12-07T18:00")
    assert do(desk, game, "postpone", planned_at="2026-12-14T18:00", reason="").status_code == 422
    answer = do(desk, game, "postpone", planned_at="2026-12-14T18:00", reason="snow")
    assert answer.status_code == 302
    assert do(desk, game, "postpone", planned_at="2026-12-14T18:00", reason="twice").status_code == 302
    assert Postponement.objects.get().reason == "snow"
    assert AuditEntry.objects.filter(action="postpone_game").count() == 1
    spectator = Client().get(f"/games/{game.pk}/").text
    assert "Postponed: snow" in spectator and "14 December 2026, 18:00" in spectator
    assert "Postponed from 7 December 2026, 18:00 to 14 December 2026, 18:00: snow" in Client().get(page_of(game)).text


# --- who plays --------------------------------------------------------------------------------------------------------


def test_a_house_that_does_not_come_is_left_out_and_taken_in_again(desk: Client, game: LiveGame) -> None:
    before = fresh(game).setup["teams"]
    assert do(desk, game, "leave-out", team="yellow", reason=" ").status_code == 422
    assert do(desk, game, "leave-out", team="yellow", reason="nobody came").status_code == 302
    assert [team["id"] for team in fresh(game).setup["teams"]] == ["red", "blue"]
    refused = do(desk, game, "leave-out", team="blue", reason="nobody came")
    assert refused.status_code == 422 and "can only be postponed" in refused.text
    captain = game.links.get(role="captain", team="yellow")
    phone = Client()
    phone.get(f"/join/{link_token(captain)}/")
    assert "nobody came" in phone.get(f"/games/{game.pk}/seat/{captain.pk}/").text
    do(desk, game, "take-in", team="yellow")
    assert fresh(game).setup["teams"] == before
    assert phone.get(f"/games/{game.pk}/seat/{captain.pk}/").status_code == 200
    notes = GameCommand.objects.filter(game=game, command__do__startswith="x-").order_by("pk")
    assert [(note.command["do"], note.command.get("reason")) for note in notes] == [
        ("x-leave_out", "nobody came"),
        ("x-take_in", None),
    ]


def test_a_house_that_gathers_three_late_is_taken_in(desk: Client, game: LiveGame, season: Season) -> None:
    make_team(season, 3, players=2)
    assert "2 players of three (§7)" in desk.get(page_of(game)).text
    assert "no whole team" in do(desk, game, "take-in", team="green").text
    team = season.teams.get(house__key="green")
    TeamMember.objects.create(team=team, person=Person.objects.create(name="Late", house=team.house), position=3)
    do(desk, game, "take-in", team="green")
    assert [each["id"] for each in fresh(game).setup["teams"]] == ["red", "yellow", "blue", "green"]
    assert game.links.filter(team="green", revoked_at=None).count() == 3


def test_a_roster_that_changed_is_taken_over_with_its_links(desk: Client, game: LiveGame, season: Season) -> None:
    team = season.teams.get(house__key="red")
    out = team.members.get(position=2)
    newcomer = Person.objects.create(name="New Player", house=team.house)
    TeamMember.objects.filter(pk=out.pk).update(person=newcomer)
    first, second = team.members.get(position=0), team.members.get(position=1)
    TeamMember.objects.filter(pk=first.pk).update(is_captain=False)
    TeamMember.objects.filter(pk=second.pk).update(is_captain=True)
    page = desk.get(page_of(game)).text
    assert "in: New Player · out: Gryffindor 2 · captain: Gryffindor 1" in page
    do(desk, game, "take-over", team="red")
    assert "in: New Player" not in desk.get(page_of(game)).text
    open_links = game.links.filter(team="red", revoked_at=None)
    assert {(link.player, link.role) for link in open_links if link.player == f"p{newcomer.pk}"} == {
        (f"p{newcomer.pk}", "player")
    }
    assert open_links.get(player=f"p{second.person_id}").role == "captain"
    assert open_links.get(player=f"p{first.person_id}").role == "player"


def test_nothing_of_the_line_up_changes_after_the_start(desk: Client, game: LiveGame, host: Actor) -> None:
    assert start_game(game_id=game.pk, actor=host).accepted
    for what in ("leave-out", "take-in", "take-over", "plan", "postpone", "rehearse"):
        fields = {"team": "red" if what == "leave-out" else "green", "reason": "late", "title": "x"}
        answer = do(desk, game, what, **fields)
        assert answer.status_code in (200, 422), what
    assert [team["id"] for team in fresh(game).setup["teams"]] == ["red", "yellow", "blue"]
    assert fresh(game).title == "Evening" and not Postponement.objects.exists()


# --- the evening ------------------------------------------------------------------------------------------------------


def test_a_suspended_evening_says_so_everywhere_and_goes_on(desk: Client, game: LiveGame, host: Actor) -> None:
    start_game(game_id=game.pk, actor=host)
    assert do(desk, game, "suspend", reason="").status_code == 422
    do(desk, game, "suspend", reason="power cut", until="2026-12-07T18:00")
    captain = game.links.filter(role="captain").earliest("pk")
    phone = Client()
    phone.get(f"/join/{link_token(captain)}/")
    for browser, path in (
        (desk, f"/games/{game.pk}/console/"),
        (phone, f"/games/{game.pk}/seat/{captain.pk}/"),
        (Client(), f"/games/{game.pk}/"),
        (Client(), f"/games/{game.pk}/screen/"),
        (Client(), page_of(game)),
    ):
        text = browser.get(path).text
        assert "7 December 2026, 18:00" in text and "power cut" in text, path
    console = desk.get(f"/games/{game.pk}/console/").text
    assert "Go on with the evening" in console
    held = re.findall(r'<button[^>]*data-testid="(\w[\w-]*)"[^>]*data-reason="The evening has been suspended', console)
    assert {"undo", "redo", "adjust"} <= set(held) and "primary" not in held
    assert code_of(give(game, host, "draw")) == "suspended"
    do(desk, game, "resume")
    assert give(game, host, "draw").accepted
    protocol = desk.get(f"/games/{game.pk}/protocol/").text
    assert "The evening is suspended: power cut" in protocol and "The evening goes on" in protocol
    assert '"do": "x-suspend"' in desk.get(f"/games/{game.pk}/record/").text


def test_the_console_goes_into_other_hands_and_back(desk: Client, game: LiveGame, host: Actor) -> None:
    ewa = User.objects.create_user("ewa", first_name="Ewa", is_staff=True)
    pupil = User.objects.create_user("pupil")
    start_game(game_id=game.pk, actor=host)
    assert do(desk, game, "hand-over", to=pupil.pk, seen="").status_code == 422
    do(desk, game, "hand-over", to=ewa.pk, seen="")
    page = desk.get(page_of(game)).text
    assert "Ewa hosts now." in page and 'data-testid="take-back"' in page
    assert f'data-conductor="user:{ewa.pk}"' in desk.get(f"/games/{game.pk}/console/").text
    refused = do(desk, game, "suspend", reason="no")
    assert refused.status_code == 422 and "Ewa hosts now." in refused.text
    hers = Client()
    hers.force_login(ewa)
    assert 'data-testid="suspend"' in hers.get(page_of(game)).text
    do(desk, game, "take-back")
    assert 'data-testid="suspend"' not in hers.get(page_of(game)).text
    answer = do(desk, game, "hand-over-by-link", guest="Pan Jan", seen=host.key)
    assert "/setup/links/" in answer.headers["Location"]
    assert fresh(game).conductor["name"] == "Pan Jan"


def test_after_the_end_the_page_shows_what_came_of_it_and_the_next_edition(
    desk: Client, game: LiveGame, host: Actor
) -> None:
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"ante": 4}})
    start_game(game_id=game.pk, actor=host)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    page = desk.get(page_of(game)).text
    assert "Result and rewards" in page and f"/games/new/?after={game.pk}" in page
    new = desk.get(f"/games/new/?after={game.pk}").text
    assert 'value="Evening"' in new
    teams = list(game.season.teams.values_list("pk", flat=True))
    desk.post(f"/games/new/?after={game.pk}", {"title": "Next", "teams": teams[:2]})
    assert LiveGame.objects.get(title="Next").setup["rules"] == {"ante": 4}
