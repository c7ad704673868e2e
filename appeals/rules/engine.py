"""The procedure of chapter 5: ``decide``, what a command brings about, and ``evolve``, what an event changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from appeals.rules import commands as c
from appeals.rules import complaints, filing, judging
from appeals.rules.events import Event
from appeals.rules.evolution import EVOLUTION
from appeals.rules.state import Appeal

PROCEDURE: Mapping[type[c.Command], Callable[[Appeal, Any], tuple[Event, ...]]] = {
    c.File: filing.file,  # §5.2.3
    c.Withdraw: filing.withdraw,
    c.Receive: filing.receive,  # §5.2.4
    c.Return: filing.send_back,
    c.SeatJury: judging.seat,  # §5.1
    c.Recuse: judging.recuse,
    c.ConfirmRead: judging.confirm_read,  # §5.3.2
    c.StateView: judging.state_view,
    c.CastVote: judging.cast_vote,
    c.Decide: judging.decide_by_curator,
    c.Announce: judging.announce,
    c.Complain: complaints.complain,  # §5.4.2
    c.HearComplaint: complaints.hear,
}


def decide(appeal: Appeal, command: c.Command) -> tuple[Event, ...]:
    """What the command brings about; a :class:`~tournaments.rules.engine.Refusal` if it is not allowed."""
    return PROCEDURE[type(command)](appeal, command)


def evolve(appeal: Appeal, event: Event) -> Appeal:
    """The appeal after ``event``."""
    return EVOLUTION[type(event)](appeal, event)
