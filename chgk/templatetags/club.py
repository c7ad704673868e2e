"""The regulation in templates."""

from __future__ import annotations

from django import template

from chgk import addresses

register = template.Library()


@register.simple_tag
def paragraph_url(number: str) -> str:
    """``{% paragraph_url "3.1.2" as url %}``: where a paragraph stands; "" without a page of rules."""
    return addresses.rules_url(number)
