"""The office's pages of the houses: who leads each, and how it is called and looks."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import texts
from tournaments.disciplines import discipline_name
from tournaments.models import House
from tournaments.people_forms import HouseForm, named, what_stands
from tournaments.permissions import PeopleScope
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor
from tournaments.services.houses import change_house, create_house, house_fingerprint, open_rosters
from tournaments.views.people import people_door


@require_safe
@people_door(office=True)
def houses(request: HttpRequest, scope: PeopleScope) -> HttpResponse:
    """Every house with its head; a head without an account cannot act."""
    rows = list(House.objects.select_related("head__user"))
    return render(request, "people/houses.html", {"houses": rows, "swatches": _swatches(rows)})


@require_http_methods(["GET", "HEAD", "POST"])
@people_door(office=True)
def new_house(request: HttpRequest, scope: PeopleScope) -> HttpResponse:
    """Adds a house."""
    return _edit(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@people_door(office=True)
def house(request: HttpRequest, scope: PeopleScope, house_id: int) -> HttpResponse:
    """Changes a house; says what its open rosters mean for a head who is taken away."""
    return _edit(request, get_object_or_404(House.objects.select_related("head__user"), pk=house_id))


def _edit(request: HttpRequest, found: House | None) -> HttpResponse:
    form = HouseForm(request.POST if request.method == "POST" else None, initial=_initial(found))
    refused, stands = "", []
    seen = request.POST.get("seen") or (house_fingerprint(found) if found is not None else "")
    if request.method == "POST" and form.is_valid():
        try:
            if found is None:
                done = create_house(facts=form.facts(), actor=account_actor(request.user))
            else:
                done = change_house(
                    house_id=found.pk,
                    facts=form.facts(),
                    seen=request.POST.get("seen", ""),
                    actor=account_actor(request.user),
                )
        except Refusal as refusal:
            refused = texts.explain_here(refusal)
            if found is not None and refusal.code == "house_moved_on":
                found.refresh_from_db()  # the next press is made against what is shown now
                seen, stands = house_fingerprint(found), what_stands(form, _initial(found))
        else:
            messages.success(request, _("Saved: %(house)s.") % {"house": done.name})
            return HttpResponseRedirect(reverse("tournaments:houses"))
    rosters = open_rosters(found) if found is not None else []
    context: dict[str, Any] = {
        "house": found,
        "form": form,
        "refused": refused,
        "seen": seen,
        "stands": stands,
        "rosters": [(team, discipline_name(team.discipline)) for team in rosters],
        "swatches": _swatches([found] if found is not None else []),
    }
    return render(request, "people/house.html", context, status=422 if request.method == "POST" else 200)


def _initial(found: House | None) -> dict[str, str]:
    if found is None:
        return {}
    facts = {key: getattr(found, key) for key in ("name", "command", "colour", "emblem")}
    return facts | {"head": named(found.head)}


def _swatches(rows: list[House]) -> list[dict[str, str]]:
    return [{"id": row.key, "colour": row.colour, "emblem": row.emblem} for row in rows]
