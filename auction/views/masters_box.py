"""The page of the Masters' box: whose it is, and, for the head of that house, who sits there next time (§28)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from auction import refusals
from auction.rules.seating import MOST_MASTERS
from auction.services.masters import Champions, Sitter, last_champions
from auction.services.masters_box import box_fingerprint, name_representatives
from tournaments import texts
from tournaments.models import House, LedgerEntry, Person, User
from tournaments.people_forms import find_named, named
from tournaments.permissions import acts_for_headless, can_create_games
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.people import people_of_house
from tournaments.selectors.ranking import masters_house
from tournaments.views.answers import no_seat

PLACES = range(1, MOST_MASTERS + 1)
MOST_FOUND = 12


class BoxForm(forms.Form):
    """Up to three people of the house by name, one of them captain."""

    captain = forms.TypedChoiceField(
        label=gettext_lazy("Captain"), choices=[(place, place) for place in PLACES], coerce=int, required=False
    )

    def __init__(self, data: Any = None, *, house: House, players: tuple[Sitter, ...] = ()) -> None:
        super().__init__(data)
        self.house = house
        self.shown = players
        for place in PLACES:
            self.fields[f"person{place}"] = forms.CharField(max_length=220, required=False)

    def rows(self) -> list[dict[str, Any]]:
        """The places as the page draws them: typed, else named."""
        if self.is_bound:
            chosen = str(self.data.get("captain", ""))
            return [
                {
                    "place": place,
                    "text": self.data.get(f"person{place}", ""),
                    "captain": chosen == str(place),
                    "errors": self.errors.get(f"person{place}", []),
                }
                for place in PLACES
            ]
        players = dict(enumerate(self.shown, 1))
        return [
            {
                "place": place,
                "text": f"{players[place].name} #{players[place].person}" if place in players else "",
                "captain": players[place].captain if place in players else place == 1 and not players,
                "errors": [],
            }
            for place in PLACES
        ]

    def sitters(self) -> list[Sitter]:
        """Who is named; a name that means nobody, or several, is refused beside its field."""
        found = []
        for place in PLACES:
            text = " ".join(self.cleaned_data.get(f"person{place}", "").split())
            if not text:
                continue
            try:
                person = find_named(text, self.house)
            except forms.ValidationError as error:
                self.add_error(f"person{place}", error)
            else:
                found.append(Sitter(person.name, person.pk, captain=self.cleaned_data.get("captain") == place))
        return found


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def masters_box(request: HttpRequest) -> HttpResponse:
    """For the head of the house and whoever stands in, the office while nobody heads it; hosts and staff read it."""
    if not isinstance(request.user, User):
        return no_seat(request, host=True)
    title = masters_house()
    is_head = _may_name(request.user, title)
    if not is_head and (request.method == "POST" or not can_create_games(request.user)):
        raise PermissionDenied
    champions = last_champions() if title is not None else None
    if champions is None:
        return render(request, "auction/masters_box.html", {"champions": None})
    if request.method != "POST":
        return _page(request, champions, BoxForm(house=champions.title.house, players=champions.players), is_head)
    form = BoxForm(request.POST, house=champions.title.house)
    sitters = form.sitters() if form.is_valid() and "as-won" not in request.POST else []
    if form.errors:
        return _page(request, champions, form, is_head)
    if not sitters and "as-won" not in request.POST:
        return _page(request, champions, form, is_head, refused=Refusal("23", "masters_nobody", {}))
    try:
        done = name_representatives(sitters=sitters, seen=request.POST.get("seen", ""), user=request.user)
    except Refusal as refusal:
        now = last_champions() or champions
        return _page(request, now, form, is_head, refused=refusal)
    if done.named_by:
        messages.success(request, _("Named. The host finds them on the evening's page."))
    else:
        messages.success(request, _("The winners sit there, as ever."))
    return redirect("auction:masters_box")


@never_cache
@require_safe
def box_people(request: HttpRequest) -> HttpResponse:
    """Who of the house is meant by what has been typed, as choices of the name fields."""
    title = masters_house()
    if not isinstance(request.user, User) or not _may_name(request.user, title):
        raise PermissionDenied
    typed = next((str(text) for name, text in request.GET.items() if name.startswith("person")), "").strip()
    found: list[Person] = []
    if title is not None and len(typed) > 1:
        found = [one for one in people_of_house(title.house.key, typed) if one.left_at is None][:MOST_FOUND]
    return render(request, "auction/_box_people.html", {"people": [named(person) for person in found]})


def _may_name(user: User, title: LedgerEntry | None) -> bool:
    """Who heads the house in the box; while the box is nobody's, any head reads so."""
    headed = headed_houses(user)
    return bool(headed) if title is None else title.house_id in headed or acts_for_headless(user, title.house)


def _page(
    request: HttpRequest, champions: Champions, form: BoxForm, is_head: bool, refused: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "champions": champions,
        "form": form,
        "is_head": is_head,
        "seen": box_fingerprint(champions),
        "swatches": [{"id": champions.title.house.key, "colour": champions.title.house.colour}],
    }
    if refused is not None:
        own = refused.code in texts.SENTENCES
        context["refused"] = texts.explain_here(refused) if own else refusals.explain(refused, {})
        context["refused_paragraph"] = refused.paragraph
    wrong = refused is not None or bool(form.is_bound and form.errors)
    return render(request, "auction/masters_box.html", context, status=422 if wrong else 200)
