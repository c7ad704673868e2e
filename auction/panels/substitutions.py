"""Substitutes on the screens (§5): what a captain is asked, what the host waits for, and whose link is to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from auction import name_words
from auction.panels.buttons import command_button, dialog_button
from auction.panels.context import Newcomer, Page
from auction.rules.stage import Proposal
from auction.rules.state import Phase
from tournaments.panels.buttons import Button
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Ask:
    """A proposal with its buttons, in words."""

    proposal: Proposal
    team: str
    out: str
    player: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A newcomer whose link has not been opened yet."""

    newcomer: Newcomer
    team: str


def consent_panel(page: Page) -> str:
    """The captain's: agree or decline; empty while nobody asks."""
    asks = [_consent(page, proposal) for proposal in page.view.proposals] if _goes_on(page) else []
    return page.panel("seat/_consent", asks=asks)


def substitutions_panel(page: Page) -> str:
    """The host's: open proposals, declined ones with the captain's word, links to hand over."""
    asks = [_waiting(page, proposal) for proposal in page.view.proposals] if _goes_on(page) else []
    arrivals = [Arrival(one, page.names.get(one.team, one.team)) for one in page.around.newcomers]
    over = page.around.finished or page.view.phase is Phase.FINISHED  # then nobody needs a seat any more
    return page.panel("console/_substitutions", asks=asks, arrivals=[] if over else arrivals)


def seat_buttons(page: Page) -> tuple[Button, ...]:
    """The two dialogs: a substitute with the captain's consent, a captain by the head's word."""
    refusal = Refusal("5", "seats_are_final") if page.view.phase is Phase.FINISHED else None
    return (
        dialog_button(page, "dialog-substitute", _("Substitution…"), refusal, handle="substitute", tone="quiet"),
        dialog_button(page, "dialog-seat-captain", _("Absent captain…"), refusal, handle="seat-captain", tone="quiet"),
    )


def _goes_on(page: Page) -> bool:
    return page.around.started and not page.around.finished


def _consent(page: Page, proposal: Proposal) -> Ask:
    fields = {"out": proposal.out.id, "player": proposal.player.id}
    agree = command_button(
        page, "answer_substitution", _("Agree"), {**fields, "agree": True}, handle="consent-agree", tone="right"
    )
    decline = Button(
        "", _("Decline…"), tuple(fields.items()), opens="dialog-consent", handle="consent-decline", tone="quiet"
    )
    return _ask(page, proposal, (agree, decline))


def _waiting(page: Page, proposal: Proposal) -> Ask:
    fields = {"team": proposal.team, "out": proposal.out.id, "player": proposal.player.id}
    label, handle = (_("Read"), "proposal-read") if proposal.declined else (_("Withdraw"), "proposal-withdraw")
    return _ask(page, proposal, (command_button(page, "withdraw_substitution", label, fields, handle=handle),))


def _ask(page: Page, proposal: Proposal, buttons: tuple[Button, ...]) -> Ask:
    return Ask(
        proposal,
        page.names.get(proposal.team, proposal.team),
        name_words.short_name(proposal.out.name),
        name_words.short_name(proposal.player.name),
        buttons,
    )
