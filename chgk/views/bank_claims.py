"""Claims that a question is not original: making one, what was decided, a claim with its decision (§4.1.3)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chgk.bank_permissions import can_read_question
from chgk.models import ClubSeason, OriginalityClaim, Question
from chgk.permissions import can_curate
from chgk.question_page import shown_source
from chgk.refusal_words import refused
from chgk.selectors.claims import decided_claims, open_claims
from chgk.services import claims
from chgk.services.claims import decide_claim, make_claim, preview_decision, say_effect, withdraw_claim
from chgk.views.bank_questions import rows_changed
from chgk.views.curators import curator_actor
from tournaments.citation_forms import CitationRows
from tournaments.rules.citations import from_json
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import account_actor
from tournaments.views.answers import no_seat

PER_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_claim(request: HttpRequest, question_id: int) -> HttpResponse:
    """A claim about a question that the account may read. For people of the club; a closed one is nobody's to claim
    but of those who may open it, and its text is not shown here.
    """
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    person = person_of(request.user)
    question = Question.objects.select_related("package__season", "package__game").filter(pk=question_id).first()
    if question is None or not can_read_question(request.user, question):
        raise Http404
    if person is None:
        raise PermissionDenied
    rows = CitationRows.posted(request.POST) if request.method == "POST" else CitationRows.of([])
    words = request.POST.get("words", "")
    problem = None
    if request.method == "POST" and not rows_changed(request, rows):
        try:
            claim = make_claim(
                question_id=question.pk,
                claimant=person,
                words=words,
                citations=rows.citations,
                actor=account_actor(request.user),
            )
        except Refusal as refusal:
            problem = refused(refusal, {})
        else:
            messages.success(request, _("The claim lies with the curator."))
            return HttpResponseRedirect(reverse("chgk:bank_claim", args=[claim.pk]))
    context = {
        "question": question,
        "shown": not question.is_closed,
        "words": words,
        "sources": rows,
        "refused": problem,
    }
    status = 200 if problem is None else 422
    return render(request, "chgk/bank/originality/new_claim.html", context, status=status)


@never_cache
@require_safe
def claim_list(request: HttpRequest) -> HttpResponse:
    """What was decided, for everybody; above it, for a curator, what waits, and for a claimant their own."""
    page = Paginator(decided_claims(), PER_PAGE).get_page(request.GET.get("page"))
    waiting = open_claims(request.user, person_of(request.user)) if request.user.is_authenticated else []
    return render(request, "chgk/bank/originality/claims.html", {"page": page, "waiting": waiting})


@never_cache
@require_safe
def claim(request: HttpRequest, claim_id: int) -> HttpResponse:
    """A claim: for its claimant, who may read the question, the curator; what is public of it for everybody."""
    row = _find(claim_id)
    if not _may_see(request, row):
        if not request.user.is_authenticated:
            return no_seat(request, host=True)
        raise Http404
    return _page(request, row)


@require_POST
def deed(request: HttpRequest, claim_id: int, what: str) -> HttpResponse:
    """``decide``: the curator's, with ``outcome``, ``reason``, ``seen``; ``withdraw``: the claimant's."""
    if what not in ("decide", "withdraw"):
        raise Http404
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    row = _find(claim_id)
    if not _may_see(request, row):
        raise Http404
    try:
        said = _withdraw(request, row) if what == "withdraw" else _decide(request, row)
    except Refusal as refusal:
        return _page(request, row, refused=refused(refusal, {}), typed=request.POST, status=422)
    messages.success(request, said)
    return HttpResponseRedirect(reverse("chgk:bank_claim", args=[row.pk]))


def _withdraw(request: HttpRequest, row: OriginalityClaim) -> str:
    person = person_of(request.user)
    if person is None or row.claimant_id != person.pk:
        raise PermissionDenied
    withdraw_claim(claim_id=row.pk, actor=account_actor(request.user))
    return _("The claim is withdrawn.")


def _decide(request: HttpRequest, row: OriginalityClaim) -> str:
    club = _club_of(row)
    if club is None or not can_curate(request.user, club):
        raise PermissionDenied
    granted = {"grant": True, "decline": False}.get(request.POST.get("outcome", ""))
    if granted is None:
        raise Refusal("4.1.3", "choice_missing", {})
    decide_claim(
        claim_id=row.pk,
        granted=granted,
        reason=request.POST.get("reason", ""),
        seen=request.POST.get("seen") or None,
        actor=curator_actor(request.user, club),
    )
    return _("The decision is recorded.")


def _find(claim_id: int) -> OriginalityClaim:
    rows = OriginalityClaim.objects.select_related("question__package__season", "question__package__game", "claimant")
    return get_object_or_404(rows.select_related("game"), pk=claim_id)


def _club_of(row: OriginalityClaim) -> ClubSeason | None:
    found = claims.curators_of(row.question) if row.question is not None else []
    return found[0] if found else None


def _may_see(request: HttpRequest, row: OriginalityClaim) -> bool:
    """Public ones everybody; others their claimant, readers of the question, and who decides."""
    if decided_claims().filter(pk=row.pk).exists():
        return True
    if not request.user.is_authenticated:
        return False
    person = person_of(request.user)
    if person is not None and row.claimant_id == person.pk:
        return True
    club = _club_of(row)
    if club is not None and can_curate(request.user, club):
        return True
    return row.question is not None and can_read_question(request.user, row.question)


def _page(request: HttpRequest, row: OriginalityClaim, *, status: int = 200, **more: Any) -> HttpResponse:
    club = _club_of(row)
    curates = club is not None and can_curate(request.user, club)
    person = person_of(request.user)
    question = row.question
    reads = question is not None and can_read_question(request.user, question)
    context: dict[str, Any] = {
        "row": row,
        "question": question if reads and question is not None and not question.is_closed else None,
        "closed": question is not None and question.is_closed,
        "evidence": reads or curates or (person is not None and person.pk == row.claimant_id),
        "decides": curates and row.state == OriginalityClaim.State.OPEN,
        "withdraws": person is not None and person.pk == row.claimant_id and row.state == OriginalityClaim.State.OPEN,
        "typed": {},
        "sources": [shown_source(from_json(one)) for one in row.citations],
        **more,
    }
    if context["decides"]:
        try:
            context["effect"] = preview_decision(row, club)
            context["lines"], context["notes"] = say_effect(context["effect"], club)
        except Refusal as refusal:
            context["no_effect"] = refused(refusal, {})
    return render(request, "chgk/bank/originality/claim.html", context, status=status)
