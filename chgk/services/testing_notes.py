"""§4.2.3: what testers add once they have answered: remarks in threads, and categories at their own discretion."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chgk.models import CategoryChange, Package, Question, Remark
from chgk.models.testing import LONGEST_REMARK, LONGEST_WORD
from chgk.services.bank_questions import tell_followers
from chgk.services.desk import decider
from chgk.services.testing import lock_package, require_answered, require_texts
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def add_remark(
    *,
    package_id: int,
    question_id: int,
    text: str,
    thread_id: int | None = None,
    tester: Person | None = None,
    person: Person | None = None,
    actor: Actor,
) -> Remark:
    """A remark on a question, or a reply in a thread, which a reply to a settled one opens again.

    ``tester``: who has to have answered it first; without one it is the editor's or the curator's (``person``), who
    are asked before whether they may. The same text sent twice in a row is one remark. Refused for an empty or endless
    text, in a closed package. Raises Question.DoesNotExist, Remark.DoesNotExist.
    """
    words = _tidy(text)
    with write_lock(), transaction.atomic():
        question = _question(package_id, question_id, tester)
        first = _thread(question, thread_id) if thread_id is not None else None
        if not any(letter.isalnum() for letter in words):
            raise Refusal("4.2.3", "remark_empty", {})
        if len(words) > LONGEST_REMARK:
            raise Refusal("4.2.3", "remark_too_long", {"length": len(words), "longest": LONGEST_REMARK})
        said = Remark.objects.filter(question=question, who=_who(actor)).order_by("pk").last()
        if said is not None and (said.text, said.thread_id) == (words, thread_id):
            return said
        remark = Remark.objects.create(
            question=question,
            thread=first,
            person=tester or person,
            by_tester=tester is not None,
            who=_who(actor),
            text=words,
        )
        if first is not None and first.settled_at is not None:
            first.settled_at, first.settled_by = None, ""
            first.save(update_fields=["settled_at", "settled_by"])
    return remark


def settle_thread(
    *, package_id: int, question_id: int, thread_id: int, settled: bool, tester: Person | None = None, actor: Actor
) -> Remark:
    """A thread is settled, or opened again: by the editor any, by a tester the own one. Once.

    Refused in a closed package, and for another tester's thread. Raises Question.DoesNotExist, Remark.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        question = _question(package_id, question_id, tester)
        first = _thread(question, thread_id)
        if tester is not None and first.person_id != tester.pk:
            raise Refusal("4.2.3", "thread_of_another", {})
        if (first.settled_at is not None) == settled:
            return first
        first.settled_at = timezone.now() if settled else None
        first.settled_by = decider(actor) if settled else ""
        first.save(update_fields=["settled_at", "settled_by"])
        details = {"question": question.pk, "thread": first.pk}
        action = "settle_remark" if settled else "reopen_remark"
        record_audit(actor=actor, action=action, target=f"package:{package_id}", details=details)
    return first


def change_category(
    *, package_id: int, question_id: int, category: int, words: str = "", tester: Person, actor: Actor
) -> CategoryChange | None:
    """§4.2.3: another category, at the tester's own discretion: in force at once, and logged. None if it is that one.

    Refused before the tester has answered, and where a package is not in testing. Raises Question.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        question = require_answered(package_id, question_id, tester)
        if category not in Question.Category.values:
            raise Refusal("4.1.1", "category_unknown", {})
        if question.category == category:
            return None
        change = CategoryChange.objects.create(
            question=question,
            before=question.category,
            after=category,
            words=" ".join(words.split())[:LONGEST_WORD],
            who=_who(actor),
            who_key=actor.key[:50],
        )
        touch(question, category=category)
        details = {"question": question.pk, "before": change.before, "after": change.after}
        record_audit(actor=actor, action="change_category", target=f"package:{package_id}", details=details)
    return change


def touch(question: Question, **values: object) -> None:
    """Other values for a question that is locked, after its package; whoever edits one of them meanwhile is told."""
    for name, value in values.items():
        setattr(question, name, value)
    question.revision += 1
    question.changed_at = timezone.now()
    question.save(update_fields=[*values, "revision", "changed_at"])
    Package.objects.filter(questions=question.pk).update(revision=F("revision") + 1)
    tell_followers(question)


def _question(package_id: int, question_id: int, tester: Person | None) -> Question:
    if tester is not None:
        return require_answered(package_id, question_id, tester)
    package = lock_package(package_id)
    require_texts(package)
    return Question.objects.select_for_update(of=("self",)).get(pk=question_id, package=package)


def _thread(question: Question, thread_id: int) -> Remark:
    return Remark.objects.select_for_update(of=("self",)).get(pk=thread_id, question=question, thread=None)


def _who(actor: Actor) -> str:
    return (actor.name or actor.key)[:250]


def _tidy(text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").strip()
    return "\n".join(line.rstrip() for line in plain.split("\n"))
