"""Papers for an evening without a network: the sheet, and on a press of its own the questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from auction.paper_sheet import make_sheet
from auction.services.lots import wheel_choices
from auction.services.paper_questions import open_questions
from auction.views.hosting import host_page
from auction.views.questions import keeper_page
from tournaments import texts
from tournaments.models import LiveGame, User
from tournaments.pdf import NoPdf, is_pdf_possible, make_pdf
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor, account_name
from tournaments.services.replay_log import load_session

STYLE = "css/paper.css"  # stands inside the page, so that a saved page needs nothing else


@require_safe
@host_page
def sheet(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """From any state. ``?format=file``: to be kept and opened without a server; ``?format=pdf``."""
    context, wish = _context(game), request.GET.get("format")
    session = load_session(game)
    wheel = wheel_choices(game=game, session=session)
    context["sheet"] = make_sheet(session, wheel, started=game.started_at is not None)
    if wish == "pdf":
        try:
            html = render_to_string("auction/paper/sheet.html", context | {"as_pdf": True, "as_file": True})
            return _document(make_pdf(html), "application/pdf", f"sheet-{game.pk}.pdf", "inline")
        except NoPdf:
            context |= {"no_pdf": True}
    if wish == "file":
        html = render_to_string("auction/paper/sheet.html", context | {"as_file": True})
        return _document(html.encode(), "text/html; charset=utf-8", f"sheet-{game.pk}.html", "attachment")
    return render(request, "auction/paper/sheet.html", context)


@require_POST
@keeper_page
def questions(request: HttpRequest, game: LiveGame, user: User) -> HttpResponse:
    """Opens what may be needed and shows it to be printed; each press is noted, for everybody if there is a seal."""
    try:
        opened = open_questions(game_id=game.pk, why=_("to play on paper"), user=user)
    except Refusal as refusal:
        said = {"sentence": texts.explain(game, refusal), "rules_url": texts.rules_url(game, refusal)}
        context = {"game": game, "refusal": refusal, **said}
        return render(request, "auction/questions_refused.html", context, status=403)
    context = _context(game) | {"opened": opened, "who": account_name(user)}
    return render(request, "auction/paper/questions.html", context)


def _context(game: LiveGame) -> dict[str, Any]:
    return {"game": game, "printed_at": timezone.now(), "pdf_possible": is_pdf_possible(), "css": _style()}


def _style() -> str:
    found = finders.find(STYLE)
    return Path(found).read_text() if isinstance(found, str) else ""


def _document(content: bytes, kind: str, name: str, how: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'{how}; filename="{name}"'
    return response
