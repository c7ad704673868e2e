"""What the console can put right: undo, redo, corrections."""

from __future__ import annotations

from django.utils.translation import gettext as _

from auction.panels.buttons import command_button, dialog_button
from auction.panels.context import Page
from auction.panels.substitutions import seat_buttons
from auction.rules import moves
from auction.rules.state import Kind, Phase
from tournaments.panels.buttons import Button
from tournaments.rules.engine import Refusal


def undo_button(page: Page) -> Button:
    """Undo, with what it would take back."""
    what = page.around.undo
    label = _("Undo: %(what)s") % {"what": what} if what else _("Nothing to undo")
    return _past(page, "undo", label, "z", what)


def redo_button(page: Page) -> Button:
    """Redo, with what it would put back."""
    what = page.around.redo
    label = _("Redo: %(what)s") % {"what": what} if what else _("Nothing to redo")
    return _past(page, "redo", label, "x", what)


def _past(page: Page, do: str, label: str, key: str, what: str | None) -> Button:
    possible = bool(what) and not page.around.finished
    return command_button(page, do, label, key=key, handle=do, tone="quiet", disabled=not possible)


def _reserve(page: Page) -> Button:
    refusal = None
    if page.view.question is None:
        refusal = Refusal("9", "no_question_dealt")
    elif not page.around.reserves:
        refusal = Refusal("9", "no_reserve", {"category": page.view.category or ""})
    note = _("%(count)d left") % {"count": page.around.reserves} if refusal is None else ""
    return dialog_button(
        page, "dialog-reserve", _("Faulty question…"), refusal, key="f", handle="faulty", note=note, tone="quiet"
    )


def corrections(page: Page) -> tuple[Button, ...]:
    """What puts things right: they stand beside undo and redo in every phase."""
    view = page.view
    if not page.around.started or page.around.finished:
        return ()
    adjust = None
    if view.teams:
        command = {"do": "adjust", "team": view.teams[0].id, "points": 1, "reason": "a"}
        adjust = moves.why_not(page.session, command)
    buttons = [
        dialog_button(page, "dialog-adjust", _("Correct a score…"), adjust, key="k", handle="adjust", tone="quiet")
    ]
    has_question = view.kind is Kind.QUESTION or (view.kind is Kind.ONE_ON_ONE and view.question is not None)
    if view.phase in (Phase.DRAWN, Phase.BIDDING, Phase.DUEL, Phase.ANSWERING) and has_question:
        buttons.append(_reserve(page))
    out = next((team for team in view.teams if team.out), None)
    if out is not None:
        command = {"do": "reinstate", "team": out.id, "reason": "a"}
        refusal = moves.why_not(page.session, command)
        buttons.append(
            dialog_button(
                page, "dialog-reinstate", _("Take a team back in…"), refusal, key="i", handle="reinstate", tone="quiet"
            )
        )
    return (*buttons, *seat_buttons(page), *_closing(page))


def _closing(page: Page) -> tuple[Button, ...]:
    """Between two lots, and in a tie, the evening can be ended for good; after the first round the actions offer it."""
    if page.view.phase not in (Phase.READY, Phase.TIE):
        return ()
    return (dialog_button(page, "dialog-close", _("Close the game…"), handle="close-early", tone="quiet"),)
