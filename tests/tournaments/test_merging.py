"""Merging duplicates: what moves, what stands against it, who is found under the old number afterwards."""

import datetime

import pytest

from chgk.models import ClubSeason, Fixture, Magister, Owl
from tests.tournaments.test_people_services import OFFICE, refused
from tournaments.enums import AnswerState, Mark, PersonKind
from tournaments.models import (
    Application,
    Attendance,
    AuditEntry,
    GuestInvitation,
    House,
    Invitation,
    Lesson,
    LiveGame,
    MergedPerson,
    Person,
    Privilege,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.rules.engine import Refusal
from tournaments.selectors.people import find_people, find_person, old_ids
from tournaments.services.access_links import issue_link
from tournaments.services.invitations import invite_person
from tournaments.services.merging import merge_people, plan_merge

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DAY = datetime.date(2026, 9, 1)
NOW = datetime.datetime(2026, 10, 1, 18, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(weeks=1)


@pytest.fixture
def house():
    return House.objects.create(key="lions", name="Lwy", command="Lwy")


@pytest.fixture
def keep(house):
    return Person.objects.create(name="Jan Kowalski", house=house)


@pytest.fixture
def gone(house):
    return Person.objects.create(name="Kowalski Jan", house=house, email="jan@example.org", consented_at=DAY)


def merge(keep, gone):
    return merge_people(keep_id=keep.pk, gone_id=gone.pk, actor=OFFICE)


def team_of(person, season, house, discipline="auction", **more):
    team = Team.objects.create(season=season, discipline=discipline, house=house)
    TeamMember.objects.create(team=team, person=person, **more)
    return team


def test_everything_moves(keep, gone, house, season, make_game, host_user):
    old = Season.objects.create(name="2025")
    for season_of, discipline in ((season, "auction"), (season, "chgk"), (old, "auction")):
        team = team_of(gone, season_of, house, discipline)
    team_of(keep, old, House.objects.create(name="Sowy", command="Sowy"), "chgk")
    House.objects.filter(pk=house.pk).update(head=gone)
    lesson = Lesson.objects.create(season=season, held_on=DAY, subject="Historia", teacher=gone)
    Attendance.objects.create(lesson=lesson, person=gone)
    Application.objects.create(season=season, discipline="auction", house=house, person=gone)
    GuestInvitation.objects.create(team=team, person=gone, invited_by="x")
    game = make_game(title="Played")
    privilege = {
        "season": season,
        "game": game,
        "paragraph": "28",
        "kind": "half_op",
        "starts_at": NOW,
        "ends_at": LATER,
    }
    Privilege.objects.create(person=gone, holder=f"p{gone.pk}", name="Jan K.", **privilege)
    club = ClubSeason.objects.create(season=season, curator=host_user)
    fixture = Fixture.objects.create(club=club, number=1, is_final=True)
    Owl.objects.create(club=club, fixture=fixture, person=gone, name="Jan K.", decided_by="players")
    Magister.objects.create(person=gone, confirmed_by="x")
    invite_person(person_id=gone.pk, actor=OFFICE)
    account = User.objects.create_user("jan")
    Person.objects.filter(pk=gone.pk).update(user=account)

    plan = plan_merge(keep_id=keep.pk, gone_id=gone.pk)
    assert plan.refusals == () and {move.what for move in plan.moves} == {
        *("team members", "houses", "lessons", "attendance", "applications", "invitations to teams"),
        *("privileges", "crystal owls", "Magisters of the game", "invitations"),
    }
    merge(keep, gone)
    keep.refresh_from_db()
    assert (keep.user, keep.email, keep.consented_at, keep.name) == (account, "jan@example.org", DAY, "Jan Kowalski")
    assert keep.memberships.count() == 4 and keep.headed_houses.get() == house and keep.lessons.get() == lesson
    for model in (Attendance, Application, GuestInvitation, Privilege, Owl, Magister):
        assert model.objects.get().person == keep, model
    assert Invitation.objects.get().person == keep and Invitation.objects.get().revoked_at is not None
    assert Privilege.objects.get().holder == f"p{gone.pk}"
    row = MergedPerson.objects.get()
    assert (row.old_id, row.old_name, row.person, row.merged_by) == (gone.pk, "Kowalski Jan", keep, "Sekretariat")
    details = AuditEntry.objects.get(action="merge_people").details
    assert details["gone"]["email"] == "jan@example.org" and details["moved"]["team members"] == 3


def test_of_two_marks_the_better_one_stays(keep, gone, season):
    marks = [(Mark.ABSENT, Mark.LATE), (Mark.PRESENT, Mark.EXCUSED), (Mark.LATE, Mark.PRESENT), (None, Mark.ABSENT)]
    lessons = [Lesson.objects.create(season=season, held_on=DAY, subject="x", period=n) for n in range(len(marks))]
    for lesson, (mine, other) in zip(lessons, marks, strict=True):
        if mine is not None:
            Attendance.objects.create(lesson=lesson, person=keep, mark=mine)
        Attendance.objects.create(lesson=lesson, person=gone, mark=other)
    assert [(move.count, move.clashes) for move in plan_merge(keep_id=keep.pk, gone_id=gone.pk).moves] == [(4, 3)]
    merge(keep, gone)
    rows = Attendance.objects.filter(person=keep).order_by("lesson__period").values_list("mark", flat=True)
    assert list(rows) == ["late", "present", "present", "absent"] and Attendance.objects.count() == 4
    assert set(Lesson.objects.values_list("revision", flat=True)) == {1}


@pytest.mark.parametrize(
    ("mine", "other", "left"),
    [
        ("sent", "sent", ["sent", "withdrawn"]),
        ("sent", "accepted", ["withdrawn", "accepted"]),
        ("accepted", "sent", ["accepted", "withdrawn"]),
        ("declined", "sent", ["declined", "sent"]),
    ],
)
def test_of_two_open_applications_one_stays(keep, gone, house, season, mine, other, left):
    for person, state in ((keep, mine), (gone, other)):
        Application.objects.create(season=season, discipline="auction", house=house, person=person, state=state)
    merge(keep, gone)
    rows = Application.objects.filter(person=keep).order_by("pk")
    assert [row.state for row in rows] == left


def test_of_two_invitations_to_a_team_one_stays(keep, gone, house, season):
    team = Team.objects.create(season=season, discipline="chgk", house=house)
    for person in (keep, gone):
        GuestInvitation.objects.create(team=team, person=person, invited_by="x")
    merge(keep, gone)
    states = GuestInvitation.objects.filter(person=keep).order_by("pk").values_list("state", flat=True)
    assert list(states) == [AnswerState.SENT, AnswerState.WITHDRAWN]


def test_two_people_stay_two(keep, gone, house, season, make_game):
    """Each clash is a reason of its own, and nothing has moved."""
    other = House.objects.create(name="Sowy", command="Sowy")
    lesson = Lesson.objects.create(season=season, held_on=DAY, subject="x")
    Attendance.objects.create(lesson=lesson, person=gone)

    def why():
        codes = [refusal.code for refusal in plan_merge(keep_id=keep.pk, gone_id=gone.pk).refusals]
        if codes:
            assert refused(merge, keep, gone) == codes[0]
            assert Attendance.objects.get().person == gone and not MergedPerson.objects.exists()
        return codes

    assert why() == []
    team = team_of(keep, season, house)
    TeamMember.objects.create(team=team, person=gone)
    assert why() == ["both_in_team"]
    TeamMember.objects.filter(person=gone).delete()
    team_of(gone, season, other)
    assert why() == ["both_in_team"]
    TeamMember.objects.filter(person=gone).delete()
    players = [{"id": f"p{person.pk}", "name": "x"} for person in (keep, gone)]
    game = make_game(started=False, teams=[{"players": players[:1]}, {"players": players[1:]}])
    assert why() == ["both_in_game"]
    LiveGame.objects.filter(pk=game.pk).update(setup={})
    for person in (keep, gone):
        Person.objects.filter(pk=person.pk).update(user=User.objects.create_user(person.name))
    assert why() == ["both_have_accounts"]
    User.objects.all().update(is_active=False)
    Person.objects.filter(pk=gone.pk).update(user=None)
    for person in (keep, gone):
        Magister.objects.create(person=person, confirmed_by="x")
    assert why() == ["merge_clash"]
    assert refused(merge, keep, keep) == "merge_with_oneself"


def test_a_second_press_finds_nobody_to_merge(keep, gone):
    merge(keep, gone)
    with pytest.raises(Person.DoesNotExist):
        merge(keep, gone)


def test_the_old_number_leads_to_the_person_ever_after(keep, gone, django_assert_num_queries):
    first = Person.objects.create(name="Jan K")
    merge(gone, first)
    merge(keep, gone)
    for old in (first, gone, keep):
        assert find_person(f"p{old.pk}") == keep
    with django_assert_num_queries(2):
        found = find_people([f"p{first.pk}", f"p{keep.pk}", "p999999", "g1", "px", f"p{gone.pk}"])
    assert found == {f"p{pk}": keep for pk in (first.pk, keep.pk, gone.pk)}
    assert old_ids([f"p{gone.pk}", "g1"]) == {keep.pk: f"p{gone.pk}"}
    for nobody in ("p", "p-1", "p" + "9" * 19, "p１", None, 7, {}):
        assert find_person(nobody) is None


def test_games_that_have_not_started_take_the_new_number_and_played_ones_keep_the_old(keep, gone, make_game, host):
    team = {"id": "red", "players": [{"id": f"p{gone.pk}", "name": "Jan K."}]}
    waiting, started = make_game(started=False, teams=[team]), make_game(teams=[team])
    for game in (waiting, started):
        issue_link(game_id=game.pk, role="captain", team="red", player=f"p{gone.pk}", name="Jan K.", actor=host)
    assert set(plan_merge(keep_id=keep.pk, gone_id=gone.pk).games) == {waiting, started}
    merge(keep, gone)
    for game, key in ((waiting, f"p{keep.pk}"), (started, f"p{gone.pk}")):
        game.refresh_from_db()
        assert game.setup["teams"][0]["players"][0]["id"] == key
        assert game.links.get().player == key


def test_staff_are_told_apart_under_their_old_number_too(keep, gone):
    """§29 asks whether a Master is on the staff; the log knows the duplicate's number."""
    from tournaments.services.ranking import _staff_among

    Person.objects.filter(pk=keep.pk).update(kind=PersonKind.STAFF)
    merge(keep, gone)
    assert _staff_among({f"p{gone.pk}", "g1"}) == {f"p{gone.pk}"}


def test_what_no_rule_knows_is_refused_by_the_database(keep, gone, monkeypatch):
    """A table of tomorrow with a uniqueness of its own moves or is refused; it is never half moved."""
    monkeypatch.setattr("tournaments.services.merging._both_in_rows", lambda keep, gone: iter(()))
    for person in (keep, gone):
        Magister.objects.create(person=person, confirmed_by="x")
    with pytest.raises(Refusal):
        merge(keep, gone)
    assert Person.objects.count() == 2
