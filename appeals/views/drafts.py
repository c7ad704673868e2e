"""A captain's sheet: begun from the game, saved as often as wanted, handed in when it is complete (§5.2.3)."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from appeals.forms import SheetForm, sheet_values, what_stands
from appeals.models import Appeal
from appeals.refusals import refused
from appeals.rules.state import Kind, Phase
from appeals.selectors.fingerprints import draft_mark
from appeals.selectors.lists import games_of_captain
from appeals.selectors.questions import AskedQuestion, read_asked
from appeals.services.drafts import citations_of, discard_draft, save_draft, start_draft
from appeals.services.filing import file_appeal
from appeals.services.logs import RepeatedError
from appeals.views.doors import Captain, Visitor, find_captain, find_club_game, find_visitor
from tournaments.citation_forms import CitationRows
from tournaments.models import LiveGame
from tournaments.rules.citation_references import as_line
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.views.answers import no_seat
from tournaments.views.seats import remembered_seats


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A new sheet: which game, which question, then the form. For captains of games of the club."""
    if "game" not in request.GET:
        return _choose_game(request)
    game = find_club_game(request.GET["game"])
    captain = find_captain(request, game)
    if captain is None:
        return _stranger(request)
    asked = read_asked(game)
    question = asked.get(_number(request.GET.get("question", "")))
    if question is None:
        return render(request, "appeals/choose.html", {"game": game, "asked": list(asked.values())})
    if request.method != "POST":
        form = SheetForm(initial={"kind": "", "given": question.given})
        return _form(request, game, question, form, CitationRows.of([]))
    return _start(request, game, question, captain)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """A sheet that is not handed in, or that came back: save, file, throw away. For the team's captain."""
    visitor = find_visitor(request, appeal_id)
    if not visitor.is_team:
        return _stranger(request)
    row = visitor.row
    if visitor.state.phase not in (Phase.DRAFT, Phase.RETURNED):
        return HttpResponseRedirect(reverse("appeals:appeal", args=[row.pk]))
    if request.method != "POST":
        return _stored_form(request, visitor)
    if request.POST.get("do") == "discard":
        return _discard(request, visitor)
    form, sources = SheetForm(request.POST, kind=row.kind), CitationRows.posted(request.POST)
    if _rows_changed(request, sources) or not form.is_valid():
        return _edit_form(request, visitor, form, sources, seen=request.POST.get("seen", ""))
    try:
        save_draft(appeal_id=row.pk, content=form.content(sources), seen=request.POST.get("seen"), actor=visitor.actor)
    except Refusal as refusal:
        row.refresh_from_db()  # the next press is made against what is shown now
        seen = "" if refusal.code == "draft_moved_on" else request.POST.get("seen", "")
        return _edit_form(request, visitor, form, sources, refusal, seen=seen)
    row.refresh_from_db()
    if request.POST.get("do") != "file":
        messages.success(request, _("The sheet is saved. It is not filed yet."))
        return HttpResponseRedirect(reverse("appeals:edit", args=[row.pk]))
    return _file(request, visitor, form, sources)


def _start(request: HttpRequest, game: LiveGame, question: AskedQuestion, captain: Captain) -> HttpResponse:
    form, sources = SheetForm(request.POST), CitationRows.posted(request.POST)
    if _rows_changed(request, sources):
        return _form(request, game, question, form, sources)
    if not form.is_valid():
        return _form(request, game, question, form, sources, status=422)
    try:
        row = start_draft(
            game_id=game.pk,
            question=question.number,
            kind=Kind(form.cleaned_data["kind"]),
            content=form.content(sources),
            captain=captain.person,
            author=captain.user,
            actor=captain.actor,
        )
    except Refusal as refusal:
        return _form(request, game, question, form, sources, refusal, status=422)
    if request.POST.get("do") != "file":
        messages.success(request, _("The sheet is saved. It is not filed yet."))
        return HttpResponseRedirect(reverse("appeals:edit", args=[row.pk]))
    return _file(request, find_visitor(request, row.pk), SheetForm(request.POST, kind=row.kind), sources)


def _rows_changed(request: HttpRequest, sources: CitationRows) -> bool:
    """Whether the press was for the rows of sources, or something was pasted that nobody has looked at yet."""
    what = request.POST.get("rows", "")
    if what:
        sources.act(what)
    elif not sources.take_pasted():
        return False
    else:
        messages.warning(request, _("Nothing is saved yet: look through the sources that you pasted, then save."))
    return True


def _file(request: HttpRequest, visitor: Visitor, form: SheetForm, sources: CitationRows) -> HttpResponse:
    row, command_id = visitor.row, request.POST.get("command_id", "")[:64]
    try:
        row = file_appeal(appeal_id=row.pk, actor=visitor.actor, command_id=command_id)
    except RepeatedError:
        pass
    except Refusal as refusal:
        return _edit_form(request, visitor, form, sources, refusal)
    else:
        messages.success(request, _("%(appeal)s is filed. The jury has a week for it.") % {"appeal": row})
    return HttpResponseRedirect(reverse("appeals:appeal", args=[row.pk]))


def _discard(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    try:
        discard_draft(appeal_id=visitor.row.pk, seen=request.POST.get("seen"), actor=visitor.actor)
    except Refusal as refusal:
        visitor.row.refresh_from_db()
        return _stored_form(request, visitor, refusal)
    messages.success(request, _("The sheet is thrown away."))
    return HttpResponseRedirect(reverse("appeals:mine"))


def _form(
    request: HttpRequest,
    game: LiveGame,
    question: AskedQuestion,
    form: SheetForm,
    sources: CitationRows,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "game": game,
        "question": question,
        "form": form,
        "sources": sources,
        "refused": refused(refusal) if refusal is not None else None,
        "command_id": secrets.token_hex(8),
        "row": None,
        "earlier": list(Appeal.objects.filter(game=game, question=question.number)),
    }
    return render(request, "appeals/sheet_form.html", context, status=status)


def _stored_form(request: HttpRequest, visitor: Visitor, refusal: Refusal | None = None) -> HttpResponse:
    """The sheet as it is stored."""
    row = visitor.row
    form = SheetForm(initial=sheet_values(row.draft), kind=row.kind)
    return _edit_form(request, visitor, form, CitationRows.of(citations_of(row.draft)), refusal)


def _edit_form(
    request: HttpRequest,
    visitor: Visitor,
    form: SheetForm,
    sources: CitationRows,
    refusal: Refusal | None = None,
    seen: str = "",
) -> HttpResponse:
    """``seen``: the mark that the page keeps, of one that nothing has come of; "" for what is stored now."""
    row = visitor.row
    question = read_asked(row.game).get(row.question)
    if question is None:
        raise Http404
    context: dict[str, Any] = {
        "game": row.game,
        "question": question,
        "form": form,
        "sources": sources,
        "refused": refused(refusal) if refusal is not None else None,
        "command_id": secrets.token_hex(8),
        "row": row,
        "fault": visitor.state.fault,
        "seen": seen or draft_mark(row),
        "stands": _what_stands(row, form, sources) if refusal and refusal.code == "draft_moved_on" else [],
        "earlier": [],
    }
    return render(
        request, "appeals/sheet_form.html", context, status=200 if refusal is None and not form.errors else 422
    )


def _what_stands(row: Appeal, form: SheetForm, sources: CitationRows) -> list[tuple[str, str]]:
    stored = citations_of(row.draft)
    found = what_stands(form, sheet_values(row.draft))
    if stored != sources.citations:
        found.append((_("Sources"), "\n".join(as_line(citation, "ru") for citation in stored) or "—"))
    return found


def _choose_game(request: HttpRequest) -> HttpResponse:
    """The games whose captain asks."""
    if not request.user.is_authenticated and not remembered_seats(request):
        return no_seat(request, host=True)
    games = games_of_captain(person_of(request.user), remembered_seats(request))
    return render(request, "appeals/choose.html", {"games": games})


def _stranger(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    raise PermissionDenied


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
