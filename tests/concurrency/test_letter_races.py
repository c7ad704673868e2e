"""Two who send the same letter in the same moment: it goes out once; nobody waits for the mail server to write."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction

from tests.concurrency.crowd import at_once
from tournaments.models import House, Letter
from tournaments.services.letters import send_letter, send_waiting_letters, write_letter
from tournaments.services.locks import write_lock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


class Slow(EmailBackend):
    """While a letter is on its way another thread writes to the database, and gets through."""

    def send_messages(self, messages: Any) -> int:
        assert not connection.in_atomic_block

        def writes() -> None:
            try:
                with write_lock(), transaction.atomic():
                    House.objects.create(name="Sowy", command="s")
            finally:
                connection.close()

        other = threading.Thread(target=writes)
        other.start()
        other.join(timeout=120)
        return int(super().send_messages(messages))


def waiting() -> Letter:
    return Letter.objects.create(to="ewa@example.org", subject="s", body="b")


def test_two_ticks_at_once_send_a_letter_once():
    for _ in range(3):
        waiting()
    assert sum(at_once([send_waiting_letters, send_waiting_letters, send_waiting_letters])) == 3
    assert len(mail.outbox) == 3 and not Letter.objects.filter(sent_at=None).exists()


def test_a_tick_and_a_request_at_once_send_it_once():
    letter = waiting()
    assert sorted(at_once([partial(send_letter, letter.pk), partial(send_letter, letter.pk)])) == [False, True]
    assert len(mail.outbox) == 1 and Letter.objects.get().tries == 1


def test_while_a_letter_is_on_its_way_others_write(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    with write_lock(), transaction.atomic():  # as a use case does
        write_letter(to="ewa@example.org", subject="s", body="b")
    assert House.objects.count() == 1 and Letter.objects.get().sent_at is not None


def test_what_a_use_case_leaves_for_later_is_done_although_it_fails_afterwards():
    def fails() -> None:
        with write_lock():
            with transaction.atomic():
                write_letter(to="ewa@example.org", subject="s", body="b")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert len(mail.outbox) == 1


def test_a_mark_is_written_once_by_two_at_once():
    def writes() -> bool:
        with transaction.atomic():
            return write_letter(to="ewa@example.org", subject="s", body="b", once="roster:1") is not None

    assert sorted(at_once([writes, writes])) == [False, True]
    assert Letter.objects.count() == 1
