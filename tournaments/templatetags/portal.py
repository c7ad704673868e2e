"""What the pages of people need in templates."""

from __future__ import annotations

from datetime import datetime

from django import template

from tournaments import disciplines
from tournaments.models import Deputy

register = template.Library()


@register.filter
def discipline_name(key: str) -> str:
    """What the game is called in the reader's language."""
    return disciplines.discipline_name(key)


@register.filter
def is_over(row: Deputy, now: datetime) -> bool:
    """Whether a deputy's time has passed."""
    return row.is_over(now)
