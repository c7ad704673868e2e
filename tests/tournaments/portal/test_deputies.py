"""Deputies: named by whoever holds the office, in force from a moment to a moment, and named in all that they do."""

from __future__ import annotations

import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chgk.models import ClubSeason, Fixture
from chgk.permissions import can_curate, can_curate_one
from tests.tournaments.portal.conftest import NOW, account, stand_in
from tournaments.live.tickets import make_ticket, read_ticket
from tournaments.models import AuditEntry, Deputy, GameCommand, LiveGame, Person, User
from tournaments.permissions import acts_for_headless, can_host, host_deputy, owns_game
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import deputies_of, headed_houses, heads_a_house, readers_of
from tournaments.services.actors import account_actor
from tournaments.services.deputies import end_deputy, name_deputy
from tournaments.services.hosting import hand_over, take_back

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)
WARSAW = ZoneInfo("Europe/Warsaw")


def name(principal: User | None, deputy: User | None, office: str = "head", **times: Any) -> Deputy:
    assert principal is not None and deputy is not None
    times = {"starts_at": NOW, "ends_at": NOW + 24 * HOUR, **times}
    return name_deputy(office=office, principal=principal, deputy=deputy, **times)


def browser(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def hosted(make_game, host_user) -> LiveGame:
    return make_game()


@pytest.fixture
def deputy(jan: Person, host_user: User) -> User:
    """Jan, who hosts in Ela's place."""
    assert jan.user is not None
    stand_in("host", host_user, jan.user)
    return jan.user


def test_a_head_names_a_deputy_once(house, head, jan):
    row = name(head.user, jan.user)
    assert name(head.user, jan.user) == row and Deputy.objects.count() == 1  # pressed twice
    assert list(headed_houses(jan.user)) == [house.pk]
    details = AuditEntry.objects.get(action="name_deputy").details
    assert (details["office"], details["deputy_name"]) == ("head", "Jan Nowak")


def test_what_is_refused(house, head, jan, pupil, host_user):
    gone = Person.objects.create(name="Była", kind="staff", user=account("byla"), left_at=NOW.date())
    off = account("off")
    Person.objects.create(name="Wyłączona", kind="staff", user=off)
    User.objects.filter(pk=off.pk).update(is_active=False)
    ends = {"ends_at": NOW - HOUR}
    cases: list[tuple[User | None, User | None, dict[str, Any], str]] = [
        (jan.user, head.user, {}, "office_not_yours"),
        (head.user, jan.user, {"office": "host"}, "office_not_yours"),
        (head.user, head.user, {}, "deputy_of_oneself"),
        (head.user, pupil.user, {}, "deputy_not_staff"),
        (head.user, gone.user, {}, "deputy_not_staff"),
        (head.user, off, {}, "deputy_not_staff"),
        (head.user, jan.user, ends, "deputy_ends_first"),
        (head.user, jan.user, {"starts_at": NOW - 2 * HOUR, **ends}, "deputy_is_past"),
        (head.user, jan.user, {"ends_at": NOW + 24 * 401 * HOUR}, "deputy_too_long"),
    ]
    for principal, other, more, expected in cases:
        with pytest.raises(Refusal) as refused:
            name(principal, other, **more)
        assert refused.value.code == expected
    name(head.user, jan.user)
    with pytest.raises(Refusal) as refused:
        name(head.user, jan.user, starts_at=NOW + HOUR, ends_at=NOW + 48 * HOUR)
    assert refused.value.code == "deputy_overlaps"
    assert name(head.user, jan.user, starts_at=NOW + 24 * HOUR, ends_at=NOW + 48 * HOUR)  # one after the other


def test_a_deputy_names_nobody_and_there_is_no_chain(house, head, jan):
    third = Person.objects.create(name="Trzecia", kind="staff", user=account("trzecia")).user
    name(head.user, jan.user)
    with pytest.raises(Refusal) as refused:
        name(jan.user, third)
    assert refused.value.code == "office_not_yours"
    stand_in("head", jan.user, third)  # even if a row said so
    assert headed_houses(third) == {}


def test_only_those_two_end_it(house, head, jan, pupil):
    row = name(head.user, jan.user)
    with pytest.raises(Refusal):
        end_deputy(deputy_id=row.pk, by=pupil.user)
    assert end_deputy(deputy_id=row.pk, by=jan.user).ended_at == NOW
    end_deputy(deputy_id=row.pk, by=head.user)
    assert AuditEntry.objects.filter(action="end_deputy").count() == 1
    assert headed_houses(jan.user) == {}


def test_a_hosts_deputy_runs_the_console_and_the_log_says_for_whom(hosted, deputy, host_user):
    page = browser(deputy)
    fields = {"seat": "host", "do": "add", "amount": 1, "command_id": "c", "expected_seq": hosted.seq}
    answer = page.post(reverse("tournaments:do", args=[hosted.pk]), fields)
    assert answer.status_code != 401, answer.content
    command = GameCommand.objects.latest("pk")
    assert (command.actor_key, command.actor_name) == (f"user:{deputy.pk}", "Jan Nowak (for Ela Sowa)")
    ticket = page.get(reverse("tournaments:ticket", args=[hosted.pk, "console"])).json()["ticket"]
    assert ticket


def test_only_the_games_of_the_one_whom_they_stand_in_for(hosted, deputy, season):
    other = LiveGame.objects.create(discipline="counter", season=season, title="Other")
    assert can_host(deputy, hosted) and owns_game(deputy, hosted)
    assert not can_host(deputy, other) and host_deputy(deputy, other) is None


@pytest.mark.parametrize("change", [{"ended_at": NOW}, {"ends_at": NOW}, {"starts_at": NOW + HOUR}])
def test_it_stops_the_moment_it_ends(hosted, deputy, change):
    hosted.conductor = {"key": f"user:{deputy.pk}", "name": "Jan", "deputy_of": "user:1"}  # taken back meanwhile
    assert can_host(deputy, hosted)
    Deputy.objects.update(**change)
    assert not can_host(deputy, hosted)
    assert browser(deputy).get(reverse("tournaments:ticket", args=[hosted.pk, "console"])).status_code == 302


def test_a_console_taken_back_by_a_deputy_is_the_deputys_for_as_long_as_that_lasts(hosted, deputy, host_user, host):
    guest = account("gosc")
    guest.is_staff = True
    guest.save()
    assert hand_over(game_id=hosted.pk, to=guest, seen="", actor=host).accepted
    actor = account_actor(deputy, host_deputy(deputy, hosted))
    assert take_back(game_id=hosted.pk, actor=actor).accepted
    hosted.refresh_from_db()
    assert hosted.conductor["deputy_of"] == f"user:{host_user.pk}"
    assert AuditEntry.objects.filter(action="hand_over").latest("pk").details["deputy_of"] == f"user:{host_user.pk}"
    Deputy.objects.update(ended_at=NOW)
    assert not can_host(deputy, hosted)
    assert take_back(game_id=hosted.pk, actor=host).accepted  # the host is not kept out


def test_whoever_was_given_the_console_for_good_keeps_it(hosted, deputy, host):
    deputy.is_staff = True
    deputy.save()
    assert hand_over(game_id=hosted.pk, to=deputy, seen="", actor=host).accepted
    hosted.refresh_from_db()
    Deputy.objects.update(ended_at=NOW)
    assert can_host(deputy, hosted)


def test_an_open_stream_ends_with_the_deputys_time(hosted, deputy, monkeypatch, django_capture_on_commit_callbacks):
    until = int((NOW + HOUR).timestamp() * 1000)
    monkeypatch.setattr("tournaments.live.tickets.now_ms", lambda: until - 1000)
    ticket = read_ticket(make_ticket(hosted.pk, "console", "host", "en", f"user:{deputy.pk}", until))
    assert ticket.expires == until  # not a quarter of an hour later
    ended: list[Any] = []
    monkeypatch.setattr("tournaments.live.hub.end", lambda game, reason, seat=None: ended.append((game, reason, seat)))
    with django_capture_on_commit_callbacks(execute=True):
        end_deputy(deputy_id=Deputy.objects.get().pk, by=deputy)
    assert ended == [(hosted.pk, "revoked", f"user:{deputy.pk}")]


def test_a_console_page_of_a_deputy_has_a_ticket_that_ends_in_time(hosted, deputy):
    Deputy.objects.update(ends_at=NOW + datetime.timedelta(minutes=3))
    answer = browser(deputy).get(reverse("tournaments:ticket", args=[hosted.pk, "console"])).json()
    from django.core import signing

    assert signing.Signer(salt="tournaments.live.ticket").unsign_object(answer["ticket"])[6] == int(
        (NOW + datetime.timedelta(minutes=3)).timestamp() * 1000
    )


def test_a_curators_deputy_decides_at_the_desk_and_the_rest_of_the_seasons_stays_closed(season, host_user, jan):
    club = ClubSeason.objects.create(season=season, curator=host_user)
    Fixture.objects.create(club=club, number=1)
    stand_in("curator", host_user, jan.user)
    page = browser(jan.user)
    address = reverse("chgk:desk_deed", args=[club.pk, "plan"])
    assert page.get(reverse("chgk:desk", args=[club.pk])).status_code == 200
    assert page.post(address, {"game": 1, "place": "Wieża"}).status_code == 302
    details = AuditEntry.objects.latest("pk").details
    assert (details["name"], details["deputy_of"]) == ("Jan Nowak (for Ela Sowa)", f"user:{host_user.pk}")
    assert can_curate_one(jan.user, [club]) and can_curate(jan.user, club)
    Deputy.objects.update(ended_at=NOW)
    assert page.post(address, {"game": 1, "place": "Loch"}).status_code == 403
    assert not can_curate_one(jan.user, [club])


def test_permissions_cost_the_same_with_one_deputy_and_three(hosted, deputy, host_user, django_assert_num_queries):
    for number in range(3):
        other = Person.objects.create(name=f"Z{number}", kind="staff", user=account(f"z{number}")).user
        stand_in("host", host_user, other)
    with django_assert_num_queries(2):
        assert can_host(deputy, hosted)
    with django_assert_num_queries(1):
        assert can_host(host_user, hosted)


def test_letters_to_a_head_reach_nobody_whose_time_for_this_head_is_over(house, head, jan):
    """One row of the deputy's is in force for somebody else, another is this head's and over."""
    other = Person.objects.create(name="Inna", kind="staff", user=account("inna"))
    stand_in("head", head.user, jan.user, hours=0)
    stand_in("head", other.user, jan.user)
    assert readers_of(house) == [head]
    stand_in("head", head.user, jan.user)
    assert readers_of(house) == [head, jan]
    principals = [user for user in (head.user, other.user) if user is not None]
    assert deputies_of(principals, "head") == [jan.user]  # once, though twice in force


def test_nobody_acts_for_an_account_that_is_closed(season, hosted, deputy, house, head, host_user):
    club = ClubSeason.objects.create(season=season, curator=host_user)
    stand_in("curator", host_user, deputy)
    stand_in("head", head.user, deputy)
    assert can_host(deputy, hosted) and can_curate(deputy, club) and headed_houses(deputy)
    User.objects.filter(pk__in=[host_user.pk, head.user_id]).update(is_active=False)
    assert not can_host(deputy, hosted) and not can_curate(deputy, club) and not can_curate_one(deputy, [club])
    assert not headed_houses(deputy) and not deputies_of([host_user], "curator") and readers_of(house) == [head]


def test_a_head_who_has_left_heads_nothing_and_the_office_acts(house, head, jan, host_user):
    stand_in("head", head.user, jan.user)
    Person.objects.filter(pk=head.pk).update(left_at=NOW.date())
    house.refresh_from_db()
    assert not headed_houses(head.user) and not headed_houses(jan.user) and not heads_a_house(head.user)
    assert readers_of(house) == []
    host_user.is_staff = True
    assert acts_for_headless(host_user, house) and not acts_for_headless(jan.user, house)
    with pytest.raises(Refusal) as refused:
        name(head.user, Person.objects.create(name="Trzecia", kind="staff", user=account("trzecia")).user)
    assert refused.value.code == "office_not_yours"


# --- the page ---------------------------------------------------------------------------------------------------------


def form(other: User, **more: Any) -> dict[str, Any]:
    times = {"starts_at": "2026-03-10T08:00", "ends_at": "2026-03-12T20:00"}
    return {"office": "head", "deputy": other.pk, "note": "Wyjazd <b>", **times, **more}


def test_times_are_those_of_the_school(house, head, jan):
    answer = browser(head.user).post("/deputies/", form(jan.user), follow=True)
    row = Deputy.objects.get()
    assert row.starts_at == datetime.datetime(2026, 3, 10, 8, tzinfo=WARSAW)
    assert "Wyjazd &lt;b&gt;" in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"starts_at": "2026-03-29T02:30", "ends_at": "2026-03-30T08:00"}, "this time does not exist"),
        ({"ends_at": "2026-10-25T02:30"}, "this time comes twice"),
        ({"ends_at": "2026-03-09T08:00"}, "The end comes before the beginning"),
        ({"ends_at": "soon"}, "Enter a date and a time"),
        ({"deputy": ""}, "required"),
        ({"office": "host"}, "valid choice"),
    ],
)
def test_a_form_with_an_error_keeps_what_was_typed(house, head, jan, fields, expected):
    typed = form(jan.user, **fields)
    answer = browser(head.user).post("/deputies/", typed)
    page = answer.content.decode()
    assert answer.status_code == 422 and expected in page and "Wyjazd &lt;b&gt;" in page
    assert not Deputy.objects.exists()


def test_the_page_costs_the_same_with_one_and_three(house, head):
    page, counts = browser(head.user), []
    for number in range(3):
        other = Person.objects.create(name=f"Z{number}", kind="staff", user=account(f"z{number}")).user
        stand_in("head", head.user, other)
        with CaptureQueriesContext(connection) as queries:
            assert page.get("/deputies/").status_code == 200
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
