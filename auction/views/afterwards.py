"""The form that enters what was played on paper: kept while it is typed, previewed, stored as a whole."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from auction import words
from auction.name_words import short_name
from auction.paper_desk import KEY, Desk, keys_of, lay_out, rearrange
from auction.rules.session import Session
from auction.services.afterwards import enter_afterwards, moved_since
from auction.views.hosting import host_page
from tournaments import texts
from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.play import LONGEST_ID, first_outcome
from tournaments.services.replay_log import load_session

CHECKED = ("preview", "store")
LONGEST_PRESS = LONGEST_ID - 8  # the commands of a press are numbered behind its id


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def afterwards(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """``action``: add, remove:3, up:3, down:3, keep, preview, store. Whatever is typed comes back with every answer."""
    session = load_session(game)
    if request.method != "POST":
        return _page(request, game, actor, lay_out(game, session, None, ["1"], checked=False, at=timezone.now()))
    action = request.POST.get("action", "keep")
    if action == "store" and _is_used(game, actor, _press(request.POST)):
        return _stored(request, game)  # pressed twice
    keys = rearrange(keys_of(request.POST), action)
    desk = lay_out(game, session, request.POST, keys, checked=action in CHECKED, at=timezone.now())
    if action == "store" and desk.is_accepted and request.POST.get("previewed") == _digest(request.POST, game):
        return _store(request, game, actor, desk)
    return _page(request, game, actor, desk, added=action == "add")


def _store(request: HttpRequest, game: LiveGame, actor: Actor, desk: Desk) -> HttpResponse:
    outcome, _trial = enter_afterwards(
        game_id=game.pk,
        rows=desk.rows,
        actor=actor,
        command_id=_press(request.POST),
        expected_seq=game.seq,
        received_at=getattr(request, "received_at", None) or timezone.now(),
    )
    if not outcome.accepted:
        fresh = LiveGame.objects.select_related("season").get(pk=game.pk)
        again = lay_out(
            fresh, load_session(fresh), request.POST, keys_of(request.POST), checked=True, at=timezone.now()
        )
        why = texts.explain(fresh, outcome.refusal) if outcome.refusal else ""
        return _page(request, fresh, actor, again, refused=why)
    count = len(desk.rows)
    said = ngettext("%(count)d line from paper is stored.", "%(count)d lines from paper are stored.", count)
    messages.success(request, said % {"count": count})
    return _stored(request, game)


def _stored(request: HttpRequest, game: LiveGame) -> HttpResponse:
    """The empty form, which tells the browser that its draft has arrived."""
    target = f"{reverse('auction:afterwards', args=[game.pk])}?done={_press(request.POST)}"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": target})
    return redirect(target)


def _page(
    request: HttpRequest, game: LiveGame, actor: Actor, desk: Desk, *, refused: str = "", added: bool = False
) -> HttpResponse:
    data, names = request.POST, _names(load_session(game))
    seen = _number(data.get("expected_seq", ""), game.seq)
    moved = [words.command_sentence(row.command, names) for row in moved_since(game, seen)] if seen != game.seq else []
    context: dict[str, Any] = {
        "game": game,
        "desk": desk,
        "seq": game.seq,
        "refused": refused,
        "has_moved": seen != game.seq,
        "moved": moved,
        "why_not": _why_not(game),
        "press": _press(data)
        if data.get("press") and not _is_used(game, actor, _press(data))
        else secrets.token_hex(8),
        "previewed": _digest(data, game) if desk.is_accepted else "",
        "focus": desk.lines[-1].form.key if added and desk.lines else "",
        "done": request.GET.get("done", "")[:LONGEST_PRESS],
        "colours": game.setup.get("teams", []),
        "is_fresh": request.method != "POST",
    }
    status = 422 if refused or desk.stops else 200
    template = "auction/paper/_desk.html" if request.htmx else "auction/paper/afterwards.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)


def _names(session: Session) -> dict[str, str]:
    return {team.id: short_name(team.command) for team in session.game.teams}


def _why_not(game: LiveGame) -> str:
    if game.started_at is None:
        return _("The game has not started: start it first, then enter what was played.")
    if game.finished_at is not None:
        return _("The game is closed: reopen it on the console, then enter what was played.")
    return ""


def _press(data: QueryDict) -> str:
    """The id of this form's press, the same however often it is sent."""
    return (
        "".join(char for char in data.get("press", "") if char.isascii() and char.isalnum())[:LONGEST_PRESS] or "paper"
    )


def _is_used(game: LiveGame, actor: Actor, press: str) -> bool:
    return first_outcome(game_id=game.pk, actor=actor, command_id=f"{press}.0") is not None


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else default


def _digest(data: QueryDict, game: LiveGame) -> str:
    """What was previewed, on which state: what is stored must be the same."""
    kept = [(name, data.getlist(name)) for name in sorted(data) if name == KEY or name.startswith("r")]
    return hashlib.sha256(repr((kept, game.seq)).encode()).hexdigest()[:24]
