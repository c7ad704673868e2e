"""Invitations: one open a person, fourteen days, bound once; each problem is told apart; the token is in no log."""

import datetime
import logging

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.test import Client
from django.utils import timezone

from config.logs import redact
from tests.tournaments.test_people_services import OFFICE, refused
from tournaments.enums import PersonKind
from tournaments.models import AuditEntry, Invitation, Letter, Person, User
from tournaments.services import invitations
from tournaments.services.invitations import (
    InvitationProblem,
    accept_invitation,
    invitation_token,
    invite_person,
    read_invitation,
    revoke_invitation,
    sign_up,
)
from tournaments.services.locks import write_lock
from tournaments.services.people import mark_left

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PASSWORD = "lantern-and-owl-7"


@pytest.fixture
def jan(db):
    return Person.objects.create(name="Jan Kowalski", language="pl")


def invite(person, **more):
    return invite_person(person_id=person.pk, actor=OFFICE, address=lambda token: f"https://x/{token}", **more)


def problem(do, *args, **kwargs):
    with pytest.raises(InvitationProblem) as caught:
        do(*args, **kwargs)
    return caught.value.why


def test_the_token_is_derived_and_stored_nowhere(jan):
    row = invite(jan)
    token = invitation_token(row)
    secret = token.split(".")[1]
    assert len(secret) == 32 and read_invitation(token) == row
    assert not any(secret in str(value) for value in Invitation.objects.values_list().get())
    assert not any(secret in str(entry.details) for entry in AuditEntry.objects.all())
    assert secret not in redact(f'"GET /invitations/{token}/ HTTP/1.1" 302')
    other = invite(Person.objects.create(name="Ola"))
    for forged in (
        "",
        "x",
        token[:-1],
        f"{other.pk}.{secret}",
        f"9{token}",
        f"１.{secret}",
        f"{row.pk}.{'A' * 32}",
    ):
        assert problem(read_invitation, forged) == "unknown"


def test_a_letter_in_the_persons_language(jan, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        row = invite(jan, email="jan@example.org")
    assert Letter.objects.count() == 1 and mail.outbox[0].to == ["jan@example.org"]
    assert (
        f"https://x/{invitation_token(row)}" in mail.outbox[0].body and mail.outbox[0].subject == "Twoje konto w Sowie"
    )
    assert Person.objects.get().email == "jan@example.org"


def test_a_second_press_sends_nothing_and_a_new_one_takes_back_the_old(jan):
    first = invite(jan, email="jan@example.org")
    assert invite(jan, email="jan@example.org") == first and Letter.objects.count() == 1
    second = invite(jan)
    assert second != first and problem(read_invitation, invitation_token(first)) == "revoked"
    revoke_invitation(invitation_id=second.pk, actor=OFFICE)
    revoke_invitation(invitation_id=second.pk, actor=OFFICE)
    assert problem(read_invitation, invitation_token(second)) == "revoked"
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["invite_person", "invite_person", "revoke_invitation"]


def test_an_account_is_bound_once(jan):
    token = invitation_token(invite(jan))
    user = User.objects.create_user("jan")
    assert accept_invitation(token=token, user=user) == jan
    assert Person.objects.get().user == user and Invitation.objects.get().accepted_at is not None
    other = User.objects.create_user("other")
    assert problem(accept_invitation, token=token, user=other) == "accepted"
    assert refused(invite, jan) == "person_has_account"
    ola = invitation_token(invite(Person.objects.create(name="Ola")))
    assert refused(accept_invitation, token=ola, user=user) == "account_is_bound"
    assert Invitation.objects.filter(accepted_at=None).count() == 1


def test_what_no_longer_holds_says_why(jan):
    row = invite(jan)
    token = invitation_token(row)
    mark_left(person_id=jan.pk, day=datetime.date(2026, 9, 1), actor=OFFICE)
    assert problem(read_invitation, token) == "left" and refused(invite, jan) == "person_has_left"
    Invitation.objects.update(expires_at=timezone.now())
    assert problem(sign_up, token=token, username="jan", password=PASSWORD) == "expired"
    Person.objects.update(user=User.objects.create_user("bound"))
    assert problem(read_invitation, token) == "has_account"
    assert User.objects.count() == 1


def test_a_password_is_hashed_before_anybody_waits_for_it(jan, monkeypatch):
    """Hashing is slow on purpose, and behind the lock the whole school's writing would stand still for it."""
    done: list[str] = []
    token = invitation_token(invite(jan))

    def told(what, do):
        def tell(*args):
            done.append(what)
            return do(*args)

        return tell

    monkeypatch.setattr(invitations, "make_password", told("hash", make_password))
    monkeypatch.setattr(invitations, "write_lock", told("lock", write_lock))
    user, _person = sign_up(token=token, username="ｊan", password=PASSWORD)
    assert done[:2] == ["hash", "lock"] and done.count("hash") == 1
    assert user.username == "jan" and user.check_password(PASSWORD)


def test_signing_up_makes_an_account_or_nothing(jan):
    teacher = Person.objects.create(name="Ewa Anna Wolska", kind=PersonKind.STAFF)
    token = invitation_token(invite(jan, email="jan@example.org"))
    User.objects.create_user("taken")
    assert refused(sign_up, token=token, username="taken", password=PASSWORD) == "username_taken"
    assert Person.objects.get(pk=jan.pk).user is None
    user, person = sign_up(token=token, username="jan", password=PASSWORD)
    assert person == jan and user.check_password(PASSWORD) and user.email == "jan@example.org"
    assert user.get_full_name() == "" and not user.is_staff  # a pupil's name stands in no log line
    account, _person = sign_up(token=invitation_token(invite(teacher)), username="ewa", password=PASSWORD)
    assert account.get_full_name() == "Ewa Anna Wolska"


def open_page(client, token):
    response = client.get(f"/invitations/{token}/")
    assert response["Referrer-Policy"] == "no-referrer" and "no-store" in response["Cache-Control"]
    return response


def test_the_page_signs_up_and_logs_in(jan, client, caplog):
    row = invite(jan)
    with caplog.at_level(logging.DEBUG):
        first = open_page(client, invitation_token(row))
        assert (first.status_code, first["Location"]) == (302, "/invitations/")
        page = client.get("/invitations/")
        assert "Jan Kowalski" in page.content.decode() and invitation_token(row) not in page.content.decode()
        bad = client.post("/invitations/", {"username": "jan", "password1": "123", "password2": "123"})
        assert bad.status_code == 422 and "too short" in bad.content.decode() and not User.objects.exists()
        done = client.post("/invitations/", {"username": "jan", "password1": PASSWORD, "password2": PASSWORD})
    assert (done.status_code, done["Location"]) == (302, "/name/")
    assert client.get("/name/").context["me"] == jan
    assert PASSWORD not in caplog.text
    assert open_page(client, invitation_token(row)).status_code == 410  # «it is done already»
    assert client.get("/accounts/signup/").status_code in (200, 302) and User.objects.count() == 1
    assert client.post("/accounts/signup/", {"username": "x", "password1": PASSWORD, "password2": PASSWORD}).status_code
    assert User.objects.count() == 1


def test_the_page_binds_who_is_logged_in(jan, client, host_user):
    client.force_login(host_user)
    open_page(client, invitation_token(invite(jan)))
    assert "ela" in client.get("/invitations/").content.decode()
    assert client.post("/invitations/")["Location"] == "/name/"
    assert Person.objects.get().user == host_user
    ola = Person.objects.create(name="Ola Nowak")
    open_page(client, invitation_token(invite(ola)))
    again = client.post("/invitations/")
    assert again.status_code == 422 and "Jan Kowalski" in again.content.decode()


def test_the_login_leads_back_without_the_token(jan, client):
    User.objects.create_user("jan", password=PASSWORD)
    open_page(client, invitation_token(invite(jan)))
    client.get("/accounts/login/?next=/invitations/")
    done = client.post("/accounts/login/?next=/invitations/", {"login": "jan", "password": PASSWORD})
    assert done["Location"] == "/invitations/"
    assert client.post("/invitations/")["Location"] == "/name/"
    assert Person.objects.get().user == User.objects.get()


@pytest.mark.parametrize(
    ("change", "why", "status"),
    [
        (lambda row: row.person.__class__.objects.update(left_at=datetime.date(2026, 1, 1)), "left", 410),
        (lambda row: Invitation.objects.update(revoked_at=timezone.now()), "revoked", 410),
        (lambda row: Invitation.objects.update(accepted_at=timezone.now()), "accepted", 410),
        (lambda row: Invitation.objects.update(expires_at=timezone.now()), "expired", 410),
        (lambda row: Person.objects.update(user=User.objects.create_user("x")), "has_account", 410),
        (lambda row: Invitation.objects.all().delete(), "unknown", 404),
    ],
)
def test_each_problem_has_a_page_of_its_own(jan, client, change, why, status):
    row = invite(jan)
    token = invitation_token(row)
    late = Client()
    open_page(late, token)
    change(row)
    for response in (open_page(client, token), late.get("/invitations/"), late.post("/invitations/")):
        assert response.status_code == status and f'data-testid="invitation-{why}"' in response.content.decode()


def test_guessing_is_slowed_down(jan, client):
    for _try in range(60):
        assert client.get("/invitations/1.guess/").status_code == 404
    assert client.get("/invitations/1.guess/").status_code == 429
    assert open_page(client, invitation_token(invite(jan))).status_code == 302  # whoever has one gets in
    for _try in range(20):
        assert client.post("/invitations/", {"username": ""}).status_code == 422
    assert client.post("/invitations/", {"username": ""}).status_code == 429


def test_a_browser_without_an_invitation_is_told_so(client, db):
    assert client.get("/invitations/").status_code == 404
