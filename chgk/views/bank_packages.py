"""The packages of the bank: the list, one package with its questions in order, every step it takes, its booklet."""

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
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chgk import package_words
from chgk.bank_permissions import can_know_package, roles_of
from chgk.forms_package import PackageForm
from chgk.models import ClubSeason, Package, PackageReading
from chgk.package_list import read_list, seasons_to_fill
from chgk.package_page import in_posted_order, read_package, read_rows
from chgk.refusal_words import refused
from chgk.rules.packages import STEPS, Move
from chgk.selectors.packages import facts_of
from chgk.selectors.testing import testing_summary
from chgk.services.package_moves import move_package, seal_package
from chgk.services.package_readings import open_package
from chgk.services.packages import change_package, club_of, create_package, reorder_questions
from chgk.views.curators import curator_actor
from tournaments.models import User
from tournaments.rules.engine import Refusal

Rest = ParamSpec("Rest")
Inner = Callable[Concatenate[HttpRequest, Package, User, Rest], HttpResponse]
MOST_QUESTIONS = 1000  # in a posted order


def package_page(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """Strangers are sent to the login; 404 for whoever may not know of the package. Nothing is cached."""

    @wraps(inner)
    def view(request: HttpRequest, package_id: int, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        package = find_package(package_id)
        if not isinstance(request.user, User) or not can_know_package(request.user, package):
            raise Http404
        return inner(request, package, request.user, *args, **kwargs)

    return never_cache(login_required(view))


def find_package(package_id: int) -> Package:
    """A package of the bank; 404 if there is none."""
    rows = Package.objects.select_related("season", "editor", "fixture__club", "fixture__team__house", "game")
    return get_object_or_404(rows, pk=package_id)


@require_safe
@never_cache
@login_required
def bank(request: HttpRequest) -> HttpResponse:
    """The packages that the account may know of, by season and state; what waits for it on top."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return render(request, "chgk/bank/packages.html", read_list(request.user, request.GET.get("page", "1")))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_package(request: HttpRequest) -> HttpResponse:
    """For the school's office and the curators of open seasons."""
    user = request.user
    seasons = seasons_to_fill(user) if isinstance(user, User) else []
    if not seasons:
        raise PermissionDenied
    form = PackageForm(request.POST if request.method == "POST" else None, seasons=seasons)
    context: dict[str, Any] = {"form": form}
    if request.method != "POST":
        return render(request, "chgk/bank/new_package.html", context)
    if form.is_valid():
        data, assignment = form.cleaned_data, form.assignment()
        season = next(one for one in seasons if one.pk == data["season"])
        club = ClubSeason.objects.filter(season=season).first()
        try:
            package = create_package(
                season=season,
                title=data["title"],
                note=data["note"],
                editor=None if assignment is None else assignment.editor,
                actor=curator_actor(user, club),
            )
        except Refusal as refusal:
            context["refused"] = refused(refusal, {})
        else:
            messages.success(request, _("The package is made. Its questions come next."))
            return redirect("chgk:bank_package", package.pk)
    return render(request, "chgk/bank/new_package.html", context, status=422)


@require_safe
@package_page
def package(request: HttpRequest, package: Package, user: User) -> HttpResponse:
    """One package, as this account may see it."""
    return show(request, package, user)


@require_POST
@package_page
def deed(request: HttpRequest, package: Package, user: User, what: str) -> HttpResponse:
    """``change``, ``order``, ``seal`` or a move. What is refused is said where it was typed."""
    roles = roles_of(user, package)
    if not roles:
        raise PermissionDenied
    if what == "change":
        return _change(request, package, user)
    try:
        if what == "order":
            return _reorder(request, package, user)
        if what == "seal":
            fixture = _number(request, "fixture")
            actor = curator_actor(user, club_of(package))
            seal_package(package_id=package.pk, fixture_id=fixture, seen=_seen(request), actor=actor, roles=roles)
            move = Move.SEAL
        else:
            move = _move(what)
            move_package(
                package_id=package.pk,
                move=move,
                seen=_seen(request),
                reason=request.POST.get("reason", ""),
                actor=curator_actor(user, club_of(package)),
                roles=roles,
            )
    except Refusal as refusal:
        typed: dict[str, Any] = {"reason": request.POST.get("reason", "")[:500], "move": what}
        return show(request, find_package(package.pk), user, refusal, **typed)
    messages.success(request, str(package_words.DONE[move]))
    return redirect("chgk:bank_package", package.pk)


@require_POST
@package_page
def open_closed(request: HttpRequest, package: Package, user: User) -> HttpResponse:
    """The texts of a closed package, for this answer only: it is written down first."""
    try:
        reading = open_package(package_id=package.pk, what=PackageReading.What.OPENED, user=user)
    except Refusal as refusal:
        return show(request, package, user, refusal, status=403)
    if reading is None:
        return redirect("chgk:bank_package", package.pk)
    page = read_package(package, user, club_of(package))
    return render(request, "chgk/bank/package.html", _context(page) | {"opened": _rows(package)})


def show(
    request: HttpRequest,
    package: Package,
    user: User,
    refusal: Refusal | None = None,
    *,
    status: int = 422,
    **more: Any,
) -> HttpResponse:
    """The package's page, with what was refused."""
    club = club_of(package)
    page = read_package(package, user, club)
    context = _context(page)
    if page.roles and not page.is_closed and not package.game_id:
        context["form"] = PackageForm(package=package, club=club, assigns=page.assigns)
    context |= more
    if refusal is not None:
        context["refused"] = refused(refusal, {})
    return render(request, "chgk/bank/package.html", context, status=200 if refusal is None and not more else status)


def _context(page: Any) -> dict[str, Any]:
    tests = testing_summary(page.package) if page.works_on_it else None
    return {
        "page": page, "package": page.package, "table_rows": page.table, "spare_rows": page.spares, "testing": tests
    }  # fmt: skip


def _rows(package: Package) -> list[Any]:
    questions = list(package.questions.prefetch_related("images").order_by("number"))
    return read_rows(questions, facts_of(package, questions, club=None).questions)


def _change(request: HttpRequest, package: Package, user: User) -> HttpResponse:
    club = club_of(package)
    page = read_package(package, user, club)
    form = PackageForm(request.POST, package=package, club=club, assigns=page.assigns)
    if not form.is_valid():
        return show(request, package, user, form=form)
    data = form.cleaned_data
    try:
        change_package(
            package_id=package.pk,
            title=data["title"],
            note=data["note"],
            assignment=form.assignment(),
            seen=_seen(request),
            actor=curator_actor(user, club),
        )
    except Refusal as refusal:
        return show(request, find_package(package.pk), user, refusal, form=form)
    messages.success(request, _("Saved."))
    return redirect("chgk:bank_package", package.pk)


def _reorder(request: HttpRequest, package: Package, user: User) -> HttpResponse:
    table, spares = _numbers(request, "table"), _numbers(request, "spares")
    table, spares = _stepped(request, table, spares)
    try:
        reorder_questions(
            package_id=package.pk,
            table=table,
            spares=spares,
            seen=_seen(request),
            actor=curator_actor(user, club_of(package)),
        )
    except Refusal as refusal:
        package = find_package(package.pk)
        page = read_package(package, user, club_of(package))
        kept: dict[str, Any] = in_posted_order(page, table, spares) if page.is_editable else {}
        return show(request, package, user, refusal, **kept, unsaved=bool(kept))
    messages.success(request, _("The new order is saved."))
    return redirect("chgk:bank_package", package.pk)


def _stepped(request: HttpRequest, table: list[int], spares: list[int]) -> tuple[list[int], list[int]]:
    """Where no script runs, each press of «up» or «down» is a request: one step, also across into the spare ones."""
    up, down = request.POST.get("up", ""), request.POST.get("down", "")
    if not up and not down:
        return table, spares
    border = 0
    order = [*table, border, *spares]
    moved = int(up or down) if (up or down).isdecimal() else -1
    if moved in order:
        place = order.index(moved)
        other = place + (-1 if up else 1)
        if 0 <= other < len(order):
            order[place], order[other] = order[other], order[place]
    cut = order.index(border)
    return order[:cut], order[cut + 1 :]


def _move(what: str) -> Move:
    try:
        move = Move(what)
    except ValueError:
        raise Http404 from None
    if move is Move.SEAL or move not in package_words.MOVES or move not in STEPS:
        raise Http404
    return move


def _seen(request: HttpRequest) -> int:
    """The revision that the page showed; a page that names none has seen nothing."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Http404
    return int(text)


def _numbers(request: HttpRequest, name: str) -> list[int]:
    found = request.POST.getlist(name)[:MOST_QUESTIONS]
    return [int(text) for text in found if text.isascii() and text.isdecimal() and len(text) < 10]
