"""Letters: never for what was rolled back, sent once, tried again, and a dead mail server holds nobody up."""

from __future__ import annotations

import datetime
import socket
from typing import Any

import pytest
from django.contrib.admin.sites import site
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import Letter, Person, User
from tournaments.services import letters
from tournaments.services.letters import (
    CLAIM_LASTS,
    MOST_TRIES,
    address_of,
    send_letter,
    send_waiting_letters,
    write_letter,
    write_to,
)

pytestmark = pytest.mark.django_db

HERE = "tests.tournaments.test_letters"


class Closed(EmailBackend):
    """A post office that takes nothing; ``knocks`` counts who tried."""

    knocks = 0

    def send_messages(self, messages: Any) -> int:
        type(self).knocks += 1
        raise ConnectionRefusedError


class Killed(EmailBackend):
    """The power goes off while the letter is on its way."""

    def send_messages(self, messages: Any) -> int:
        raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _open_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_closed_until", 0.0)
    Closed.knocks = 0


def a_letter(**more: Any) -> Letter:
    letter = write_letter(to="ewa@example.org", subject="Zgłoszenie", body="Wszystko jasne 🦉", **more)
    assert letter is not None
    return letter


def test_a_letter_is_sent_after_the_commit_and_its_text_is_not_kept(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        letter = a_letter(about="application:7")
        assert not mail.outbox
    (sent,) = mail.outbox
    assert (sent.to, sent.subject, sent.body) == (["ewa@example.org"], "Zgłoszenie", "Wszystko jasne 🦉")
    letter.refresh_from_db()
    assert letter.sent_at is not None and (letter.body, letter.tries, letter.claim) == ("", 1, "")
    assert send_waiting_letters() == 0 and len(mail.outbox) == 1


def test_what_is_rolled_back_is_not_told(django_capture_on_commit_callbacks):
    def fails() -> None:
        with transaction.atomic():
            a_letter()
            raise RuntimeError

    with django_capture_on_commit_callbacks(execute=True) as callbacks, pytest.raises(RuntimeError):
        fails()
    assert not callbacks and not mail.outbox and not Letter.objects.exists()


def test_killed_between_commit_and_sending_the_tick_sends_it():
    a_letter()  # nobody runs what was to be done after the commit
    assert send_waiting_letters() == 1 and len(mail.outbox) == 1


@pytest.mark.parametrize(
    "address", ["", "no address", "a@b@c", "ewa@example.org\nBcc: all@example.org", f"{'e' * 300}@example.org"]
)
def test_without_an_address_there_is_no_letter(address):
    assert write_letter(to=address, subject="s", body="b") is None and not Letter.objects.exists()


def test_a_subject_is_one_line(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        write_letter(to="ewa@example.org", subject="Roster\r\nBcc: all@example.org\n" + "x" * 300, body="b")
    assert mail.outbox[0].subject.startswith("Roster Bcc: all@example.org x") and len(mail.outbox[0].subject) == 200


def test_a_closed_post_office_is_tried_again_later_and_later(settings, django_capture_on_commit_callbacks):
    settings.EMAIL_BACKEND = f"{HERE}.Closed"
    with django_capture_on_commit_callbacks(execute=True):
        letter = a_letter()
    letter.refresh_from_db()
    assert (letter.tries, letter.problem, letter.sent_at) == (1, "ConnectionRefusedError", None)
    now = timezone.now()
    assert send_waiting_letters(now) == 0 and Closed.knocks == 1  # not at once
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_waiting_letters(now + datetime.timedelta(minutes=3)) == 1
    letter.refresh_from_db()
    assert (letter.tries, letter.problem) == (2, "") and letter.sent_at is not None


def test_after_about_a_day_and_a_half_it_is_given_up(settings):
    settings.EMAIL_BACKEND = f"{HERE}.Closed"
    letter, now = a_letter(), timezone.now()
    begun = now
    for _ in range(MOST_TRIES + 3):
        send_waiting_letters(now)
        now += datetime.timedelta(hours=6, minutes=1)
    letter.refresh_from_db()
    assert Closed.knocks == MOST_TRIES and letter.sent_at is None and letter.body == ""
    assert now - begun > datetime.timedelta(days=1)


def test_only_one_request_a_minute_knocks_at_a_closed_door(settings, django_capture_on_commit_callbacks):
    settings.EMAIL_BACKEND = f"{HERE}.Closed"
    for _ in range(4):
        with django_capture_on_commit_callbacks(execute=True):
            a_letter()
    assert Closed.knocks == 1 and Letter.objects.filter(tries=0).count() == 3
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_waiting_letters(timezone.now() + datetime.timedelta(minutes=3)) == 4


def test_a_mail_server_that_never_answers_holds_a_request_up_no_longer_than_the_setting(settings):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 0.1
        letter = a_letter()
        assert not send_letter(letter.pk)  # else it would never come back
    letter.refresh_from_db()
    assert letter.problem in ("TimeoutError", "SMTPServerDisconnected")


def test_killed_while_sending_it_is_sent_again_under_the_same_number(settings):
    settings.EMAIL_BACKEND = f"{HERE}.Killed"
    letter, now = a_letter(), timezone.now()
    with pytest.raises(KeyboardInterrupt):
        send_letter(letter.pk, now)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_waiting_letters(now + CLAIM_LASTS / 2) == 0  # it may be on its way still
    assert send_waiting_letters(now + CLAIM_LASTS * 2) == 1
    assert mail.outbox[0].extra_headers["Message-ID"] == letters._as_email(letter).extra_headers["Message-ID"]


def test_a_claimed_letter_is_nobody_elses():
    letter = a_letter()
    Letter.objects.filter(pk=letter.pk).update(claim="somebody", tried_at=timezone.now())
    assert not send_letter(letter.pk) and send_waiting_letters() == 0 and not mail.outbox


def test_a_mark_is_written_once():
    assert (
        a_letter(once="roster:1") and write_letter(to="e@example.org", subject="s", body="b", once="roster:1") is None
    )
    assert Letter.objects.count() == 1


def test_each_reads_their_own_language(settings):
    user = User.objects.create_user("ewa", email="ewa@example.org")
    for language, expected in (("pl", "Gry"), ("ru", "Игры"), ("", "Games")):
        person = Person(name="Ewa Lis", user=user, language=language)
        letter = write_to(person=person, words=lambda: (gettext("Games"), gettext("Games")))
        assert letter is not None and letter.subject == expected


def test_whose_address_counts():
    user = User.objects.create_user("ewa", email="account@example.org")
    person = Person(name="Ewa", user=user, email="ewa@example.org")
    assert address_of(person) == "ewa@example.org"
    person.email = ""
    assert address_of(person) == "account@example.org"
    user.is_active = False
    assert address_of(person) == ""
    gone = Person(name="Jan", email="jan@example.org", left_at=datetime.date(2026, 6, 30))
    assert address_of(gone) == "" and write_to(person=gone, words=lambda: ("s", "b")) is None


def test_the_backoffice_shows_no_text(admin_client):
    letter = a_letter()
    for address in ("/admin/tournaments/letter/", f"/admin/tournaments/letter/{letter.pk}/change/"):
        page = admin_client.get(address).content.decode()
        assert "ewa@example.org" in page and "Zgłoszenie" in page and "Wszystko jasne" not in page
    assert not site.get_model_admin(Letter).lookup_allowed("body__startswith", "W", RequestFactory().get("/"))
    for state, count in (("waiting", 1), ("sent", 0), ("given-up", 0)):
        page = admin_client.get(f"/admin/tournaments/letter/?letter={state}").content.decode()
        assert page.count("ewa@example.org") == count, state
