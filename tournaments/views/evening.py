"""What a host decides about an evening itself, on whichever page its game has for it: interrupted, handed over, closed.

Each decision is a POST that leads back to that page; a refusal is said there, and what was typed stays in its field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import texts
from tournaments.disciplines import discipline_for
from tournaments.evening import say_until, stage_of
from tournaments.evening_forms import CloseForm, HandOverByLinkForm, HandOverForm, SuspendForm
from tournaments.models import LiveGame
from tournaments.permissions import owns_game
from tournaments.selectors.seats import hosts_of
from tournaments.services.actors import Actor, account_name
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.hosting import hand_over, hand_over_by_link, take_back
from tournaments.services.interruptions import resume_game, suspend_game
from tournaments.services.play import Outcome
from tournaments.services.replay_log import load_session

Deed = Callable[[HttpRequest, LiveGame, Actor], HttpResponse]
Show = Callable[..., HttpResponse]  # (request, game, actor, **forms as they were typed)


def do_deed(request: HttpRequest, game: LiveGame, actor: Actor, what: str, deeds: Mapping[str, Deed]) -> HttpResponse:
    """One of the ``deeds``; 404 for any other."""
    deed = deeds.get(what)
    if deed is None:
        raise Http404
    return deed(request, game, actor)


class EveningDesk:
    """The decisions of one discipline's page. ``show`` draws it; ``page`` and ``deed`` are the names of its address
    and of the address for decisions, which takes the game and ``what``.
    """

    def __init__(self, show: Show, *, page: str, deed: str) -> None:
        self._show, self._page, self._deed = show, page, deed
        self.deeds: Mapping[str, Deed] = {
            "suspend": self._suspend,
            "resume": self._resume,
            "hand-over": self._hand_over,
            "hand-over-by-link": self._hand_over_by_link,
            "take-back": self._take_back,
        }
        self.endings: Mapping[str, Deed] = {"close": self._close, "reopen": self._reopen}

    def context(self, request: HttpRequest, game: LiveGame, actor: Actor, forms: Mapping[str, Any]) -> dict[str, Any]:
        """What the templates of ``evening/`` need; ``forms``: those that were typed. A handful of queries."""
        conductor = game.conductor
        return {
            "stage": stage_of(game),
            "until": say_until(game),
            "deed": self._deed,
            "conducts": not conductor or conductor["key"] == actor.key,
            "owns": actor.key.startswith("user:") and owns_game(getattr(request, "user", None), game),
            "host_names": [account_name(host) for host in hosts_of(game)],
            "forms": {
                "suspend": SuspendForm(),
                "hand": HandOverForm(game=game),
                "link": HandOverByLinkForm(),
                "close": CloseForm(),
                **forms,
            },
        }

    def answer(
        self, request: HttpRequest, game: LiveGame, actor: Actor, outcome: Outcome, done: str, card: str, **forms: Any
    ) -> HttpResponse:
        """Back to the page when it is done; with the reason, and what was typed, when it is refused."""
        if outcome.accepted:
            if not outcome.repeated:
                messages.success(request, done)
            return self.to(game, card)
        messages.error(request, texts.explain(game, outcome.refusal) if outcome.refusal else "")
        return self._show(request, LiveGame.objects.select_related("season").get(pk=game.pk), actor, **forms)

    def to(self, game: LiveGame, card: str) -> HttpResponse:
        """The page, at the card with this id."""
        return HttpResponseRedirect(reverse(self._page, args=[game.pk]) + (f"#{card}" if card else ""))

    def _suspend(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        form = SuspendForm(request.POST)
        if not form.is_valid():
            return self._show(request, game, actor, suspend=form)
        outcome = suspend_game(game_id=game.pk, actor=actor, **form.cleaned_data)
        return self.answer(request, game, actor, outcome, _("The evening is suspended."), "", suspend=form)

    def _resume(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        outcome = resume_game(game_id=game.pk, actor=actor)
        return self.answer(request, game, actor, outcome, _("The evening goes on."), "")

    def _hand_over(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        form = HandOverForm(request.POST, game=game)
        if not form.is_valid():
            return self._show(request, game, actor, hand=form)
        seen = request.POST.get("seen", "")
        outcome = hand_over(game_id=game.pk, to=form.cleaned_data["to"], seen=seen, actor=actor)
        return self.answer(request, game, actor, outcome, _("The console is handed over."), "hosting", hand=form)

    def _hand_over_by_link(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        form = HandOverByLinkForm(request.POST)
        if not form.is_valid():
            return self._show(request, game, actor, link=form)
        seen, guest = request.POST.get("seen", ""), form.cleaned_data["guest"]
        outcome, link = hand_over_by_link(game_id=game.pk, name=guest, seen=seen, actor=actor)
        if link is None:
            return self.answer(request, game, actor, outcome, "", "hosting", link=form)
        return redirect(f"{game.discipline}:link", game.pk, link.pk)

    def _take_back(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        outcome = take_back(game_id=game.pk, actor=actor)
        return self.answer(request, game, actor, outcome, _("You host again."), "hosting")

    def _close(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        """Closes the log; with a reason where the rules have not ended the game."""
        over = game.started_at is not None and discipline_for(game.discipline).is_over(load_session(game))
        form = CloseForm(request.POST)
        if not over and not form.is_valid():
            return self._show(request, game, actor, close=form)
        reason = "" if over else form.cleaned_data["reason"]
        outcome = finish_game(game_id=game.pk, actor=actor, reason=reason)
        return self.answer(request, game, actor, outcome, _("The game is over."), "ending", close=form)

    def _reopen(self, request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
        outcome = reopen_game(game_id=game.pk, actor=actor)
        return self.answer(request, game, actor, outcome, _("The game goes on."), "ending")
