"""The rulebook's own form (§4.1.1): Категория, Вопрос №, Ответ, Комментарии, Источник(и), each with its label."""

from __future__ import annotations

from chgk.formats.lines import Line, split_lines
from chgk.formats.machine import LineMachine
from chgk.formats.problems import Reading

NAME = "rulebook_form"


def read_rulebook_form(text: str) -> Reading:
    """Reads the form as people fill it in; what a line break divides stays divided. FormatError beyond the limits."""
    machine = LineMachine([Line(number, line.rstrip()) for number, line in enumerate(split_lines(text), 1)])
    package = machine.read()
    return Reading(package, tuple(machine.problems), tuple(machine.unread), NAME)
