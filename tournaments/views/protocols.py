"""The protocol of a game, on a page and as a document, for whoever may read it now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.models import LiveGame
from tournaments.pdf import NoPdf, is_pdf_possible, make_pdf
from tournaments.permissions import can_host


def require_protocol(request: HttpRequest, game: LiveGame) -> None:
    """Everybody's once the game is finished, before that its hosts' with their own accounts: 404 for all others."""
    if game.finished_at is None and not can_host(request.user, game):
        raise Http404


def protocol_response(
    request: HttpRequest, game: LiveGame, template: str, context: Callable[[bool], dict[str, Any]]
) -> HttpResponse:
    """The page, or with ``?format=pdf`` the document (``template`` with ``_pdf``); where none can be made, the page
    says so. ``context`` is asked whether it is for a document, which shows the whole.
    """
    around = {"pdf_possible": is_pdf_possible(), "printed_at": timezone.now()}
    if request.GET.get("format") != "pdf":
        return render(request, f"{template}.html", context(False) | around)
    try:
        document = make_pdf(render_to_string(f"{template}_pdf.html", context(True) | around))
    except NoPdf:
        return render(request, f"{template}.html", context(False) | around | {"no_pdf": True})
    response = HttpResponse(document, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="protocol-{game.pk}.pdf"'
    return response
