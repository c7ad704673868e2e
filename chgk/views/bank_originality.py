"""Likenesses of questions: a package's, what waits for the account, one pair, and that they are different (§4.1.3)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chgk.bank_permissions import can_edit_package, can_open_sealed, can_read_package, can_read_question
from chgk.models import ClubSeason, Likeness, Package, PackageReading, Question
from chgk.refusal_words import refused
from chgk.selectors.likeness_pairs import curating_season, latest_season, left_to_curator, pair_of, pairs_of
from chgk.services.originality import settle_likeness
from tournaments.models import User
from tournaments.permissions import can_manage_people
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import account_actor
from tournaments.services.locks import write_lock
from tournaments.views.answers import no_seat


@never_cache
@require_safe
def package_likenesses(request: HttpRequest, package_id: int) -> HttpResponse:
    """What the questions of a package are like. For whoever edits it; a closed one is compared pair by pair."""
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    package = get_object_or_404(Package.objects.select_related("season", "game"), pk=package_id)
    if package.is_closed or not can_read_package(request.user, package):
        raise PermissionDenied
    edits = can_edit_package(request.user, package)
    pairs = pairs_of(package.questions.select_related("package__season", "package__game"), request.user, edits=edits)
    context: dict[str, Any] = {"package": package, "pairs": pairs, "edits": edits}
    return render(request, "chgk/bank/originality/package.html", context)


@never_cache
@require_safe
def likenesses(request: HttpRequest) -> HttpResponse:
    """What waits for the account: its drafts and packages, and for a curator the pairs with a closed question."""
    user = request.user
    if not isinstance(user, User):
        return no_seat(request, host=True)
    person = person_of(user)
    own: list[Question] = []
    if person is not None:
        drafts = Question.objects.filter(package=None, written_by=person)
        edited = Question.objects.filter(package__editor=person, package__state__in=("draft", "testing", "approved"))
        open_ones = Likeness.objects.filter(settled_at=None)
        alike = Q(pk__in=open_ones.values("question")) | Q(pk__in=open_ones.values("like_question"))
        rows = (drafts | edited).filter(alike).select_related("package__season", "package__game")
        own = [one for one in rows if not one.is_closed]
    pairs = [pair for pair in pairs_of(own, user, edits=True) if pair.row is None or pair.row.settled_at is None]
    context = {"pairs": pairs, "left": left_to_curator(user), "edits": True}
    return render(request, "chgk/bank/originality/likenesses.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def likeness(request: HttpRequest, likeness_id: int) -> HttpResponse:
    """One pair. With a closed question it is shown to whoever may open that, once a POST, which is written down."""
    row = _find(request, likeness_id)
    if isinstance(row, HttpResponse):
        return row
    closed = [one for one in _both(row) if one.is_closed]
    shown = not closed
    if closed and request.method == "POST":
        with write_lock(), transaction.atomic():
            for package in {one.package for one in closed if one.package is not None}:
                PackageReading.objects.create(
                    package=package,
                    what=PackageReading.What.OPENED,
                    who=account_actor(request.user).name[:250],
                    who_key=f"user:{request.user.pk}",
                )
        shown = True
    return _page(request, row, shown=shown)


@require_POST
def settle(request: HttpRequest, likeness_id: int) -> HttpResponse:
    """The two are different, with a word why. For whoever may read both and edit one."""
    row = _find(request, likeness_id)
    if isinstance(row, HttpResponse):
        return row
    if not _may_settle(request, row):
        raise PermissionDenied
    word = request.POST.get("word", "")
    try:
        settle_likeness(likeness_id=row.pk, word=word, actor=account_actor(request.user))
    except Refusal as refusal:
        shown = not any(one.is_closed for one in _both(row))
        return _page(request, row, shown=shown, refused=refused(refusal, {}), word=word, status=422)
    messages.success(request, _("Settled: the questions are different."))
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}) and back.startswith("/")
    return HttpResponseRedirect(back if safe else reverse("chgk:bank_likenesses"))


def can_edit(user: Any, question: Question) -> bool:
    """Whether the question is the account's to decide on: as its package; a closed one, the curator; its own draft."""
    if question.package is None:
        person = person_of(user)
        return (person is not None and question.written_by_id == person.pk) or can_manage_people(user)
    if question.is_closed:
        return can_open_sealed(user, question.package)
    return can_edit_package(user, question.package)


def _find(request: HttpRequest, likeness_id: int) -> Likeness | HttpResponse:
    """404, as for one that is not there, unless the account may read both questions."""
    if not request.user.is_authenticated:
        return no_seat(request, host=True)
    related = ("question__package__season", "question__package__game", "like_reference__file__collection")
    more = ("like_question__package__season", "like_question__package__game")
    row = Likeness.objects.select_related(*related, *more).filter(pk=likeness_id).first()
    if row is None:
        raise Http404
    season = curating_season(row, latest_season())
    curates = season is not None and ClubSeason.objects.filter(season=season, curator=request.user.pk).exists()
    if not curates and not all(can_read_question(request.user, one) for one in _both(row)):
        raise Http404
    return row


def _may_settle(request: HttpRequest, row: Likeness) -> bool:
    """Whoever works on one of the two, and the curator to whom they are left."""
    season = curating_season(row, latest_season())
    if season is not None and ClubSeason.objects.filter(season=season, curator=request.user.pk).exists():
        return True
    return any(can_edit(request.user, one) for one in _both(row))


def _both(row: Likeness) -> list[Question]:
    return [one for one in (row.question, row.like_question) if one is not None]


def _page(request: HttpRequest, row: Likeness, *, shown: bool, status: int = 200, **more: Any) -> HttpResponse:
    context: dict[str, Any] = {
        "row": row,
        "pair": pair_of(row) if shown else None,
        "edits": _may_settle(request, row),
        "both": _both(row),
        **more,
    }
    return render(request, "chgk/bank/originality/likeness.html", context, status=status)
