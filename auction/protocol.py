"""The protocol of a game: who did what and when, what it moved, what was refused, what was undone and by whom.

Questions stand in it only as the hall knew them after the move, so that the host's own copy tells nothing too early.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from auction import end_words, name_words, words
from auction.chart import Look
from auction.paper_words import afterwards_mark
from auction.services.history import Effect, History
from tournaments import texts
from tournaments.enums import Role
from tournaments.models import GameCommand, LiveGame
from tournaments.name_words import isolate
from tournaments.rules.engine import Refusal
from tournaments.selectors.undone import Undone

LINES_ON_A_PAGE = 1000
LONGEST_PRINT = 20_000  # lines in one document
_UNSEEN = Q(command__do__startswith="x-draw") | Q(command__do="add_nonce")  # /draws/ is about these


@dataclass(frozen=True, slots=True)
class Moved:
    """A team's difference."""

    team: Look
    points: str


@dataclass(frozen=True, slots=True)
class Line:
    """A command as the protocol shows it."""

    number: int | None  # of its last event; None if it brought nothing about
    at: datetime.datetime
    who: str
    role: str
    team: Look | None
    text: str
    moved: tuple[Moved, ...] = ()
    pot: str = ""
    question: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    refused: str = ""
    paragraph: str = ""
    rules_url: str = ""
    undone_by: str = ""
    end: str = ""  # why the round ended with it
    end_paragraph: str = ""
    end_url: str = ""
    afterwards: str = ""

    @property
    def is_undone(self) -> bool:
        """Whether an undo took it back."""
        return bool(self.undone_by)


def read_protocol(
    game: LiveGame,
    teams: Iterable[Look],
    history: History,
    *,
    points_only: bool,
    page: int | str = 1,
    size: int = LINES_ON_A_PAGE,
) -> tuple[Page[Any], list[Line]]:
    """A page of the protocol; four queries, however long the game. ``points_only`` leaves out what moved no points."""
    commands = GameCommand.objects.filter(game=game).exclude(_UNSEEN).order_by("pk")
    found: Page[Any] = Paginator(_moving(history) if points_only else commands, size).get_page(page)
    rows = commands.filter(pk__in=found.object_list) if points_only else found.object_list
    by_id, undone = {team.id: team for team in teams}, Undone(game)
    names = {team.id: name_words.short_name(team.command) for team in by_id.values()}
    rows = list(rows)
    steps = _steps(game, [undone.reached[row.pk] for row in rows if row.pk in undone.reached])
    return found, [
        _line(
            game,
            row,
            by_id,
            names,
            history.effects.get(row.pk),
            undone.by(row.first_seq),
            steps.get(undone.reached.get(row.pk, 0)),
        )
        for row in rows
    ]


def _steps(game: LiveGame, firsts: list[int]) -> dict[int | None, GameCommand]:
    """The steps that undos took back, by their first event."""
    return {row.first_seq: row for row in GameCommand.objects.filter(game=game, first_seq__in=firsts)}


def _moving(history: History) -> list[int]:
    """The commands that moved points, an undo too."""
    return sorted(command_pk for command_pk, effect in history.effects.items() if effect.moved or effect.pot)


def _line(
    game: LiveGame,
    row: GameCommand,
    teams: Mapping[str, Look],
    names: Mapping[str, str],
    effect: Effect | None,
    undo: GameCommand | None,
    step: GameCommand | None,
) -> Line:
    refusal = _refusal(row)
    team = row.actor_team or str(row.command.get("team") or "")
    result = effect.result if effect is not None else None
    return Line(
        number=row.last_seq,
        at=row.received_at,
        who=isolate(row.actor_name),
        role=_role(row),
        team=teams.get(team),
        text=_text(row.command, names, step.command if step is not None else None),
        moved=_moved(effect, teams),
        pot=words.signed(effect.pot) if effect is not None and effect.pot else "",
        question=effect.question if effect is not None else {},
        said=result.answer if result is not None else "",
        refused=texts.explain(game, refusal) if refusal is not None else "",
        paragraph=refusal.paragraph if refusal is not None else "",
        rules_url=f"{reverse('auction:rulebook')}#p{refusal.paragraph}" if refusal and refusal.paragraph else "",
        afterwards=afterwards_mark(row.command),
        **_ended(effect, names),
        undone_by=(isolate(undo.actor_name) or _role(undo)) if undo is not None else "",
    )


def _ended(effect: Effect | None, names: Mapping[str, str]) -> dict[str, str]:
    if effect is None or effect.end is None:
        return {}
    end = effect.end
    return {
        "end": end_words.whole(end, lambda team: names.get(team, team)),
        "end_paragraph": end.paragraph,
        "end_url": f"{reverse('auction:rulebook')}#p{end.paragraph}",
    }


def _text(command: Mapping[str, Any], names: Mapping[str, str], step: Mapping[str, Any] | None) -> str:
    """The command in words; an undo names its step, a note of an imported record says what it says."""
    do = str(command.get("do") or "")
    if step is not None:
        return f"{words.command_sentence(command, names)}: {words.command_sentence(step, names)}"
    if do.startswith("x-") and not words.has_sentence(do):
        text = command.get("text")
        return _("Note: %(text)s") % {"text": isolate(text if isinstance(text, str) and text else do[2:])}
    return words.command_sentence(command, names)


def _moved(effect: Effect | None, teams: Mapping[str, Look]) -> tuple[Moved, ...]:
    if effect is None:
        return ()
    return tuple(Moved(teams[team], words.signed(points)) for team, points in effect.moved.items() if team in teams)


def _role(row: GameCommand) -> str:
    """Who pressed, as a role; a record does not say who did."""
    if row.actor_key == "system:import":
        return _("from the record")
    return str(Role(row.actor_role).label) if row.actor_role in Role.values else row.actor_role


def _refusal(row: GameCommand) -> Refusal | None:
    stored = row.refusal
    return stored and Refusal(stored["paragraph"], stored["code"], stored["params"])
