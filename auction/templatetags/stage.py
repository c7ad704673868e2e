"""Small words and figures for the panels."""

from __future__ import annotations

from django import template

from auction import lot_words, name_words, words
from tournaments.name_words import isolate
from tournaments.templatetags.lengths import length_class

register = template.Library()
register.filter("signed", words.signed)
register.filter("isolate", isolate)
register.filter("points", name_words.points)
register.filter("short_name", name_words.short_name)
register.filter("length_class", length_class)


@register.filter
def letter(index: int) -> str:
    """0 -> A: the letter of a variant."""
    return chr(ord("A") + index) if 0 <= index < 26 else str(index + 1)


@register.filter
def lot_name(name: str) -> str:
    """A category, or a special lot by the name that people know."""
    return lot_words.lot_name(name)
