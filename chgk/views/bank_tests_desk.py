"""The editor's page of a package's tests: whom to ask, what came of it, remarks to settle, proposals to decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from chgk.models import BlindAnswer, Package, Proposal, Question, Remark, TestAssignment
from chgk.models.testing import LONGEST_WORD
from chgk.refusal_words import refused
from chgk.selectors.testers import invitees
from chgk.services import proposals, testing, testing_notes
from chgk.testing_page import desk_context
from chgk.views.bank_testing import read_number
from chgk.views.testing_doors import tests_desk
from tournaments.models import Person
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import Actor


@require_safe
@tests_desk
def desk(request: HttpRequest, package: Package, actor: Actor) -> HttpResponse:
    """Everything about the tests of one package; of a closed one figures alone."""
    return _page(request, package)


@sensitive_post_parameters()
@require_POST
@tests_desk
def deed(request: HttpRequest, package: Package, actor: Actor, what: str) -> HttpResponse:
    """One decision; what is refused is said where it was pressed, and what was typed stays in its field."""
    handler = DEEDS.get(what)
    if handler is None:
        raise Http404
    try:
        said, place = handler(request, package, actor)
    except Refusal as refusal:
        return _page(request, package, refusal=refusal, what=what)
    except _GONE:
        raise Http404 from None
    if said:
        messages.success(request, said)
    address = reverse("chgk:bank_package_tests", args=[package.pk])
    return HttpResponseRedirect(f"{address}{place}")


_GONE = (
    BlindAnswer.DoesNotExist,
    Person.DoesNotExist,
    Proposal.DoesNotExist,
    Question.DoesNotExist,
    Remark.DoesNotExist,
    TestAssignment.DoesNotExist,
)
Done = tuple[str, str]


def _ask(request: HttpRequest, package: Package, actor: Actor) -> Done:
    person, words = read_number(request.POST.get("person", "")), request.POST.get("words", "")
    test = testing.ask_tester(package_id=package.pk, person_id=person, words=words, actor=actor)
    return _("%(name)s is asked by letter to test the package.") % {"name": test.person.public_name}, "#testers"


def _end(request: HttpRequest, package: Package, actor: Actor) -> Done:
    person, why = read_number(request.POST.get("person", "")), TestAssignment.Ended.WITHDRAWN
    test = testing.end_test(package_id=package.pk, person_id=person, why=why, actor=actor)
    return _("The package is closed to %(name)s.") % {"name": test.person.public_name}, "#testers"


def _judge(request: HttpRequest, package: Package, actor: Actor) -> Done:
    said = request.POST.get("counts", "")
    if said not in ("yes", "no", ""):
        raise Http404
    counts = {"yes": True, "no": False, "": None}[said]
    answer = read_number(request.POST.get("answer", ""))
    row = testing.judge_answer(package_id=package.pk, answer_id=answer, counts=counts, actor=actor)
    return "", f"#answer-{row.pk}"


def _take(request: HttpRequest, package: Package, actor: Actor) -> Done:
    row = proposals.take_proposal(actor=actor, **_decision(request, package))
    return _("The question has the proposed text now."), f"#proposal-{row.pk}"


def _by_hand(request: HttpRequest, package: Package, actor: Actor) -> Done:
    row = proposals.note_taken_by_hand(actor=actor, **_decision(request, package))
    return _("Noted: you put it in yourself."), f"#proposal-{row.pk}"


def _decline(request: HttpRequest, package: Package, actor: Actor) -> Done:
    row = proposals.decline_proposal(actor=actor, **_decision(request, package))
    return _("The proposal is declined."), f"#proposal-{row.pk}"


def _remark(request: HttpRequest, package: Package, actor: Actor) -> Done:
    thread = request.POST.get("thread", "")
    row = testing_notes.add_remark(
        package_id=package.pk,
        question_id=read_number(request.POST.get("question", "")),
        text=request.POST.get("text", ""),
        thread_id=read_number(thread) if thread else None,
        person=person_of(request.user),
        actor=actor,
    )
    return "", f"#thread-{row.thread_id or row.pk}"


def _settle(request: HttpRequest, package: Package, actor: Actor) -> Done:
    row = testing_notes.settle_thread(
        package_id=package.pk,
        question_id=read_number(request.POST.get("question", "")),
        thread_id=read_number(request.POST.get("thread", "")),
        settled=request.POST.get("do") == "settle",
        actor=actor,
    )
    return "", f"#thread-{row.pk}"


def _decision(request: HttpRequest, package: Package) -> dict[str, Any]:
    proposal, word = read_number(request.POST.get("proposal", "")), request.POST.get("word", "")
    return {"package_id": package.pk, "proposal_id": proposal, "word": word}


DEEDS: Mapping[str, Callable[[HttpRequest, Package, Actor], Done]] = {
    "ask": _ask,
    "end": _end,
    "judge": _judge,
    "take": _take,
    "by-hand": _by_hand,
    "decline": _decline,
    "remark": _remark,
    "settle": _settle,
}


def _page(request: HttpRequest, package: Package, *, refusal: Refusal | None = None, what: str = "") -> HttpResponse:
    package.refresh_from_db(fields=["state", "revision"])
    with_texts = not package.is_closed and package.state != Package.State.SEALED
    is_testing = with_texts and package.state == Package.State.TESTING
    asked, listed = invitees(package)
    context = {
        "package": package,
        "asked": asked,
        "listed": listed,
        "may_ask": is_testing and any(not one.why_not for one in listed),
        "is_testing": is_testing,
        **desk_context(package, with_texts=with_texts),
        "refused": refused(refusal, {}) if refusal is not None else None,
        "what": what,
        "typed": request.POST if refusal is not None else {},
        "longest": LONGEST_WORD,
    }
    return render(request, "chgk/bank/testing/desk.html", context, status=200 if refusal is None else 422)
