"""The host's console: the table (left), what now (centre and actions), what happened (history, feed, chat)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from chgk import words
from chgk.panels.console_actions import action_groups, corrections, primary_button, ruling_button, verdict_pair
from chgk.panels.hall import hall_facts
from chgk.panels.page import Page
from chgk.panels.shared import LogLine, game_log
from chgk.rules import moves
from chgk.rules.projection import View
from tournaments.panels.buttons import Button
from tournaments.panels.context import Device
from tournaments.rules.lineup import Player


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody at the table, on the console."""

    player: Player
    devices: tuple[Device, ...]
    is_captain: bool
    answers: bool
    name_button: Button | None


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A question that was played, with the way to a ruling on it."""

    line: LogLine
    button: Button | None


def console_panels(page: Page) -> dict[str, str]:
    """The panels of the console."""
    view, around = page.view, page.around
    state = page.state(_may(page))
    return {
        "head": page.panel(
            "chgk/screens/console/_head",
            state=state,
            count=words.question_count(view),
            clock_note=_clock_note(view),
            grace=page.session.settings.grace_ms,
        ),
        "table": page.panel(
            "chgk/screens/console/_table", seats=_seat_rows(page), played=_ruling_rows(page), phase=page.phase
        ),
        "centre": page.panel(
            "chgk/screens/console/_centre",
            state=state,
            phase=page.phase,
            likeness=words.likeness_words(view.likeness),
            **hall_facts(page),
        ),
        "actions": page.panel(
            "chgk/screens/console/_actions", primary=primary_button(page), groups=action_groups(page)
        ),
        "verdict": page.panel("chgk/screens/console/_verdict", buttons=_verdicts(page)),
        "history": page.panel(
            "chgk/screens/console/_history",
            buttons=(_past(page, "undo", around.undo, "z"), _past(page, "redo", around.redo, "x"), *corrections(page)),
        ),
        "notice": page.panel("chgk/screens/parts/_notice"),
        "feed": page.panel("chgk/screens/console/_feed"),
        "chat": page.chat(host=True),
    }


def _may(page: Page) -> tuple[str, ...]:
    """Which of the page's own fields are in use."""
    if page.phase in ("reading", "discussion", "answer"):
        fields = () if page.view.answer is not None else ("answer",)
        return (*fields, "verdict") if _asks_verdict(page) else fields
    return ("ruling",) if page.phase in ("ready", "over") else ()


def _asks_verdict(page: Page) -> bool:
    """Whether the verdict has to be chosen: the primary action asks for it then."""
    return page.view.is_open and moves.primary_move(page.session).label == "decide"


def _verdicts(page: Page) -> tuple[Button, ...]:
    return verdict_pair(page, "verdict-right", "verdict-wrong") if _asks_verdict(page) else ()


def _clock_note(view: View) -> str:
    clock = view.clock
    if clock is None or clock.deadline is not None or clock.remaining == 0:
        return ""
    return _("stopped")


def _seat_rows(page: Page) -> list[SeatRow]:
    """§2.2.5: the table of the day; the host may name who answers, for a captain without a phone."""
    view = page.view
    may_name = page.takes_commands and view.is_open and view.answer is None
    return [
        SeatRow(
            player,
            tuple(device for device in page.around.devices if device.player == player.id),
            view.captain is not None and view.captain.id == player.id,
            view.is_open and view.answerer is not None and view.answerer.id == player.id,
            _name_button(page, player) if may_name else None,
        )
        for player in view.seat.players
    ]


def _name_button(page: Page, player: Player) -> Button | None:
    now = page.view.answerer
    if now is not None and now.id == player.id:
        return None
    return page.buttons.command(
        "name_answerer", _("answers"), {"player": player.id}, handle=f"host-answerer-{player.id}"
    )


def _ruling_rows(page: Page) -> list[RulingRow]:
    return [RulingRow(line, ruling_button(page, line.number)) for line in game_log(page)]


def _past(page: Page, do: str, what: str | None, key: str) -> Button:
    """Undo and redo, with what they would bring about."""
    if do == "undo":
        label = _("Undo: %(what)s") % {"what": what} if what else _("Nothing to undo")
    else:
        label = _("Redo: %(what)s") % {"what": what} if what else _("Nothing to redo")
    possible = bool(what) and not page.around.finished
    refusal = page.around.no_undo if possible and do == "undo" else None
    return page.buttons.command(do, label, key=key, handle=do, tone="quiet", disabled=not possible, refusal=refusal)
