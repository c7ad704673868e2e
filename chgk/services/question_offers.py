"""A draft goes from its author to the editor of a package, who takes it or returns it with a word."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk.formats.package import clean_line
from chgk.models import Package, Question, QuestionOffer
from chgk.rules.decisions import with_words
from chgk.rules.packages import EDITABLE
from chgk.services.bank_questions import put_into
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.letters import Words, site_address, write_to
from tournaments.services.locks import write_lock

LONGEST_WORD = 500
State = QuestionOffer.State


def offer_question(*, question_id: int, package_id: int, word: str, author: Person, actor: Actor) -> QuestionOffer:
    """Hands a draft to the package's editor, who is told by letter. Pressed twice it is one offer.

    Refused: a question that lies in a package already or waits with another editor, a package without an editor or
    whose texts stand. Raises Question.DoesNotExist and Package.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        package = _lock_open(package_id)
        question = Question.objects.select_for_update(of=("self",)).get(pk=question_id)
        if question.package_id is not None:
            raise Refusal("4.1.1", "question_in_package_already", {})
        waiting = QuestionOffer.objects.filter(question=question, state=State.WAITING).first()
        if waiting is not None and waiting.package_id == package.pk:
            return waiting
        if waiting is not None:
            raise Refusal("4.1.1", "question_offered_already", {"title": waiting.package.title})
        if package.editor is None:
            raise Refusal("4.1.1", "package_without_editor", {"title": package.title})
        offer = QuestionOffer.objects.create(question=question, package=package, offered_by=author, word=_short(word))
        _audit(actor, "offer_question", offer)
        facts = {"title": package.title, "name": author.public_name}
        _tell(
            package.editor,
            lambda: (_("A draft for «%(title)s»") % facts, _("%(name)s offers you a question.") % facts),
            offer,
            reverse("chgk:bank_offers", args=[package.pk]),
        )
    return offer


def withdraw_offer(*, question_id: int, actor: Actor) -> None:
    """The author takes the draft back; without an offer that waits nothing happens."""
    with write_lock(), transaction.atomic():
        offer = (
            QuestionOffer.objects.select_for_update(of=("self",))
            .filter(question=question_id, state=State.WAITING)
            .first()
        )
        if offer is not None:
            _decide(offer, State.WITHDRAWN, "", actor)


def take_offer(*, offer_id: int, actor: Actor) -> Question:
    """The draft becomes the next question of the package; who wrote it stays its author. Taken twice it is one.

    Refused: a package whose texts stand, an offer that does not wait any more. Raises QuestionOffer.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        offer = _lock_offer(offer_id)
        question = Question.objects.select_for_update(of=("self",)).get(pk=offer.question_id)
        if offer.state == State.TAKEN:
            return question
        _require_waiting(offer)
        put_into(question, offer.package)
        _decide(offer, State.TAKEN, "", actor)
        facts = {"title": offer.package.title}
        _tell(
            offer.offered_by,
            lambda: (
                _("Your question is in «%(title)s»") % facts,
                _("The editor has taken your draft into the package."),
            ),
            offer,
            reverse("chgk:bank_questions"),
        )
    return question


def return_offer(*, offer_id: int, word: str, actor: Actor) -> QuestionOffer:
    """Back to its author, with a word that says why. Refused: no words, an offer that does not wait any more."""
    with write_lock(), transaction.atomic():
        offer = _lock_offer(offer_id)
        if offer.state == State.RETURNED:
            return offer
        _require_waiting(offer)
        _decide(offer, State.RETURNED, _short(with_words(word)), actor)
        facts = {"title": offer.package.title, "answer": offer.answer}
        _tell(
            offer.offered_by,
            lambda: (
                _("Your draft has come back"),
                _("The editor of «%(title)s» has returned it: %(answer)s") % facts,
            ),
            offer,
            reverse("chgk:bank_question", args=[offer.question_id]),
        )
    return offer


def _lock_open(package_id: int) -> Package:
    package = Package.objects.select_for_update(of=("self",)).select_related("editor", "game").get(pk=package_id)
    if package.state not in EDITABLE or package.game_id is not None:
        raise Refusal("4.1.1", "question_texts_stand", {"title": package.title})
    return package


def _lock_offer(offer_id: int) -> QuestionOffer:
    """The offer, after its package, both locked."""
    package = _lock_open(QuestionOffer.objects.values_list("package_id", flat=True).get(pk=offer_id))
    offer = QuestionOffer.objects.select_for_update(of=("self",)).select_related("offered_by").get(pk=offer_id)
    offer.package = package
    return offer


def _require_waiting(offer: QuestionOffer) -> None:
    if offer.state != State.WAITING:
        raise Refusal("4.1.1", "question_offer_decided", {})


def _decide(offer: QuestionOffer, state: str, answer: str, actor: Actor) -> None:
    offer.state, offer.answer, offer.decided_at = state, answer, timezone.now()
    offer.save(update_fields=["state", "answer", "decided_at"])
    _audit(actor, f"offer_{state}", offer)


def _tell(person: Person, words: Words, offer: QuestionOffer, path: str) -> None:
    """A letter in the reader's language, without a word of the question."""

    def with_link() -> tuple[str, str]:
        subject, body = words()
        return subject, f"{body}\n\n{site_address(path)}\n"

    write_to(person=person, words=with_link, about=f"question:{offer.question_id}")


def _short(word: str) -> str:
    return clean_line(word.replace("\x00", ""))[:LONGEST_WORD].strip()


def _audit(actor: Actor, action: str, offer: QuestionOffer) -> None:
    details = {"offer": offer.pk, "package": offer.package_id}
    record_audit(actor=actor, action=action, target=f"question:{offer.question_id}", details=details)
