"""Guests of a team: the captain's page that invites them, and the page on which the invited answer."""

from __future__ import annotations

from typing import Any

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

from tournaments.models import GuestInvitation, User
from tournaments.roster_page import read_card
from tournaments.roster_words import guide, say, say_due
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import read_number
from tournaments.selectors.guests import Invited, invitations_of, possible_guests, waiting_invitations
from tournaments.selectors.offices import person_of
from tournaments.services.guests import (
    LONGEST_WORDS,
    answer_invitation,
    invitation_token,
    invite_guest,
    read_token,
    withdraw_invitation,
)
from tournaments.views.rosters import LONGEST_SEARCH, account, find_stand, open_door, swatches


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def guests(request: HttpRequest, call_id: int, house: str) -> HttpResponse:
    """The captain's: whom the team has invited, whom it could (``q`` searches). ``do``: ``invite``, ``withdraw``."""
    stand, book = find_stand(call_id, house)
    if not book.has_guests:
        raise Http404
    if not open_door(account(request), stand, book).is_captain:
        raise PermissionDenied
    context: dict[str, Any] = {
        "words": "",
        "q": (request.POST if request.method == "POST" else request.GET).get("q", ""),
    }
    if request.method == "POST":
        try:
            return _carry_out(request, call_id, stand.house.pk)
        except Refusal as refusal:
            stand, book = find_stand(call_id, house)
            context |= {"refused": say(refusal, book), "words": request.POST.get("words", "")[:LONGEST_WORDS]}
    q = context["q"][:LONGEST_SEARCH]
    found, more = possible_guests(book, stand, q) if q.strip() else ([], 0)
    context |= {
        "page": read_card(book, stand, timezone.now()),
        "guide": [said for said in guide(book) if said.paragraph == "2.1.3"],
        "found": found,
        "more": more,
        "left": book.most_guests - len(stand.guests),
        "invited": invitations_of(stand),
        "swatches": swatches([stand]),
        "most_words": LONGEST_WORDS,
    }
    if getattr(request, "htmx", False) and request.method != "POST":
        return render(request, "rosters/_possible_guests.html", context)
    return render(request, "rosters/guests.html", context, status=422 if "refused" in context else 200)


def _carry_out(request: HttpRequest, call_id: int, house_id: int) -> HttpResponse:
    user, do = account(request), request.POST.get("do", "")
    pk = read_number(request.POST.get("who", "")) or 0
    if do == "invite":
        words = request.POST.get("words", "")
        row = invite_guest(call_id=call_id, house_id=house_id, person_id=pk, words=words, user=user)
        messages.success(request, _("Invited: %(name)s.") % {"name": row.person.public_name})
    elif do == "withdraw":
        get_object_or_404(GuestInvitation, pk=pk, team__house=house_id)
        row = withdraw_invitation(invitation_id=pk, user=user)
        messages.success(request, _("The invitation of %(name)s is withdrawn.") % {"name": row.person.public_name})
    else:
        raise Http404
    return HttpResponseRedirect(request.path)


@require_safe
@never_cache
@login_required
def invitations(request: HttpRequest) -> HttpResponse:
    """What somebody is invited into, with the answer at hand."""
    person = person_of(account(request))
    waiting = waiting_invitations(person) if person is not None else []
    return render(request, "rosters/invitations.html", {"waiting": [_entry(one) for one in waiting]})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation by its letter's link; no account is needed. ``answer``: ``accept`` or ``decline``."""
    pk = read_token(token) or 0
    row = GuestInvitation.objects.select_related("team__house", "team__season", "person__house").filter(pk=pk).first()
    if row is None:
        raise Http404
    found = Invited.read(row)
    if found is None:
        raise Http404
    context: dict[str, Any] = {"entry": _entry(found)}
    if request.method == "POST":
        answer = request.POST.get("answer")
        if answer not in ("accept", "decline"):
            raise Http404
        user = request.user if isinstance(request.user, User) and person_of(request.user) == row.person else None
        try:
            row = answer_invitation(invitation_id=row.pk, accept=answer == "accept", user=user)
        except Refusal as refusal:
            context |= {"refused": say(refusal, found.book)}
            return render(request, "rosters/invitation.html", context, status=422)
        messages.success(request, _("You are in the team.") if answer == "accept" else _("You have declined."))
        return redirect("tournaments:roster_invitation", token)
    return render(request, "rosters/invitation.html", context)


def _entry(found: Invited) -> dict[str, Any]:
    return {
        "row": found.row,
        "game": found.book.name,
        "season": found.row.team.season.name,
        "house": found.row.team.house,
        "due": say_due(found.call.due_at),
        "is_open": found.row.state == "sent" and timezone.now() <= found.call.due_at,
        "address": reverse("tournaments:roster_invitation", args=[invitation_token(found.row)]),
    }
