"""Substitutions in words: what the log, the protocol and an undo call them. The log keeps the names of its people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HAPPENED: Mapping[str, str | Promise] = {
    "propose_substitution": _("%(team)s: in %(player)s, out %(out)s? The captain is asked (%(reason)s)"),
    "withdraw_substitution": _("%(team)s: the proposal of a substitute is withdrawn"),
    "seat_captain": _("%(team)s: new captain %(captain)s, named by %(head)s (%(reason)s)"),
}
_AGREED = _("%(team)s: the captain agrees: in %(player)s, out %(out)s")
_DECLINED = _("%(team)s: the captain declines, %(out)s stays (%(reason)s)")


def answered(command: Mapping[str, Any]) -> str | Promise:
    """The captain's word."""
    return _AGREED if command.get("agree") is True else _DECLINED


def people_of(command: Mapping[str, Any]) -> dict[str, str]:
    """Who comes, who leaves, who becomes captain by whose word; a question mark where nobody could be found."""
    person = command.get("person")
    came = person.get("name") if isinstance(person, Mapping) else None
    named = command.get("captain_name") or (came if command.get("captain") == command.get("newcomer") else None)
    found = {
        "player": came or command.get("player_name"),
        "out": command.get("out_name"),
        "captain": named,
        "head": command.get("head"),
    }
    return {key: str(name or "?") for key, name in found.items()}
