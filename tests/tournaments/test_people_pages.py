"""The office's pages of people and houses: found, asked about, refused with what was typed; constant queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.test_people_services import DAY, OFFICE
from tournaments.enums import PersonKind
from tournaments.models import (
    Application,
    AuditEntry,
    House,
    Invitation,
    MergedPerson,
    Person,
    Team,
    TeamMember,
    User,
)
from tournaments.selectors.holding import relations
from tournaments.services import people
from tournaments.services.houses import house_fingerprint
from tournaments.services.invitations import invite_person
from tournaments.services.people import fingerprint, record_consent

pytestmark = pytest.mark.django_db


@pytest.fixture
def lions():
    return House.objects.create(key="lions", name="Lwy", command="Lwy")


@pytest.fixture
def jan(lions):
    return Person.objects.create(name="Jan Kowalski", house=lions)


@pytest.fixture
def office(client):
    client.force_login(User.objects.create_user("office", is_staff=True))
    return client


@pytest.fixture
def head(client, lions):
    user = User.objects.create_user("head")
    lions.head = Person.objects.create(name="Ewa Wolska", kind=PersonKind.STAFF, house=lions, user=user)
    lions.save()
    client.force_login(user)
    return client


def found(client, query=""):
    page = client.get(f"/people/{query}")
    assert page.status_code == 200
    return [one.name for one in page.context["page"]]


def deed(client, person, what, **fields):
    return client.post(reverse("tournaments:person_deed", args=[person.pk, what]), fields)


def particulars(person, **fields):
    facts = {"name": person.name, "kind": person.kind, "house": person.house_id or "", "display_name": ""}
    return {**facts, "seen": fingerprint(Person.objects.get(pk=person.pk)), **fields}


def test_people_are_found_and_filtered(office, jan, lions):
    Person.objects.create(name="Сергей Носов", user=User.objects.create_user("x"), consented_at=DAY)
    Person.objects.create(name="Ewa Wolska", kind=PersonKind.STAFF)
    Person.objects.create(name="Piotr Lis", left_at=DAY)
    assert found(office) == ["Ewa Wolska", "Jan Kowalski", "Сергей Носов"]
    assert found(office, "?q=Cергей+HОС") == ["Сергей Носов"]
    assert found(office, "?q=kowalski+JAN&house=lions") == ["Jan Kowalski"]
    assert found(office, "?house=-&kind=staff") == ["Ewa Wolska"]
    assert found(office, "?lacking=account") == ["Ewa Wolska", "Jan Kowalski"]
    assert found(office, "?lacking=consent") == ["Jan Kowalski"]
    assert found(office, "?left=on") == ["Piotr Lis"]
    assert found(office, "?q=%F0%9F%A6%89&house=%00&kind=x&page=zzz") == []


def test_pages_keep_the_search(office, lions):
    Person.objects.bulk_create(Person(name=f"Uczeń {n:03}", house=lions) for n in range(120))
    page = office.get("/people/?q=uczen&page=2")
    assert next(one.name for one in page.context["page"]) == "Uczeń 050"
    assert "?q=uczen&amp;page=3" in page.text and "?q=uczen&amp;page=1" in page.text


@pytest.mark.parametrize("query", ["", "?q=uczen"])
def test_the_list_asks_as_often_for_three_as_for_one(office, lions, django_assert_num_queries, query):
    for number in (1, 3):
        while Person.objects.count() < number:
            name = f"Uczeń {Person.objects.count()}"
            Person.objects.create(name=name, house=lions, user=User.objects.create_user(name))
        office.get("/people/")
        with django_assert_num_queries(5 if query else 4):
            assert len(found(office, query)) == number


def test_a_head_sees_the_own_house_alone(head, jan):
    other = Person.objects.create(name="Ola Nowak", house=House.objects.create(name="Sowy", command="Sowy"))
    assert found(head) == ["Ewa Wolska", "Jan Kowalski"] and "Sowy" not in head.get("/people/").text
    assert head.get(f"/people/{jan.pk}/").status_code == 200
    assert head.get(f"/people/{other.pk}/").status_code == 404
    assert deed(head, other, "invite", email="").status_code == 404
    assert deed(head, jan, "invite", email="").status_code == 302
    assert deed(head, jan, "delete").status_code == 403
    own = Person.objects.get(name="Ewa Wolska")
    assert deed(head, own, "invite", email="").status_code == 403  # staff are the office's to invite
    assert 'data-testid="delete"' not in head.get(f"/people/{jan.pk}/").text


def test_somebody_alike_is_asked_about_before_somebody_is_added(office, jan):
    asked = office.post("/people/new/", {"name": "Kowalski\u00a0Jan", "kind": "pupil"})
    assert asked.status_code == 422 and f'data-testid="other-{jan.pk}"' in asked.text and "another order" in asked.text
    assert 'value="Kowalski\u00a0Jan"' in asked.text and Person.objects.count() == 1
    done = office.post("/people/new/", {"name": "Kowalski Jan", "kind": "pupil", "other": [str(jan.pk), "x", "9" * 30]})
    assert done.status_code == 302 and Person.objects.count() == 2
    bad = office.post("/people/new/", {"name": "\u200b", "kind": "wizard", "email": "no", "house": "77"})
    assert bad.status_code == 422 and Person.objects.count() == 2


def test_everything_about_a_person(office, jan, lions, season, make_game):
    """The same number of queries with one row and with three of everything; each app with people has one of its own."""

    def add(number):
        house = House.objects.create(name=f"House {number}", command="x")
        team = Team.objects.create(season=season, discipline=f"game{number}", house=house)
        TeamMember.objects.create(team=team, person=jan)
        make_game(started=False, title=f"Game {number}", teams=[{"players": [{"id": f"p{jan.pk}"}]}])
        Application.objects.create(season=season, discipline=f"game{number}", house=lions, person=jan)
        Invitation.objects.create(person=jan, expires_at=timezone.now(), revoked_at=timezone.now())
        MergedPerson.objects.create(old_id=9000 + number, old_name=f"Old {number}", person=jan, merged_by="x")
        AuditEntry.objects.create(actor="x", action="merge_people", target=f"person:{9000 + number}", details={})

    address = f"/people/{jan.pk}/"
    add(1)
    office.get(address)
    with CaptureQueriesContext(connection) as one:
        page = office.get(address).text
    assert all(word in page for word in ("House 1", "Game 1", "Old 1", "Jan K.", "No account"))
    add(2)
    add(3)
    with CaptureQueriesContext(connection) as three:
        assert "Game 3" in office.get(address).text
    elsewhere = [one for one in relations() if one.related_model._meta.app_label != "tournaments"]
    assert len(three) == len(one) <= 20 + len(elsewhere)


def test_a_change_of_house_is_told_before_it_is_made(office, jan, lions, season):
    owls = House.objects.create(key="owls", name="Sowy", command="Sowy")
    for discipline, state in (("auction", "draft"), ("chgk", "approved")):
        team = Team.objects.create(season=season, discipline=discipline, house=lions, state=state)
        TeamMember.objects.create(team=team, person=jan)
    told = deed(office, jan, "change", **particulars(jan, house=owls.pk))
    assert told.status_code == 422 and 'data-testid="house-effects"' in told.text
    assert "will refuse them" in told.text and "stays in the approved team" in told.text
    assert Person.objects.get(pk=jan.pk).house == lions
    assert deed(office, jan, "change", **particulars(jan, house=owls.pk, told=owls.pk)).status_code == 302
    assert "lions" in (page := office.get(f"/people/{jan.pk}/").text) and "owls" in page


def test_a_stale_page_keeps_what_was_typed(office, jan):
    fields = particulars(jan, name="Jan Kowal")
    assert deed(office, jan, "change", **particulars(jan, name="Janusz Kowalski")).status_code == 302
    stale = deed(office, jan, "change", **fields)
    assert stale.status_code == 422 and "has been changed since" in stale.text and 'value="Jan Kowal"' in stale.text
    stands = stale.text.partition('data-testid="stands"')[2].partition("</dl>")[0]
    assert "Janusz Kowalski" in stands and stands.count("<dt>") == 1
    seen = stale.text.split('name="seen" value="')[1].split('"')[0]
    assert deed(office, jan, "change", **{**fields, "seen": seen}).status_code == 302  # knowing what it replaces
    assert Person.objects.get(pk=jan.pk).name == "Jan Kowal"
    assert deed(office, jan, "change", **fields).status_code == 302  # pressed twice: it stands already


def test_the_history_says_everything_in_words(office, jan):
    def note(action, **details):
        AuditEntry.objects.create(actor="x", action=action, target=f"person:{jan.pk}", details=details)

    days = {"consented_at": [None, "2026-09-01"], "left_at": ["2026-10-02", None]}
    note("import_person", changed={**days, "kind": ["pupil", "staff"], "house": [None, "Lwy"]})
    note("bind_account_person", changed={"user": [None, "jan"]})
    note("choose_language", before="", after="pl")
    note("renew_calendar")
    people.mark_left(person_id=jan.pk, day=DAY, actor=OFFICE)
    page = office.get(f"/people/{jan.pk}/").text
    history = page.partition('class="rows person-history"')[2].partition("</ol>")[0]
    assert "None" not in history and "_" not in history
    for said in (
        "1 September 2026",
        "2 October 2026",
        "Staff",
        "account bound",
        "Polish",
        "new address of the calendar",
    ):
        assert said.lower() in history.lower(), said


def test_what_holds_somebody_is_listed_and_leaving_offered(office, jan, season, lions):
    TeamMember.objects.create(team=Team.objects.create(season=season, discipline="auction", house=lions), person=jan)
    kept = deed(office, jan, "delete")
    assert kept.status_code == 422 and 'data-testid="held"' in kept.text and "team members" in kept.text
    assert deed(office, jan, "leave", day="2026-13-01").status_code == 422
    assert deed(office, jan, "leave", day="2026-09-01").status_code == 302
    assert "left on" in office.get(f"/people/{jan.pk}/").text
    nobody = Person.objects.create(name="By Mistake")
    assert deed(office, nobody, "delete")["Location"] == "/people/"
    assert deed(office, nobody, "delete").status_code == 404


def test_consent_account_and_invitation(office, jan):
    assert deed(office, jan, "consent", day="").status_code == 422
    assert deed(office, jan, "consent", day="2026-09-01").status_code == 302
    assert 'data-testid="consent-recorded"' in office.get(f"/people/{jan.pk}/").text
    assert deed(office, jan, "withdraw").status_code == 302
    assert deed(office, jan, "invite", email="not an address").status_code == 422
    assert deed(office, jan, "invite", email="jan@example.org").status_code == 302
    row = Invitation.objects.get()
    card = office.get(f"/people/{jan.pk}/invitations/{row.pk}/")
    assert card.status_code == 200 and "/invitations/" in card.context["address"] and "<svg" in card.text
    assert deed(office, jan, "revoke").status_code == 302
    assert office.get(f"/people/{jan.pk}/invitations/{row.pk}/").status_code == 404
    Person.objects.filter(pk=jan.pk).update(user=User.objects.create_user("jan"))
    assert deed(office, jan, "invite", email="").status_code == 422
    assert deed(office, jan, "unbind").status_code == 302
    assert deed(office, jan, "nonsense").status_code == 404


def test_a_duplicate_is_found_compared_and_merged(office, jan, lions):
    twin = Person.objects.create(name="Kowalski Jan", email="jan@example.org")
    address = f"/people/{jan.pk}/merge/"
    assert f"?with={twin.pk}" in office.get(address).text
    assert "Nobody found" in office.get(f"{address}?q=zzz").text
    assert f"?with={twin.pk}" in office.get(f"{address}?q=kowal").text
    assert "Nothing hangs" in office.get(f"{address}?with={twin.pk}").text
    assert office.get(f"{address}?with={jan.pk}").context["reasons"]
    for nobody in ("x", "99999", "9" * 30):
        assert office.get(f"{address}?with={nobody}").status_code == 404
    assert office.post(address, {"with": twin.pk}).status_code == 302
    assert office.post(address, {"with": twin.pk}).status_code == 404
    assert office.get(f"/people/{twin.pk}/")["Location"] == f"/people/{jan.pk}/"
    assert "Kowalski Jan" in office.get(f"/people/{jan.pk}/").text


def test_houses_with_their_heads(office, lions, season, jan):
    assert "No head is named" in office.get("/people/houses/").text
    Team.objects.create(season=season, discipline="auction", house=lions, state="draft")
    address = f"/people/houses/{lions.pk}/"
    facts = {"name": "Lwy", "command": "Lwy", "colour": "#c0392b", "emblem": "L"}

    def save(**more):
        seen = house_fingerprint(House.objects.get(pk=lions.pk))
        return office.post(address, {**facts, "seen": seen, **more})

    assert save(head="Nobody Here").status_code == 422
    assert save(head="jan KOWALSKI").status_code == 302 and House.objects.get().head == jan
    assert 'data-testid="head-without-account"' in office.get("/people/houses/").text
    Person.objects.create(name="Jan Kowalski")
    several = save(head="Jan Kowalski")
    assert several.status_code == 422 and f"#{jan.pk}" in several.text
    assert save(head=f"Jan Kowalski #{jan.pk}", name="Lwice").status_code == 302
    assert House.objects.get().key == "lions" and House.objects.get().name == "Lwice"
    assert 'data-testid="open-rosters"' in office.get(address).text
    assert save(head="", name="Lwice").status_code == 302 and House.objects.get().head is None
    changed = AuditEntry.objects.filter(action="change_house").latest("pk").details["changed"]
    assert changed == {"head": [jan.pk, None], "open_rosters": [Team.objects.get().pk]}
    stale = office.post(address, {**facts, "seen": "old"})
    assert stale.status_code == 422 and "has been changed since" in stale.text and 'data-testid="stands"' in stale.text
    assert house_fingerprint(House.objects.get()) in stale.text  # the next press is made against what is shown
    assert office.post(address, {**facts, "name": "Lwice", "seen": "old"}).status_code == 302  # pressed twice
    Person.objects.filter(pk=jan.pk).update(left_at=DAY)
    for bad in ({"name": "\u200b"}, {"command": "!"}, {"colour": "red;}"}, {"head": f"x #{jan.pk}"}):
        assert save(**bad).status_code == 422, bad
    assert office.post("/people/houses/new/", {**facts, "name": "LWICE"}).status_code == 422
    assert office.post("/people/houses/new/", {**facts, "name": "🦉"}).status_code == 302


def test_the_houses_ask_as_often_for_three_as_for_one(office, lions, django_assert_num_queries):
    for number in (1, 3):
        while House.objects.count() < number:
            head = Person.objects.create(name="x", user=User.objects.create_user(f"x{House.objects.count()}"))
            House.objects.create(name=f"House {number}{House.objects.count()}", command="x", head=head)
        office.get("/people/houses/")
        with django_assert_num_queries(2):
            office.get("/people/houses/")


def test_the_search_of_a_field(office, jan):
    assert f"Jan Kowalski #{jan.pk}" in office.get("/people/search/?head=kowal").text
    assert "<option" not in office.get("/people/search/?head=k").text


def test_my_name(client, jan, host_user):
    assert client.get("/name/").status_code == 302
    client.force_login(host_user)
    assert "nobody" in client.get("/name/").text
    Person.objects.filter(pk=jan.pk).update(user=host_user)
    assert "Jan K." in client.get("/name/").text
    refused = client.post("/name/", {"display_name": "Jan Kowalski"})
    assert refused.status_code == 422 and 'value="Jan Kowalski"' in refused.text
    assert client.post("/name/", {"display_name": "Janek"}).status_code == 302
    assert AuditEntry.objects.get(action="choose_display_name").details["role"] == "player"  # in no office
    assert Person.objects.get().public_name == "Janek"


def test_hostile_names_are_only_names(office):
    for number, name in enumerate(("<b>{{", "=1+1", "\u202eevil", "Л" * 200, "O'Neill")):
        office.post("/people/new/", {"name": name, "kind": "pupil"})
        person = Person.objects.latest("pk")
        record_consent(person_id=person.pk, day=DAY, actor=OFFICE)
        invite_person(person_id=person.pk, actor=OFFICE)
        assert Person.objects.count() == number + 1
        for address in ("/people/", f"/people/{person.pk}/", f"/people/{person.pk}/merge/"):
            page = office.get(address)
            assert page.status_code == 200 and "<b>{{" not in page.text
