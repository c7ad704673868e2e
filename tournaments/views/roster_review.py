"""Who approves rosters: what is submitted and what is missing, the decision on each, the dates they are due on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.evening_forms import EveningForm
from tournaments.models import House, RosterCall, Season, User
from tournaments.moments import MomentField
from tournaments.roster_page import RosterPage, read_card, read_page, read_timeline
from tournaments.roster_words import Said, guide, say
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import read_number
from tournaments.selectors.roster_books import Approver, RosterBook, roster_books
from tournaments.selectors.rosters import read_stand, read_stands
from tournaments.selectors.seasons import seasons_ahead
from tournaments.services.roster_calls import LONGEST_NOTE, set_call
from tournaments.services.rosters import approve_roster, return_roster
from tournaments.views.rosters import account, find_stand, open_door, swatches


class CallForm(EveningForm):
    """Until when the houses name their teams."""

    due_at = MomentField(
        label=gettext_lazy("Due"),
        help_text=gettext_lazy("By the clocks at school. A later date opens the desks of the houses again."),
    )
    note = forms.CharField(
        label=gettext_lazy("A word to the houses"),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, key: str, call: RosterCall | None) -> None:
        self.name = f"call-{key}"
        super().__init__(data)
        if call is not None:
            self.initial = {"due_at": call.due_at, "note": call.note}


@dataclass(frozen=True, slots=True)
class Tournament:
    """A season and a game whose rosters the account approves. ``call`` is None until a date is set."""

    season: Season
    book: RosterBook
    approver: Approver
    call: RosterCall | None
    cards: tuple[RosterPage, ...]
    form: CallForm

    @property
    def key(self) -> str:
        """What stands in ids of the page."""
        return f"{self.season.pk}-{self.book.discipline}"

    @property
    def seen(self) -> str:
        """The date that the form shows."""
        return "" if self.call is None else self.call.due_at.isoformat()

    @property
    def waiting(self) -> list[RosterPage]:
        """Submitted, to be decided on."""
        return [card for card in self.cards if card.stand.state == "submitted"]

    @property
    def others(self) -> list[RosterPage]:
        """All others: missing ones too."""
        return [card for card in self.cards if card.stand.state != "submitted"]


@require_http_methods(["GET", "HEAD"])
@never_cache
@login_required
def review(request: HttpRequest) -> HttpResponse:
    """Every roster of the tournaments whose rosters the account approves."""
    return _show(request)


@require_POST
@never_cache
@login_required
def set_date(request: HttpRequest, season_id: int, discipline: str) -> HttpResponse:
    """The date of a tournament's rosters; a time that no clock shows, or shows twice, is a mistake in the form."""
    season, book = get_object_or_404(Season, pk=season_id), roster_books().get(discipline)
    if book is None:
        raise Http404
    if book.approver(account(request), season) is None:
        raise PermissionDenied
    call = RosterCall.objects.filter(season=season, discipline=discipline).first()
    form = CallForm(request.POST, key=f"{season.pk}-{discipline}", call=call)
    if not form.is_valid():
        return _show(request, typed=form, status=422)
    try:
        seen = parse_datetime(request.POST.get("seen", "")) if request.POST.get("seen") else None
        set_call(season_id=season.pk, discipline=discipline, user=account(request), seen=seen, **form.cleaned_data)
    except ValueError:
        raise Http404 from None
    except Refusal as refusal:
        said = say(refusal, book)
        if refusal.code != "due_has_passed":
            return _show(request, typed=form, refused=said, status=422)
        form.add_error("due_at", said.text)
        return _show(request, typed=form, status=422)
    messages.success(request, _("The date is set."))
    return HttpResponseRedirect(f"{reverse('tournaments:roster_review')}#t-{season.pk}-{discipline}")


@require_POST
@never_cache
@login_required
def decide(request: HttpRequest, call_id: int, house: str) -> HttpResponse:
    """``do``: ``approve``, or ``return`` with a ``reason``, which stays in its field if that is refused."""
    stand, book = find_stand(call_id, house)
    user = account(request)
    if book.approver(user, stand.call.season) is None:
        raise PermissionDenied
    seen = read_number(request.POST.get("revision", ""))
    fields: dict[str, Any] = {
        "call_id": stand.call.pk,
        "house_id": stand.house.pk,
        "revision": -1 if seen is None else seen,
        "user": user,
    }
    reason = request.POST.get("reason", "")
    try:
        if request.POST.get("do") == "approve":
            approve_roster(**fields)
            messages.success(request, _("The roster is approved; the head gets a letter."))
        elif request.POST.get("do") == "return":
            return_roster(**fields, reason=reason)
            messages.success(request, _("The roster is returned; the head gets a letter."))
        else:
            raise Http404
    except Refusal as refusal:
        return _decision_refused(request, user, call_id, house, say(refusal, book), reason)
    return HttpResponseRedirect(reverse("tournaments:roster_review"))


def _decision_refused(
    request: HttpRequest, user: User, call_id: int, house: str, refused: Said, reason: str
) -> HttpResponse:
    stand, book = find_stand(call_id, house)
    context = {
        "page": read_page(book, read_stand(stand.call, stand.house), timezone.now()),
        "door": open_door(user, stand, book),
        "revision": stand.revision,
        "guide": guide(book),
        "timeline": read_timeline(stand),
        "swatches": swatches([stand]),
        "people": None,
        "refused": refused,
        "reason": reason,
    }
    return render(request, "rosters/roster.html", context, status=422)


def _show(
    request: HttpRequest, typed: CallForm | None = None, refused: Said | None = None, status: int = 200
) -> HttpResponse:
    found = list(_tournaments(account(request), typed))
    if not found:
        raise PermissionDenied
    colours = {card.stand.house.key: card.stand for each in found for card in each.cards}
    context = {
        "tournaments": found,
        "refused": refused,
        "refused_in": typed.name if typed is not None else "",
        "waiting": sum(len(each.waiting) for each in found),
        "swatches": swatches(list(colours.values())),
    }
    return render(request, "rosters/review.html", context, status=status)


def _tournaments(user: User, typed: CallForm | None) -> list[Tournament]:
    """The season and those after it, by game; a handful of queries each, however many houses there are."""
    now, houses = timezone.now(), list(House.objects.select_related("head"))
    seasons, found = list(seasons_ahead()), []
    calls = {(call.season_id, call.discipline): call for call in RosterCall.objects.filter(season__in=seasons)}
    for season in seasons:
        for book in roster_books().values():
            approver = book.approver(user, season)
            if approver is None:
                continue
            call = calls.get((season.pk, book.discipline))
            if call is not None:
                call.season = season
            form = CallForm(key=f"{season.pk}-{book.discipline}", call=call)
            if typed is not None and typed.name == form.name:
                form = typed
            stands = read_stands([call], houses) if call is not None else []
            cards = tuple(read_card(book, stand, now) for stand in stands)
            found.append(Tournament(season, book, approver, call, cards, form))
    return sorted(found, key=lambda each: (not each.waiting, each.call is None))
