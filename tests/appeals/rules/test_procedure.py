"""Chapter 5 step by step: what follows what, and what is refused with which paragraph."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from appeals.rules import commands as c
from appeals.rules.state import Appeal, Choice, Kind, Member, Phase, Source, count_votes
from tests.appeals.rules.procedure import (
    JURORS,
    LETTERS,
    MEMBERS,
    SHEET,
    T0,
    announce,
    announced,
    complain,
    file,
    filed,
    hear,
    play,
    refused,
    seated,
    speak,
    vote,
    voted,
)
from tournaments.rules.deadlines import WEEK
from tournaments.rules.votes import Count

# §5.3.2: every row of three votes; + granted, - denied, ? the curator decides
OUTCOMES = dict(
    row.split()
    for row in """
    AAA +  AAD +  AA- +  ADA +  ADD -  AD- ?  A-A +  A-D ?  A-- ?
    DAA +  DAD -  DA- ?  DDA -  DDD -  DD- -  D-A ?  D-D -  D-- ?
    -AA +  -AD ?  -A- ?  -DA ?  -DD -  -D- ?  --A ?  --D ?  --- ?
    """.replace("  ", "\n").splitlines()
    if row.strip()
)


def test_the_table_has_every_combination():
    assert sorted(OUTCOMES) == sorted("".join(three) for three in itertools.product("AD-", repeat=3))


@pytest.mark.parametrize(("votes", "outcome"), OUTCOMES.items())
def test_three_votes_decide_or_leave_it_to_the_curator(votes, outcome):
    appeal = voted(votes)
    assert appeal.granted is {"+": True, "-": False, "?": None}[outcome]
    assert appeal.phase is (Phase.CURATOR if outcome == "?" else Phase.DECIDED)
    assert count_votes([LETTERS[letter] for letter in votes]) is appeal.by_jury
    if outcome == "?":
        for granted in (True, False):
            assert play(appeal, c.Decide(granted, "on the balance", T0)).granted is granted
    else:
        assert refused(appeal, c.Decide(True, "anyway", T0)) == ("5.3.2", "not_left_to_curator")


@pytest.mark.parametrize("pair", list(itertools.product("AD-", repeat=2)))
def test_without_a_recused_member_two_have_to_agree(pair):
    appeal = play(seated(), c.Recuse("p2", "a cousin plays", T0))
    appeal = play(speak(appeal, "p1", "p3"), vote("p1", pair[0]), vote("p3", pair[1]))
    wanted = {("A", "A"): True, ("D", "D"): False}.get(pair)
    assert appeal.granted is wanted
    assert refused(appeal, vote("p2", "A"))[1] in ("member_recused", "not_with_the_jury")


def test_the_way_of_an_appeal():
    appeal = Appeal()
    phases = [appeal.phase]
    commands: list[c.Command] = [
        file(),
        c.Receive(T0),
        c.SeatJury(MEMBERS, T0),
        *(c.ConfirmRead(juror, T0) for juror in JURORS),
        *(c.StateView(juror, "fits", T0) for juror in JURORS),
        vote("p1", "A"),
        vote("p2", "D"),
        vote("p3", "-"),
        c.Decide(True, "it fits", T0),
        announce(),
    ]
    for command in commands:
        appeal = play(appeal, command)
        if appeal.phase is not phases[-1]:
            phases.append(appeal.phase)
    assert phases == [
        Phase.DRAFT,
        Phase.FILED,
        Phase.WAITING,
        Phase.SPEAKING,
        Phase.VOTING,
        Phase.CURATOR,
        Phase.DECIDED,
        Phase.ANNOUNCED,
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"reasoning": " …! "}, "reasoning_missing"),
        ({"given": ""}, "given_missing"),
        ({"sources": ()}, "source_missing"),
        ({"sources": (Source(" — "),)}, "source_missing"),
        ({"sources": (Source("book 1"),) * 21}, "too_many_sources"),
    ],
)
def test_what_the_sheet_must_hold(change, code):
    assert refused(Appeal(), file(replace(SHEET, **change))) == ("5.2.3.1", code)


def test_a_removal_needs_no_answer_of_the_team():
    assert play(Appeal(), file(replace(SHEET, kind=Kind.REMOVE, given=""))).phase is Phase.FILED


def test_a_return_ends_the_week_and_filing_again_starts_it():
    appeal = play(filed(), c.Return("5.2.3.1", "no page", T0 + 5))
    assert (appeal.phase, appeal.decide_by) == (Phase.RETURNED, None)
    again = play(appeal, file(at=T0 + 100))
    assert (again.phase, again.filed_at, again.decide_by) == (Phase.FILED, T0 + 100, T0 + 100 + WEEK)
    assert again.fault is None


def test_only_formal_faults_are_sent_back_and_only_before_receipt():
    assert refused(filed(), c.Return("5.2.3", "…", T0)) == ("5.2.3", "fault_without_words")
    assert refused(filed(), c.Return("5.4.1", "weak", T0)) == ("5.2.3", "fault_not_formal")
    assert refused(seated(), c.Return("5.2.3", "late", T0)) == ("5.2.4", "not_waiting_for_receipt")
    assert refused(Appeal(), c.Receive(T0)) == ("5.2.4", "not_waiting_for_receipt")
    assert refused(filed(), file()) == ("5.2.3", "already_filed")


def test_a_team_withdraws_until_the_announcement():
    for appeal in (filed(), seated(), voted("AD"), voted("AAA"), voted("AD-")):
        gone = play(appeal, c.Withdraw(T0))
        assert gone.phase is Phase.WITHDRAWN
        assert refused(gone, c.Withdraw(T0))[1] == refused(gone, c.Receive(T0))[1] == "appeal_withdrawn"
        assert refused(gone, file())[1] == "appeal_withdrawn"
    assert refused(announced(), c.Withdraw(T0)) == ("5.4.1", "too_late_to_withdraw")


def test_views_come_before_votes_and_votes_in_turn():
    appeal = seated()
    assert refused(appeal, c.StateView("p1", "yes", T0)) == ("5.3.2", "not_read_yet")
    appeal = play(appeal, c.ConfirmRead("p1", T0))
    assert refused(appeal, c.ConfirmRead("p1", T0)) == ("5.3.2", "already_read")
    assert refused(appeal, c.StateView("p1", " . ", T0)) == ("5.3.2", "view_without_words")
    appeal = play(appeal, c.StateView("p1", "yes", T0))
    assert refused(appeal, c.StateView("p1", "no", T0)) == ("5.3.2", "already_spoken")
    assert refused(appeal, vote("p1", "A")) == ("5.3.2", "not_all_spoken")
    appeal = speak(appeal, "p2", "p3")
    assert refused(appeal, vote("p2", "A")) == ("5.3.2", "not_your_turn")
    appeal = play(appeal, vote("p1", "A"))
    assert refused(appeal, vote("p1", "A")) == ("5.3.2", "already_voted")
    assert appeal.votes[0].date == "2026-12-01"
    assert refused(appeal, vote("p9", "A")) == ("5.1.1", "not_a_member")


def test_two_equal_votes_do_not_spare_the_third_member_the_sheet():
    appeal = voted("AA")
    assert appeal.phase is Phase.VOTING
    assert appeal.granted is None
    assert refused(appeal, announce()) == ("5.3.2", "not_decided")


def test_a_member_with_an_interest_is_out_before_voting_and_one_at_most():
    appeal = speak(seated(), *JURORS)
    assert refused(play(appeal, vote("p1", "A")), c.Recuse("p1", "cousin", T0)) == ("5.3.2", "recused_after_vote")
    assert refused(appeal, c.Recuse("p1", "…", T0)) == ("5.1.1", "recusal_without_words")
    appeal = play(appeal, c.Recuse("p1", "cousin", T0))
    assert appeal.spoken == {"p2", "p3"}
    assert refused(appeal, c.Recuse("p2", "aunt", T0)) == ("5.1.1", "two_must_remain")
    assert refused(appeal, c.StateView("p1", "still", T0)) == ("5.3.2", "member_recused")
    assert appeal.next_voter == MEMBERS[1]


def test_the_procedure_is_repeated_for_a_new_jury():
    other = (*MEMBERS[:2], Member("p7", "Dora"))
    appeal = play(voted("AD"), c.SeatJury(other, T0))
    assert (appeal.phase, appeal.read, appeal.views, appeal.votes) == (Phase.SPEAKING, frozenset(), (), ())
    assert appeal.decide_by == T0 + WEEK
    assert refused(appeal, c.SeatJury(MEMBERS[:2], T0)) == ("5.1.1", "jury_of_three")
    assert refused(appeal, c.SeatJury((*MEMBERS[:2], MEMBERS[0]), T0)) == ("5.1.1", "jury_of_three")
    assert refused(voted("AAA"), c.SeatJury(other, T0)) == ("5.1.1", "no_jury_wanted")


def test_an_announcement_is_final():
    appeal = announced()
    assert appeal.announcement is not None
    assert appeal.announcement.accepted == ("the lighthouse keeper",)
    assert refused(appeal, announce()) == ("5.4.1", "already_announced")
    assert refused(appeal, vote("p1", "D")) == ("5.3.2", "not_with_the_jury")
    assert refused(voted("AAA"), c.Announce((" ",), T0, T0)) == ("5.2.2", "accepted_missing")
    denied = play(voted("DDA"), c.Announce(("x",), T0, T0))
    assert denied.announcement is not None
    assert denied.announcement.accepted == ()


def test_the_curator_gives_a_reason():
    assert refused(voted("AD-"), c.Decide(True, "12!", T0)) == ("1.5", "decision_without_words")
    assert refused(play(voted("AD-"), c.Decide(True, "so", T0)), c.Decide(False, "no", T0))[1] == "not_left_to_curator"


def test_a_complaint_is_about_procedure_and_within_a_week():
    appeal = announced()
    last = T0 + 10 + WEEK
    assert refused(appeal, replace(complain(), on_procedure=False)) == ("5.4.1", "complaint_on_merits")
    assert refused(appeal, complain(text="...")) == ("5.4.2", "complaint_without_words")
    assert refused(appeal, complain(at=last + 1)) == ("5.4.2", "complaint_late")
    assert refused(voted("AAA"), complain()) == ("5.4.2", "not_announced")
    appeal = play(appeal, complain(at=last))
    assert refused(appeal, complain()) == ("5.4.2", "complained_already")
    assert play(appeal, complain("p8")).complaints[1].number == 2


def test_the_council_finds_by_its_majority():
    appeal = play(announced(), complain())
    heard = play(appeal, hear(3)).complaints[0].finding
    assert heard is not None
    assert heard.upheld
    rejected = play(appeal, hear(2)).complaints[0].finding
    assert rejected is not None
    assert not rejected.upheld
    few = replace(hear(), count=Count(4, 2))
    assert refused(appeal, few) == ("5.1.2", "council_without_quorum")
    assert refused(appeal, hear(number=2)) == ("5.4.2", "complaint_unknown")
    assert refused(appeal, replace(hear(), finding="—")) == ("5.4.2", "finding_without_words")
    assert refused(play(appeal, hear(3)), hear(3)) == ("5.4.2", "complaint_heard")
    assert play(appeal, hear(3)).phase is Phase.ANNOUNCED


def test_the_council_repeats_the_procedure_only_where_the_season_allows_it():
    assert refused(play(announced(), complain()), hear(repeat=True)) == ("5.4.1", "repeat_not_allowed")
    appeal = play(announced(complaint_repeats=True), complain())
    assert refused(appeal, hear(1, repeat=True)) == ("5.4.2", "repeat_without_fault")
    again = play(appeal, hear(repeat=True))
    assert again.phase is Phase.SPEAKING
    assert (again.granted, again.decide_by) == (None, T0 + 3 * WEEK)
    assert again.former[0].announcement.granted is True
    second = play(again, *(c.ConfirmRead(juror, T0) for juror in JURORS))
    second = play(second, *(c.StateView(juror, "other", T0) for juror in JURORS))
    second = play(voted("DDD", second), announce(T0 + 40))
    assert second.granted is False
    assert play(second, complain(at=T0 + 50)).complaints[-1].number == 2


def test_choices_have_the_words_of_the_sheet():
    assert set(LETTERS.values()) == set(Choice)
