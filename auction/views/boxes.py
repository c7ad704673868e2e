"""Before the game: what lies on the wheel, and the black boxes that the host seals (§6)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from auction.lot_words import box_title
from auction.models.boxes import LONGEST_CONTENTS
from auction.panels.boxes import Evening, make_evening
from auction.rules.projection import project
from auction.rules.special import MOST_BOXES
from auction.services.boxes import seal_box, unseal_box
from auction.views.hosting import host_page
from tournaments import texts
from tournaments.models import LiveGame
from tournaments.rules.audience import Audience
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.play import Outcome
from tournaments.services.replay_log import load_session


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def boxes(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """The evening's wheel and its sealed boxes, and the form that seals one. A refused text stays in the form."""
    context = {"contents": "", "error": "", "reason_error": ""}
    if request.method == "POST":
        number, contents = request.POST.get("number", ""), request.POST.get("contents", "")
        outcome = seal_box(game_id=game.pk, number=_number(number), contents=contents, actor=actor)
        if outcome.accepted:
            messages.success(request, _("The box is sealed. Nobody reads it before it is opened, you neither."))
            return redirect("auction:boxes", game.pk)
        context |= {"contents": contents, "error": _sentence(game, outcome)}
    return _page(request, game, context)


@require_POST
@host_page
def unseal(request: HttpRequest, game: LiveGame, actor: Actor, number: int) -> HttpResponse:
    """Throws a sealed box away, unread, with a reason."""
    reason = request.POST.get("reason", "")
    outcome = unseal_box(game_id=game.pk, number=number, reason=reason, actor=actor)
    if outcome.accepted:
        messages.success(request, _("The box is gone, unread. Its seal and your reason stay in the audit."))
        return redirect("auction:boxes", game.pk)
    context = {"contents": "", "error": "", "reason": reason, "reason_for": number}
    return _page(request, game, context | {"reason_error": _sentence(game, outcome)})


def evening_of_game(game: LiveGame) -> Evening | None:
    """What lies on the wheel of a game, started or not; None where its setup cannot be played."""
    try:
        return make_evening(project(load_session(game), Audience("public")))
    except (Refusal, ValueError):
        return None


def _page(request: HttpRequest, game: LiveGame, context: dict[str, Any]) -> HttpResponse:
    taken = {box["number"] for box in LiveGame.objects.get(pk=game.pk).setup.get("boxes", ())}
    free = [number for number in range(1, MOST_BOXES + 1) if number not in taken]
    context |= {
        "game": game,
        "evening": evening_of_game(LiveGame.objects.select_related("season").get(pk=game.pk)),
        "next": free[0] if free and game.started_at is None else None,
        "next_title": box_title(free[0], 2 if taken else 1) if free else "",
        "longest": LONGEST_CONTENTS,
        "most": MOST_BOXES,
    }
    wrong = context["error"] or context["reason_error"]
    return render(request, "auction/boxes.html", context, status=422 if wrong else 200)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _sentence(game: LiveGame, outcome: Outcome) -> str:
    return texts.explain(game, outcome.refusal) if outcome.refusal else ""
