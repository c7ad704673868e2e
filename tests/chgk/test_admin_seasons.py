"""The backoffice of the seasons: decisions are looked at only, ballots are nobody's, what was played holds a roster."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chgk.models import (
    Ballot,
    BestPlayerVote,
    ClubSeason,
    Fixture,
    FixtureMove,
    Magister,
    Owl,
    TieDecision,
)
from chgk.permissions import can_curate, can_set_up_seasons
from tests.club_seasons import fixture_of, lay, make_club, people_of
from tests.playing import NOW
from tournaments.models import Person, Season, Team, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
DECISIONS = [Fixture, FixtureMove, TieDecision, BestPlayerVote, Owl, Magister]


def address(model: Any, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def fill(host_user: User, numbers: range) -> None:
    """A season a number, with a row in every table."""
    for number in numbers:
        club = make_club(Season.objects.create(name=f"Season {number}"), host_user, teams=1)
        fixture, final = fixture_of(club, "owls"), fixture_of(club)
        FixtureMove.objects.create(fixture=fixture, before=NOW, reason="метель", decided_by="Ela")
        TieDecision.objects.create(club=club, team="owls", among=["lions", "owls"], reason="так", decided_by="Ela")
        vote = BestPlayerVote.objects.create(fixture=final, players=[{"id": "p1", "name": "N"}])
        Ballot.objects.create(vote=vote, voter="p1", choice="zz-secret")
        person = Person.objects.create(name=f"Player {number}")
        Owl.objects.create(club=club, fixture=final, person=person, name="N", team="Owls", decided_by="players")
        Magister.objects.create(person=person, confirmed_by="Ela")


@pytest.mark.parametrize("model", DECISIONS)
def test_decisions_are_looked_at_only(model: Any, admin_client: Client, host_user: User) -> None:
    fill(host_user, range(1))
    row = model.objects.first()
    assert admin_client.get(address(model, "change", row.pk)).status_code == 200
    assert admin_client.get(address(model, "add")).status_code == 403
    assert admin_client.post(address(model, "change", row.pk), {}).status_code == 403
    assert admin_client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


def test_of_an_open_season_the_curator_alone_is_replaced(admin_client: Client, host_user: User) -> None:
    fill(host_user, range(1))
    club = ClubSeason.objects.get()
    other = User.objects.create_user("sybill", is_staff=True)
    fields = {"curator": other.pk, "rules": '{"target": 9}'}
    assert admin_client.post(address(ClubSeason, "change", club.pk), fields).status_code == 302
    club.refresh_from_db()
    assert club.curator == other and club.rules == {}
    ClubSeason.objects.update(closed_at=NOW)
    fields["curator"] = host_user.pk
    assert admin_client.post(address(ClubSeason, "change", club.pk), fields).status_code == 403


def test_no_page_and_no_filter_tells_a_ballot(admin_client: Client, host_user: User) -> None:
    fill(host_user, range(1))
    vote = BestPlayerVote.objects.get()
    pages = [address(BestPlayerVote, "change", vote.pk), address(BestPlayerVote, "changelist")]
    for page in pages:
        assert "zz-secret" not in admin_client.get(page).content.decode()
    paths = {BestPlayerVote: "ballots", Fixture: "vote__ballots", ClubSeason: "fixtures__vote__ballots"}
    for model, path in paths.items():
        for lookup in ("choice", "choice__startswith"):
            tried = admin_client.get(address(model, "changelist"), {f"{path}__{lookup}": "zz-secret"})
            assert tried.status_code in (302, 400)


def test_a_team_that_has_begun_its_season_keeps_its_people(
    admin_client: Client, host_user: User, host: Actor, season: Season
) -> None:
    club = make_club(season, host_user, teams=1)
    team, page = Team.objects.get(), address(Team, "change", Team.objects.get().pk)
    game = lay(fixture_of(club, "owls"), host_user)
    assert "begun its season" not in admin_client.get(page).content.decode()
    assert start_game(game_id=game.pk, actor=host).accepted
    shown = admin_client.get(page).content.decode()
    assert "Owls has begun its season: nobody is replaced until its end." in shown and "members-0-person" not in shown

    before, newcomer = people_of(team), Person.objects.create(name="Чужой", house=team.house)
    member = team.members.all()[1]
    fields = {
        "members-TOTAL_FORMS": 2, "members-INITIAL_FORMS": 1, "members-MIN_NUM_FORMS": 0, "members-MAX_NUM_FORMS": 9,
        "members-0-id": member.pk, "members-0-team": team.pk, "members-0-person": newcomer.pk, "members-0-DELETE": "on",
        "members-1-team": team.pk, "members-1-person": newcomer.pk, "members-1-position": 9, "discipline": "auction",
    }  # fmt: skip
    admin_client.post(page, fields)
    assert people_of(team) == before and Team.objects.get().discipline == "chgk"
    assert admin_client.post(address(Team, "delete", team.pk), {"post": "yes"}).status_code == 403


def test_who_opens_and_who_leads_a_season(host_user: User, season: Season) -> None:
    club = make_club(season, host_user, teams=1)
    staff, other = User.objects.create_user("st", is_staff=True), User.objects.create_user("o")
    root = User.objects.create_superuser("root")
    assert [can_set_up_seasons(one) for one in (staff, root, host_user, other)] == [True, True, False, False]
    assert [can_curate(one, club) for one in (host_user, root, staff, other)] == [True, True, False, False]
    host_user.is_active = root.is_active = False
    assert not can_curate(host_user, club) and not can_set_up_seasons(root)


def test_a_team_is_added_for_a_game_by_its_name(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    page = client.get(reverse("admin:tournaments_team_add")).text
    assert re.search(r'<option value="chgk">[^<]*What\? Where\? When\?', page)
