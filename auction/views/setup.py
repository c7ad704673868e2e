"""Before the game: which houses play, every setting on one form, and the start that pins them."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from auction import selectors
from auction.forms import NewGameForm, SettingsForm, current_values, groups
from auction.rulebook import RULEBOOK
from auction.services.games import SetupError, create_game
from auction.services.masters import prepared_masters
from auction.services.settings import save_settings
from auction.views.boxes import evening_of_game
from auction.views.hosting import host_page
from tournaments import texts
from tournaments.models import LiveGame, Season, User
from tournaments.permissions import can_create_games, can_host
from tournaments.selectors.lineups import season_lineups
from tournaments.services.actors import Actor, account_actor
from tournaments.services.games import change_setup, start_game
from tournaments.services.play import Outcome
from tournaments.setting_forms import settings_rows
from tournaments.views.links import seats_context


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Chooses the houses of the current season; houses that cannot play are shown with the reason (§7)."""
    if not isinstance(request.user, User) or not can_create_games(request.user):
        raise PermissionDenied
    season = Season.objects.filter(is_current=True).first()
    if season is None:
        return render(request, "auction/new_game_no_season.html")
    lineups = season_lineups(season, "auction")
    earlier = _earlier(request)
    form = NewGameForm(
        request.POST if request.method == "POST" else None,
        lineups=lineups,
        initial=_suggestion(season, lineups, earlier),
    )
    if request.method == "POST" and form.is_valid():
        try:
            game = create_game(
                season=season, teams=form.cleaned_data["teams"], title=form.cleaned_data["title"], host=request.user
            )
        except SetupError as error:
            form.add_error(None, str(error))
        else:
            if earlier is not None:
                _play_alike(game, earlier, request.user)
            messages.success(request, _("The game is set up. Hand out the links, look through the settings, start."))
            return redirect("auction:edition" if earlier is not None else "auction:setup", game.pk)
    return render(request, "auction/new_game.html", {"form": form, "season": season}, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def setup(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """The desk of one game: teams with their links, and the settings; read-only once the game has started."""
    if game.started_at is not None:
        if request.method == "POST":
            messages.error(request, _("The game has started: its settings are pinned."))
            return redirect("auction:setup", game.pk)
        return render(request, "auction/setup_pinned.html", _context(request, game) | pinned_rows(game))
    form = SettingsForm(request.POST if request.method == "POST" else None, setup=game.setup)
    if request.method == "POST" and form.is_valid():
        outcome = save_settings(
            game_id=game.pk, rules=form.rules(), settings=form.stage(), special=form.special(), actor=actor
        )
        if not outcome.accepted:
            messages.error(request, _sentence(game, outcome))
        elif "start" in request.POST:
            return redirect("auction:start", game.pk)
        else:
            messages.success(request, _("The settings are saved."))
        return HttpResponseRedirect(f"{reverse('auction:setup', args=[game.pk])}#settings")
    return render(request, "auction/setup.html", _context(request, game) | {"form": form}, status=_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
@host_page
def start(request: HttpRequest, game: LiveGame, actor: Actor) -> HttpResponse:
    """Shows what the start pins, and starts; if the settings have changed since they were shown, shows them again."""
    console = redirect("auction:console", game.pk)
    if game.started_at is not None:
        return console
    seen = fingerprint(game)
    if request.method == "POST":
        if request.POST.get("seen") != seen:
            messages.error(request, _("The settings have changed since you saw them. Look again, then start."))
            return redirect("auction:start", game.pk)
        outcome = start_game(game_id=game.pk, actor=actor)
        if outcome.accepted:
            return console
        messages.error(request, _sentence(game, outcome))
        return redirect("auction:setup", game.pk)
    context = {
        "game": game,
        "teams": game.setup.get("teams", []),
        **pinned_rows(game),
        "seen": seen,
        "set_address": reverse("auction:questions", args=[game.pk]),
    }
    return render(request, "auction/setup_start.html", context | _bank(game))


def pinned_rows(game: LiveGame) -> dict[str, Any]:
    """Every setting with its value in words, by sections, and where their paragraphs stand."""
    return {"groups": settings_rows(groups(), current_values(game.setup)), "rules_page": reverse(RULEBOOK.page)}


def fingerprint(game: LiveGame) -> str:
    """What the confirmation has shown, in short."""
    return hashlib.sha256(json.dumps(game.setup, sort_keys=True).encode()).hexdigest()[:16]


def _context(request: HttpRequest, game: LiveGame) -> dict[str, Any]:
    row = prepared_masters(game)
    colours = [*game.setup.get("teams", []), *([] if row is None else [row.entry])]
    context = {"game": game, "colours": colours, "masters": row, "evening": evening_of_game(game)}
    return context | seats_context(request, game) | _bank(game)


def _bank(game: LiveGame) -> dict[str, int]:
    """How much there is to play with: a game deals from the categories it was set up with."""
    categories = game.setup.get("categories", [])
    unused = selectors.unused_questions(game=game).filter(category__name__in=categories)
    return {"categories": len(categories), "questions": unused.count()}


def _earlier(request: HttpRequest) -> LiveGame | None:
    """The edition before, if the new one is to begin from it: one that this account hosts."""
    number = request.GET.get("after", "")
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    earlier = LiveGame.objects.defer("snapshot").filter(pk=int(number), discipline="auction", rehearsal_of=None).first()
    return earlier if earlier is not None and can_host(request.user, earlier) else None


def _play_alike(game: LiveGame, earlier: LiveGame, host: User) -> None:
    """The new edition's settings are the last one's until somebody changes them."""
    kept = {name: earlier.setup[name] for name in ("rules", "settings") if name in earlier.setup}
    change_setup(game_id=game.pk, setup={**game.setup, **kept}, actor=account_actor(host))


def _suggestion(season: Season, lineups: list[Any], earlier: LiveGame | None) -> dict[str, Any]:
    if earlier is not None:
        played = {team["id"] for team in (*earlier.setup.get("teams", []),)}
        again = [str(each.team.pk) for each in lineups if each.team and not each.problem and each.house.key in played]
        return {"title": earlier.title, "teams": again[:4]}
    ready = [str(each.team.pk) for each in lineups if each.team is not None and not each.problem]
    return {"title": f"Awantura o Punkty · {season.name}"[:200], "teams": ready[:4]}


def _status(form: Any) -> int:
    return 422 if form.is_bound and form.errors else 200


def _sentence(game: LiveGame, outcome: Outcome) -> str:
    return texts.explain(game, outcome.refusal) if outcome.refusal else ""
