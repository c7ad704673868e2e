"""How long a text is: long questions are set smaller."""

from __future__ import annotations

from django import template

register = template.Library()
_LENGTHS = (("short", 90), ("middling", 200), ("long", 320))


@register.filter
def length_class(text: object) -> str:
    """How long a text is, in four steps."""
    length = len(str(text or ""))
    return next((name for name, most in _LENGTHS if length <= most), "endless")
