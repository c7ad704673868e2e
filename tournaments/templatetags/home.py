"""What a list of games shows beside each."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournaments.selectors.home import Place

register = template.Library()


@register.filter
def place_of(places: Mapping[int, Place] | str, game_id: int) -> Place | None:
    """``{{ places|place_of:game.pk }}``: where in its season the game stands; None if it stands nowhere."""
    return places.get(game_id) if isinstance(places, Mapping) else None
