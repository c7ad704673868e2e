"""House colours on a page: one <style> with the page's nonce, so that no element needs a style of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.colours import team_class as class_of
from tournaments.colours import team_rule

register = template.Library()


@register.simple_tag(takes_context=True)
def team_colours(context: template.Context, teams: Iterable[Any]) -> SafeString:
    """``{% team_colours teams %}``: teams are mappings or objects with an ``id`` and a ``colour``."""
    rules = "".join(team_rule(_read(team, "id"), _read(team, "colour")) for team in teams)
    request = context.get("request")
    nonce = str(getattr(request, "csp_nonce", ""))
    # The rules hold nothing but validated colours and class names, see tournaments/colours.py.
    return format_html('<style nonce="{}">{}</style>', nonce, mark_safe(rules))  # noqa: S308


@register.filter
def team_class(team_id: object) -> str:
    """``class="{{ team.id|team_class }}"``: the class that :func:`team_colours` gives its colours to."""
    return class_of(team_id)


def _read(team: Any, name: str) -> Any:
    return team.get(name) if isinstance(team, Mapping) else getattr(team, name, None)
