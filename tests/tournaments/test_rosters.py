"""A roster's way from the head's draft to its approval: who may, until when, what the rulebook and time refuse."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone, translation

from chgk.models import ClubSeason
from tests.rosters import DUE, NOW, School, names, refused
from tournaments.models import (
    Attendance,
    AuditEntry,
    Deputy,
    House,
    Letter,
    LiveGame,
    Person,
    RosterCall,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.selectors.lineups import season_lineups
from tournaments.services.letters import write_to_accounts
from tournaments.services.roster_calls import set_call
from tournaments.services.rosters import approve_roster, recall_roster, return_roster

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATE = DUE + datetime.timedelta(minutes=1)


@pytest.fixture
def school(season: Season) -> School:
    return School(season)


def decide(deed: Any, school: School, team: Team, **more: Any) -> Team:
    call = school.auction if team.discipline == "auction" else school.chgk
    fields = {"call_id": call.pk, "house_id": team.house_id, "revision": team.revision, "user": school.host}
    found: Team = deed(**{**fields, "at": NOW, **more})
    return found


def test_a_roster_is_drafted_submitted_and_approved(school: School) -> None:
    team = school.draft(school.auction, "red", school.pupils("red", (2, 1)))
    assert (team.state, team.revision, names(team)) == ("draft", 1, ["red 2*", "red 1"])
    team = school.submit(school.auction, "red")
    assert (team.state, team.revision, names(team)) == ("submitted", 2, ["red 1*", "red 2", "red 3"])
    assert (team.submitted_at, team.submitted_by) == (NOW, "Head of red")
    team = decide(approve_roster, school, team)
    assert (team.state, team.decided_by) == ("approved", "Ada")
    assert list(Letter.objects.order_by("pk").values_list("to", flat=True)) == [
        "ada@school.example",
        "red@school.example",
    ]
    deeds = AuditEntry.objects.filter(target=f"team:{team.pk}").order_by("pk").values_list("action", flat=True)
    assert list(deeds) == ["save_roster", "save_roster", "submit_roster", "approve_roster"]


def test_what_the_rulebook_refuses_is_kept_as_a_draft_and_never_submitted(school: School) -> None:
    wrong = school.pupils("red", (1, 2, 5))
    assert refused(school.submit, school.auction, "red", wrong) == "roster_refused"
    assert not Team.objects.exists()
    assert names(school.draft(school.auction, "red", wrong)) == ["red 1*", "red 2", "red 5"]
    assert refused(school.submit, school.auction, "red", wrong) == "roster_refused"
    assert refused(school.submit, school.auction, "red", wrong[:2]) == "roster_refused"
    assert refused(school.submit, school.auction, "red", captain=None) == "roster_refused"
    head = Person.objects.get(name="Head red")
    assert refused(school.submit, school.auction, "red", [head.pk, *wrong[:2]]) == "roster_refused"
    team = school.submit(school.auction, "red", [*wrong[:2], head.pk])  # the head plays, and needs no lessons
    assert names(team) == ["red 1*", "red 2", "Head red"]


def test_lessons_count_until_the_day_of_submission(school: School) -> None:
    late = Person.objects.get(name="red 5")
    row = Attendance.objects.exclude(lesson__attendance__person=late).first()
    assert row is not None
    Attendance.objects.create(lesson=row.lesson, person=late)
    row.lesson.held_on = timezone.localdate() + datetime.timedelta(days=1)
    row.lesson.save()
    people = school.pupils("red", (1, 2, 5))
    assert refused(school.submit, school.auction, "red", people) == "roster_refused"
    row.lesson.held_on = datetime.date(2026, 9, 1)
    row.lesson.save()
    assert school.submit(school.auction, "red", people).state == "submitted"


def test_a_school_without_a_register_is_not_asked_for_lessons(school: School) -> None:
    Attendance.objects.all().delete()
    school.season.lessons.all().delete()
    assert school.submit(school.auction, "red", school.pupils("red", (1, 2, 5))).state == "submitted"


def test_the_club_asks_for_no_lessons(school: School) -> None:
    head = Person.objects.get(name="Head red")
    four = [head.pk, *school.pupils("red", (4, 5, 1))]
    assert names(school.submit(school.chgk, "red", four)) == ["Head red*", "red 4", "red 5", "red 1"]
    assert refused(school.submit, school.chgk, "blue", school.pupils("blue", (1, 2, 3, 4))) == "roster_refused"


def test_a_draft_keeps_nobody_from_their_own_house(school: School) -> None:
    blue = school.pupils("blue", (1,))
    assert refused(school.draft, school.auction, "red", blue) == "cannot_stand_here"
    assert refused(school.draft, school.auction, "red", [10**9]) == "person_gone"
    assert refused(school.draft, school.auction, "red", captain=blue[0]) == "captain_not_named"
    assert refused(school.draft, school.auction, "red", range(1, 99)) == "too_many_named_at_all"
    assert not Team.objects.exists()


def test_only_the_houses_head_writes_and_only_who_decides_approves(school: School) -> None:
    for user in (school.head("blue"), school.host, school.account("red 1")):
        assert refused(school.draft, school.auction, "red", user=user) == "not_the_head"
    team = school.submit(school.auction, "red")
    for user in (school.head("red"), school.account("red 1")):
        for deed, more in ((approve_roster, {}), (return_roster, {"reason": "no"})):
            assert refused(decide, deed, school, team, user=user, **more) == "not_the_approver"


def test_a_head_who_was_removed_leaves_the_roster_to_the_new_one(school: School) -> None:
    school.draft(school.auction, "red")
    user = User.objects.create_user("new")
    House.objects.filter(key="red").update(head=Person.objects.create(name="New head", kind="staff", user=user))
    assert refused(school.draft, school.auction, "red") == "not_the_head"
    assert school.submit(school.auction, "red", user=user).submitted_by == "New head"


def test_a_deputy_acts_for_the_head_and_it_says_so(school: School) -> None:
    jan = User.objects.create_user("jan", first_name="Jan")
    start = timezone.now() - datetime.timedelta(days=1)
    Deputy.objects.create(
        office="head",
        principal=school.head("red"),
        deputy=jan,
        starts_at=start,
        ends_at=start + datetime.timedelta(days=9),
    )
    team = school.submit(school.auction, "red", user=jan)
    assert team.submitted_by == "Jan (for Head of red)"
    entry = AuditEntry.objects.get(action="submit_roster")
    assert (entry.details["name"], entry.details["in_place_of"]) == ("Jan (for Head of red)", "Head of red")
    assert refused(school.draft, school.auction, "blue", user=jan) == "not_the_head"


def test_it_is_called_back_and_corrected_until_it_is_due(school: School) -> None:
    school.submit(school.auction, "red")
    assert refused(school.draft, school.auction, "red", school.pupils("red", (2, 3, 4))) == "roster_submitted"
    red = school.houses["red"].pk
    fields: dict[str, Any] = {"call_id": school.auction.pk, "house_id": red, "user": school.head("red")}
    assert recall_roster(**fields, at=DUE).state == recall_roster(**fields, at=LATE).state == "draft"
    assert school.submit(school.auction, "red", school.pupils("red", (2, 3, 4)), at=DUE).state == "submitted"
    assert refused(recall_roster, **fields, at=LATE) == "rosters_were_due"
    assert refused(school.draft, school.auction, "blue", at=LATE) == "rosters_were_due"
    school.auction.due_at = LATE
    school.auction.save()
    assert recall_roster(**fields, at=LATE).state == "draft"


def test_pressed_twice_it_is_submitted_once(school: School) -> None:
    first, again = school.submit(school.auction, "red"), school.submit(school.auction, "red", revision=0, at=LATE)
    assert first == again and AuditEntry.objects.filter(action="submit_roster").count() == 1
    team = decide(approve_roster, school, first)
    assert decide(approve_roster, school, team) == team
    assert AuditEntry.objects.filter(action="approve_roster").count() == 1


def test_of_two_tabs_the_older_one_overwrites_nothing(school: School) -> None:
    school.draft(school.auction, "red")
    other = school.pupils("red", (2, 3, 4))
    assert refused(school.draft, school.auction, "red", other, revision=0) == "roster_moved_on"
    assert school.draft(school.auction, "red", revision=0).revision == 1  # it says the same: nothing is lost
    assert names(school.draft(school.auction, "red", other, revision=1))[0] == "red 2*"


def test_who_approves_approves_what_they_saw(school: School) -> None:
    team = school.submit(school.auction, "red")
    assert refused(decide, approve_roster, school, team, revision=0) == "roster_moved_on"
    TeamMember.objects.filter(team=team, person__name="red 1").update(is_captain=False)
    assert refused(decide, approve_roster, school, team) == "roster_refused_by_now"
    blue = school.draft(school.auction, "blue")
    assert refused(decide, approve_roster, school, blue) == "roster_not_submitted"


def test_it_is_returned_with_a_reason(school: School) -> None:
    team = school.submit(school.auction, "red")
    assert refused(decide, return_roster, school, team, reason=" ?! ") == "reason_missing"
    team = decide(return_roster, school, team, reason="Ola is ill")
    assert (team.state, team.return_reason) == ("returned", "Ola is ill")
    letter = Letter.objects.latest("pk")
    assert (
        letter.to == "red@school.example"
        and "Ola is ill" in letter.body
        and f"/rosters/{school.auction.pk}/red/" in letter.body
    )
    assert school.draft(school.auction, "red", school.pupils("red", (1, 2))).state == "returned"
    team = school.submit(school.auction, "red")
    assert (team.state, team.return_reason, team.decided_at) == ("submitted", "", None)


def test_an_approved_roster_of_the_auction_can_be_returned_and_one_of_the_club_stays(school: School) -> None:
    team = school.approve(school.auction, "red")
    assert refused(school.draft, school.auction, "red", school.pupils("red", (2, 3, 4))) == "roster_approved"
    assert decide(return_roster, school, team, reason="She moved away").state == "returned"
    club = school.approve(school.chgk, "red")
    assert refused(decide, return_roster, school, club, reason="She moved away") == "roster_stays"


def test_the_club_has_its_curator_and_the_curators_deputy(school: School) -> None:
    curator, jan = (User.objects.create_user(name, first_name=name) for name in ("Sybilla", "Jan"))
    school.curate(curator)
    start = timezone.now() - datetime.timedelta(days=1)
    until = start + datetime.timedelta(days=9)
    Deputy.objects.create(office="curator", principal=curator, deputy=jan, starts_at=start, ends_at=until)
    team = school.submit(school.chgk, "red")
    assert refused(decide, approve_roster, school, team) == "not_the_approver"  # staff, and no curator
    assert decide(approve_roster, school, team, user=jan).decided_by == "Jan (for Sybilla)"


def test_until_the_club_has_opened_a_season_the_last_curator_approves(school: School) -> None:
    curator = User.objects.create_user("sybilla", email="sybilla@school.example")
    last = Season.objects.create(name="2025", created_at=NOW - datetime.timedelta(days=400))
    ClubSeason.objects.create(season=last, curator=curator)
    team = school.submit(school.chgk, "red")
    assert Letter.objects.latest("pk").to == "sybilla@school.example"
    assert decide(approve_roster, school, team, user=curator).state == "approved"


def test_letters_speak_the_language_of_who_reads_them(school: School) -> None:
    Person.objects.filter(name="Head red").update(language="pl")
    team = school.submit(school.auction, "red")
    decide(return_roster, school, team, reason="Ola")
    assert Letter.objects.latest("pk").subject.startswith("Zwrócono")


def test_a_team_that_was_opened_with_a_season_is_nobodys_roster_yet(school: School) -> None:
    team = Team.objects.create(season=school.season, discipline="chgk", house=school.houses["red"])
    assert school.draft(school.chgk, "red") == Team.objects.get(pk=team.pk)
    assert Team.objects.get(pk=team.pk).state == "draft"


def test_a_team_entered_in_the_backoffice_is_approved_and_the_heads_no_more(school: School) -> None:
    team = Team.objects.create(season=school.season, discipline="auction", house=school.houses["red"])
    TeamMember.objects.create(team=team, person_id=school.pupils("red", (1,))[0])
    assert refused(school.draft, school.auction, "red") == "roster_approved"


def test_a_pupil_who_changes_house_leaves_drafts_wrong_and_approved_rosters_as_they_are(school: School) -> None:
    approved, draft = school.approve(school.auction, "red"), school.draft(school.chgk, "red")
    Person.objects.filter(name="red 2").update(house=school.houses["blue"])
    assert refused(school.submit, school.chgk, "red") == "roster_refused"
    assert names(approved) == names(draft) == ["red 1*", "red 2", "red 3"]
    lineups = {lineup.house.key: lineup.problem for lineup in season_lineups(school.season, "auction")}
    assert lineups["red"] == ""


def test_a_game_says_why_a_house_is_left_out(school: School) -> None:
    def problem() -> str:
        return season_lineups(school.season, "auction")[0].problem

    assert "no team" in problem()
    school.draft(school.auction, "red", school.pupils("red", (1,)))
    assert "draft" in problem()
    team = school.submit(school.auction, "red")
    assert "not approved yet" in problem()
    decide(return_roster, school, team, reason="Ola is ill")
    assert "returned" in problem()
    decide(approve_roster, school, school.submit(school.auction, "red"))
    assert problem() == ""


def test_the_date_is_set_by_who_approves(school: School) -> None:
    RosterCall.objects.all().delete()
    fields: dict[str, Any] = {
        "season_id": school.season.pk,
        "discipline": "auction",
        "due_at": DUE,
        "note": " in  time ",
        "at": NOW,
    }
    assert refused(set_call, **fields, user=school.head("red")) == "not_the_approver"
    assert refused(set_call, **{**fields, "discipline": "chess"}, user=school.host) == "not_the_approver"
    call = set_call(**fields, user=school.host)
    assert (call.due_at, call.note) == (DUE, "in time")
    later = {**fields, "due_at": LATE}
    assert refused(set_call, **later, user=school.host) == "call_moved_on"
    assert set_call(**later, user=school.host, seen=DUE).due_at == LATE
    assert AuditEntry.objects.filter(action="set_roster_call").count() == 2
    past = {**fields, "due_at": NOW, "user": school.host, "seen": LATE}
    assert refused(set_call, **past) == "due_has_passed"
    after = {"at": LATE + datetime.timedelta(days=2), "due_at": LATE + datetime.timedelta(days=1)}
    assert refused(set_call, **{**past, **after}) == "due_has_passed"  # nor one past date for another
    assert set_call(**{**past, **after, "due_at": LATE, "note": "over"}).note == "over"


def test_each_open_account_that_decides_hears_once(school: School, django_assert_max_num_queries: Any) -> None:
    season, both = school.season, User.objects.create_user("both", email="both@school.example")
    closed = User.objects.create_user("closed", email="closed@school.example", is_active=False)
    game = LiveGame.objects.create(discipline="auction", season=season, title="First")
    game.hosts.add(school.host, both, closed)
    start = timezone.now() - datetime.timedelta(days=1)
    times = {"starts_at": start, "ends_at": start + datetime.timedelta(days=9)}
    for principal, deputy in ((school.host, both), (both, school.host), (closed, school.head("blue")), (both, closed)):
        Deputy.objects.create(office="host", principal=principal, deputy=deputy, **times)
    school.submit(school.auction, "red")
    assert sorted(Letter.objects.values_list("to", flat=True)) == ["ada@school.example", "both@school.example"]
    Person.objects.create(name="Both", kind="staff", user=both, email="b@school.example", language="pl")
    with django_assert_max_num_queries(20):
        assert write_to_accounts(users=[both, school.host, both], words=lambda: ("s", "b")) == 2
    assert Letter.objects.filter(to="b@school.example").exists()


def test_a_curator_whose_account_is_closed_leaves_the_letters_to_the_office(school: School) -> None:
    school.curate(User.objects.create_user("curator", email="curator@school.example", is_active=False))
    school.submit(school.chgk, "red")
    assert list(Letter.objects.values_list("to", flat=True)) == ["ada@school.example"]


@pytest.mark.parametrize(("at", "said"), [(NOW, "can be corrected until"), (LATE, "once whoever approves them sets")])
def test_the_letter_of_a_returned_roster_says_what_is_possible_now(school: School, at: Any, said: str) -> None:
    team = school.submit(school.auction, "red")
    with translation.override("en"):
        decide(return_roster, school, team, at=at, reason="One of them is ill")
    body = Letter.objects.get(to="red@school.example").body
    assert said in body and ("until" in body) == (at == NOW) and "One of them is ill" in body
