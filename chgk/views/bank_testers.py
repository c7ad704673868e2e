"""The season's list of testers, for its curator; and the page on which people offer to test and find their tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from chgk.models import ClubSeason, Tester
from chgk.models.testing import LONGEST_WORD
from chgk.refusal_words import refused
from chgk.selectors.testers import find_candidates, list_testers, my_offers
from chgk.selectors.testing import READS, Access, outer_access_of, questions_left, tests_of
from chgk.services import testers
from chgk.testing_words import to_answer, why_not
from chgk.views.bank_testing import read_number
from chgk.views.curators import curator_page
from chgk.views.testing_doors import tester_actor
from tournaments.models import Person, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import person_of
from tournaments.services.actors import Actor
from tournaments.views.accounts import account_page

SHORTEST_SEARCH = 2


@require_safe
@account_page
def mine(request: HttpRequest, user: User) -> HttpResponse:
    """What somebody was asked to test, and the seasons for which they may offer to."""
    return _mine(request, user)


@require_POST
@account_page
def offer(request: HttpRequest, user: User) -> HttpResponse:
    """``do=offer`` with ``club`` and ``words``; ``do=withdraw`` with ``club``."""
    person = person_of(user)
    if person is None:
        return _mine(request, user, status=403)
    club_id = read_number(request.POST.get("club", ""))
    who: dict[str, Any] = {"club_id": club_id, "person": person, "actor": tester_actor(user, person)}
    try:
        if request.POST.get("do") == "withdraw":
            testers.withdraw_offer(**who)
            messages.success(request, _("You are not on the list any more."))
        else:
            testers.offer_to_test(words=request.POST.get("words", ""), **who)
            messages.success(request, _("Your offer goes to the curator."))
    except Refusal as refusal:
        return _mine(request, user, refusal=refusal, club_id=club_id, status=422)
    except ClubSeason.DoesNotExist:
        raise Http404 from None
    return HttpResponseRedirect(reverse("chgk:bank_tests"))


@require_safe
@curator_page
def testers_page(request: HttpRequest, club: ClubSeason, actor: Actor) -> HttpResponse:
    """The list, offers that wait, and a search for whom to add."""
    return _list(request, club)


@require_POST
@curator_page
def deed(request: HttpRequest, club: ClubSeason, actor: Actor, what: str) -> HttpResponse:
    """``add`` (``person``), ``approve``, ``decline`` (``word``), ``end`` (``word``) with ``tester``."""
    handler = DEEDS.get(what)
    if handler is None:
        raise Http404
    try:
        said = handler(request.POST, club, actor)
    except Refusal as refusal:
        return _list(request, club, refusal=refusal, what=what)
    except (Tester.DoesNotExist, Person.DoesNotExist):
        raise Http404 from None
    messages.success(request, said)
    return HttpResponseRedirect(reverse("chgk:bank_testers", args=[club.pk]))


def _add(post: Mapping[str, str], club: ClubSeason, actor: Actor) -> str:
    row = testers.approve_tester(club_id=club.pk, person_id=read_number(post.get("person", "")), actor=actor)
    return _("%(name)s is on the list of testers.") % {"name": row.person}


def _approve(post: Mapping[str, str], club: ClubSeason, actor: Actor) -> str:
    tester = get_object_or_404(Tester, pk=read_number(post.get("tester", "")), club=club)
    if tester.state not in testers.ON_THE_LIST:
        raise Refusal("4.2.2", "offer_gone", {})
    row = testers.approve_tester(club_id=club.pk, person_id=tester.person_id, actor=actor)
    return _("%(name)s is on the list of testers.") % {"name": row.person}


def _decline(post: Mapping[str, str], club: ClubSeason, actor: Actor) -> str:
    tester = read_number(post.get("tester", ""))
    row = testers.decline_offer(club_id=club.pk, tester_id=tester, word=post.get("word", ""), actor=actor)
    return _("%(name)s is told that the offer is declined.") % {"name": row.person}


def _end(post: Mapping[str, str], club: ClubSeason, actor: Actor) -> str:
    tester = read_number(post.get("tester", ""))
    row = testers.end_tester(club_id=club.pk, tester_id=tester, word=post.get("word", ""), actor=actor)
    return _("%(name)s is off the list from today on.") % {"name": row.person}


DEEDS: Mapping[str, Callable[[Mapping[str, str], ClubSeason, Actor], str]] = {
    "add": _add,
    "approve": _approve,
    "decline": _decline,
    "end": _end,
}


def _list(request: HttpRequest, club: ClubSeason, *, refusal: Refusal | None = None, what: str = "") -> HttpResponse:
    search = " ".join(request.GET.get("search", "").split())[:100]
    long_enough = len(search) >= SHORTEST_SEARCH
    context = {
        "club": club,
        "list": list_testers(club),
        "search": search,
        "too_short": bool(search) and not long_enough,
        "found": find_candidates(club, search) if long_enough else [],
        "refused": refused(refusal, {}) if refusal is not None else None,
        "what": what,
        "typed": request.POST if refusal is not None else {},
        "longest": LONGEST_WORD,
    }
    return render(request, "chgk/bank/testing/testers.html", context, status=200 if refusal is None else 422)


def _mine(
    request: HttpRequest, user: User, *, refusal: Refusal | None = None, club_id: int = 0, status: int = 200
) -> HttpResponse:
    person = person_of(user)
    tests, past = [], []
    waiting = {package.pk: number for package, number in questions_left(person)} if person is not None else {}
    for test in tests_of(person) if person is not None else ():
        access = outer_access_of(test)
        if access in READS:
            number = waiting.get(test.package_id, 0)
            said = to_answer(number) if access is Access.OPEN else _("approved: your answers can be read again")
            tests.append({"test": test, "left": said, "waits": bool(number)})
        else:
            past.append({"test": test, "why": why_not(access, test)})
    context = {
        "person": person,
        "tests": tests,
        "past": past,
        "offers": my_offers(person) if person is not None else [],
        "refused": refused(refusal, {}) if refusal is not None else None,
        "refused_club": club_id,
        "typed": request.POST if refusal is not None else {},
        "longest": LONGEST_WORD,
    }
    return render(request, "chgk/bank/testing/mine.html", context, status=status)
