"""The desk of a house's head: which rosters are due, and the page of each, checked by its rulebook as it stands."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.enums import RosterState
from tournaments.models import Deputy, House, Person, RosterCall, User
from tournaments.permissions import acts_for_headless
from tournaments.roster_page import (
    RosterPage,
    read_card,
    read_for_captain,
    read_page,
    read_pages,
    read_people,
    read_timeline,
    say_place,
)
from tournaments.roster_words import guide, say
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import read_number
from tournaments.selectors.offices import headed_houses, person_of
from tournaments.selectors.roster_books import Approver, RosterBook, roster_book, roster_books
from tournaments.selectors.rosters import Chosen, Stand, open_calls, read_stand, read_stands
from tournaments.services.actors import account_name
from tournaments.services.rosters import MOST_NAMED, recall_roster, save_draft, submit_roster

LONGEST_SEARCH = 100
LOOKS = ("check", "search", "remove")  # what the form does without saving anything


@dataclass(frozen=True, slots=True)
class Door:
    """In which office somebody has come: as the head of the house, as who approves, as the captain."""

    is_head: bool
    deputy: Deputy | None
    approver: Approver | None
    is_captain: bool  # of a team that invites guests; the captains of other games have no business here

    @property
    def is_captains(self) -> bool:
        """Whether the captain has come in no other office: a pupil, who reads no more of the team than its names."""
        return not self.is_head and self.approver is None


@require_safe
@never_cache
@login_required
def rosters(request: HttpRequest) -> HttpResponse:
    """Every roster of the head's houses; whoever only approves goes to the review."""
    user = account(request)
    houses = headed_houses(user)
    if not houses:
        if any(book.approver(user, call.season) for call, book in calls_with_books()):
            return redirect("tournaments:roster_review")
        raise PermissionDenied
    now = timezone.now()
    calls = list(open_calls())
    stands = read_stands(calls, [house for house, _deputy in houses.values()])
    cards = [
        {"page": read_card(book_or_404(stand.call), stand, now), "deputy": houses[stand.house.pk][1]}
        for stand in stands
    ]
    deputies = {account_name(deputy.principal) for _house, deputy in houses.values() if deputy is not None}
    context = {"cards": cards, "deputy_of": ", ".join(sorted(deputies)), "swatches": swatches(stands)}
    return render(request, "rosters/desk.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def roster(request: HttpRequest, call_id: int, house: str) -> HttpResponse:
    """A house's roster: the head writes it, whoever approves reads it; the captain, where guests are to be invited,
    reads who is in it.

    ``do``: ``check``, ``search`` and ``remove`` look at the form as it stands and save nothing (htmx gets the part that
    changes); ``save``, ``submit`` and ``recall`` are the head's deeds.
    """
    if not request.user.is_authenticated:
        return _to_login(request)
    stand, book = find_stand(call_id, house)
    door = open_door(account(request), stand, book)
    if request.method != "POST" and door.is_captains:
        return _show(request, read_for_captain(book, stand, timezone.now()), door, "")
    if request.method != "POST":
        typed = read_chosen(request.GET.getlist("people"), request.GET.get("captain", ""))
        if door.is_head and typed.people:
            page, unsaved = read_pages(book, stand, timezone.now(), typed)
        else:
            page, unsaved = read_page(book, stand, timezone.now()), None
        return _show(request, page, door, request.GET.get("q", ""), unsaved=unsaved)
    if not door.is_head:
        raise PermissionDenied
    do = request.POST.get("do", "check")
    if do in LOOKS:
        return _look(request, stand, book, door, do)
    return _carry_out(request, stand, book, door, do)


def _look(request: HttpRequest, stand: Stand, book: RosterBook, door: Door, do: str) -> HttpResponse:
    """What the rulebook says of the form as it stands; the whole page for a browser without JavaScript."""
    chosen = typed_roster(request)
    q = request.POST.get("q", "")[:LONGEST_SEARCH]
    is_htmx = bool(getattr(request, "htmx", False))
    if do == "search" and is_htmx:
        return render(request, "rosters/_people.html", {"people": read_people(book, stand, chosen, q)})
    if not is_htmx:
        page, unsaved = read_pages(book, stand, timezone.now(), chosen)
        return _show(request, page, door, q, chosen, unsaved=unsaved)
    page = read_page(book, stand, timezone.now(), chosen)
    context = {"page": page, "people": read_people(book, stand, chosen, q), "revision": _seen(request, stand)}
    said = say_place(page.rows, _move(request)[0]) or page.verdict
    return render(request, "rosters/_form.html", context | {"said": said})


def _carry_out(request: HttpRequest, stand: Stand, book: RosterBook, door: Door, do: str) -> HttpResponse:
    user = account(request)
    fields: dict[str, Any] = {
        "call_id": stand.call.pk,
        "house_id": stand.house.pk,
        "user": user,
        "at": _received(request),
    }
    chosen = typed_roster(request)
    named: dict[str, Any] = {"people": chosen.people, "captain": chosen.captain, "revision": _seen(request, stand)}
    try:
        if do == "save":
            save_draft(**fields, **named)
            messages.success(request, _("The draft is saved. It is not submitted yet."))
        elif do == "submit":
            submit_roster(**fields, **named)
            messages.success(request, _("The roster is submitted."))
        elif do == "recall":
            recall_roster(**fields)
            messages.success(request, _("The roster is yours again: correct it and submit it anew."))
        else:
            raise Http404
    except Refusal as refusal:
        return _refused(request, refusal, stand, book, door, chosen)
    return HttpResponseRedirect(roster_url(stand))


def _refused(
    request: HttpRequest, refusal: Refusal, stand: Stand, book: RosterBook, door: Door, chosen: Chosen
) -> HttpResponse:
    """The page with what was typed, and with what is stored by now, if that is why or if nobody can write any more."""
    now = read_stand(stand.call, stand.house)
    page, unsaved = read_pages(book, now, timezone.now(), chosen)
    more: dict[str, Any] = {"refused": say(refusal, book), "unsaved": unsaved}
    if refusal.code == "roster_moved_on" and page.is_open:
        more["stored"] = read_page(book, now, timezone.now())
    return _show(request, page, door, "", chosen, status=422, **more)


def _show(
    request: HttpRequest,
    page: RosterPage,
    door: Door,
    q: str,
    chosen: Chosen | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    stand = page.stand
    if chosen is None:
        captain = next((row.id for row in page.rows if row.is_captain), None)
        chosen = Chosen(tuple(row.id for row in page.rows if not row.is_guest), captain)
    context = {
        "page": page,
        "door": door,
        "revision": stand.revision,
        "guide": guide(page.book),
        "timeline": read_timeline(stand) if not door.is_captains else (),
        "returned": stand.state == RosterState.RETURNED and not door.is_captains,
        "swatches": swatches([stand]),
        "people": read_people(page.book, stand, chosen, q) if door.is_head and page.is_open else None,
        **more,
    }
    return render(request, "rosters/roster.html", context, status=status)


def open_door(user: User, stand: Stand, book: RosterBook) -> Door:
    """Who the account is to this roster. Raises PermissionDenied for nobody."""
    headed = headed_houses(user).get(stand.house.pk)
    person: Person | None = person_of(user)
    captain = stand.captain
    door = Door(
        is_head=headed is not None or acts_for_headless(user, stand.house),
        deputy=headed[1] if headed is not None else None,
        approver=book.approver(user, stand.call.season),
        is_captain=book.has_guests and person is not None and captain is not None and captain.pk == person.pk,
    )
    if not (door.is_head or door.approver is not None or door.is_captain):
        raise PermissionDenied
    return door


def find_stand(call_id: int, house: str) -> tuple[Stand, RosterBook]:
    """The roster at this address; 404 without such a call or house."""
    call = get_object_or_404(RosterCall.objects.select_related("season"), pk=call_id)
    found = get_object_or_404(House.objects.select_related("head__house"), key=house)
    return read_stand(call, found), book_or_404(call)


def book_or_404(call: RosterCall) -> RosterBook:
    """The call's book; 404 for a discipline that has none any more."""
    book = roster_book(call.discipline)
    if book is None:
        raise Http404
    return book


def calls_with_books() -> list[tuple[RosterCall, RosterBook]]:
    """The calls of this season and of those to come, each with its game's book."""
    books = roster_books()
    return [(call, books[call.discipline]) for call in open_calls()]


def account(request: HttpRequest) -> User:
    """Who has logged in."""
    assert isinstance(request.user, User)  # noqa: S101 - asked before
    return request.user


def roster_url(stand: Stand) -> str:
    """Where the roster is."""
    return reverse("tournaments:roster", args=[stand.call.pk, stand.house.key])


def swatches(stands: list[Stand]) -> list[dict[str, str]]:
    """The colours of the houses on a page."""
    return [{"id": stand.house.key, "colour": stand.house.colour} for stand in stands]


def typed_roster(request: HttpRequest) -> Chosen:
    """Whom the form names, in its order; without somebody whose «remove» was pressed, with who was moved a place on."""
    chosen = read_chosen(request.POST.getlist("people"), request.POST.get("captain", ""))
    gone = read_number(request.POST.get("remove", "")) if request.POST.get("do") == "remove" else None
    gone = gone or read_number(request.POST.get("do-remove", ""))
    order = read_chosen(
        request.POST.getlist("order"), ""
    ).people  # as the team stands; who was ticked since comes after
    people = [pk for pk in chosen.people if pk != gone]
    people.sort(key=lambda pk: order.index(pk) if pk in order else len(order))
    moved, step = _move(request)
    if moved in people and 0 <= people.index(moved) + step < len(people):
        place = people.index(moved)
        people[place], people[place + step] = people[place + step], people[place]
    return Chosen(tuple(people), chosen.captain if chosen.captain in people else None)


def _move(request: HttpRequest) -> tuple[int | None, int]:
    """Who is moved, and which way; None for nobody."""
    up, down = (read_number(request.POST.get(name, "")) for name in ("do-up", "do-down"))
    return (up, -1) if up is not None else (down, 1)


def read_chosen(people: list[str], captain: str) -> Chosen:
    """People by their numbers, each once; whatever is no number is nobody."""
    numbers = dict.fromkeys(pk for text in people[: 2 * MOST_NAMED] if (pk := read_number(text)) is not None)
    leader = read_number(captain)
    return Chosen(tuple(numbers), leader if leader in numbers else None)


def _seen(request: HttpRequest, stand: Stand) -> int:
    """Which version the page showed."""
    number = read_number(request.POST.get("revision", ""))
    return stand.revision if number is None else number


def _received(request: HttpRequest) -> datetime.datetime:
    """When the press arrived: whoever is in time does not become late by waiting for a lock."""
    received: datetime.datetime = request.received_at  # type: ignore[attr-defined]
    return min(received, timezone.now())


def _to_login(request: HttpRequest) -> HttpResponse:
    """To the login and back; what was typed comes along."""
    page = request.path
    if request.method == "POST":
        chosen = typed_roster(request)
        kept = [("people", str(pk)) for pk in chosen.people]
        kept += [("captain", str(chosen.captain))] if chosen.captain is not None else []
        page += f"?{urlencode(kept)}" if kept else ""
    address = f"{reverse('account_login')}?{urlencode({'next': page})}"
    if getattr(request, "htmx", False):
        return HttpResponse(status=401, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)
