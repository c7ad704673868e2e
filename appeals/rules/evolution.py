"""What each event changes in an appeal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from appeals.rules import events as e
from appeals.rules.state import Announcement, Appeal, Fault, OwnDecision, Round, View, Vote


def _filed(appeal: Appeal, event: e.Filed) -> Appeal:
    return Appeal(sheet=event.sheet, settings=event.settings, filed_at=event.at, decide_by=event.decide_by)


def _returned(appeal: Appeal, event: e.Returned) -> Appeal:
    return replace(appeal, fault=Fault(event.paragraph, event.reason, event.at), decide_by=None)


def _seated(appeal: Appeal, event: e.JurySeated) -> Appeal:
    return replace(appeal, members=event.members, read=frozenset(), views=(), votes=(), own=None)


def _recused(appeal: Appeal, event: e.MemberRecused) -> Appeal:
    """The member keeps the seat without a vote; what was said before stands in the log only."""
    members = tuple(
        replace(member, recused=True, reason=event.reason) if member.id == event.juror else member
        for member in appeal.members
    )
    views = tuple(view for view in appeal.views if view.juror != event.juror)
    return replace(appeal, members=members, views=views)


def _heard(appeal: Appeal, event: e.ComplaintHeard) -> Appeal:
    complaints = tuple(
        replace(one, finding=event.finding) if one.number == event.number else one for one in appeal.complaints
    )
    appeal = replace(appeal, complaints=complaints)
    if not event.finding.repeat or appeal.announcement is None:
        return appeal
    past = Round(appeal.members, appeal.views, appeal.votes, appeal.own, appeal.announcement)
    return replace(
        appeal,
        former=(*appeal.former, past),
        announcement=None,
        own=None,
        read=frozenset(),
        views=(),
        votes=(),
        decide_by=event.decide_by,
    )


def _voted(appeal: Appeal, event: e.VoteCast) -> Appeal:
    return replace(appeal, votes=(*appeal.votes, Vote(event.juror, event.choice, event.date, event.at)))


def _announced(appeal: Appeal, event: e.RulingAnnounced) -> Appeal:
    told = Announcement(event.granted, event.accepted, event.at, event.complain_until)
    return replace(appeal, announcement=told)


EVOLUTION: Mapping[type[e.Event], Callable[[Appeal, Any], Appeal]] = {
    e.Filed: _filed,
    e.Withdrawn: lambda appeal, event: replace(appeal, withdrawn=True),
    e.Received: lambda appeal, event: replace(appeal, received=True),
    e.Returned: _returned,
    e.JurySeated: _seated,
    e.MemberRecused: _recused,
    e.ReadingConfirmed: lambda appeal, event: replace(appeal, read=appeal.read | {event.juror}),
    e.ViewStated: lambda appeal, event: replace(appeal, views=(*appeal.views, View(event.juror, event.text, event.at))),
    e.VoteCast: _voted,
    e.CuratorDecided: lambda appeal, event: replace(appeal, own=OwnDecision(event.granted, event.reason, event.at)),
    e.RulingAnnounced: _announced,
    e.ComplaintMade: lambda appeal, event: replace(appeal, complaints=(*appeal.complaints, event.complaint)),
    e.ComplaintHeard: _heard,
}
