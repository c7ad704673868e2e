"""From a game's row to the panels of its channels; the only place where the live loop reads the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from django.db import close_old_connections, reset_queries
from django.utils import translation

from tournaments.disciplines import discipline_for
from tournaments.live.channels import Channel
from tournaments.models import LiveGame


class GameGone(Exception):
    """There is no such game (any more)."""


class LoadedGame(Protocol):
    """A game as it stands now, ready to be rendered for any channel."""

    seq: int
    chat: int

    def panels(self, channel: Channel) -> Mapping[str, str]:
        """The channel's panels: {name: HTML}."""

    def readers(self, channels: Collection[Channel]) -> Mapping[str, Collection[str]]:
        """Whom audiences consist of now: {audience: seats}. Asked last, see :class:`Discipline`."""


class _Loaded:
    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._discipline = discipline_for(game.discipline)
        self.seq = game.seq
        self.chat = game.chat_seq

    def panels(self, channel: Channel) -> Mapping[str, str]:
        with translation.override(channel.language):
            return self._discipline.render(self._game, channel.screen, channel.audience, channel.language)

    def readers(self, channels: Collection[Channel]) -> Mapping[str, Collection[str]]:
        audiences = {channel.audience for channel in channels if not channel.is_public}
        return self._discipline.readers(self._game, audiences) if audiences else {}


def load_game(game_id: int) -> LoadedGame:
    """Reads the game once. Runs on the hub's render thread, which keeps its one database connection."""
    reset_queries()
    close_old_connections()  # one that broke, or that has reached its age, is replaced
    try:
        return _Loaded(LiveGame.objects.select_related("season").get(pk=game_id))
    except LiveGame.DoesNotExist:
        raise GameGone(game_id) from None
