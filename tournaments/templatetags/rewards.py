"""Points won and lost, as figures."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """«+41», «−5», «+0»: with a real minus."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"
