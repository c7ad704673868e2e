"""Telling the screens, after the commit and never before it; a screen in trouble never fails a command.

The callbacks are plain functions, no partials: Django names a robust callback that failed by its
``__qualname__``, and would raise for one that has none.
"""

from django.db import transaction


def publish_after_commit(game_id: int) -> None:
    """Every screen of the game is drawn again once the transaction is committed."""

    def publish_game() -> None:
        from tournaments.live.hub import publish  # late: the hub belongs to the running server

        publish(game_id)

    transaction.on_commit(publish_game, robust=True)


def end_after_commit(game_id: int, reason: str, seat: str | None = None) -> None:
    """The streams of the game, or of one seat (``seat:5``), say goodbye once the transaction is committed."""

    def end_streams() -> None:
        from tournaments.live.hub import end

        end(game_id, reason, seat=seat)

    transaction.on_commit(end_streams, robust=True)
