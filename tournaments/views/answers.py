"""What the small POSTs answer with: a fragment for htmx, JSON for whoever asks for it, a way back in."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournaments import texts
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.play import Outcome


def wants_json(request: HttpRequest) -> bool:
    """Whether the client asks for JSON by name."""
    return "application/json" in request.headers.get("Accept", "")


def answer(request: HttpRequest, game: LiveGame, outcome: Outcome, done: str = "") -> HttpResponse:
    """200 with ``done``, or 422 with the refusal as a sentence and its paragraph's address."""
    refusal = outcome.refusal
    sentence = texts.explain(game, refusal) if refusal else (done or _("Done."))
    url = texts.rules_url(game, refusal) if refusal else ""
    status = 200 if outcome.accepted else 422
    if wants_json(request):
        return JsonResponse(
            {
                "accepted": outcome.accepted,
                "seq": outcome.seq,
                "repeated": outcome.repeated,
                "sentence": sentence,
                "refusal": _as_json(refusal),
                "rules_url": url,
            },
            status=status,
        )
    return _fragment(request, {"outcome": outcome, "sentence": sentence, "rules_url": url}, status)


def bad_request(request: HttpRequest, sentence: str) -> HttpResponse:
    """400: not a refusal of the rules but a request that means nothing; ``sentence`` says what is wrong with it."""
    if wants_json(request):
        return JsonResponse({"error": sentence}, status=400)
    return _fragment(request, {"outcome": None, "sentence": sentence, "rules_url": ""}, 400)


def no_seat(request: HttpRequest, *, host: bool, why: str = "") -> HttpResponse:
    """Nobody we know sits at this screen: the whole page goes to the login, or to «ask for your link».

    ``why``: "revoked", "passed_on" or "expired" for a seat that was theirs once.
    """
    if host:
        target = f"{reverse('account_login')}?{urlencode({'next': _page(request)})}"
    else:
        target = reverse("tournaments:ask_for_link") + (f"?{urlencode({'why': why})}" if why else "")
    if wants_json(request):
        return JsonResponse({"error": _("You are not in the game."), "location": target}, status=401)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=401, headers={"HX-Redirect": target})
    return HttpResponseRedirect(target)


def _page(request: HttpRequest) -> str:
    """The page to come back to: for a POST the one that it was sent from."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    came_from = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "/"
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return "/"
    return urlsplit(came_from).path or "/"


def _fragment(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "live/_outcome.html", context, status=status)


def _as_json(refusal: Refusal | None) -> dict[str, Any] | None:
    if refusal is None:
        return None
    return {"paragraph": refusal.paragraph, "code": refusal.code, "params": refusal.params}
