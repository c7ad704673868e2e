"""The console's left column: who plays, and what the host can do for each captain."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from auction import words
from auction.panels.buttons import command_button
from auction.panels.context import Page
from auction.panels.seat import STEP
from auction.rules.projection import BiddingView, TeamView
from tournaments.panels.buttons import Button
from tournaments.panels.context import Device


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the left column, with what the host can do for its captain."""

    team: TeamView
    seats: tuple[Device, ...]
    note: str
    buttons: tuple[Button, ...]


def team_rows(page: Page) -> list[TeamRow]:
    """A row for each team of the round."""
    bidding = {entry.team: entry for entry in page.view.bidding}
    return [
        TeamRow(
            team=team,
            seats=tuple(page.around.seats.get(team.id, ())),
            note=_reprimand_note(page, team),
            buttons=_for_captain(page, team, bidding.get(team.id)),
        )
        for team in page.view.teams
    ]


def _reprimand_note(page: Page, team: TeamView) -> str:
    """§16: what the team would get if the bidding closed now."""
    if team.id not in page.view.reprimanded:
        return ""
    if team.warnings == 0:
        return _("no bid yet: a warning (§16)")
    penalty = min(page.session.game.parameters.reprimand_penalty, team.points)
    return _("no bid yet: %(penalty)s points (§16)") % {"penalty": words.signed(-penalty)}


def _for_captain(page: Page, team: TeamView, bidding: BiddingView | None) -> tuple[Button, ...]:
    if bidding is None:
        return ()
    buttons = []
    if bidding.minimum is not None:
        larger = bidding.minimum + STEP - 1
        numbers = {bidding.minimum: "", **({larger: ""} if larger <= bidding.maximum else {})}
        if bidding.block is not None:
            numbers[bidding.block] = _("blocks")
        for number, note in numbers.items():
            fields = {"team": team.id, "points": number}
            buttons.append(
                command_button(
                    page, "bid", str(number), fields, note=note, team=team.id, handle=f"host-bid-{team.id}-{number}"
                )
            )
    if bidding.va_banque > 0:
        buttons.append(
            Button("", _("VB…"), (("team", team.id),), opens="dialog-va-banque", handle=f"host-va-banque-{team.id}")
        )
    return tuple(buttons)
