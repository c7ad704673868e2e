"""Questions of the bank: written, changed, moved between packages, thrown away (§4.1.1).

The audit trail is read by more people than the questions: it names the parts that were changed, never what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from chgk.formats.package import clean_text
from chgk.models import Package, Question
from chgk.rules.packages import EDITABLE
from chgk.rules.sizes import LONGEST
from tournaments.models import Person
from tournaments.rules.citation_references import as_line
from tournaments.rules.citation_sizes import check_sizes
from tournaments.rules.citations import Citation, as_json
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

_followers: dict[str, Callable[[Question], object]] = {}


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """All that a form of a question says. Texts are kept in their clean form, citations letter for letter."""

    category: int | None = Question.Category.MEDIUM
    kind: str = Question.Kind.ORDINARY
    text: str = ""
    handout: str = ""
    answer: str = ""
    accepted: str = ""
    rejected: str = ""
    comment: str = ""
    authors: str = ""
    citations: Sequence[Citation] = ()


def register_follower(name: str, do: Callable[[Question], object]) -> None:
    """``do`` is called with every question that was saved, inside its transaction; ``name`` is taken once."""
    _followers[name] = do


def tell_followers(question: Question) -> None:
    """For whoever saves a question elsewhere: imports, accepted proposals."""
    for do in _followers.values():
        do(question)


def save_question(
    *,
    question_id: int | None,
    parts: QuestionParts,
    seen: int = 0,
    actor: Actor,
    author: Person | None = None,
    package_id: int | None = None,
) -> Question:
    """Writes a question: a new one (a draft of ``author``, or the next of a package), or a change of an old one.

    Whatever is missing may be missing. Who may is asked before. Refused: a part that is too long, a package whose texts
    stand, a question that somebody has changed since ``seen``, its revision. Raises Question.DoesNotExist and
    Package.DoesNotExist.
    """
    values = _clean(parts)
    with write_lock(), transaction.atomic():
        if question_id is None:
            package = None if package_id is None else _lock_package(package_id)
            question = Question(package=package, written_by=author)
            if package is not None:
                question.number = _next_number(package)
        else:
            question = lock_question(question_id)
            if question.revision != seen:
                raise Refusal("4.1.1", "question_changed_meanwhile", {})
        changed = [name for name, value in values.items() if getattr(question, name) != value]
        if question.pk is not None and not changed:
            return question
        for name, value in values.items():
            setattr(question, name, value)
        if question.pk is not None:
            question.revision += 1
        _save(question)
        action = "write_question" if question_id is None else "change_question"
        _audit(actor, action, question, package=question.package_id, parts=sorted(changed))
    return question


def move_question(*, question_id: int, package_id: int | None, seen: int, actor: Actor) -> Question:
    """Into another package, with its next number, or out of any, into the bank. Refused as for saving."""
    with write_lock(), transaction.atomic():
        if package_id is not None:
            _lock_package(package_id)
        question = lock_question(question_id)
        if question.revision != seen:
            raise Refusal("4.1.1", "question_changed_meanwhile", {})
        before = question.package_id
        if before != package_id:
            put_into(question, None if package_id is None else Package.objects.get(pk=package_id))
            _audit(actor, "move_question", question, package=package_id, package_before=before)
    return question


def put_into(question: Question, package: Package | None) -> None:
    """Moves a locked question; both packages are locked. In the bank it has no number. Refused: one not original."""
    if package is not None and question.excluded_at is not None:
        raise Refusal("4.1.3", "question_excluded", {})
    old = question.package
    question.package, question.is_spare = package, False
    question.number = None if package is None else _next_number(package)
    question.revision += 1
    if old is not None:
        _count_change(old)
    _save(question)


def delete_question(*, question_id: int, actor: Actor) -> None:
    """Throws a draft away, its pictures too. Refused once the texts of its package stand."""
    with write_lock(), transaction.atomic():
        question = lock_question(question_id)
        if question.package is not None:
            _count_change(question.package)
        _audit(actor, "delete_question", question, package=question.package_id)
        question.delete()


def lock_question(question_id: int) -> Question:
    """The question, after its package, both locked. Refused if the texts of the package stand.

    Raises Question.DoesNotExist.
    """
    package_id = Question.objects.values_list("package_id", flat=True).get(pk=question_id)
    package = None if package_id is None else _lock_package(package_id)
    question = Question.objects.select_for_update(of=("self",)).get(pk=question_id)
    if question.package_id != package_id:  # moved between the two lines
        raise Refusal("4.1.1", "question_changed_meanwhile", {})
    question.package = package
    return question


def count_picture(question: Question, actor: Actor, action: str) -> None:
    """Its pictures have changed: the question and its package have, too."""
    question.revision += 1
    _save(question)
    _audit(actor, action, question, package=question.package_id)


def lines_for(citations: Sequence[Citation]) -> str:
    """The sources as a game shows them, one a line."""
    return "\n".join(as_line(citation, "ru") for citation in citations)


def _lock_package(package_id: int) -> Package:
    package = Package.objects.select_for_update(of=("self",)).select_related("game").get(pk=package_id)
    if package.state not in EDITABLE or package.game_id is not None:
        raise Refusal("4.1.1", "question_texts_stand", {"title": package.title})
    return package


def _next_number(package: Package) -> int:
    last = package.questions.aggregate(last=Max("number"))["last"]
    return 1 if last is None else last + 1


def _save(question: Question) -> None:
    question.changed_at = timezone.now()
    question.save()
    if question.package is not None:
        _count_change(question.package)
    tell_followers(question)


def _count_change(package: Package) -> None:
    package.revision += 1
    package.save(update_fields=["revision"])


def _clean(parts: QuestionParts) -> dict[str, Any]:
    """The columns of the question. Refused: what does not fit, what no form offers."""
    if parts.category not in (None, *Question.Category.values) or parts.kind not in Question.Kind.values:
        raise ValueError("no such category or kind")  # no form offers it
    texts: Mapping[str, str] = {name: clean_text(getattr(parts, name).replace("\x00", "")) for name in LONGEST}
    for name, text in texts.items():
        if len(text) > LONGEST[name]:
            most, length = LONGEST[name], len(text)
            raise Refusal("4.1.1", "question_part_too_long", {"part": name, "most": most, "length": length})
    check_sizes(parts.citations)
    return {
        **texts,
        "category": parts.category,
        "kind": parts.kind,
        "citations": [as_json(citation) for citation in parts.citations],
        "source": lines_for(parts.citations),
    }


def _audit(actor: Actor, action: str, question: Question, **details: object) -> None:
    record_audit(actor=actor, action=action, target=f"question:{question.pk}", details=details)
