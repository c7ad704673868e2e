"""Buttons of the panels: a command each, its label, its key, and why it is not possible just now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from django.utils.translation import pgettext_lazy

from tournaments.rules.engine import Refusal

_KEY_NAMES = {"Space": pgettext_lazy("key", "Space"), "-": "−"}
# Chance may answer differently the next time, so these have no id of their own: the page gives one a press.
UNREPEATABLE = frozenset({"finish", "start", "reopen", "resume"})


class Looks(TypedDict, total=False):
    """What a button looks like and answers to; nothing of what it does."""

    key: str
    handle: str
    tone: str
    note: str
    team: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button that gives a command, or (with ``opens``) shows a dialog of the page instead."""

    do: str
    label: str
    fields: tuple[tuple[str, str], ...] = ()
    key: str = ""
    handle: str = ""  # data-testid
    tone: str = ""  # primary, right, wrong, quiet
    note: str = ""  # a second, smaller line
    team: str = ""
    opens: str = ""
    post: str = ""  # where it goes, if not to the game's door for commands
    command_id: str = ""
    disabled: bool = False
    why: str = ""
    paragraph: str = ""
    rules_url: str = ""

    @property
    def key_label(self) -> str:
        """The key as it stands on the button."""
        return str(_KEY_NAMES.get(self.key, self.key.upper()))


@dataclass(frozen=True, slots=True)
class Buttons:
    """Makes the buttons of one screen in one state of its game.

    ``why_not`` asks the rules, ``explain`` and ``rules_url`` put a refusal into words. ``held``: why nothing is taken
    at all now. ``unrepeatable``: commands that chance decides.
    """

    seq: int
    why_not: Callable[[Mapping[str, Any]], Refusal | None]
    explain: Callable[[Refusal], str]
    rules_url: Callable[[str], str]
    held: str = ""
    unrepeatable: frozenset[str] = UNREPEATABLE

    def command(
        self,
        do: str,
        label: str,
        fields: Mapping[str, Any] | None = None,
        *,
        check: bool = False,
        refusal: Refusal | None = None,
        disabled: bool = False,
        **looks: Unpack[Looks],
    ) -> Button:
        """A button for the command ``do``. With ``check`` the rules are asked; ``refusal`` says beforehand why not."""
        fields = dict(fields or {})
        if check and refusal is None and not self.held:
            refusal = self.why_not({"do": do, "at": 0, **fields})
        texts = tuple((name, _as_field(value)) for name, value in fields.items())
        return Button(
            do=do,
            label=label,
            fields=texts,
            command_id="" if do in self.unrepeatable else self._command_id(do, texts),
            disabled=disabled or refusal is not None or bool(self.held),
            **looks,
            **self._why(refusal),
        )

    def dialog(
        self,
        opens: str,
        label: str,
        refusal: Refusal | None = None,
        fields: Mapping[str, Any] | None = None,
        **looks: Unpack[Looks],
    ) -> Button:
        """A button that opens one of the page's dialogs, where something has to be typed; ``fields`` are filled in."""
        texts = tuple((name, _as_field(value)) for name, value in (fields or {}).items())
        closed = refusal is not None or bool(self.held)
        return Button("", label, texts, opens=opens, disabled=closed, **looks, **self._why(refusal))

    def _why(self, refusal: Refusal | None) -> dict[str, str]:
        if self.held:
            return {"why": self.held}
        if refusal is None:
            return {}
        paragraph = refusal.paragraph
        return {"why": self.explain(refusal), "paragraph": paragraph, "rules_url": self.rules_url(paragraph)}

    def _command_id(self, do: str, fields: tuple[tuple[str, str], ...]) -> str:
        """The same press of the same button on the same state of the game: one id, so that it counts once."""
        digest = hashlib.sha256(repr(fields).encode()).hexdigest()[:12]
        return f"p{self.seq}.{do}.{digest}"


def _as_field(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
