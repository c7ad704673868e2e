"""Questions of the bank in the browser: one's own, a new one, reading, writing (§4.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from chgk.bank_permissions import can_edit_package, can_edit_question, can_read_question
from chgk.forms_question import OfferForm, PictureForm, QuestionForm, initial_parts
from chgk.models import ClubSeason, Package, Question
from chgk.question_page import missing_words, pictures_of, question_context, texts_stand
from chgk.refusal_words import refused
from chgk.selectors import citations_of
from chgk.selectors.bank_questions import last_offer, open_packages, read_own_questions
from chgk.selectors.statistics import fate_of
from chgk.services.bank_questions import save_question
from chgk.views.curators import curator_actor
from tournaments.citation_forms import CitationRows
from tournaments.models import User
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import Actor

Rest = ParamSpec("Rest")
Inner = Callable[Concatenate[HttpRequest, Question, Rest], HttpResponse]


def question_door(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """404 for whoever may not read the question, and for everybody while it is sealed: its package's page opens it."""

    @wraps(inner)
    def view(request: HttpRequest, question_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        question = find_question(question_id)
        if question.is_closed or not can_read_question(request.user, question):
            raise Http404
        return inner(request, question, *args, **kwargs)

    return never_cache(login_required(view))


def editing_door(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """The same, for whoever may change it."""

    @wraps(inner)
    def view(request: HttpRequest, question: Question, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not can_edit_question(request.user, question):
            raise PermissionDenied
        return inner(request, question, *args, **kwargs)

    return question_door(view)  # type: ignore[arg-type]  # wraps() forgets that its arguments have no names


def find_question(question_id: int) -> Question:
    """A question of the bank; 404 if there is none."""
    rows = Question.objects.select_related("package__game", "package__season", "package__editor", "written_by")
    return get_object_or_404(rows, pk=question_id)


def question_actor(request: HttpRequest, package: Package | None) -> Actor:
    """Who writes; the deputy of a season's curator says for whom."""
    club = None if package is None else ClubSeason.objects.filter(season=package.season_id).first()
    user = request.user
    if club is not None and not can_curate_as_editor(user, package):
        return curator_actor(user, club)
    return curator_actor(user, None)


def can_curate_as_editor(user: Any, package: Package | None) -> bool:
    """Whether the account is the package's editor itself, and acts for nobody."""
    person = person_of(user)
    return package is not None and person is not None and package.editor_id == person.pk


@require_safe
@never_cache
@login_required
def questions(request: HttpRequest) -> HttpResponse:
    """What the account's person has written. An account without a person learns why there is nothing."""
    person = person_of(request.user)
    rows = [] if person is None else read_own_questions(person)
    lines = [{"row": row, "missing": [refused(one, {}) for one in row.missing]} for row in rows]
    return render(request, "chgk/bank/questions.html", {"person": person, "lines": lines})


@require_safe
@question_door
def question(request: HttpRequest, question: Question) -> HttpResponse:
    """The whole question, for whoever may read it; with what is missing, and what can be done."""
    return show_question(request, question)


def show_question(
    request: HttpRequest,
    question: Question,
    refusal: Refusal | None = None,
    offer_form: OfferForm | None = None,
) -> HttpResponse:
    """The reading view; after a refusal with what was typed."""
    may_edit = can_edit_question(request.user, question)
    person = person_of(request.user)
    offer = last_offer(question) if question.package_id is None else None
    is_author = person is not None and question.written_by_id == person.pk
    may_offer = is_author and question.package_id is None
    context: dict[str, Any] = {
        **question_context(question),
        "may_edit": may_edit,
        "is_author": is_author,
        "fate": fate_of(question),
        "offer": offer,
        "offer_form": offer_form,
        "refused": refused(refusal, {}) if refusal is not None else None,
    }
    if may_offer and (offer is None or offer.state != "waiting"):
        packages = open_packages()
        context["offer_form"] = offer_form or (OfferForm(packages=packages) if packages else None)
        context["no_package"] = context["offer_form"] is None
    return render(request, "chgk/bank/question.html", context, status=200 if refusal is None else 422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_question(request: HttpRequest) -> HttpResponse:
    """A new draft of the account's person; with ``?package=`` a new question of a package that it edits."""
    person, package = person_of(request.user), _package_asked_for(request)
    if person is None and package is None:
        raise PermissionDenied
    if request.method != "POST":
        name = person.public_name if person is not None else ""
        form = QuestionForm(initial={"category": 2, "kind": "ordinary", "authors": name})
        return _form(request, None, package, form, CitationRows.of([]))
    form, rows = QuestionForm(request.POST), CitationRows.posted(request.POST)
    if rows_changed(request, rows):
        return _form(request, None, package, form, rows)
    if form.is_valid():
        try:
            question = save_question(
                question_id=None,
                parts=form.question_parts(rows.citations),
                author=person,
                package_id=None if package is None else package.pk,
                actor=question_actor(request, package),
            )
        except Refusal as refusal:
            return _form(request, None, package, form, rows, refusal)
        return _saved(request, question)
    return _form(request, None, package, form, rows, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@editing_door
def edit_question(request: HttpRequest, question: Question) -> HttpResponse:
    """All parts of a question on one form. A stale page is told so, and keeps what was typed."""
    if request.method != "POST":
        form, rows = QuestionForm(initial=initial_parts(question)), CitationRows.of(citations_of(question))
        return _form(request, question, question.package, form, rows)
    form, rows = QuestionForm(request.POST), CitationRows.posted(request.POST)
    if rows_changed(request, rows):
        return _form(request, question, question.package, form, rows)
    if form.is_valid():
        try:
            question = save_question(
                question_id=question.pk,
                parts=form.question_parts(rows.citations),
                seen=_number(request.POST.get("seen", "")),
                actor=question_actor(request, question.package),
            )
        except Refusal as refusal:
            return _form(request, question, question.package, form, rows, refusal)
        return _saved(request, question)
    return _form(request, question, question.package, form, rows, status=422)


def rows_changed(request: HttpRequest, rows: CitationRows) -> bool:
    """Whether the press was for the rows of sources; what was pasted and not looked at yet waits for that, too."""
    what = request.POST.get("rows", "")
    if what:
        rows.act(what)
        return True
    if rows.take_pasted():
        messages.warning(request, _("Nothing is saved yet: look through the sources that you pasted, then save."))
        return True
    return False


def _saved(request: HttpRequest, question: Question) -> HttpResponse:
    missing = len(missing_words(question))
    if missing:
        messages.success(request, _("The question is saved. It is not complete yet."))
    else:
        messages.success(request, _("The question is saved, and nothing is missing."))
    return redirect("chgk:bank_question", question.pk)


def _form(
    request: HttpRequest,
    question: Question | None,
    package: Package | None,
    form: QuestionForm,
    rows: CitationRows,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "question": question,
        "package": package,
        "form": form,
        "sources": rows,
        "refused": refused(refusal, {}) if refusal is not None else None,
        "seen": 0 if question is None else question.revision,
    }
    if question is not None:
        stale = refusal is not None and refusal.code == "question_changed_meanwhile"
        context |= {
            "missing": missing_words(question),
            "pictures": pictures_of(question),
            "picture_form": PictureForm(),
            "texts_stand": texts_stand(question),
            "stands_now": _stands_now(form, find_question(question.pk)) if stale else [],
        }
    return render(request, "chgk/bank/question_form.html", context, status=status if refusal is None else 422)


def _stands_now(form: QuestionForm, question: Question) -> list[tuple[Any, str]]:
    """For a stale page: what others have stored where this form says something else."""
    found = []
    for name in ("text", "handout", "answer", "accepted", "rejected", "comment", "authors"):
        stored = str(getattr(question, name))
        if stored != str(form.data.get(name, "")).replace("\r\n", "\n").strip():
            found.append((form.fields[name].label, stored))
    return found


def _package_asked_for(request: HttpRequest) -> Package | None:
    """404 for a package that the account may not edit."""
    asked = request.GET.get("package", "")
    if not asked:
        return None
    package = get_object_or_404(Package.objects.select_related("game", "season", "editor"), pk=_number(asked))
    if not isinstance(request.user, User) or not can_edit_package(request.user, package):
        raise Http404
    return package


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else -1
