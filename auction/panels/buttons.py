"""Buttons of the panels: a command each, its label, its key, and why it is not possible just now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack

from django.urls import reverse

from auction import refusals
from auction.panels.context import Page
from auction.rules import moves
from tournaments.panels.buttons import Button, Buttons, Looks
from tournaments.rules.engine import Refusal

# Chance or the bank may answer differently the next time, so these have no id of their own: the page gives one a press.
_UNREPEATABLE = frozenset({"draw", "replace_question", "finish"})


def command_button(
    page: Page,
    do: str,
    label: str,
    fields: Mapping[str, Any] | None = None,
    *,
    check: bool = False,
    refusal: Refusal | None = None,
    disabled: bool = False,
    **looks: Unpack[Looks],
) -> Button:
    """A button for the command ``do`` with ``fields``.

    With ``check`` the rules are asked whether it is possible now; ``refusal`` says beforehand why it is not.
    """
    button = _buttons(page).command(do, label, fields, check=check, refusal=refusal, disabled=disabled, **looks)
    return replace(button, post=page.around.links.get("finish", "")) if do == "finish" else button


def dialog_button(
    page: Page,
    opens: str,
    label: str,
    refusal: Refusal | None = None,
    fields: tuple[tuple[str, str], ...] = (),
    **looks: Unpack[Looks],
) -> Button:
    """A button that opens one of the page's dialogs, where something has to be typed; ``fields`` are filled in."""
    return _buttons(page).dialog(opens, label, refusal, dict(fields), **looks)


def _buttons(page: Page) -> Buttons:
    return Buttons(
        seq=page.around.seq,
        why_not=lambda command: moves.why_not(page.session, command),
        explain=lambda refusal: refusals.explain(refusal, page.names),
        rules_url=rules_url,
        held=page.around.held,
        unrepeatable=_UNREPEATABLE,
    )


def rules_url(paragraph: str) -> str:
    """The paragraph's place on the page of rules."""
    return f"{reverse('auction:rulebook')}#p{paragraph}" if paragraph else ""
