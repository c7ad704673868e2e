"""What a game's log says to those who read it: the host's feed, the record, which game is on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import GameCommand, GameEvent, LiveGame, User
from tournaments.rules.engine import Refusal

_ABOUT_DRAWS = Q(command__do__startswith="x-draw") | Q(command__do="add_nonce")


Happened = tuple[str, Mapping[str, Any]]  # an event's kind and data


@dataclass(frozen=True, slots=True)
class Deed:
    """A command as it was given, and the events that it brought about."""

    command: Mapping[str, Any]
    events: tuple[Happened, ...] = ()


@dataclass(frozen=True, slots=True)
class FeedLine:
    """A command in the host's log. ``undone``: an undo took it back and no redo put it back."""

    command: GameCommand
    undone: bool
    deed: Deed
    step: Deed | None = None  # what an undo took back or a redo put back

    @property
    def seq(self) -> int | None:
        """Number of the command's last event; None for a refused one."""
        return self.command.last_seq

    @property
    def refusal(self) -> Refusal | None:
        """Why it was refused."""
        stored = self.command.refusal
        return stored and Refusal(stored["paragraph"], stored["code"], stored["params"])


def game_feed(game: LiveGame, limit: int = 50) -> list[FeedLine]:
    """The game's last commands, accepted and refused, the newest first; three queries. Notes of draws are left out."""
    gaps = _Gaps(game)
    commands = list(GameCommand.objects.filter(game=game).exclude(_ABOUT_DRAWS).order_by("-pk")[:limit])
    deeds = deeds_of(
        game, [seq for row in commands for seq in (row.first_seq, gaps.reached.get(row.pk)) if seq is not None]
    )
    return [
        FeedLine(
            row,
            row.first_seq in gaps,
            deeds.get(row.first_seq or 0) or Deed(row.command),
            deeds.get(gaps.reached.get(row.pk, 0)),
        )
        for row in commands
    ]


def deeds_of(game: LiveGame, firsts: Iterable[int]) -> dict[int, Deed]:
    """The commands whose first events have these numbers, each with all its events; one query."""
    found: dict[int, tuple[Mapping[str, Any], list[Happened]]] = {}
    rows = GameEvent.objects.filter(game=game, command__first_seq__in=set(firsts)).order_by("seq")
    for first, command, kind, data in rows.values_list("command__first_seq", "command__command", "kind", "data"):
        found.setdefault(first or 0, (command, []))[1].append((kind, data))
    return {first: Deed(command, tuple(events)) for first, (command, events) in found.items()}


def effective_commands(game: LiveGame) -> Iterator[GameCommand]:
    """The commands in force, in order: no refused ones, no undone ones, no undo nor redo. What a record exports.

    Notes of an imported record (``x-…``) brought nothing about and stand where they stood.
    """
    return (command for command, undone in logged_commands(game) if not undone)


def logged_commands(game: LiveGame) -> Iterator[tuple[GameCommand, bool]]:
    """The commands that brought something about, and the notes, in order; each with whether it is undone."""
    gaps = _Gaps(game)
    notes = Q(accepted=True, command__do__startswith="x-")
    commands = GameCommand.objects.filter(Q(first_seq__isnull=False) | notes, game=game).order_by("pk")
    for command in commands.iterator(chunk_size=2000):
        if command.command["do"] not in ("undo", "redo"):
            yield command, command.first_seq in gaps


def current_game(discipline: str = "") -> LiveGame | None:
    """The game that a projector shows if nobody says which: running, else about to start, else the last one.

    A rehearsal only while it is running and no evening is. ``discipline``: among the games of this one alone.
    """
    all_games = LiveGame.objects.filter(season__is_current=True)
    if discipline:
        all_games = all_games.filter(discipline=discipline)
    games, rehearsals = all_games.filter(rehearsal_of=None), all_games.filter(rehearsal_of__isnull=False)
    running = Q(started_at__isnull=False, finished_at=None)
    return (
        games.filter(running).order_by("-started_at", "-pk").first()
        or rehearsals.filter(running).order_by("-started_at", "-pk").first()
        or games.filter(started_at=None).order_by("-created_at", "-pk").first()
        or games.order_by("-finished_at", "-pk").first()
    )


def hosted_games(user: User) -> QuerySet[LiveGame]:
    """The games whose console this account may open, the newest first."""
    games = LiveGame.objects.select_related("season")
    return games if user.is_superuser else games.filter(hosts=user)


class _Gaps:
    """Which event numbers are taken back at the end of the log (see services/replay_log.py)."""

    def __init__(self, game: LiveGame) -> None:
        spans: list[tuple[int, int]] = []
        self.reached: dict[int, int] = {}  # an undo or redo -> the first event that it took back or put back
        events = GameEvent.objects.filter(game=game, kind__in=("Undone", "Redone")).order_by("seq")
        for kind, data, command in events.values_list("kind", "data", "command_id"):
            span = (data["from_seq"], data["to_seq"])
            self.reached[command] = span[0]
            if kind == "Undone":
                spans.append(span)
            else:
                del spans[len(spans) - 1 - spans[::-1].index(span)]
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, seq: int | None) -> bool:
        if seq is None:
            return False
        index = bisect_right(self._starts, seq) - 1
        return index >= 0 and seq <= self._ends[index]
