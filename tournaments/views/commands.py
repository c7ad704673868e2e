"""The one door for commands of a game: who is this, what do they mean, what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game, start_game
from tournaments.services.interruptions import resume_game
from tournaments.services.play import Outcome, first_outcome, play
from tournaments.views.answers import answer, bad_request, no_seat
from tournaments.views.fields import BadField, read_do, read_fields, read_id, read_optional_number, read_seat
from tournaments.views.seats import HOST, NoSeat, find_actor

Fields = Mapping[str, str]
Inner = Callable[[HttpRequest, LiveGame, Actor, Fields], HttpResponse]


def game_post(inner: Inner) -> Callable[[HttpRequest, int], HttpResponse]:
    """A POST to a game: 404 without such a game, 400 for fields that mean nothing, the way back in without a seat."""

    @never_cache
    @require_POST
    @wraps(inner)
    def view(request: HttpRequest, game_id: int) -> HttpResponse:
        game = get_object_or_404(LiveGame, pk=game_id)
        try:
            fields = read_fields(request)
            seat = read_seat(fields)
            return inner(request, game, find_actor(request, game, seat), fields)
        except BadField as error:
            return bad_request(request, str(error))
        except NoSeat as error:
            return no_seat(request, host=seat == HOST, why=error.why)
        except LiveGame.DoesNotExist:  # a rehearsal was wiped while the request was on its way
            raise Http404 from None

    return view


@game_post
def do(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """One command. Fields: ``seat``, ``do``, ``command_id``, ``expected_seq`` and what the discipline's form adds."""
    name, command_id = read_do(fields), read_id(fields, "command_id")
    expected_seq = read_optional_number(fields, "expected_seq")
    discipline = discipline_for(game.discipline)
    try:
        if name in ("undo", "redo"):
            command = {"do": name}
        elif name == "add_nonce":
            command = {"do": name, "nonce": fields.get("nonce", "")[:64]}
        else:
            command = discipline.command_from_form(game, fields, actor.role, actor.team)
    except Refusal as refusal:
        # A repeated press may not fit the game any more that its first arrival has changed.
        first = first_outcome(game_id=game.pk, actor=actor, command_id=command_id)
        return answer(request, game, first or Outcome(accepted=False, seq=game.seq, refusal=refusal))
    sensitive = name in ("undo", "redo") or discipline.is_stale_sensitive(command, actor.role)
    if sensitive and expected_seq is None:
        raise BadField(_("The field «%(name)s» is missing or cannot be read.") % {"name": "expected_seq"})
    outcome = play(
        game_id=game.pk,
        command=command,
        actor=actor,
        command_id=command_id,
        expected_seq=expected_seq,
        received_at=request.received_at,  # type: ignore[attr-defined]
    )
    return answer(request, game, outcome, {"undo": _("Taken back."), "redo": _("Put back.")}.get(name, ""))


@game_post
def start(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Starts the game; its setup is pinned from now on."""
    return answer(request, game, start_game(game_id=game.pk, actor=actor), _("The game has started."))


@game_post
def finish(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Closes the game's log. ``reason``: why before its end, where its rules have not ended it."""
    outcome = finish_game(game_id=game.pk, actor=actor, reason=fields.get("reason", ""))
    return answer(request, game, outcome, _("The game is over."))


@game_post
def reopen(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Opens a finished game's log again."""
    return answer(request, game, reopen_game(game_id=game.pk, actor=actor), _("The game goes on."))


@game_post
def resume(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """A suspended evening goes on."""
    return answer(request, game, resume_game(game_id=game.pk, actor=actor), _("The evening goes on."))
