"""§4.2: packages are given to testers, who answer blind; what was answered stands, with the time it took."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from chgk.models import BlindAnswer, Package, Question, TestAssignment
from chgk.models.testing import LONGEST_ANSWER, LONGEST_WORD
from chgk.rules.testing import bar_of, check_tester
from chgk.selectors.testing import bars_of, digest_of, has_answered, is_author, news_since
from chgk.services import testing_letters as letters
from chgk.services.desk import decider
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def ask_tester(*, package_id: int, person_id: int, words: str = "", actor: Actor) -> TestAssignment:
    """Somebody of the season's list is asked to test the package, by letter; pressed twice it is one letter.

    Refused unless the package is in testing, for who plays its game, leads the house that does or edits it, and for
    who is not on the list. Who may is asked before. Raises Package.DoesNotExist, Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        require_in_testing(package)
        person = Person.objects.select_related("user").get(pk=person_id)
        check_tester(person.pk, bars_of(package), left=person.left_at is not None)
        test = TestAssignment.objects.filter(package=package, person=person).first()
        if test is not None and test.ended_at is None:
            return test
        test = test or TestAssignment(package=package, person=person)
        test.ended_at, test.ended_why = None, ""
        test.words = " ".join(words.split())[:LONGEST_WORD]
        test.asked_at, test.asked_by = timezone.now(), actor.name[:250]
        test.save()
        _audit(actor, "ask_tester", test)
        letters.ask_to_test(test)
    return test


def end_test(*, package_id: int, person_id: int, why: TestAssignment.Ended, actor: Actor) -> TestAssignment:
    """The package is asked back from a tester, or given back by them; what was answered stays. Once.

    Who may is asked before. Raises TestAssignment.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        test = TestAssignment.objects.select_related("person", "package__editor__user").get(
            package=package, person=person_id
        )
        if test.ended_at is None:
            _end(test, why)
            _audit(actor, "end_test", test, why=test.ended_why)
            if why == TestAssignment.Ended.RETURNED:
                letters.tell_editor_of_end(test)
    return test


def end_barred_tests(*, package_id: int) -> int:
    """§4.2.1: whoever has come to play the package's game, to lead the house that does, to edit it, or has left, tests
    it no more; the editor is told. Answers with how many there were; nothing the second time.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        bars, ended = bars_of(package), 0
        tests = TestAssignment.objects.filter(package=package, ended_at=None)
        for test in tests.select_related("person", "package__editor__user"):
            found = bar_of(test.person_id, bars, left=test.person.left_at is not None)
            if found is not None:
                _end(test, TestAssignment.Ended(found[0].value))
                _audit(Actor("system:testing", "system", name="Sowa"), "end_test", test, why=test.ended_why)
                letters.tell_editor_of_end(test)
                ended += 1
    return ended


def open_question(*, package_id: int, question_id: int, person: Person, actor: Actor) -> BlindAnswer:
    """The tester reads the text, and the clock of this answer starts; opened again it is the same one.

    A question that was answered is opened anew only if it was changed since. Refused where :func:`require_tester` is,
    and for one's own question.
    """
    with write_lock(), transaction.atomic():
        question = require_tester(package_id, question_id, person)
        last = last_attempt(question, person)
        now = digest_of(question)
        if last is not None and (last.answered_at is None or last.digest == now):
            return last
        attempt = 1 if last is None else last.attempt + 1
        return BlindAnswer.objects.create(question=question, person=person, attempt=attempt, digest=now)


def give_answer(
    *, package_id: int, question_id: int, person: Person, answer: str, passed: bool, seen: str, actor: Actor
) -> BlindAnswer:
    """The tester's answer, or that there is none; it does not change any more.

    The very same pressed twice is one. Refused where :func:`require_tester` is, before the question was opened, for
    an empty or endless answer, for a second and different one, and if the question is not the one that was ``seen``.
    """
    text = "" if passed else " ".join(answer.replace("\x00", "").split())
    with write_lock(), transaction.atomic():
        question = require_tester(package_id, question_id, person)
        row = last_attempt(question, person)
        if row is None:
            raise Refusal("4.2.1", "blind_not_opened", {})
        if row.answered_at is not None:
            if (row.answer, row.passed) == (text, passed):
                return row
            raise Refusal("4.2.1", "blind_answer_locked", {})
        if not passed and not any(letter.isalnum() for letter in text):
            raise Refusal("4.2.1", "blind_answer_empty", {})
        if len(text) > LONGEST_ANSWER:
            raise Refusal("4.2.1", "blind_answer_too_long", {"length": len(text), "longest": LONGEST_ANSWER})
        now = digest_of(question)
        if seen != now:
            raise Refusal("4.2.1", "blind_question_changed", {})
        row.answer, row.passed, row.digest, row.answered_at = text, passed, now, timezone.now()
        row.save(update_fields=["answer", "passed", "digest", "answered_at"])
    return row


def judge_own_answer(*, package_id: int, question_id: int, person: Person, counts: bool, actor: Actor) -> BlindAnswer:
    """Whether the tester's answer would count, in their own eyes. Refused where :func:`require_answered` is."""
    with write_lock(), transaction.atomic():
        question = require_answered(package_id, question_id, person)
        row = _answered(question, person)
        row.counts = counts
        row.save(update_fields=["counts"])
    return row


def judge_answer(*, package_id: int, answer_id: int, counts: bool | None, actor: Actor) -> BlindAnswer:
    """Whether an answer would count, in the editor's eyes, which go before the tester's; None takes it back.

    Refused while the package is closed. Who may is asked before. Raises BlindAnswer.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        require_texts(package)
        rows = BlindAnswer.objects.filter(question__package=package, passed=False).exclude(answered_at=None)
        row = rows.get(pk=answer_id)
        if row.judged is not counts:
            row.judged, row.judged_by = counts, decider(actor)
            row.save(update_fields=["judged", "judged_by"])
            details = {"question": row.question_id, "answer": row.pk, "counts": counts}
            record_audit(actor=actor, action="judge_answer", target=f"package:{package.pk}", details=details)
    return row


# --- what every step begins with --------------------------------------------------------------------------------------


def lock_package(package_id: int) -> Package:
    """The package, locked before anything in it. Raises Package.DoesNotExist."""
    locked = Package.objects.select_for_update(of=("self",), no_key=True)
    return locked.select_related("fixture", "game", "season", "editor__user").get(pk=package_id)


def require_in_testing(package: Package) -> None:
    """Refused in every other state."""
    if package.is_closed or package.state != Package.State.TESTING:
        raise Refusal("4.2.1", "package_not_in_testing", {})


def require_texts(package: Package) -> None:
    """Refused while the texts are a secret."""
    if package.is_closed or package.state == Package.State.SEALED:
        raise Refusal("4.2.1", "tests_closed", {})


def require_tester(package_id: int, question_id: int, person: Person) -> Question:
    """A question of a package in testing, for who was asked and may still test it; else refused.

    Raises Question.DoesNotExist for one that is not in the package (any more).
    """
    package = lock_package(package_id)
    require_in_testing(package)
    test = TestAssignment.objects.filter(package=package, person=person, ended_at=None).first()
    if test is None:
        raise Refusal("4.2.1", "test_is_over", {})
    check_tester(person.pk, bars_of(package), left=person.left_at is not None)
    question = Question.objects.select_for_update(of=("self",)).get(pk=question_id, package=package)
    question.package = package
    if is_author(person, question):
        raise Refusal("4.2.1", "tester_wrote_it", {})
    return question


def require_answered(package_id: int, question_id: int, person: Person) -> Question:
    """The same for what comes after the blind answer."""
    question = require_tester(package_id, question_id, person)
    if not has_answered(person, question.pk):
        raise Refusal("4.2.1", "answer_first", {})
    return question


def last_attempt(question: Question, person: Person) -> BlindAnswer | None:
    """The tester's newest row of a question."""
    return BlindAnswer.objects.filter(question=question, person=person).order_by("-attempt").first()


def _answered(question: Question, person: Person) -> BlindAnswer:
    """The newest answer that can be judged."""
    row = last_attempt(question, person)
    if row is None or row.answered_at is None or row.passed:
        raise Refusal("4.2.1", "nothing_to_judge", {})
    return row


def _end(test: TestAssignment, why: TestAssignment.Ended) -> None:
    test.ended_at, test.ended_why = timezone.now(), why.value
    test.save(update_fields=["ended_at", "ended_why"])


def _audit(actor: Actor, action: str, test: TestAssignment, **more: str) -> None:
    details = {"person": test.person_id, "tester": str(test.person.public_name), **more}
    record_audit(actor=actor, action=action, target=f"package:{test.package_id}", details=details)


# --- from time to time ------------------------------------------------------------------------------------------------

NEWS_AT = 18  # o'clock, at the school


def tell_news(now: datetime.datetime) -> int:
    """The evening's letters to editors, one a package with news; and whoever may test no more is taken out of it.

    Answers with the number of letters and of tests that ended.
    """
    packages = Package.objects.filter(state=Package.State.TESTING).select_related("editor__user")
    done = sum(end_barred_tests(package_id=package.pk) for package in packages)
    here = timezone.localtime(now, timezone.get_default_timezone())
    if here.hour < NEWS_AT:
        return done
    return done + sum(_tell(package, now, here.date()) for package in packages)


def _tell(package: Package, now: datetime.datetime, day: datetime.date) -> bool:
    since = now - datetime.timedelta(days=1)
    counts = news_since(package, since)
    if not any(counts.values()):
        return False
    with write_lock(), transaction.atomic():
        return letters.tell_editor_of_news(package, day=day, **counts)
