"""The hall of fame: every crystal owl, its players, the Magisters of the game. Public."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chgk.permissions import can_curate_one
from chgk.selectors.owls import HallOfFame, Proposal
from chgk.selectors.owls import hall_of_fame as read_hall


@require_safe
def hall_of_fame(request: HttpRequest) -> HttpResponse:
    """Owls with season, score, team and decider; who has how many; titles. A curator also finds what waits for them."""
    hall = read_hall()
    context: dict[str, Any] = {
        "hall": hall,
        "latest": hall.owls[0] if hall.owls else None,
        "earlier": hall.owls[1:],
        "swatches": _swatches(hall),
        "to_confirm": [one for one in hall.proposals if _may_confirm(request, one)],
    }
    return render(request, "chgk/hall_of_fame.html", context)


def _may_confirm(request: HttpRequest, proposal: Proposal) -> bool:
    return can_curate_one(request.user, proposal.clubs)


def _swatches(hall: HallOfFame) -> list[dict[str, Any]]:
    """Teams wear the colours of their final: a house may have changed its own since."""
    rows = [*hall.owls, *hall.annulled]
    return [{"id": f"owl-{row.owl.pk}", "colour": row.final.colour} for row in rows if row.final is not None]
