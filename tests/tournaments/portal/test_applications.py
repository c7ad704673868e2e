"""§4: one application a person and tournament, read by the head alone, answered once, told by letter."""

from __future__ import annotations

import datetime

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.portal.conftest import NOW, account, stand_in
from tournaments.models import (
    Application,
    Attendance,
    AuditEntry,
    House,
    Lesson,
    Letter,
    LiveGame,
    Person,
    RosterCall,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.rules.engine import Refusal
from tournaments.selectors.applications import open_tournaments
from tournaments.services.actors import Actor, account_actor
from tournaments.services.applications import (
    LONGEST_WORDS,
    accept_application,
    apply_for_team,
    decline_application,
    withdraw_application,
)

pytestmark = pytest.mark.django_db

EWA = Actor(key="user:1", role="host", name="Ewa Lis")
WORDS = "Bo gram od roku 🦉 — مرحبا — <b>serio</b>\nI drugi wiersz."


def apply(pupil: Person, discipline: str = "auction", words: str = WORDS) -> Application:
    season = Season.objects.get(is_current=True)
    actor = Actor(key="user:9", role="host", name="Ola")
    return apply_for_team(person_id=pupil.pk, season_id=season.pk, discipline=discipline, words=words, actor=actor)


def code(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


def browser(user: User | None) -> Client:
    assert user is not None
    client = Client()
    client.force_login(user)
    return client


def test_the_head_gets_a_letter_without_the_full_name_or_the_words(pupil, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        application = apply(pupil)
    assert application.words == WORDS and application.house == pupil.house
    (letter,) = mail.outbox
    assert letter.to == ["ewa@example.org"] and "Ola W." in letter.body and "/applications/" in letter.body
    assert "Wilk" not in f"{letter.body} {letter.subject}" and "serio" not in letter.body
    assert AuditEntry.objects.get(action="apply_for_team").details["person"] == pupil.pk


def test_one_open_application_a_person_and_tournament(pupil):
    first = apply(pupil)
    with pytest.raises(Refusal) as refused:
        apply(pupil, words="w drugiej karcie")
    assert code(refused) == "application_there"
    apply(pupil, "chgk")  # another tournament
    withdraw_application(application_id=first.pk, person_id=pupil.pk, actor=EWA)
    again = apply(pupil)
    decline_application(application_id=again.pk, reason="Komplet", actor=EWA)
    assert apply(pupil).state == "sent" and Application.objects.count() == 4


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"house": None}, "no_house"), ({"left_at": datetime.date(2026, 1, 1)}, "left_school")],
)
def test_who_cannot_apply(pupil, change, expected):
    Person.objects.filter(pk=pupil.pk).update(**change)
    with pytest.raises(Refusal) as refused:
        apply(pupil)
    assert code(refused) == expected and not Application.objects.exists() and not Letter.objects.exists()


def test_whoever_is_in_the_team_need_not_apply(pupil, season):
    team = Team.objects.create(season=season, discipline="auction", house=pupil.house)
    TeamMember.objects.create(team=team, person=pupil)
    with pytest.raises(Refusal) as refused:
        apply(pupil)
    assert code(refused) == "in_the_team"
    form = browser(pupil.user).get("/applications/new/").content.decode()
    assert f'value="{season.pk}-auction"' not in form and f'value="{season.pk}-chgk"' in form


def test_an_approved_team_of_the_club_takes_nobody(pupil, season):
    team = Team.objects.create(season=season, discipline="chgk", house=pupil.house)
    assert f'value="{season.pk}-chgk"' in browser(pupil.user).get("/applications/new/").text  # nobody is named yet
    TeamMember.objects.create(team=team, person=pupil.house.head)
    with pytest.raises(Refusal) as refused:
        apply(pupil, "chgk")
    assert code(refused) == "team_stays" and refused.value.paragraph == "2.2.3"
    client = browser(pupil.user)
    assert f'value="{season.pk}-chgk"' not in client.get("/applications/new/").text
    page = client.post("/applications/new/", {"tournament": f"{season.pk}-chgk", "words": "Proszę"})
    assert page.status_code == 422 and "#p2.2.3" in page.text and "Proszę" in page.text
    assert f'value="{season.pk}-chgk"' not in page.text and f'value="{season.pk}-auction"' in page.text
    Team.objects.filter(pk=team.pk).update(state="draft")
    assert apply(pupil, "chgk").discipline == "chgk"


def test_a_team_that_has_begun_to_play_takes_nobody(pupil, season):
    setup = {"teams": [{"id": "sowy", "house": pupil.house.key, "players": []}]}
    row = {"discipline": "auction", "season": season, "title": "Wieczór", "setup": setup}
    LiveGame.objects.create(**row)  # planned, not begun
    rehearsed = LiveGame.objects.create(**row)
    LiveGame.objects.create(**row, started_at=NOW, rehearsal_of=rehearsed, for_ranking=False)
    client, offered = browser(pupil.user), f'value="{season.pk}-auction"'
    assert offered in client.get("/applications/new/").text
    LiveGame.objects.filter(pk=rehearsed.pk).update(started_at=NOW)
    with pytest.raises(Refusal) as refused:
        apply(pupil, "auction")
    assert code(refused) == "team_has_played" and refused.value.paragraph == "5"
    assert offered not in client.get("/applications/new/").text
    page = client.post("/applications/new/", {"tournament": f"{season.pk}-auction", "words": "Proszę"})
    assert page.status_code == 422 and "has begun to play" in page.text and "#p5" in page.text and "Proszę" in page.text
    assert apply(pupil, "chgk").discipline == "chgk"  # the other game's team is another


def test_a_date_that_is_over_meanwhile_is_said_and_the_words_are_kept(pupil, season):
    RosterCall.objects.create(season=season, discipline="auction", due_at=NOW)
    client = browser(pupil.user)
    page = client.post("/applications/new/", {"tournament": f"{season.pk}-auction", "words": "Proszę"})
    assert page.status_code == 422 and "data-refused" in page.text and "Proszę" in page.text
    assert page.context["refused"].code == "applications_over" and not page.context["form"].errors
    assert client.post("/applications/new/", {"tournament": "x-auction", "words": ""}).status_code == 422


def test_a_thousand_characters_and_not_one_more(pupil):
    with pytest.raises(Refusal) as refused:
        apply(pupil, words="ж" * (LONGEST_WORDS + 1))
    assert code(refused) == "words_too_long"
    assert len(apply(pupil, words="ж" * LONGEST_WORDS).words) == LONGEST_WORDS


def test_tournaments_that_take_applications(season):
    past = Season.objects.create(name="2025")
    later = Season.objects.create(name="2027")
    for its_season, discipline, days in ((season, "auction", -1), (past, "chgk", -1), (later, "chgk", 3)):
        due = NOW + datetime.timedelta(days=days)
        RosterCall.objects.create(season=its_season, discipline=discipline, due_at=due)
    assert [(one.season.name, one.discipline) for one in open_tournaments()] == [("2026", "chgk"), ("2027", "chgk")]


def test_the_answer_reaches_the_pupil_in_the_pupils_language(pupil, django_capture_on_commit_callbacks):
    application = apply(pupil)
    with django_capture_on_commit_callbacks(execute=True):
        accepted = accept_application(application_id=application.pk, actor=EWA)
        accept_application(application_id=application.pk, actor=EWA)  # pressed twice
    assert (accepted.state, accepted.decided_by) == ("accepted", "Ewa Lis")
    (letter,) = mail.outbox
    assert letter.to == ["ola@example.org"] and "przyjęto" in letter.subject


def test_a_refusal_needs_a_reason_and_keeps_it(pupil):
    application = apply(pupil)
    with pytest.raises(Refusal) as refused:
        decline_application(application_id=application.pk, reason=" ?! ", actor=EWA)
    assert code(refused) == "reason_missing"
    decline_application(application_id=application.pk, reason="Za mało\nlekcji", actor=EWA)
    assert Application.objects.get().reason == "Za mało lekcji"
    with pytest.raises(Refusal) as refused:
        accept_application(application_id=application.pk, actor=EWA)
    assert code(refused) == "application_decided"
    assert "Za mało lekcji" in Letter.objects.latest("pk").body


def test_withdrawn_while_the_head_reads_it(pupil):
    application = apply(pupil)
    withdraw_application(application_id=application.pk, person_id=pupil.pk, actor=EWA)
    for answer in (accept_application, decline_application):
        reason = {"reason": "Komplet"} if answer is decline_application else {}
        with pytest.raises(Refusal) as refused:
            answer(application_id=application.pk, actor=EWA, **reason)
        assert code(refused) == "application_gone"


def test_whoever_changes_house_is_not_accepted_into_the_old_one(pupil):
    application = apply(pupil)
    Person.objects.filter(pk=pupil.pk).update(house=House.objects.create(name="Lisy", command="lisy"))
    with pytest.raises(Refusal) as refused:
        accept_application(application_id=application.pk, actor=EWA)
    assert code(refused) == "application_elsewhere"
    assert decline_application(application_id=application.pk, reason="Inny dom", actor=EWA).state == "declined"


# --- pages ------------------------------------------------------------------------------------------------------------


def test_a_pupil_applies_and_reads_what_becomes_of_it(pupil, season, head):
    for number in range(3):
        lesson = Lesson.objects.create(season=season, held_on=datetime.date(2026, 2, number + 1), subject="Eliksiry")
        Attendance.objects.create(lesson=lesson, person=pupil, mark="present")
    page = browser(pupil.user)
    form = page.get("/applications/new/").content.decode()
    assert '<strong class="figures">3</strong>' in form and "Sowy" in form
    sent = page.post("/applications/new/", {"tournament": f"{season.pk}-auction", "words": WORDS}, follow=True)
    assert Application.objects.get().words == WORDS
    assert "&lt;b&gt;" not in sent.content.decode()  # one's own page does not repeat the words
    again = page.post("/applications/new/", {"tournament": f"{season.pk}-auction", "words": "Druga karta"})
    assert again.status_code == 422
    assert "Druga karta" in again.content.decode() and "data-refused" in again.content.decode()
    read = browser(head.user).get("/applications/").content.decode()
    assert "&lt;b&gt;serio&lt;/b&gt;<br>" in read and "Ola Wilk" in read and 'dir="auto"' in read


@pytest.mark.parametrize("fields", [{"tournament": "9-poker"}, {"tournament": ""}, {"words": "ж" * 1001}, {"x": "1"}])
def test_nothing_typed_is_lost(pupil, season, fields):
    typed = {"tournament": f"{season.pk}-auction", "words": "Bo chcę", **fields}
    answer = browser(pupil.user).post("/applications/new/", typed)
    if fields == {"x": "1"}:
        assert answer.status_code == 302
        return
    assert answer.status_code == 422 and typed["words"] in answer.content.decode()
    assert not Application.objects.exists()


def test_a_thousand_characters_in_lines_fit_as_a_browser_sends_them(pupil, season):
    words = "\r\n".join(["ab"] * 333) + "\r\nx"  # 333 × 3 + 1 with one character a line break
    answer = browser(pupil.user).post("/applications/new/", {"tournament": f"{season.pk}-auction", "words": words})
    assert answer.status_code == 302 and len(Application.objects.get().words) == 1000


@pytest.mark.parametrize("head_is", ["nobody", "without account"])
def test_a_house_that_nobody_reads_for_says_so_to_pupil_and_staff(pupil, season, head, head_is):
    House.objects.update(head=None if head_is == "nobody" else Person.objects.create(name="Ktoś", kind="staff"))
    page = browser(pupil.user)
    assert 'data-testid="unread"' in page.get("/applications/new/").content.decode()
    assert page.post("/applications/new/", {"tournament": f"{season.pk}-chgk"}).status_code == 302
    assert 'data-testid="unread"' in page.get("/me/").content.decode()
    staff = account("biuro")
    staff.is_staff = True
    staff.save()
    number = Application.objects.get().pk
    listed = browser(staff).get("/applications/").content.decode()
    assert f'data-testid="unread-{number}"' in listed and f'data-testid="accept-{number}"' not in listed
    assert browser(head.user).get("/applications/").status_code == 403


def test_a_deputy_answers_in_the_heads_place_while_it_lasts(pupil, head, jan):
    application = apply(pupil)
    row = stand_in("head", head.user, jan.user)
    page = browser(jan.user)
    assert page.post(f"/applications/{application.pk}/accept/").status_code == 302
    application.refresh_from_db()
    assert application.decided_by == "Jan Nowak (for Ewa Lis)"
    details = AuditEntry.objects.get(action="accepted_application").details
    assert (details["name"], details["deputy_of"]) == ("Jan Nowak (for Ewa Lis)", f"user:{head.user.pk}")
    row.ended_at = NOW
    row.save()
    assert page.get("/applications/").status_code == 403
    assert page.post(f"/applications/{apply(pupil, 'chgk').pk}/accept/").status_code == 403


def test_another_head_neither_reads_nor_answers(pupil):
    application = apply(pupil)
    other = Person.objects.create(name="Inna", kind="staff", user=account("inna"))
    House.objects.create(name="Lisy", command="lisy", head=other)
    page = browser(other.user)
    assert "Ola Wilk" not in page.get("/applications/").content.decode()
    assert page.post(f"/applications/{application.pk}/accept/").status_code == 403
    assert page.post(f"/applications/{application.pk}/withdraw/").status_code == 403
    assert page.post(f"/applications/{application.pk}/eat/").status_code == 404


def test_a_declined_one_says_why_on_ones_own_page(pupil, head):
    application = apply(pupil)
    page = browser(head.user)
    empty = page.post(f"/applications/{application.pk}/decline/", {"reason": ""})
    assert empty.status_code == 422 and f'id="decline-{application.pk}" open' in empty.content.decode()
    page.post(f"/applications/{application.pk}/decline/", {"reason": "Za mało lekcji"})
    assert "Za mało lekcji" in browser(pupil.user).get("/me/").content.decode()


def test_the_list_costs_the_same_with_one_and_three(pupil, head):
    page, counts = browser(head.user), []
    apply(pupil)
    for number in range(3):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert page.get("/applications/").status_code == 200
        counts.append(len(queries))
        apply(Person.objects.create(name=f"Uczeń {number}", house=pupil.house))
    assert counts[0] == counts[1] == counts[2] <= 11, counts


def test_account_actor_names_whoever_it_is(head):
    assert account_actor(head.user).name == "Ewa Lis" and not account_actor(head.user).deputy_of
