"""The page of rules: every paragraph, how Sowa reads it, and the settings that choose another reading."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from auction.rulebook import RULEBOOK
from tournaments.views.rulebooks import show


@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Public; each paragraph has the address ``#p9`` that refusals link to."""
    return show(request, RULEBOOK)
