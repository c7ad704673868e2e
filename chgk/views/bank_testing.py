"""A tester's own pages: which packages wait, then each question, blind first, and everything about it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from chgk.models import BlindAnswer, Proposal, Question, QuestionImage, Remark, TestAssignment
from chgk.models.testing import LONGEST_ANSWER
from chgk.refusal_words import refused
from chgk.rules.testing import Part
from chgk.selectors.testing import READS, Access, Tested, digest_of, progress_of
from chgk.services import proposals, testing, testing_notes
from chgk.testing_page import tester_context
from chgk.testing_words import to_answer, why_not
from chgk.views.testing_doors import Visit, tester_page
from tournaments.rules.engine import Refusal

PICTURES = {"image/png", "image/jpeg", "image/webp", "image/gif"}


@require_safe
@tester_page
def package(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How far the tester is; closed packages say why they are closed, and nothing else."""
    if visit.access not in READS:
        return _closed(request, visit)
    progress = progress_of(visit.person, visit.package)
    context = {
        "package": visit.package,
        "test": visit.test,
        "progress": progress,
        "left": to_answer(progress.total - progress.answered),
        "may_answer": visit.access is Access.OPEN,
    }
    return render(request, "chgk/bank/testing/package.html", context)


@require_POST
@tester_page
def give_back(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The tester does not test this package."""
    why = TestAssignment.Ended.RETURNED
    testing.end_test(package_id=visit.package.pk, person_id=visit.person.pk, why=why, actor=visit.actor)
    messages.success(request, _("The editor hears that you do not test this package."))
    return HttpResponseRedirect(reverse("chgk:bank_tests"))


@require_safe
@tester_page
def question(request: HttpRequest, visit: Visit, question_id: int) -> HttpResponse:
    """One question: to be opened, to be answered, or with everything about it."""
    if visit.access not in READS:
        return _closed(request, visit, status=403)
    return _page(request, visit, question_id)


@require_safe
@tester_page
def picture(request: HttpRequest, visit: Visit, question_id: int, picture_id: int) -> HttpResponse:
    """A picture of the handout, once the tester has opened the question; kept by no cache."""
    opened = BlindAnswer.objects.filter(person=visit.person, question=question_id).exists()
    if visit.access not in READS or not opened:
        raise Http404
    row = get_object_or_404(QuestionImage, pk=picture_id, question=question_id, question__package=visit.package)
    if row.media_type not in PICTURES:
        raise Http404
    response = HttpResponse(bytes(row.data), content_type=row.media_type)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@sensitive_post_parameters()
@require_POST
@tester_page
def deed(request: HttpRequest, visit: Visit, question_id: int, what: str) -> HttpResponse:
    """One step of the tester; what is refused is said on the page, and what was typed stays in its field."""
    handler = DEEDS.get(what)
    if handler is None:
        raise Http404
    if visit.access not in READS:
        return _closed(request, visit, status=403)
    try:
        said, place = handler(request.POST, visit, question_id)
    except Refusal as refusal:
        return _page(request, visit, question_id, refusal=refusal, what=what)
    except (Question.DoesNotExist, Remark.DoesNotExist, Proposal.DoesNotExist):
        raise Http404 from None
    if said:
        messages.success(request, said)
    address = reverse("chgk:bank_test_question", args=[visit.package.pk, question_id])
    return HttpResponseRedirect(f"{address}{place}")


# --- steps ------------------------------------------------------------------------------------------------------------

Done = tuple[str, str]  # what is said, and where on the page


def _open(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    testing.open_question(package_id=visit.package.pk, question_id=question_id, person=visit.person, actor=visit.actor)
    return "", ""


def _answer(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    testing.give_answer(
        package_id=visit.package.pk,
        question_id=question_id,
        person=visit.person,
        answer=post.get("answer", ""),
        passed=post.get("do") == "pass",
        seen=post.get("seen", ""),
        actor=visit.actor,
    )
    return "", ""


def _judge(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    counts = {"yes": True, "no": False}.get(post.get("counts", ""))
    if counts is None:
        raise Http404
    testing.judge_own_answer(
        package_id=visit.package.pk, question_id=question_id, person=visit.person, counts=counts, actor=visit.actor
    )
    return "", "#mine"


def _remark(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    thread = post.get("thread", "")
    row = testing_notes.add_remark(
        package_id=visit.package.pk,
        question_id=question_id,
        text=post.get("text", ""),
        thread_id=read_number(thread) if thread else None,
        tester=visit.person,
        actor=visit.actor,
    )
    return "", f"#thread-{row.thread_id or row.pk}"


def _settle(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    row = testing_notes.settle_thread(
        package_id=visit.package.pk,
        question_id=question_id,
        thread_id=read_number(post.get("thread", "")),
        settled=post.get("do") == "settle",
        tester=visit.person,
        actor=visit.actor,
    )
    return "", f"#thread-{row.pk}"


def _category(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    wanted = post.get("category", "")
    testing_notes.change_category(
        package_id=visit.package.pk,
        question_id=question_id,
        category=int(wanted) if wanted in ("1", "2", "3") else 0,
        words=post.get("words", ""),
        tester=visit.person,
        actor=visit.actor,
    )
    return _("The question is in this category now; the editor sees who moved it."), "#category"


def _propose(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    try:
        part = Part(post.get("part", ""))
    except ValueError:
        raise Http404 from None
    row = proposals.make_proposal(
        package_id=visit.package.pk,
        question_id=question_id,
        part=part,
        after=post.get("after", ""),
        seen=post.get("seen", ""),
        words=post.get("words", ""),
        tester=visit.person,
        actor=visit.actor,
    )
    return _("Your proposal waits for the editor."), f"#proposal-{row.pk}"


def _withdraw(post: Mapping[str, str], visit: Visit, question_id: int) -> Done:
    row = proposals.withdraw_proposal(
        package_id=visit.package.pk,
        question_id=question_id,
        proposal_id=read_number(post.get("proposal", "")),
        tester=visit.person,
        actor=visit.actor,
    )
    return _("Your proposal is withdrawn."), f"#proposal-{row.pk}"


DEEDS: Mapping[str, Callable[[Mapping[str, str], Visit, int], Done]] = {
    "open": _open,
    "answer": _answer,
    "judge": _judge,
    "remark": _remark,
    "settle": _settle,
    "category": _category,
    "propose": _propose,
    "withdraw": _withdraw,
}


def read_number(text: str) -> int:
    """The number of a row, as a form of ours sends it; 404 for anything else."""
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Http404
    return int(text)


# --- pages ------------------------------------------------------------------------------------------------------------


def _closed(request: HttpRequest, visit: Visit, status: int = 200) -> HttpResponse:
    context = {"why": why_not(visit.access, visit.test), "season": visit.package.season}
    return render(request, "chgk/bank/testing/closed.html", context, status=status)


def _page(
    request: HttpRequest, visit: Visit, question_id: int, *, refusal: Refusal | None = None, what: str = ""
) -> HttpResponse:
    progress = progress_of(visit.person, visit.package)
    one = next((each for each in progress.questions if each.question.pk == question_id), None)
    if one is None:
        raise Http404
    may_answer = visit.access is Access.OPEN
    phase = _phase(one, may_answer=may_answer)
    context: dict[str, Any] = {
        "package": visit.package,
        "person": visit.person,
        "progress": progress,
        "tested": one,
        "phase": phase,
        "question": one.question if phase in ("open", "done") else None,
        "number": one.question.number,
        "question_id": question_id,
        "may_answer": may_answer,
        "refused": refused(refusal, {}) if refusal is not None else None,
        "what": what,
        "typed": request.POST if refusal is not None else {},
        "left": to_answer(progress.total - progress.answered),
    }
    if phase == "open":
        pictures = [image.digest for image in one.question.images.all()]
        context |= {"seen": digest_of(one.question, pictures), "longest": LONGEST_ANSWER}
    if phase == "done":
        context |= tester_context(one, visit.person.pk, **_typed_copy(request, what, refusal))
    return render(request, "chgk/bank/testing/question.html", context, status=200 if refusal is None else 422)


def _phase(one: Tested, *, may_answer: bool) -> str:
    """``own``; ``closed``: not opened, and too late for it; ``waits``; ``open``: to be answered; ``done``."""
    if one.is_own:
        return "own"
    if one.is_open and may_answer:
        return "open"
    if one.is_answered:
        return "done"
    return "waits" if may_answer else "closed"


def _typed_copy(request: HttpRequest, what: str, refusal: Refusal | None) -> dict[str, str]:
    """The copy of a part that was refused, as it was typed."""
    if refusal is None or what != "propose":
        return {}
    names = {"part": "part", "after": "typed", "words": "words"}
    return {to: request.POST.get(name, "") for name, to in names.items()}
