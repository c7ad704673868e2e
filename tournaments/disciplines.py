"""The registry of games: each discipline brings its rules and its screens; the live loop knows neither."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from django.apps import apps

from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward

Json = dict[str, Any]


class Discipline(Protocol):
    """What the live loop asks of a game.

    States and events are opaque here; they go to the database as JSON. Every method is pure except :meth:`prepare`,
    which reads the bank and draws, :meth:`apply_effects`, :meth:`follow_seats`, :meth:`follow_game`, :meth:`readers`,
    and :meth:`render`, which reads templates.
    """

    key: str

    def initial(self, setup: Json) -> Any:
        """The state of a game about to start. ``setup`` is pinned in ``LiveGame.setup``."""

    def authorize(self, state: Any, command: Json, role: str, team: str | None, player: str | None) -> None:
        """Raises :class:`Refusal` if this role may not give this command (captains decide for their team).

        ``player`` is the id of the player in the seat, None for the host.
        """

    def prepare(self, game: Any, state: Any, command: Json) -> Json:
        """The command with what chance decides for it, under the game's lock (services/draws.py); else as it is.

        What it adds is in the log only if the command is accepted. Raises :class:`Refusal`, having used up no draw.
        """

    def drawing_round(self, state: Any) -> int | None:
        """The round in which something can be drawn, None for none: it has a seed, which is published after it."""

    def is_over(self, state: Any) -> bool:
        """Whether the rules have ended the game; before that a host closes it only with a reason."""

    def decide(self, state: Any, command: Json) -> Sequence[Any]:
        """The events that the JSON command brings about; raises :class:`Refusal`."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The next state."""

    def dump_state(self, state: Any) -> Json:
        """The state as JSON."""

    def load_state(self, data: Json) -> Any:
        """The inverse of :meth:`dump_state`."""

    def dump_event(self, event: Any) -> Json:
        """The event as JSON, with its ``kind`` (past tense)."""

    def load_event(self, data: Json) -> Any:
        """The inverse of :meth:`dump_event`."""

    def is_step(self, command: Json) -> bool:
        """Whether undo stops at this command; clocks and calls go with the step before them."""

    def require_undoable(self, command: Json) -> None:
        """Raises :class:`Refusal` for a step that was decided elsewhere, and is no host's to take back."""

    def is_stale_sensitive(self, command: Json, role: str) -> bool:
        """Whether the command names the state it was given in (host commands do, bids do not)."""

    def after_undo(self, current: Any, restored: Any, at: int) -> Any:
        """``restored`` with what survives an undo: burnt questions; its clock paused. ``at``: ms since the epoch."""

    def apply_effects(self, game: Any, events: Sequence[Any]) -> None:
        """What events mean for tables outside the log (a question used in this season); in the same transaction."""

    def follow_seats(self, game: Any, before: Any, after: Any, actor: Any) -> None:
        """Access links follow who sits where, after each change of the state, undo and redo too; same transaction.

        Where the seats are the same it asks the database nothing.
        """

    def readers(self, game: Any, audiences: Collection[str]) -> Mapping[str, Collection[str]]:
        """Of these audiences, whom each consists of now (``seat:5``), whatever tickets say; left out: whoever has one.

        Asked after the screens have been drawn, so that nothing on them is newer than who reads it.
        """

    def halt(self, state: Any) -> Json | None:
        """The command that stops what runs by itself (a clock) when an evening is interrupted; None for nothing."""

    def follow_game(self, game: Any) -> None:
        """The game has just started, been closed, or opened again: tables outside the log follow; same transaction.

        A :class:`Refusal` says that it may not be: nothing of it is carried out.
        """

    def rewards(self, state: Any) -> Sequence[Reward]:
        """Who has won what in this state, and why others nothing. Settled when the game is finished."""

    def explain_reward(self, code: str) -> str:
        """Why a line of the house ranking was won, as a sentence in the active language."""

    def command_from_form(self, game: Any, data: Mapping[str, str], role: str, team: str | None) -> Json:
        """The JSON command that a posted form means; raises :class:`Refusal` for a field it cannot read."""

    def explain(self, game: Any, refusal: Refusal) -> str:
        """The refusal as a sentence in the active language."""

    def rules_url(self, paragraph: str) -> str:
        """Where the paragraph stands on the rulebook page."""

    def render(self, game: Any, screen: str, audience: str, language: str) -> Mapping[str, str]:
        """The panels of a screen for an audience: {panel: HTML}."""


_registered: dict[str, Discipline] = {}


def register(discipline: Discipline) -> None:
    """Makes a game known; called once a game app from its ``AppConfig.ready()``."""
    _registered[discipline.key] = discipline


def discipline_for(key: str) -> Discipline:
    """The registered game with this key; KeyError if there is none."""
    return _registered[key]


def disciplines() -> tuple[str, ...]:
    """The keys of all registered games, in the order of the apps."""
    return tuple(_registered)


def discipline_name(key: str) -> str:
    """What the game is called in the active language; its key if no app of that name is installed."""
    return str(apps.get_app_config(key).verbose_name) if apps.is_installed(key) else key
