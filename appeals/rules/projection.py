"""What each audience may see of an appeal: the only way from its state to a page, a letter or an export.

Nobody sees a view or a vote too early: members and curator when these are opened (settings), all others with the
announcement. Until then a team knows that its appeal is being considered, and nothing of how.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from appeals.rules.settings import AT_ONCE, STEPS
from appeals.rules.state import (
    BEFORE_THE_JURY,
    Announcement,
    Appeal,
    Choice,
    Complaint,
    Fault,
    Member,
    OwnDecision,
    Phase,
    Round,
    Sheet,
    View,
    Vote,
)


class Reader(StrEnum):
    """Who looks at an appeal."""

    JUROR = "juror"
    CURATOR = "curator"
    TEAM = "team"  # the captain's who filed it
    CLUB = "club"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Audience:
    """A reader; ``id``: the member's, or the person's who complains."""

    reader: Reader
    id: str = ""


class Status(StrEnum):
    """The phase as this audience may know it."""

    DRAFT = "draft"
    FILED = "filed"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"
    CONSIDERED = "considered"  # by the jury, or by the curator: not to be told apart
    WAITING = "waiting"
    SPEAKING = "speaking"
    VOTING = "voting"
    CURATOR = "curator"
    DECIDED = "decided"
    ANNOUNCED = "announced"


@dataclass(frozen=True, slots=True)
class MemberNow:
    """A member of the jury; None is what this audience may not know."""

    id: str
    name: str
    recused: bool
    reason: str | None = None
    has_read: bool | None = None
    has_spoken: bool | None = None
    has_voted: bool | None = None
    view: str | None = None
    choice: Choice | None = None
    date: str | None = None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A ruling that was withdrawn because the procedure was repeated."""

    announcement: Announcement
    members: tuple[MemberNow, ...]
    own: OwnDecision | None


@dataclass(frozen=True, slots=True)
class Seen:
    """An appeal as one audience sees it."""

    audience: Audience
    status: Status
    sheet: Sheet | None = None
    filed_at: int | None = None
    decide_by: int | None = None
    fault: Fault | None = None
    members: tuple[MemberNow, ...] = ()
    following: MemberNow | None = None  # whose turn it is to vote
    outcome: bool | None = None  # what is decided
    by_curator: bool = False
    own: OwnDecision | None = None
    announcement: Announcement | None = None
    complaints: tuple[Complaint, ...] = ()
    former: tuple[Past, ...] = ()


def project(appeal: Appeal, audience: Audience) -> Seen | None:
    """The appeal as the audience may see it; None for whoever may not know that there is one."""
    phase = appeal.phase
    if not _may_know(appeal, audience):
        return None
    if phase is Phase.ANNOUNCED:
        return _announced(appeal, audience)
    insider = _is_insider(appeal, audience)
    steps = insider or (audience.reader is Reader.TEAM and appeal.settings.team_sees == STEPS)
    members = tuple(_member(appeal, member, audience, insider=insider, steps=steps) for member in appeal.members)
    votes_known = insider and _votes_open(appeal)
    following = appeal.next_voter if steps else None
    return Seen(
        audience,
        _status(phase, insider=insider, steps=steps),
        sheet=_sheet(appeal, audience),
        filed_at=appeal.filed_at,
        decide_by=appeal.decide_by,
        fault=appeal.fault,
        members=members,
        following=next((one for one in members if following is not None and one.id == following.id), None),
        outcome=appeal.granted if votes_known else None,
        by_curator=votes_known and appeal.own is not None,
        own=appeal.own if votes_known else None,
        complaints=_complaints(appeal, audience),
        former=_former(appeal, audience),
    )


def _may_know(appeal: Appeal, audience: Audience) -> bool:
    """Members know an appeal that lies with them, the curator what was filed, others what was once announced."""
    phase = appeal.phase
    match audience.reader:
        case Reader.TEAM:
            return True
        case Reader.CURATOR:
            return phase is not Phase.DRAFT
        case Reader.JUROR:
            return phase not in BEFORE_THE_JURY and appeal.member(audience.id) is not None
        case Reader.CLUB | Reader.PUBLIC:
            return phase is Phase.ANNOUNCED or bool(appeal.former)


def _is_insider(appeal: Appeal, audience: Audience) -> bool:
    """The curator, and the members who have a vote."""
    if audience.reader is Reader.CURATOR:
        return True
    return audience.reader is Reader.JUROR and any(member.id == audience.id for member in appeal.voters)


def _status(phase: Phase, *, insider: bool, steps: bool) -> Status:
    if phase in BEFORE_THE_JURY or phase is Phase.ANNOUNCED or insider:
        return Status(phase.value)
    if steps and phase in (Phase.WAITING, Phase.SPEAKING, Phase.VOTING):
        return Status(phase.value)
    return Status.CONSIDERED


def _views_open(appeal: Appeal) -> bool:
    return appeal.all_spoken or appeal.settings.views_open == AT_ONCE


def _votes_open(appeal: Appeal) -> bool:
    return appeal.all_voted or appeal.settings.votes_open == AT_ONCE


def _member(appeal: Appeal, member: Member, audience: Audience, *, insider: bool, steps: bool) -> MemberNow:
    mine = audience.reader is Reader.JUROR and member.id == audience.id
    sees_view = insider and (mine or _views_open(appeal))
    sees_vote = insider and (mine or _votes_open(appeal))
    view = _view_of(appeal.views, member.id) if sees_view else None
    vote = _vote_of(appeal.votes, member.id) if sees_vote else None
    named = _is_named(appeal, audience)
    return MemberNow(
        member.id if named else "",
        member.name if named else "",
        member.recused,
        reason=member.reason if insider or mine else None,
        has_read=member.id in appeal.read if steps else None,
        has_spoken=member.id in appeal.spoken if steps else None,
        has_voted=member.id in appeal.voted if steps else None,
        view=view.text if view is not None else None,
        choice=vote.choice if vote is not None else None,
        date=vote.date if vote is not None else None,
        mine=mine,
    )


def _announced(appeal: Appeal, audience: Audience) -> Seen:
    """The whole, for everybody; strangers read the members' names if the season says so (§5.3.3)."""
    told = appeal.announcement
    return Seen(
        audience,
        Status.ANNOUNCED,
        sheet=_sheet(appeal, audience),
        filed_at=appeal.filed_at,
        decide_by=appeal.decide_by,
        members=_open_members(appeal, audience, appeal.members, appeal.views, appeal.votes),
        outcome=appeal.granted,
        by_curator=appeal.own is not None,
        own=appeal.own,
        announcement=told,
        complaints=_complaints(appeal, audience),
        former=_former(appeal, audience),
    )


def _open_members(
    appeal: Appeal,
    audience: Audience,
    members: tuple[Member, ...],
    views: tuple[View, ...],
    votes: tuple[Vote, ...],
) -> tuple[MemberNow, ...]:
    named = _is_named(appeal, audience)
    shown = []
    for number, member in enumerate(members, 1):
        view, vote = _view_of(views, member.id), _vote_of(votes, member.id)
        shown.append(
            MemberNow(
                member.id if named else str(number),
                member.name if named else "",
                member.recused,
                reason=member.reason if named else None,
                view=view.text if view is not None else None,
                choice=vote.choice if vote is not None else None,
                date=vote.date if vote is not None else None,
                mine=audience.reader is Reader.JUROR and member.id == audience.id,
            )
        )
    return tuple(shown)


def _former(appeal: Appeal, audience: Audience) -> tuple[Past, ...]:
    def past(one: Round) -> Past:
        return Past(one.announcement, _open_members(appeal, audience, one.members, one.views, one.votes), one.own)

    return tuple(past(one) for one in appeal.former)


def _complaints(appeal: Appeal, audience: Audience) -> tuple[Complaint, ...]:
    """§5.4.2: the curator's, who calls the council, and their author's; everybody's once the council has found."""
    if audience.reader is Reader.CURATOR:
        return appeal.complaints
    found = [one for one in appeal.complaints if one.finding is not None or (audience.id and one.by == audience.id)]
    if not _is_named(appeal, audience):
        found = [replace(one, by="", name="") for one in found]
    return tuple(found)


def _is_named(appeal: Appeal, audience: Audience) -> bool:
    """Whether the audience reads who it was."""
    return appeal.settings.names_public or audience.reader is not Reader.PUBLIC


def _sheet(appeal: Appeal, audience: Audience) -> Sheet | None:
    sheet = appeal.sheet
    return sheet if sheet is None or _is_named(appeal, audience) else replace(sheet, captain="")


def _view_of(views: tuple[View, ...], juror: str) -> View | None:
    return next((view for view in views if view.juror == juror), None)


def _vote_of(votes: tuple[Vote, ...], juror: str) -> Vote | None:
    return next((vote for vote in votes if vote.juror == juror), None)
