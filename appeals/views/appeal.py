"""One appeal, as whoever asks may see it, and what they may do with it."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from appeals import appeal_page
from appeals.refusals import refused
from appeals.rules.state import Phase
from appeals.services.logs import RepeatedError
from appeals.views.deeds import DEEDS, Malformed
from appeals.views.doors import Visitor, find_visitor
from tournaments.rules.engine import Refusal
from tournaments.views.answers import no_seat


@never_cache
@require_safe
def appeal(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """The sheet, who considers it, what came of it. Everybody's once it is announced; before, whose it is to know."""
    visitor = find_visitor(request, appeal_id)
    if visitor.is_team and visitor.state.phase is Phase.DRAFT:
        return HttpResponseRedirect(reverse("appeals:edit", args=[appeal_id]))
    return _page(request, visitor)


@never_cache
@require_safe
def progress(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """How far the jury is, for its members and the curator: asked again by an open page, which keeps what is typed.

    204 while nothing has changed since ``mark``.
    """
    visitor = find_visitor(request, appeal_id)
    if not visitor.is_juror and not visitor.curates:
        raise Http404
    context = appeal_page.read_page(visitor.row, visitor.seen, curates=visitor.curates)
    if request.GET.get("mark") == context["mark"]:
        return HttpResponse(status=204)
    return render(request, "appeals/_live.html", {**context, **_extras(visitor)})


@sensitive_post_parameters("text", "choice")
@sensitive_variables()
@never_cache
@require_POST
def deed(request: HttpRequest, appeal_id: int, what: str) -> HttpResponse:
    """One step of the procedure. What is refused is said on the page, with everything that was typed."""
    step = DEEDS.get(what)
    if step is None:
        raise Http404
    visitor = find_visitor(request, appeal_id)
    if not step.may(visitor):
        if not request.user.is_authenticated:
            return no_seat(request, host=True)
        raise PermissionDenied
    try:
        done = step.do(request, visitor)
    except RepeatedError:
        done = ""
    except Malformed as error:
        return _page(request, visitor, what=what, form=error.form)
    except Refusal as refusal:
        return _page(request, find_visitor(request, appeal_id), what=what, refusal=refusal)
    if done:
        messages.success(request, done)
    return HttpResponseRedirect(reverse("appeals:appeal", args=[appeal_id]))


@sensitive_variables()
def _page(
    request: HttpRequest, visitor: Visitor, *, what: str = "", refusal: Refusal | None = None, form: Any = None
) -> HttpResponse:
    context: dict[str, Any] = {
        **appeal_page.read_page(visitor.row, visitor.seen, curates=visitor.curates),
        **_extras(visitor),
        "what": what,
        "refused": refused(refusal, _names(visitor)) if refusal is not None else None,
        "typed": request.POST.dict() if request.method == "POST" else {},
    }
    if form is not None:
        context["finding_form"] = form
    status = 422 if refusal is not None or form is not None else 200
    return render(request, "appeals/appeal.html", context, status=status)


def _extras(visitor: Visitor) -> dict[str, Any]:
    return {
        "row": visitor.row,
        "visitor": visitor,
        "command_id": secrets.token_hex(8),
        "may": frozenset(key for key, step in DEEDS.items() if step.may(visitor) and step.fits(visitor)),
    }


def _names(visitor: Visitor) -> dict[str, str]:
    team = visitor.row.game.setup["team"]
    names = {player["id"]: player["name"] for player in team["players"]}
    return {**names, team["id"]: team["name"]}
