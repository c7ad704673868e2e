"""The pages of the rosters: the head's desk and form, the review, guests; with and without JavaScript."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.rosters import DUE, NOW, School, names, url, visitor
from tournaments.models import Deputy, GuestInvitation, House, Person, RosterCall, Season, Team, User
from tournaments.selectors.guests import waiting_invitations
from tournaments.services.actors import account_name
from tournaments.services.guests import invitation_token, invite_guest

pytestmark = pytest.mark.django_db
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def school(season: Season, monkeypatch: pytest.MonkeyPatch) -> School:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return School(season)


def form(school: School, numbers: Any = (1, 2, 3), captain: int | None = 1, **more: Any) -> dict[str, Any]:
    people = school.pupils("red", numbers)
    leader = {"captain": school.pupils("red", (captain,))[0]} if captain is not None else {}
    return {"people": people, **leader, "revision": 0, **more}


def test_the_desk_says_what_is_due_and_what_comes_next(school: School) -> None:
    page = visitor(school.head("red")).get("/rosters/").text
    assert page.count("Choose the players, name the captain, submit by 12 October 2026, 12:00.") == 2
    assert f'href="{url(school.auction)}"' in page and "Blue" not in page
    school.draft(school.auction, "red")
    assert "complete and submit it" in visitor(school.head("red")).get("/rosters/").text


def test_a_head_chooses_checks_and_submits(school: School) -> None:
    desk = visitor(school.head("red"))
    page = desk.get(url(school.auction)).text
    assert "Was at 9 of the 10 lessons" in page and 'data-testid="submit"' in page
    assert re.search(r'value="submit" disabled[^>]*data-testid="submit"', page)
    looked = desk.post(url(school.auction), form(school, do="check"), **HTMX).text
    assert "The rulebook allows this roster." in looked and "<html" not in looked
    assert 'hx-swap-oob="innerHTML"' in looked and not Team.objects.exists()
    answer = desk.post(url(school.auction), form(school, do="submit"))
    assert answer.status_code == 302
    assert names(Team.objects.get()) == ["red 1*", "red 2", "red 3"]
    page = desk.get(url(school.auction)).text
    assert 'data-state="submitted"' in page and 'data-testid="recall"' in page
    assert "<bdi>Head of red</bdi>: submitted the roster: red 1 (captain), red 2, red 3" in page
    desk.post(url(school.auction), {"do": "recall"})
    assert Team.objects.get().state == "draft"


def test_a_wrong_roster_says_why_beside_each_name_and_is_never_submitted(school: School) -> None:
    desk = visitor(school.head("red"))
    wrong = form(school, (1, 5), captain=None)
    page = desk.post(url(school.auction), wrong | {"do": "check"}).text  # without JavaScript: the whole page
    row = page.split(f'data-testid="member-{wrong["people"][1]}"')[1].split("</li>")[0]
    assert "Was at 9 of the 10 lessons" in row and '/rules/auction/#p1"' in row
    assert "here are 2" in page and "Name the captain." in page and "It cannot be submitted: 3 reasons above." in page
    answer = desk.post(url(school.auction), wrong | {"do": "submit"})
    assert answer.status_code == 422 and 'data-testid="refused"' in answer.text
    assert answer.text.count(" checked") == 2  # nothing that was ticked is lost
    assert not Team.objects.exists()


def test_somebody_found_by_name_joins_those_who_are_ticked(school: School) -> None:
    desk = visitor(school.head("red"))
    typed = form(school, (1, 2), q="RED 4")
    found = desk.post(url(school.auction), typed | {"do": "search"}, **HTMX).text
    assert "red 4" in found and "red 3" not in found and found.count('type="hidden" name="people"') == 2
    nobody = desk.post(url(school.auction), typed | {"do": "search", "q": "Zyx"}, **HTMX).text
    assert "Nobody of the house has such a name." in nobody
    gone = desk.post(url(school.auction), form(school, do="remove", remove=typed["people"][0]), **HTMX).text
    assert f'data-testid="member-{typed["people"][0]}"' not in gone and "2 people chosen." in gone


def test_the_head_says_the_order_of_the_team(school: School) -> None:
    """With and without JavaScript; whoever is ticked later comes after, guests and strangers are moved by nobody."""
    desk = visitor(school.head("red"))
    first, second, third, fourth = school.pupils("red", (1, 2, 3, 4))

    def order(page: str) -> list[int]:
        return [int(pk) for pk in re.findall(r'name="order" value="(\d+)"', page)]

    typed = form(school, (1, 2, 3, 4), order=[third, first, second])
    looked = desk.post(url(school.auction), typed | {"do": "check"}, **HTMX).text
    assert order(looked) == [third, first, second, fourth]
    assert re.search(rf'id="up-{third}"[^>]*aria-disabled="true"', looked)
    assert re.search(rf'id="down-{fourth}"[^>]*aria-disabled="true"', looked) and looked.count("aria-disabled") == 2
    moved = desk.post(url(school.auction), typed | {"do": "check", "do-up": second}, **HTMX).text
    assert order(moved) == [third, second, first, fourth] and "place 2 of 4." in moved
    plain = desk.post(url(school.auction), typed | {"do-down": fourth})  # the last stays the last
    assert order(plain.text) == [third, first, second, fourth] and "<html" in plain.text
    for nobody in ("x", "99999", "9" * 30):
        assert order(desk.post(url(school.auction), typed | {"do-up": nobody}).text) == [third, first, second, fourth]
    typed = form(school, (1, 2, 3), order=[third, first, second, third])
    assert desk.post(url(school.auction), typed | {"do": "submit"}).status_code == 302
    members = Team.objects.get().members.order_by("position").values_list("person", flat=True)
    assert list(members) == [third, first, second]


def test_of_two_tabs_both_versions_are_shown(school: School) -> None:
    school.draft(school.auction, "red")
    answer = visitor(school.head("red")).post(url(school.auction), form(school, (2, 3, 4), captain=2, do="save"))
    stored = answer.text.split('data-testid="stored"')[1].split("</section>")[0]
    assert answer.status_code == 422 and "red 1" in stored and "red 4" not in stored
    assert re.search(r'name="revision" value="1"', answer.text) and "Not saved yet." in answer.text
    assert f'data-testid="member-{school.pupils("red", (4,))[0]}"' in answer.text


def test_after_the_date_the_moment_is_named_in_the_schools_time(school: School) -> None:
    RosterCall.objects.update(due_at=datetime.datetime(2026, 10, 4, 22, 30, tzinfo=datetime.UTC))
    desk = visitor(school.head("red"))
    assert "It was due on 5 October 2026, 00:30." in desk.get(url(school.auction)).text
    answer = desk.post(url(school.auction), form(school, do="submit"))
    assert answer.status_code == 422 and "The rosters were due on 5 October 2026, 00:30." in answer.text


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (datetime.datetime(2026, 10, 24, 21, 59, tzinfo=datetime.UTC), "24 October 2026, 23:59"),
        (datetime.datetime(2026, 10, 25, 22, 59, tzinfo=datetime.UTC), "25 October 2026, 23:59"),  # 25 hours later
        (datetime.datetime(2027, 3, 27, 22, 59, tzinfo=datetime.UTC), "27 March 2027, 23:59"),
        (datetime.datetime(2027, 3, 28, 21, 59, tzinfo=datetime.UTC), "28 March 2027, 23:59"),  # 23 hours later
    ],
)
def test_a_date_means_the_clocks_at_school_on_both_sides_of_their_change(
    school: School, moment: datetime.datetime, said: str
) -> None:
    host = visitor(school.host)
    local = timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")
    address = f"/rosters/review/{school.season.pk}/auction/"
    fields = {"due_at": local, "note": "", "seen": DUE.isoformat()}
    assert host.post(address, fields).status_code == 302
    assert RosterCall.objects.get(discipline="auction").due_at == moment
    assert f"submit by {said}" in visitor(school.head("red")).get("/rosters/").text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2027-03-28T02:30", "this time does not exist"),
        ("2026-10-25T02:30", "this time comes twice"),
        ("soon", "Enter a date and a time."),
        ("", "This field is required."),
    ],
)
def test_a_time_that_no_clock_shows_is_a_mistake_in_the_form(school: School, typed: str, sentence: str) -> None:
    address = f"/rosters/review/{school.season.pk}/auction/"
    answer = visitor(school.host).post(address, {"due_at": typed, "note": "x", "seen": DUE.isoformat()})
    assert answer.status_code == 422 and sentence in answer.text
    assert RosterCall.objects.get(discipline="auction").due_at == DUE


def test_a_date_changed_in_another_window_is_not_overwritten(school: School) -> None:
    address, fields = f"/rosters/review/{school.season.pk}/auction/", {"due_at": "2026-12-01T12:00", "note": ""}
    for seen in ("", "2026-01-01T00:00:00+00:00"):
        answer = visitor(school.host).post(address, fields | {"seen": seen})
        assert answer.status_code == 422 and "changed in another window" in answer.text
    assert visitor(school.host).post(f"/rosters/review/{school.season.pk}/chess/", fields).status_code == 404


def test_the_review_lists_what_waits_and_what_is_missing(school: School) -> None:
    school.submit(school.auction, "red")
    host = visitor(school.host)
    page = host.get("/rosters/review/").text
    assert "1 roster waits for a decision." in page and "submitted by Head of red" in page
    assert "to be named by Head blue" in page
    page = host.get(url(school.auction)).text
    assert 'data-testid="approve"' in page and 'data-testid="search"' not in page
    refused = host.post(url(school.auction, more="decide/"), {"do": "return", "reason": "?", "revision": 1})
    assert refused.status_code == 422 and "needs a reason" in refused.text
    assert host.post(url(school.auction, more="decide/"), {"do": "sing", "revision": 1}).status_code == 404
    stale = host.post(url(school.auction, more="decide/"), {"do": "approve", "revision": "x"})
    assert stale.status_code == 422 and "has changed since you saw it" in stale.text
    host.post(url(school.auction, more="decide/"), {"do": "return", "reason": "<b>Ola</b> is ill", "revision": 1})
    page = visitor(school.head("red")).get(url(school.auction)).text
    assert "«&lt;b&gt;Ola&lt;/b&gt; is ill»" in page and 'data-testid="return-reason"' in page
    school.submit(school.auction, "red")
    team = Team.objects.get()
    host.post(url(school.auction, more="decide/"), {"do": "approve", "revision": team.revision})
    assert "Approved: nothing is left to do." in visitor(school.head("red")).get(url(school.auction)).text


def test_a_captain_invites_and_a_guest_answers_by_the_letters_link(school: School) -> None:
    school.draft(school.chgk, "red")
    captain, guest = visitor(school.account("red 1")), Person.objects.get(name="blue 1")
    address = url(school.chgk, more="guests/")
    assert address in captain.get(url(school.chgk)).text
    found = captain.get(address, {"q": "blue"}, **HTMX).text
    assert f'data-testid="invite-{guest.pk}"' in found and "Head blue" not in found and "<html" not in found
    assert captain.post(address, {"do": "invite", "who": guest.pk, "words": "please"}).status_code == 302
    row = GuestInvitation.objects.get()
    assert [one.row for one in waiting_invitations(guest)] == [row]
    link, client = f"/rosters/invitations/{invitation_token(row)}/", Client()
    assert "«please»" in client.get(link).text
    assert client.post(link, {"answer": "perhaps"}).status_code == 404
    assert client.post(link, {"answer": "accept"}).status_code == 302
    assert names(Team.objects.get())[-1] == "blue 1"
    assert 'data-state="accepted"' in client.get(link).text
    assert "accepted" in visitor(school.head("red")).get(url(school.chgk)).text
    late = client.post(link, {"answer": "decline"})
    assert late.status_code == 422 and "no longer open" in late.text
    assert captain.post(address, {"do": "withdraw", "who": row.pk}).status_code == 302
    assert names(Team.objects.get())[-1] == "red 3"
    assert client.get("/rosters/invitations/nonsense/").status_code == 404


def test_the_invited_find_it_under_their_account(school: School) -> None:
    team = school.draft(school.chgk, "red")
    fields: dict[str, Any] = {"call_id": school.chgk.pk, "house_id": team.house_id, "words": ""}
    person = Person.objects.get(name="blue 1").pk
    row = invite_guest(**fields, person_id=person, user=school.account("red 1"), at=NOW)
    page = visitor(school.account("blue 1")).get("/rosters/invitations/").text
    assert f'action="/rosters/invitations/{invitation_token(row)}/"' in page
    assert "No invitation waits" in visitor(school.account("blue 2")).get("/rosters/invitations/").text


def test_who_comes_where(school: School) -> None:
    team = school.draft(school.chgk, "red")
    allowed = {
        "head": {url(school.chgk), url(school.auction), "/rosters/"},
        "captain": {url(school.chgk), url(school.chgk, more="guests/")},
        "member": set(),
        "other": {url(school.chgk, "blue"), url(school.auction, "blue"), "/rosters/"},
        "host": {url(school.chgk), url(school.auction), url(school.chgk, "blue"), url(school.auction, "blue")},
    }
    people = {
        "head": school.head("red"),
        "captain": school.account("red 1"),
        "member": school.account("red 2"),
        "other": school.head("blue"),
        "host": school.host,
    }
    pages = {page for found in allowed.values() for page in found}
    for who, user in people.items():
        client = visitor(user)
        for page in pages:
            expected = 200 if page in allowed[who] else (302 if (who, page) == ("host", "/rosters/") else 403)
            assert client.get(page).status_code == expected, (who, page)
            assert Client().get(page).headers["Location"].startswith("/accounts/login/"), page
    for user in (people["captain"], people["member"], people["other"], people["host"]):
        assert visitor(user).post(url(school.chgk), form(school, (2, 3, 4), 2, do="save")).status_code == 403
    assert visitor(people["head"]).get("/rosters/999/red/").status_code == 404
    assert visitor(people["head"]).get(url(school.chgk, "pink")).status_code == 404
    assert visitor(people["host"]).get(url(school.auction, more="guests/")).status_code == 404
    assert names(team) == ["red 1*", "red 2", "red 3"]


def test_a_deputy_reads_for_whom(school: School) -> None:
    jan = User.objects.create_user("jan", first_name="Jan")
    assert visitor(jan).get("/rosters/").status_code == 403
    Deputy.objects.create(
        office="head",
        principal=school.head("red"),
        deputy=jan,
        starts_at=NOW - datetime.timedelta(days=1),
        ends_at=NOW + datetime.timedelta(days=1),
    )
    desk = visitor(jan)
    assert "You act for Head of red" in desk.get("/rosters/").text
    assert "You act for Head of red" in desk.get(url(school.auction)).text
    assert desk.post(url(school.auction), form(school, do="submit")).status_code == 302
    page = visitor(school.head("red")).get(url(school.auction)).text
    assert re.search(r"<bdi>Jan[^<]*Head of red[^<]*</bdi>: submitted the roster", page)
    assert desk.get(url(school.auction, "blue")).status_code == 403


def test_an_expired_session_loses_nothing_that_was_ticked(school: School) -> None:
    answer = Client().post(url(school.auction), form(school, do="submit"))
    page = visitor(school.head("red")).get(url(school.auction) + "?" + _query(answer.headers["Location"]))
    assert page.text.count(" checked") == 4 and "Not saved yet." in page.text
    gone = Client().post(url(school.auction), form(school, do="check"), **HTMX)
    assert gone.status_code == 401 and gone.headers["HX-Redirect"].startswith("/accounts/login/")


def _query(location: str) -> str:
    from urllib.parse import parse_qs, urlsplit

    return urlsplit(parse_qs(urlsplit(location).query)["next"][0]).query


@pytest.mark.parametrize("houses", [1, 3])
def test_the_lists_ask_the_same_for_one_house_and_for_three(
    season: Season, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any, houses: int
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    school = School(season, ("red", "blue", "green")[:houses])
    House.objects.update(head=Person.objects.get(name="Head red"))
    for key in school.houses:
        school.draft(school.auction, key, school.pupils(key, (1, 2)), user=school.head("red"))
    desk, host = visitor(school.head("red")), visitor(school.host)
    with django_assert_num_queries(7):
        assert desk.get("/rosters/").text.count('data-testid="card-') == 2 * houses
    with django_assert_num_queries(9):
        assert host.get("/rosters/review/").text.count('data-testid="review-') == 2 * houses


@pytest.mark.parametrize("people", [1, 3])
def test_a_roster_asks_the_same_for_one_player_and_for_three(
    school: School, django_assert_num_queries: Any, people: int
) -> None:
    school.draft(school.auction, "red", school.pupils("red", range(1, people + 1)))
    desk = visitor(school.head("red"))
    with django_assert_num_queries(22):
        assert desk.get(url(school.auction)).text.count('data-testid="member-') == people


def test_who_decides_finds_it_on_the_own_page(school: School) -> None:
    school.submit(school.auction, "red")
    deciding = visitor(User.objects.create_user("office", is_staff=True)).get("/me/").text
    assert "1 roster waits for your decision" in deciding and 'href="/rosters/review/"' in deciding
    assert "waits for your decision" not in visitor(school.head("blue")).get("/me/").text


def test_a_house_whose_head_has_left_is_the_offices_until_somebody_is_named(school: School) -> None:
    Person.objects.filter(name="Head red").update(left_at=NOW.date())
    assert visitor(school.head("red")).get(url(school.auction)).status_code == 403
    office = visitor(school.host)
    page = office.get(url(school.auction)).text
    assert 'data-testid="no-head"' in page and "The head has left the school" in page and 'data-testid="submit"' in page
    assert "the house has no head" in office.get("/rosters/review/").text
    assert 'data-testid="head-has-left"' in office.get("/people/houses/").text
    assert office.post(url(school.auction), form(school, do="submit")).status_code == 302


@pytest.mark.parametrize("what", ["submitted", "approved", "late"])
@pytest.mark.parametrize("do", ["save", "check"])
def test_a_stale_tab_shows_what_is_stored_and_beside_it_what_was_not_saved(school: School, what: str, do: str) -> None:
    deed = {"submitted": school.submit, "approved": school.approve, "late": school.draft}[what]
    deed(school.auction, "red")
    if what == "late":
        RosterCall.objects.update(due_at=NOW - datetime.timedelta(minutes=1))
    desk = visitor(school.head("red"))
    answer = desk.post(url(school.auction), form(school, (2, 3, 4), captain=2, revision=1, do=do))
    assert answer.status_code == (422 if do == "save" else 200)
    team = answer.text.split('data-testid="team"')[1].split("</ul>")[0]
    assert "red 1" in team and "red 4" not in team
    unsaved = answer.text.split('data-testid="unsaved"')[1].split("</section>")[0]
    assert "red 4" in unsaved and "Not saved" in unsaved and "red 1" not in unsaved
    assert 'data-testid="unsaved"' not in desk.get(url(school.auction)).text


def test_a_roster_that_cannot_be_taken_back_any_more_is_shown_as_it_is(school: School) -> None:
    school.approve(school.auction, "red")
    answer = visitor(school.head("red")).post(url(school.auction), {"do": "recall"})
    assert answer.status_code == 422 and 'data-testid="unsaved"' not in answer.text
    assert "red 3" in answer.text.split('data-testid="team"')[1].split("</ul>")[0]


def test_a_date_that_has_passed_is_a_mistake_in_its_field(school: School) -> None:
    address = f"/rosters/review/{school.season.pk}/auction/"
    answer = visitor(school.host).post(address, {"due_at": "2026-10-04T12:00", "note": "x", "seen": DUE.isoformat()})
    assert answer.status_code == 422 and RosterCall.objects.get(discipline="auction").due_at == DUE
    error = answer.text.split(f'id="call-{school.season.pk}-auction-due_at_error"')[1].split("</p>")[0]
    assert "This moment has passed" in error and 'value="2026-10-04T12:00"' in answer.text


def test_who_joined_by_invitation_is_called_by_their_name(school: School) -> None:
    User.objects.filter(username="head_red").update(first_name="")
    school.submit(school.auction, "red")
    assert "<bdi>Head red</bdi>: submitted the roster" in visitor(school.host).get(url(school.auction)).text
    pupil = school.account("red 1")
    User.objects.filter(pk=pupil.pk).update(first_name="")
    Person.objects.filter(user=pupil).update(name="Jan Nowak")
    assert account_name(User.objects.get(pk=pupil.pk)) == "Jan N."
    assert account_name(User.objects.create_user("nobody")) == "nobody"
