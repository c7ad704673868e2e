"""The people of the school: bad names, namesakes, consent, a change of house in mid-season, who is deleted."""

import datetime

import pytest
from django.utils import timezone

from tournaments.enums import AnswerState, PersonKind
from tournaments.models import Application, AuditEntry, House, Invitation, Person, Team, TeamMember, User
from tournaments.models.people import table_names
from tournaments.rules.engine import Refusal
from tournaments.selectors.holding import what_holds
from tournaments.services.actors import Actor
from tournaments.services.invitations import invite_person
from tournaments.services.people import (
    Facts,
    bind_account,
    change_person,
    choose_display_name,
    create_person,
    delete_person,
    fingerprint,
    mark_left,
    record_consent,
    unbind_account,
    withdraw_consent,
    withdraw_waiting,
)
from tournaments.texts import explain_here

pytestmark = [pytest.mark.django_db, pytest.mark.database]
OFFICE = Actor(key="user:1", role="host", name="Sekretariat")
DAY = datetime.date(2026, 9, 1)


@pytest.fixture
def lions():
    return House.objects.create(key="lions", name="Lwy", command="Lwy")


@pytest.fixture
def owls():
    return House.objects.create(key="owls", name="Sowy", command="Sowy")


@pytest.fixture
def jan(lions):
    return Person.objects.create(name="Jan Kowalski", house=lions)


def refused(do, *args, **kwargs):
    with pytest.raises(Refusal) as caught:
        do(*args, **kwargs)
    assert explain_here(caught.value)
    return caught.value.code


def change(person, told=None, seen=None, **fields):
    facts = {"name": person.name, "kind": person.kind, "house": person.house_id, "display_name": person.display_name}
    seen = seen or fingerprint(Person.objects.get(pk=person.pk))
    return change_person(person_id=person.pk, facts=Facts(**{**facts, **fields}), seen=seen, told=told, actor=OFFICE)


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_missing"), ("  \t", "name_missing"), ("\u200b\u202e", "name_invisible"), ("Ł" * 201, "name_too_long")],
)
def test_bad_names_are_refused(db, name, code):
    assert refused(create_person, facts=Facts(name), actor=OFFICE) == code
    assert not Person.objects.exists() and not AuditEntry.objects.exists()


@pytest.mark.parametrize("name", ["🦉", "O'Neill – Ł", "<b>{{", "=1+1", "בית", "J", "👩‍🚀 Ola"])
def test_unusual_names_are_names(db, name):
    assert create_person(facts=Facts(name), actor=OFFICE).name == name


def test_what_nobody_sees_is_left_out(db):
    assert create_person(facts=Facts("\ufeffJan\u00a0\u202e Kowalski\n"), actor=OFFICE).name == "Jan Kowalski"


def test_somebody_alike_is_asked_about_and_a_second_press_makes_nobody(jan):
    assert refused(create_person, facts=Facts("kowalski JAN"), actor=OFFICE) == "alike_people"
    other = create_person(facts=Facts("Jan Kowalski"), others=[jan.pk], actor=OFFICE)
    assert refused(create_person, facts=Facts("Jan Kowalski"), others=[jan.pk], actor=OFFICE) == "alike_people"
    assert set(Person.objects.values_list("pk", flat=True)) == {jan.pk, other.pk}


def test_a_stale_page_changes_nothing(jan):
    seen = fingerprint(jan)
    change(jan, name="Jan Kowal")
    assert refused(change, jan, seen=seen, name="Jan Nowak") == "person_moved_on"
    assert change(jan, seen=seen, name="Jan Kowal").name == "Jan Kowal"  # pressed twice
    assert Person.objects.get().name == "Jan Kowal"
    changed = AuditEntry.objects.get(action="change_person").details["changed"]
    assert changed == {"name": ["Jan Kowalski", "Jan Kowal"]}


def test_a_pupil_changes_house_in_mid_season(jan, owls, lions, season):
    """The old house's roster and what was played stay; an application that waits is withdrawn; the audit tells."""
    team = Team.objects.create(season=season, discipline="auction", house=lions, state="draft")
    TeamMember.objects.create(team=team, person=jan)
    waiting = Application.objects.create(season=season, discipline="chgk", house=lions, person=jan)
    assert refused(change, jan, house=owls.pk) == "house_not_told"
    assert refused(change, jan, house=owls.pk, told=lions.pk) == "house_not_told"
    change(jan, house=owls.pk, told=owls.pk)
    assert Person.objects.get().house == owls and list(team.members.values_list("person", flat=True)) == [jan.pk]
    waiting.refresh_from_db()
    assert waiting.state == AnswerState.WITHDRAWN and waiting.decided_by == "Sekretariat"
    changed = AuditEntry.objects.get(action="change_person").details["changed"]
    assert changed == {"house": ["lions", "owls"], "applications_withdrawn": [1, 0]}


def test_names_for_public_pages(jan):
    anna = Person.objects.create(name="Anna Nowak", display_name="Ania")
    gone = Person.objects.create(name="Piotr Lis", left_at=DAY)
    assert jan.public_name == "Jan K." and str(jan) == "Jan Kowalski"

    def choose(text):
        return choose_display_name(person_id=jan.pk, text=text, actor=OFFICE).public_name

    for text, code in (
        ("\u200d\u202e", "name_invisible"),
        ("J" * 41, "name_too_long"),
        ("\u00a0ania", "name_of_somebody_else"),
        ("Kowalski Jan", "full_name_without_consent"),
        ("Jan Kowaslki", "full_name_without_consent"),
        ("Jan A. Kowalski", "full_name_without_consent"),
    ):
        assert refused(choose, text) == code, text
    Person.objects.create(name="Ola Wąs", consented_at=DAY)
    assert refused(choose, "ola was") == "name_of_somebody_else"  # her full name is public
    # what nobody reads in public is refused to nobody: the answer would tell that the school knows the name
    assert choose(anna.name.upper()) == "ANNA NOWAK" and choose("Jan K.") == "Jan K."
    assert choose("Janek 🦁") == "Janek 🦁" and choose("  ") == "Jan K." and choose("Jan Ko.") == "Jan Ko."
    assert choose(gone.name) == "Piotr Lis"
    record_consent(person_id=jan.pk, day=DAY, actor=OFFICE)
    assert choose("Jan Kowalski") == "Jan Kowalski"


def test_a_chosen_name_that_came_to_tell_the_full_one_is_passed_over(lions):
    """Chosen as staff, under another name, or taken over: what counts is whether it may be public today."""
    jan = Person.objects.create(name="Jan Kowalski", display_name="Kowalski Jan", kind=PersonKind.STAFF, house=lions)
    assert jan.public_name == "Kowalski Jan"
    change(jan, kind=PersonKind.PUPIL, display_name=jan.display_name)
    jan.refresh_from_db()
    assert jan.is_sheltered and jan.public_name == "Jan K." and table_names([jan]) == {jan.pk: "Jan K."}
    assert record_consent(person_id=jan.pk, day=DAY, actor=OFFICE).public_name == "Kowalski Jan"
    for shown in ("JanKowalski", "jan kowalski", "Jan Kowalski 7"):
        assert Person(name="Jan Kowalski", display_name=shown).public_name == "Jan K.", shown
    for shown in ("Jan K.", "Janek", "Kowal"):
        assert Person(name="Jan Kowalski", display_name=shown).public_name == shown


def test_nobody_has_left_before_the_day(jan):
    today = timezone.localdate()
    assert refused(mark_left, person_id=jan.pk, day=today + datetime.timedelta(days=1), actor=OFFICE) == "leaves_later"
    assert mark_left(person_id=jan.pk, day=today, actor=OFFICE).left_at == today


def test_an_account_is_bound_and_taken_off(jan, lions):
    first, second = (User.objects.create_user(name) for name in ("first", "second"))
    invite_person(person_id=jan.pk, actor=OFFICE)
    for _press in range(2):
        assert bind_account(person_id=jan.pk, user_id=first.pk, actor=OFFICE).user == first
    assert not Invitation.objects.filter(revoked_at=None).exists()
    other = Person.objects.create(name="Ola", user=second)
    assert refused(bind_account, person_id=jan.pk, user_id=second.pk, actor=OFFICE) == "account_of_somebody_else"
    with pytest.raises(User.DoesNotExist):
        bind_account(person_id=jan.pk, user_id=0, actor=OFFICE)
    for person in (other, jan):
        unbind_account(person_id=person.pk, actor=OFFICE)
    bind_account(person_id=jan.pk, user_id=second.pk, actor=OFFICE)
    entries = AuditEntry.objects.filter(action="bind_account").order_by("pk")
    assert [one.details["changed"]["user"] for one in entries] == [["", "first"], ["", "second"]]


def test_applications_to_houses_that_were_left_are_withdrawn_at_once(
    jan, owls, lions, season, django_assert_num_queries
):
    ola = Person.objects.create(name="Ola", house=owls)
    stays = Application.objects.create(season=season, discipline="auction", house=owls, person=ola)
    for discipline in ("auction", "chgk"):
        Application.objects.create(season=season, discipline=discipline, house=lions, person=jan)
    Person.objects.filter(pk=jan.pk).update(house=None)
    with django_assert_num_queries(2):
        assert withdraw_waiting([jan, ola], OFFICE) == {jan.pk: 2}
    assert list(Application.objects.filter(state=AnswerState.SENT)) == [stays]


def test_consent_is_recorded_and_withdrawn(jan):
    tomorrow = timezone.localdate() + datetime.timedelta(days=1)
    assert refused(record_consent, person_id=jan.pk, day=tomorrow, actor=OFFICE) == "day_to_come"
    for _press in range(2):
        record_consent(person_id=jan.pk, day=DAY, actor=OFFICE)
    jan.refresh_from_db()
    assert (jan.public_name, jan.consented_at, jan.consent_by) == ("Jan Kowalski", DAY, "Sekretariat")
    choose_display_name(person_id=jan.pk, text="Jan Kowalski", actor=OFFICE)
    for _press in range(2):
        withdraw_consent(person_id=jan.pk, actor=OFFICE)
    jan.refresh_from_db()
    assert (jan.public_name, jan.consent_by, jan.display_name) == ("Jan K.", "", "")
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["record_consent", "choose_display_name", "withdraw_consent"]


def test_grown_ups_need_no_consent(db):
    assert Person(name="Ewa Wolska", kind=PersonKind.STAFF).public_name == "Ewa Wolska"
    assert Person(name="Ewa Wolska", kind=PersonKind.GUEST).public_name == "Ewa Wolska"


def test_nobody_at_a_table_is_called_like_another(db):
    names = ["Jan Kowalski", "Jan Kot", "Jan Kowalski"]
    people = Person.objects.bulk_create(
        [*(Person(name=name) for name in names), Person(name="Ola", display_name="Ola")]
    )
    assert list(table_names(people).values()) == ["Jan K.", "Jan Ko.", "Jan Kow.", "Ola"]


def test_who_has_played_is_not_deleted(jan, season, lions, make_game):
    assert what_holds(jan) == []
    make_game(started=False, title="An evening", teams=[{"players": [{"id": f"p{jan.pk}", "name": "Jan K."}]}])
    make_game(started=False, teams=[{"players": [{"id": f"p{jan.pk}0"}]}])
    team = Team.objects.create(season=season, discipline="auction", house=lions)
    TeamMember.objects.create(team=team, person=jan)
    House.objects.filter(pk=lions.pk).update(head=jan)
    jan.user = User.objects.create_user("jan")
    jan.save()
    assert [held.count for held in what_holds(jan)] == [1, 1, 1, 1]
    assert {row for held in what_holds(jan) for row in held.rows} == {"Lwy", "Jan Kowalski", "An evening", "jan"}
    assert refused(delete_person, person_id=jan.pk, actor=OFFICE) == "person_held"
    for _press in range(2):
        mark_left(person_id=jan.pk, day=DAY, actor=OFFICE)
    assert Person.objects.get().left_at == DAY and AuditEntry.objects.filter(action="mark_left").count() == 1


def test_somebody_on_whom_nothing_hangs_is_deleted(jan):
    invite_person(person_id=jan.pk, actor=OFFICE)
    delete_person(person_id=jan.pk, actor=OFFICE)
    assert not Person.objects.exists() and not Invitation.objects.exists()
    assert AuditEntry.objects.get(action="delete_person").details["name_of_row"] == "Jan Kowalski"
    with pytest.raises(Person.DoesNotExist):
        delete_person(person_id=jan.pk, actor=OFFICE)


def test_an_account_is_taken_off_and_stays(jan):
    jan.user = User.objects.create_user("jan")
    jan.save()
    for _press in range(2):
        unbind_account(person_id=jan.pk, actor=OFFICE)
    assert Person.objects.get().user is None and User.objects.filter(username="jan").exists()
    assert AuditEntry.objects.get().details["username"] == "jan"
