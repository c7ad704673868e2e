"""The panels of every screen: the only way from a session to HTML, and always through the audience's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils import translation

from chgk.addresses import game_addresses
from chgk.happenings import Teller
from chgk.panels.console import console_panels
from chgk.panels.hall import hall_panels
from chgk.panels.page import Page
from chgk.panels.seat import seat_panels
from chgk.rules.projection import project
from chgk.rules.session import Session
from chgk.selectors.endings import curators_reason, last_ruling, rulings_of_appeals
from chgk.selectors.fireplace import VersionLine, versions_of
from chgk.selectors.votes import VoteNow, read_vote_of
from tournaments.models import LiveGame
from tournaments.panels.around import once, read_around
from tournaments.panels.context import Around
from tournaments.rules.audience import Audience

SCREENS: Mapping[str, Callable[[Page], dict[str, str]]] = {
    "console": console_panels,
    "captain": seat_panels,
    "player": seat_panels,
    "spectator": hall_panels,
    "projector": hall_panels,
}


def render_panels(game: LiveGame, session: Session, screen: str, audience: str, language: str) -> dict[str, str]:
    """The panels of ``screen`` for ``audience`` in ``language``: {name: HTML}."""
    viewer = Audience.parse(audience)
    versions = _versions(game, session, viewer)
    with translation.override(language):
        teller = Teller(session.seat.name, {player.id: player.name for player in session.seat.players})
        around = read_around(
            game,
            role=viewer.role,
            team=viewer.team,
            screen=screen,
            teller=teller,
            links=game_addresses(game.pk),
            drawn=session.drawn,
        )
        if session.game.closed_for is not None:
            around = replace(around, closed_because=once(game, "curator", lambda: curators_reason(game)))
        vote = once(game, "vote", lambda: read_vote_of(game, session)) if around.finished else None
        ruling = once(game, "ruling", lambda: _ruling(game, teller)) if session.game.ruled else ""
        appealed = rulings_of_appeals(game) if session.game.ruled and viewer.role == "host" else {}
        return build_panels(session, screen, viewer, around, versions, vote, ruling, appealed)


def build_panels(
    session: Session,
    screen: str,
    audience: Audience,
    around: Around,
    versions: tuple[VersionLine, ...] = (),
    vote: VoteNow | None = None,
    ruling: str = "",
    appealed: Mapping[Any, Any] | None = None,
) -> dict[str, str]:
    """The same without a database, in the active language."""
    page = Page(project(session, audience), session, around, screen, versions, vote, ruling, appealed or {})
    return {**SCREENS[screen](page), "draws": page.draws_line()}


def _versions(game: LiveGame, session: Session, viewer: Audience) -> tuple[VersionLine, ...]:
    """The scratch list of the question on the stage; for nobody but the table is it so much as read (§3.1.5)."""
    sheet = session.stage.sheet
    if sheet is None or not viewer.is_table or viewer.team != session.seat.team:
        return ()
    return once(game, f"versions:{viewer.team}", lambda: versions_of(game, sheet.number))


def _ruling(game: LiveGame, teller: Teller) -> str:
    """A ruling that has just been made: the score may have jumped, and everybody reads why."""
    deed = last_ruling(game)
    return teller.sentence(deed) if deed is not None else ""
