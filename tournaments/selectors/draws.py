"""What may be read about a game's draws; a seed that is still secret never leaves this module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import DrawSeed, GameCommand, LiveGame
from tournaments.rules.draw_check import Check, Claims, check_draws
from tournaments.rules.draw_lines import PROOFS, UNDONE_DRAW
from tournaments.rules.records import Row
from tournaments.selectors.games import logged_commands


@dataclass(frozen=True, slots=True)
class DrawsNow:
    """The newest series of draws. ``joined``: teams whose captain's device has added a nonce."""

    series: int
    round: int
    commitment: str
    joined: tuple[str, ...]
    draws: int
    is_secret: bool
    seed: str = ""  # once it is published

    @property
    def takes_nonces(self) -> bool:
        """Whether a captain's device may still join in."""
        return self.is_secret and not self.draws


def draws_now(game: LiveGame) -> DrawsNow | None:
    """The newest series of the game, if it has one; one query."""
    seed = DrawSeed.objects.filter(game=game).order_by("-series").first()
    if seed is None:
        return None
    return DrawsNow(
        series=seed.series,
        round=seed.round,
        commitment=seed.commitment,
        joined=tuple(sorted(seed.nonces)),
        draws=seed.draws,
        is_secret=seed.is_secret,
        seed=seed.published_seed,
    )


def last_draw(game: LiveGame) -> tuple[int, int] | None:
    """Series and number of the last draw made in the game, undone or not; one query."""
    seed = DrawSeed.objects.filter(game=game, draws__gt=0).order_by("-series").values_list("series", "draws").first()
    return None if seed is None else (seed[0], seed[1])


def recorded_commands(game: LiveGame) -> Iterator[GameCommand]:
    """The commands in force, as a record exports them, and between them the undone draws as annotations."""
    for command, undone in logged_commands(game):
        if not undone:
            yield command
        elif PROOFS in command.command:
            said = {key: command.command[key] for key in (PROOFS, "reason", "at") if key in command.command}
            command.command = {"do": UNDONE_DRAW, **said}
            yield command


def check_game(game: LiveGame, claims: Claims) -> Check:
    """The game's draws so far, checked as its record would be; line 1 is the header."""
    commands = enumerate(recorded_commands(game), 2)
    return check_draws((Row(number, command.command) for number, command in commands), claims)
