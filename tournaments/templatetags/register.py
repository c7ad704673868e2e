"""Marks of the class register as signs and words."""

from __future__ import annotations

from django import template

from tournaments.enums import Mark

register = template.Library()

SIGNS = {Mark.PRESENT: "+", Mark.LATE: "◷", Mark.ABSENT: "−", Mark.EXCUSED: "○"}


@register.filter
def sign(mark: str) -> str:
    """One letter for a narrow column."""
    return SIGNS.get(Mark(mark), "") if mark in Mark.values else ""


@register.filter
def mark_word(mark: str) -> str:
    """The mark in words."""
    return str(Mark(mark).label) if mark in Mark.values else ""
