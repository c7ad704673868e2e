"""The backoffice over its whole registry: constant costs, histories with decisions, secrets, audited writes."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.office_rows import is_ours, make_rows
from tournaments.admin_base import HistoryAdmin
from tournaments.models import AuditEntry, House, Lesson, Letter, Person, Season, Team, TeamMember, User
from tournaments.selectors.holders import find_holds
from tournaments.services.audit import record_audit

pytestmark = pytest.mark.django_db

TABLES = sorted(admin.site._registry, key=lambda model: model._meta.label)
# Nobody's to read, staff included: ballots (§3.2.3), a table's talk (§3.1.5), questions chosen and not yet played, and
# what the questions' words and likenesses tell of sealed ones; ballots and talks of the council; files with questions.
SECRET = {
    *("Ballot", "Version", "Favour", "ReservedQuestion", "QuestionSeal", "QuestionWords", "StemCount", "Likeness"),
    *("CouncilBallot", "MotionWord", "QuestionUpload", "BankUpload"),
}
INLINE = {"TeamMember", "QuestionImage"}


def address(model: Any, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def fill(numbers: range) -> None:
    for number in numbers:
        made: dict[Any, Any] = {}
        for model in TABLES:
            make_rows(model, number, made)


def test_every_table_is_in_the_backoffice_except_what_is_nobodys() -> None:
    missing = {
        model.__name__
        for label in ("tournaments", "auction", "chgk")
        for model in apps.get_app_config(label).get_models()
        if model not in admin.site._registry
    }
    assert missing == SECRET | INLINE


def test_every_list_and_page_costs_the_same_with_one_row_and_with_three(counter: Any, admin_client: Client) -> None:
    def cost(path: str, query: dict[str, str]) -> tuple[int, str]:
        with CaptureQueriesContext(connection) as queries:
            page = admin_client.get(path, query)
        assert page.status_code == 200, path
        return len(queries), page.content.decode()

    fill(range(1, 2))
    for model in TABLES:
        cost(address(model, "changelist"), {})  # what Django and the session remember from now on
    before = {model: (model._base_manager.count(), *_costs(cost, model)) for model in TABLES}
    fill(range(2, 4))
    for model in TABLES:
        assert model._base_manager.count() >= before[model][0] + 2, f"no rows of {model.__name__}"
        assert (model.__name__, *_costs(cost, model)) == (model.__name__, *before[model][1:])


def _costs(cost: Any, model: Any) -> tuple[int, int]:
    plain, _page = cost(address(model, "changelist"), {})
    office = admin.site._registry[model]
    return plain, cost(address(model, "changelist"), {"q": "e"})[0] if office.search_fields else 0


def test_every_table_of_ours_is_searched_and_has_a_history(counter: Any, admin_client: Client) -> None:
    made: dict[Any, Any] = {}
    for model in filter(is_ours, TABLES):
        office = admin.site._registry[model]
        assert office.search_fields, model.__name__
        assert isinstance(office, HistoryAdmin), model.__name__
        row = make_rows(model, 1, made)
        target = office.target_of(row)
        AuditEntry.objects.create(actor="user:1", action="zz_deed", target=target, details={"name": "Ela", "why": "x"})
        page = admin_client.get(address(model, "history", row.pk)).content.decode()
        assert "zz_deed" in page and "Ela" in page, model.__name__
        assert admin_client.get(address(model, "change", row.pk)).status_code == 200, model.__name__


def test_secret_fields_stand_on_no_page_and_open_no_filter(counter: Any, admin_client: Client) -> None:
    made: dict[Any, Any] = {}
    letter = make_rows(Letter, 1, made)
    Letter.objects.filter(pk=letter.pk).update(body="zz-private-link")
    for page in (address(Letter, "change", letter.pk), address(Letter, "changelist"), address(Letter, "history", 1)):
        assert "zz-private-link" not in admin_client.get(page).content.decode()
    for model in filter(is_ours, TABLES):
        for name in getattr(admin.site._registry[model], "secret_fields", ()):
            tried = admin_client.get(address(model, "changelist"), {f"{name}__startswith": "z"})
            assert tried.status_code in (302, 400), f"{model.__name__}.{name}"


def test_a_change_is_in_the_audit_with_what_it_was_before(admin_client: Client) -> None:
    lions, owls = (House.objects.create(name=name, command=name) for name in ("Lions", "Owls"))
    person = Person.objects.create(name="Ala", house=lions)
    fields = {"name": "Ala N.", "kind": "pupil", "house": owls.pk, "display_name": "", "email": "", "language": ""}
    assert admin_client.post(address(Person, "change", person.pk), fields).status_code == 302
    entry = AuditEntry.objects.get(action="change_person")
    changed = {"name": ["Ala", "Ala N."], "house": ["lions", "owls"]}
    assert entry.target == f"person:{person.pk}" and changed.items() <= entry.details["changed"].items()
    page = admin_client.get(address(Person, "history", person.pk)).content.decode()
    assert "Ala → Ala N." in page and "change_person" in page
    assert admin_client.post(address(Person, "delete", person.pk), {"post": "yes"}).status_code == 302
    assert AuditEntry.objects.get(action="delete_person").details["name_of_row"] == "Ala N."


def test_the_form_of_a_person_binds_accounts_and_refuses_a_day_to_come(admin_client: Client) -> None:
    person, other = Person.objects.create(name="Ala"), Person.objects.create(name="Ola")
    user = User.objects.create_user("ala")
    where = address(Person, "change", person.pk)
    fields = {"name": "Ala", "kind": "pupil", "display_name": "", "email": "", "language": "", "user": user.pk}
    assert admin_client.post(where, fields).status_code == 302
    assert Person.objects.get(pk=person.pk).user == user
    taken = admin_client.post(address(Person, "change", other.pk), {**fields, "name": "Ola"})
    assert taken.status_code == 200 and taken.context["adminform"].form.errors.keys() == {"user"}
    later = admin_client.post(where, {**fields, "left_at": "2999-01-01"})
    assert later.status_code == 200 and later.context["adminform"].form.errors.keys() == {"left_at"}
    assert admin_client.post(where, {**fields, "user": ""}).status_code == 302
    actions = AuditEntry.objects.filter(target=f"person:{person.pk}").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["bind_account", "unbind_account"]


def test_an_edited_list_and_a_password_are_audited_too(admin_client: Client) -> None:
    house = House.objects.create(name="Lions", command="L")
    rows = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": house.pk, "form-0-position": 5, "_save": "1"}
    assert admin_client.post(address(House, "changelist"), rows).status_code == 302
    assert AuditEntry.objects.get(action="change_house").details["changed"] == {"position": ["0", "5"]} or (
        AuditEntry.objects.get(action="change_house").details["changed"] == {"position": [0, 5]}
    )
    user = User.objects.create_user("ela")
    secret = {"password1": "zz-Very-long-1", "password2": "zz-Very-long-1", "usable_password": "true"}
    assert admin_client.post(reverse("admin:auth_user_password_change", args=[user.pk]), secret).status_code == 302
    assert "zz-Very" not in str(list(AuditEntry.objects.values_list("details", flat=True)))


def test_who_reads_people_alone_reads_no_details_of_decisions(client: Client) -> None:
    clerk = User.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_person"))
    person = Person.objects.create(name="Ala")
    actor_details = {"why": "zz-detail"}
    AuditEntry.objects.create(actor="user:1", action="zz_deed", target=f"person:{person.pk}", details=actor_details)
    client.force_login(clerk)
    page = client.get(address(Person, "history", person.pk)).content.decode()
    assert "zz_deed" in page and "zz-detail" not in page
    assert client.get(address(Season, "changelist")).status_code == 403
    assert client.get(reverse("admin:tournaments_person_import")).status_code == 403
    assert client.get(reverse("admin:tournaments_person_export", args=["csv"])).status_code == 200


def test_whoever_edits_accounts_gives_nobody_rights_and_no_superuser_another_password(client: Client) -> None:
    clerk, root = User.objects.create_user("clerk", is_staff=True), User.objects.create_superuser("root")
    clerk.user_permissions.set(Permission.objects.filter(content_type__model="user"))
    client.force_login(clerk)
    fields = {"username": "clerk", "is_active": "on", "is_superuser": "on", "is_staff": "on"}
    client.post(address(User, "change", clerk.pk), fields)
    clerk.refresh_from_db()
    assert not clerk.is_superuser and clerk.is_staff
    assert client.post(address(User, "change", root.pk), {"username": "x"}).status_code == 403
    assert client.get(reverse("admin:auth_user_password_change", args=[root.pk])).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [root.pk], "post": "yes"}
    client.post(address(User, "changelist"), chosen)
    assert User.objects.filter(pk=root.pk).exists()


def test_what_holds_a_row_is_counted_by_tables(admin_client: Client, season: Season) -> None:
    house = House.objects.create(name="Lions", command="L")
    Person.objects.bulk_create(Person(name=f"P {number}", house=house) for number in range(30))
    holds = {hold.label: hold.count for hold in find_holds([house])}
    assert holds == {"people": 30}
    page = admin_client.get(address(House, "delete", house.pk)).content.decode()
    assert "People: 30" in page and f"?house__id__exact={house.pk}" in page and "P 20" not in page
    assert find_holds([]) == [] and find_holds([season]) == []


def test_a_person_of_another_team_is_named_not_a_crash(admin_client: Client, season: Season) -> None:
    houses = [House.objects.create(name=name, command=name) for name in ("Lions", "Owls")]
    mine, other = (Team.objects.create(season=season, discipline="chgk", house=house) for house in houses)
    person = Person.objects.create(name="Ala")
    TeamMember.objects.create(team=other, person=person)
    fields = {
        "members-TOTAL_FORMS": 1, "members-INITIAL_FORMS": 0, "members-MIN_NUM_FORMS": 0, "members-MAX_NUM_FORMS": 9,
        "members-0-team": mine.pk, "members-0-person": person.pk, "members-0-position": 0,
        "season": season.pk, "discipline": "chgk", "house": mine.house_id,
    }  # fmt: skip
    page = admin_client.post(address(Team, "change", mine.pk), fields)
    assert page.status_code == 200 and "Ala is in the team Owls (2026) already." in page.content.decode()
    TeamMember.objects.all().delete()
    assert admin_client.post(address(Team, "change", mine.pk), fields).status_code == 302
    assert AuditEntry.objects.get(action="change_teammembers_of_team").details["added"] == ["Ala"]
    mine.refresh_from_db()
    assert mine.revision == 1


def test_a_season_is_changed_in_the_backoffice_by_the_rules_of_its_own_page(
    admin_client: Client, season: Season
) -> None:
    fields = {"name": "2027", "starts_on": "2027-09-01", "ends_on": "2027-06-30", "lessons_needed": 10}
    fields |= {"lessons_counted": "own", "is_current": "on"}
    page = admin_client.post(address(Season, "add"), fields)
    assert "The last day comes before the first." in page.content.decode()
    assert admin_client.post(address(Season, "add"), {**fields, "ends_on": "2028-06-30"}).status_code == 302
    season.refresh_from_db()
    assert not season.is_current and Season.objects.get(name="2027").is_current
    dropped = {key: value for key, value in fields.items() if key != "is_current"} | {"ends_on": "2028-06-30"}
    page = admin_client.post(address(Season, "change", Season.objects.get(name="2027").pk), dropped)
    assert "Make another season the current one instead." in page.content.decode()


def test_a_lesson_goes_with_its_marks_and_says_how_many(counter: Any, admin_client: Client, season: Season) -> None:
    lesson = Lesson.objects.create(season=season, held_on="2026-10-01", subject="Zielarstwo")
    for number in range(3):
        lesson.attendance.create(person=Person.objects.create(name=f"P {number}"))
    page = admin_client.get(address(Lesson, "delete", lesson.pk)).content.decode()
    assert "Attendance" in page or "attendance: 3" in page
    assert admin_client.post(address(Lesson, "delete", lesson.pk), {"post": "yes"}).status_code == 302
    assert not Lesson.objects.exists() and AuditEntry.objects.filter(action="delete_lesson").count() == 1


def test_people_are_found_whatever_the_case_of_their_letters(admin_client: Client) -> None:
    for name in ("Żaneta Łoś", "Пётр Сова", "Ann Li"):
        Person.objects.create(name=name, email=f"{name[:1]}@example.org" if name[0] == "A" else "")
    for term, name in (("zaneta", "Żaneta Łoś"), ("ПЕТР", "Пётр Сова"), ("a@example", "Ann Li")):
        page = admin_client.get(address(Person, "changelist"), {"q": term}).content.decode()
        assert name in page and "1 result" in page, term
    number = Person.objects.get(name="Ann Li").pk
    assert "1 result" in admin_client.get(address(Person, "changelist"), {"q": f"#{number}"}).content.decode()


def test_groups_are_there_too(admin_client: Client) -> None:
    Group.objects.create(name="clerks")
    assert admin_client.get(reverse("admin:auth_group_changelist")).status_code == 200
    assert record_audit is not None
