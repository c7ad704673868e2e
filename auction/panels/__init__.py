"""The panels of every screen: the only way from a session to HTML, and always through the audience's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils import translation

from auction.panels.around import read_around
from auction.panels.console import console_panels
from auction.panels.context import Around, Page
from auction.panels.public import projector_panels, spectator_panels
from auction.panels.seat import seat_panels
from auction.rules.projection import project
from auction.rules.session import Session
from tournaments.models import LiveGame
from tournaments.panels.draws import draws_panel
from tournaments.rules.audience import Audience

SCREENS: Mapping[str, Callable[[Page], dict[str, str]]] = {
    "console": console_panels,
    "captain": seat_panels,
    "player": seat_panels,
    "spectator": spectator_panels,
    "projector": projector_panels,
}


def render_panels(game: LiveGame, session: Session, screen: str, audience: str, language: str) -> dict[str, str]:
    """The panels of ``screen`` for ``audience`` in ``language``: {name: HTML}."""
    viewer = Audience.parse(audience)
    with translation.override(language):
        return build_panels(session, screen, viewer, read_around(game, session, screen, viewer))


def build_panels(session: Session, screen: str, audience: Audience, around: Around) -> dict[str, str]:
    """The same without a database, in the active language."""
    page = Page(project(session, audience, around.now), session, around)
    return {**SCREENS[screen](page), "draws": draws_panel(around, audience.role, audience.team)}
