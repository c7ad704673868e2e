"""The chat: saying something, and what the host can do about it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.models import ChatMessage, LiveGame
from tournaments.services import chat
from tournaments.services.actors import Actor
from tournaments.services.play import Outcome
from tournaments.views.answers import answer
from tournaments.views.commands import Fields, game_post
from tournaments.views.fields import read_id, read_number


@game_post
def say(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Says ``text`` in ``room`` ("" is the main chat); ``command_id`` as for commands."""
    result = chat.post_message(
        game_id=game.pk,
        actor=actor,
        text=fields.get("text", ""),
        room=fields.get("room", ""),
        message_id=read_id(fields, "command_id"),
    )
    return _answer(request, game, result, _("Sent."))


@game_post
def remove(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Hides the message ``number``."""
    try:
        result = chat.remove_message(game_id=game.pk, number=read_number(fields, "number"), actor=actor)
    except ChatMessage.DoesNotExist:
        raise Http404 from None
    return _answer(request, game, result, _("The message is hidden."))


@game_post
def mute(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Silences ``voice``, a seat's key."""
    result = chat.mute_voice(game_id=game.pk, voice_key=read_id(fields, "voice"), actor=actor)
    return _answer(request, game, result, _("Muted in the chat."))


@game_post
def release(request: HttpRequest, game: LiveGame, actor: Actor, fields: Fields) -> HttpResponse:
    """Gives ``voice`` back."""
    result = chat.release_voice(game_id=game.pk, voice_key=read_id(fields, "voice"), actor=actor)
    return _answer(request, game, result, _("May write again."))


def _answer(request: HttpRequest, game: LiveGame, result: chat.ChatOutcome, done: str) -> HttpResponse:
    outcome = Outcome(accepted=result.accepted, seq=game.seq, refusal=result.refusal)
    return answer(request, game, outcome, done)
