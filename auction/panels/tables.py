"""Who sits at which table: the final's opening, who waits for it, and what running pages learn when the Masters sit."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from auction import final_words, words
from auction.panels.buttons import command_button
from auction.panels.context import Page
from auction.panels.shared import players_of
from auction.rules import moves
from auction.rules.projection import TeamView
from auction.rules.state import Phase
from tournaments.colours import team_rule
from tournaments.panels.buttons import Button
from tournaments.rules.lineup import Player


@dataclass(frozen=True, slots=True)
class Table:
    """A team at its table, captain first."""

    team: TeamView
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """The own team on a phone: of this round, of the first round during the final, or the Masters before it."""

    id: str
    command: str
    emblem: str
    points: int | None
    delta: int = 0
    leads: bool = False
    out: bool = False


def looks_panel(page: Page) -> str:
    """Colours and the own team's words, for pages that were loaded before the Masters sat down."""
    seats = list(page.session.seats)
    ahead = page.around.masters
    if ahead is not None:
        seats.append(ahead.seat)
    return page.panel(
        "parts/_looks",
        rules=[team_rule(seat.team, seat.colour) for seat in seats],
        word=_own_word(page),
    )


def round_teams_panel(page: Page) -> str:
    """The console's own fields name the teams of the round; the page takes them over when the round changes."""
    return page.panel("console/_round_teams", teams=page.view.teams, seated=seated(page.view.teams))


def seated(teams: tuple[TeamView, ...]) -> str:
    """The teams of the round as one word for the page."""
    return " ".join(team.id for team in teams)


def opening_tables(page: Page) -> tuple[Table, ...]:
    """§23, §24: the two tables that face each other, while nothing of the final has been drawn."""
    if not page.view.opening:
        return ()
    return tuple(Table(team, players_of(page, team.id)) for team in page.view.teams)


def band_of(page: Page) -> Band | None:
    """The band over a phone."""
    team = page.view.mine or page.view.resting
    if team is not None:
        return Band(team.id, team.command, team.emblem, team.points, team.delta, team.leads, team.out)
    ahead = page.around.masters
    if ahead is None or ahead.seat.team != page.view.audience.team:
        return None
    return Band(ahead.seat.team, ahead.command, ahead.seat.emblem, None)


def waiting_aside(page: Page) -> str:
    """What those wait for who play in the other round; empty for everybody at a table of this one."""
    view = page.view
    if view.mine is not None:
        return ""
    if view.resting is not None:
        return final_words.evening_over(view, house=_house(page))
    return final_words.masters_ahead(view, started=page.around.started)


def final_button(page: Page) -> Button:
    """The final's primary action: it opens the dialog that asks for the Masters, or shows them once more."""
    label = words.move_label(moves.OPEN_FINAL, page.view)
    finalist = page.view.team(page.view.finalist)
    note = final_words.points_each(finalist.points) if finalist is not None else ""
    return Button("", label, opens="dialog-final", key="Space", handle="primary", tone="primary", note=note)


def masters_panel(page: Page) -> str:
    """The Masters as prepared, with the button that lets them sit down."""
    ahead = page.around.masters
    button = None
    if ahead is not None and page.view.phase is Phase.ROUND_OVER:
        refusal = moves.why_not(page.session, {"do": "open_final", "at": 0, "masters": ahead.entry})
        button = command_button(
            page, "open_final", _("Open the final"), refusal=refusal, handle="open-final", tone="primary"
        )
    players = sorted(ahead.seat.players, key=lambda player: not player.captain) if ahead is not None else ()
    finalist = page.view.team(page.view.finalist)
    return page.panel("console/_masters", ahead=ahead, button=button, players=players, finalist=finalist)


def _own_word(page: Page) -> str:
    band = band_of(page)
    return band.command if band is not None else ""


def _house(page: Page) -> bool:
    """Whether the own team plays for a house."""
    return any(team.id == page.view.audience.team and team.house for team in page.session.game.teams)
