"""Notes of the evening in a game's log, in words: who was left out, who hosts, when it stopped and went on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

HAPPENED: Mapping[str, str | Promise] = {
    "x-suspend": gettext_lazy("The evening is suspended: %(reason)s"),
    "x-resume": gettext_lazy("The evening goes on"),
    "x-hand_over": gettext_lazy("The console is handed over; from now on %(to)s hosts"),
    "x-leave_out": gettext_lazy("Left out: %(name)s (%(reason)s)"),
    "x-take_in": gettext_lazy("Taken in: %(name)s"),
}


def names_in(command: Mapping[str, Any]) -> dict[str, str]:
    """What the sentences name beside the reason."""
    return {key: str(command.get(key, "")) for key in ("to", "name")}
