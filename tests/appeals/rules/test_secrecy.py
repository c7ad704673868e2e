"""Nobody sees a view or a vote too early: whatever is still closed could be different, and nobody would see it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from appeals.rules import commands as c
from appeals.rules.engine import decide, evolve
from appeals.rules.events import dump_event, load_event
from appeals.rules.projection import Audience, Reader, Status, project
from appeals.rules.settings import AT_ONCE, STATUS, STEPS, WHEN_ALL, Settings
from appeals.rules.state import Appeal, Choice, Kind, Member, OwnDecision, Phase
from tests.appeals.rules.procedure import (
    JURORS,
    MEMBERS,
    SHEET,
    T0,
    announce,
    announced,
    complain,
    file,
    hear,
    play,
    seated,
    speak,
    voted,
)
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.serial import from_json, to_json

OTHERS = (*MEMBERS[:2], Member("p7", "Dora"))
EVERYBODY = (
    *(Audience(Reader.JUROR, juror) for juror in (*JURORS, "p7", "p9")),
    Audience(Reader.CURATOR),
    Audience(Reader.TEAM),
    Audience(Reader.CLUB, "p9"),
    Audience(Reader.PUBLIC),
)
OUTSIDE = (Reader.TEAM, Reader.CLUB, Reader.PUBLIC)
SETTINGS = st.builds(
    Settings,
    views_open=st.sampled_from([WHEN_ALL, AT_ONCE]),
    votes_open=st.sampled_from([WHEN_ALL, AT_ONCE]),
    team_sees=st.sampled_from([STATUS, STEPS]),
    names_public=st.booleans(),
    complaint_repeats=st.booleans(),
)
_juror = st.sampled_from([*JURORS, "p7"])
STEPS_OF_ANYBODY: st.SearchStrategy[Any] = st.one_of(
    st.builds(c.ConfirmRead, _juror, st.just(T0)),
    st.builds(c.StateView, _juror, st.sampled_from(["secret one", "secret two"]), st.just(T0)),
    st.builds(c.CastVote, _juror, st.sampled_from(Choice), st.just("2026-12-01"), st.just(T0)),
    st.builds(c.Recuse, _juror, st.just("a cousin"), st.just(T0)),
    st.sampled_from(
        [
            c.Receive(T0),
            c.SeatJury(MEMBERS, T0),
            c.SeatJury(OTHERS, T0),
            c.Decide(granted=True, reason="fits", at=T0),
            announce(),
            complain(),
            hear(),
            hear(repeat=True),
            c.Withdraw(T0),
        ]
    ),
)
# one member after another, so that juries get somewhere; and whatever else anybody may think of
WHOLE: list[c.Command] = [
    *[c.ConfirmRead(juror, T0) for juror in JURORS],
    *[c.StateView(juror, "secret one", T0) for juror in JURORS],
    *[c.CastVote(juror, Choice.AGREE, "2026-12-01", T0) for juror in JURORS],
]


@st.composite
def appeals(draw: st.DrawFn) -> Appeal:
    """An appeal somewhere on its way; what is refused changes nothing."""
    appeal = play(Appeal(), replace(file(), settings=draw(SETTINGS)))
    if draw(st.booleans()):
        appeal = play(appeal, c.Receive(T0), c.SeatJury(MEMBERS, T0))
    commands: list[c.Command] = [
        *WHOLE[: draw(st.integers(0, len(WHOLE)))],
        *draw(st.lists(STEPS_OF_ANYBODY, max_size=12)),
    ]
    for command in commands:
        try:
            appeal = fold(evolve, appeal, decide(appeal, command))
        except Refusal:
            continue
    return appeal


def with_other_secrets(appeal: Appeal, audience: Audience) -> Appeal:
    """The same appeal but for what this audience may not know yet."""
    inside = audience.reader is Reader.CURATOR or audience.id in {member.id for member in appeal.voters}
    inside = inside and audience.reader not in OUTSIDE
    mine = audience.id if audience.reader is Reader.JUROR else ""
    rules = appeal.settings
    hide_views = not inside or not (appeal.all_spoken or rules.views_open == AT_ONCE)
    hide_votes = not inside or not (appeal.all_voted or rules.votes_open == AT_ONCE)
    views, votes, own = appeal.views, appeal.votes, appeal.own
    if hide_views:
        views = tuple(view if inside and view.juror == mine else replace(view, text="other") for view in views)
    if hide_votes:
        turned = {Choice.AGREE: Choice.ABSTAIN, Choice.DISAGREE: Choice.AGREE, Choice.ABSTAIN: Choice.DISAGREE}
        votes = tuple(
            vote if inside and vote.juror == mine else replace(vote, choice=turned[vote.choice], date="1999")
            for vote in votes
        )
        own = None if own is not None else OwnDecision(granted=False, reason="other", at=T0) if not inside else None
    return replace(appeal, views=views, votes=votes, own=own)


@settings(max_examples=250)
@given(appeals())
def test_what_is_closed_could_be_anything(appeal):
    if appeal.phase is Phase.ANNOUNCED:
        return
    for audience in EVERYBODY:
        assert project(appeal, audience) == project(with_other_secrets(appeal, audience), audience), audience


@settings(max_examples=150)
@given(appeals())
def test_outsiders_see_no_word_of_the_jury_before_the_announcement(appeal):
    if appeal.phase is Phase.ANNOUNCED or appeal.former:
        return
    for audience in EVERYBODY:
        seen = project(appeal, audience)
        if seen is None or audience.reader not in OUTSIDE:
            continue
        text = json.dumps(to_json(seen))
        assert "secret" not in text
        assert all(member.view is member.choice is member.date is None for member in seen.members)
        assert (seen.outcome, seen.own, seen.announcement) == (None, None, None)
        assert seen.status not in (Status.CURATOR, Status.DECIDED)


@settings(max_examples=100)
@given(appeals())
def test_an_appeal_is_stored_and_read_again(appeal):
    stored = json.loads(json.dumps(to_json(appeal)))
    assert from_json(Appeal, stored) == appeal
    assert to_json(from_json(Appeal, stored)) == stored


def test_every_event_is_stored_and_read_again():
    appeal, kinds = Appeal(), set()
    commands: list[c.Command] = [
        file(),
        c.Return("5.2.3", "no page", T0),
        file(at=T0 + 1, complaint_repeats=True),
        c.Receive(T0),
        c.SeatJury(MEMBERS, T0),
        c.Recuse("p2", "cousin", T0),
        c.SeatJury(MEMBERS, T0),
        *WHOLE[:6],
        *[c.CastVote(juror, Choice.ABSTAIN, "2026-12-01", T0) for juror in JURORS],
        c.Decide(granted=True, reason="fits", at=T0),
        announce(),
        complain(),
        hear(repeat=True),
        c.Withdraw(T0),
    ]
    for command in commands:
        for event in decide(appeal, command):
            kind, data = dump_event(event)
            assert load_event(kind, json.loads(json.dumps(data))) == event
            kinds.add(kind)
            appeal = evolve(appeal, event)
    assert len(kinds) == 13


def members_of(appeal, audience):
    seen = project(appeal, audience)
    assert seen is not None
    return {member.name: member for member in seen.members}


def test_views_open_when_the_last_member_has_spoken():
    two = speak(seated(), "p1", "p2")
    ada = members_of(two, Audience(Reader.JUROR, "p1"))
    assert ada["Ada"].view == "view of p1"
    assert ada["Bea"].view is None
    assert ada["Bea"].has_spoken
    assert members_of(two, Audience(Reader.CURATOR))["Ada"].view is None
    three = speak(two, "p3")
    for audience in (Audience(Reader.JUROR, "p1"), Audience(Reader.CURATOR)):
        assert [member.view for member in members_of(three, audience).values()] == [f"view of {one}" for one in JURORS]
    assert members_of(two_at_once(), Audience(Reader.JUROR, "p3"))["Ada"].view == "view of p1"


def two_at_once():
    return speak(seated(views_open=AT_ONCE), "p1", "p2")


def test_votes_open_when_the_last_member_has_voted():
    appeal = voted("AD")
    for audience in (Audience(Reader.JUROR, "p3"), Audience(Reader.CURATOR)):
        assert {member.choice for member in members_of(appeal, audience).values()} == {None}
    assert members_of(appeal, Audience(Reader.JUROR, "p1"))["Ada"].choice is Choice.AGREE
    after = members_of(voted("ADD"), Audience(Reader.CURATOR))
    assert [member.choice for member in after.values()] == [Choice.AGREE, Choice.DISAGREE, Choice.DISAGREE]


def test_a_team_cannot_tell_a_split_jury_from_one_at_work():
    phases = [seated(), speak(seated(), *JURORS), voted("A"), voted("AD-"), voted("AAA")]
    statuses = {seen.status for appeal in phases if (seen := project(appeal, Audience(Reader.TEAM)))}
    assert statuses == {Status.CONSIDERED}
    steps = project(voted("AD-", speak(seated(team_sees=STEPS), *JURORS)), Audience(Reader.TEAM))
    assert steps is not None
    assert steps.status is Status.CONSIDERED


def test_strangers_know_an_appeal_from_its_announcement_on():
    assert project(voted("AAA"), Audience(Reader.PUBLIC)) is None
    assert project(Appeal(), Audience(Reader.CURATOR)) is None
    assert project(seated(), Audience(Reader.JUROR, "p9")) is None
    seen = project(announced(), Audience(Reader.PUBLIC))
    assert seen is not None
    assert [member.choice for member in seen.members] == [Choice.AGREE, Choice.AGREE, Choice.DISAGREE]
    assert seen.members[0].name == "Ada"


def test_names_stay_within_the_club_if_the_season_says_so():
    appeal = play(announced(names_public=False), complain(), hear())
    seen = project(appeal, Audience(Reader.PUBLIC))
    assert seen is not None
    text = json.dumps(to_json(seen))
    for name in ("Ada", "Bea", "Cyryl", "Zoe", "Vera", "p1", "p9"):
        assert f'"{name}"' not in text
    assert seen.members[0].view == "view of p1"
    assert members_of(appeal, Audience(Reader.CLUB))["Ada"].choice is Choice.AGREE


def test_a_complaint_is_published_with_the_finding():
    appeal = play(announced(), complain())
    for audience, count in (
        (Audience(Reader.PUBLIC), 0),
        (Audience(Reader.CLUB, "p9"), 1),
        (Audience(Reader.CURATOR), 1),
    ):
        seen = project(appeal, audience)
        assert seen is not None
        assert len(seen.complaints) == count
    seen = project(play(appeal, hear()), Audience(Reader.PUBLIC))
    assert seen is not None
    assert len(seen.complaints) == 1


def test_the_kinds_of_appeals_are_two():
    assert SHEET.kind in set(Kind)
