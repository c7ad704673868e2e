"""The use cases of the council: moved, talked over, voted on, decided; what is refused, who is told."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest

from chgk.models import ActingCaptain, CouncilBallot, Motion
from chgk.rules.council import Choice, Kind
from chgk.selectors.council import council_at
from chgk.services.council import open_vote, say_word, withdraw_motion
from chgk.services.council_seats import end_acting, name_acting, save_council_settings
from chgk.services.council_votes import cast_ballot, close_due_votes, close_if_due
from tests.chgk.councils import CLOSES, DAY, Council, make_council
from tests.playing import NOW
from tournaments.models import AuditEntry, Letter, Season, TeamMember, User
from tournaments.rules.engine import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def council(season: Season, host_user: User) -> Council:
    return make_council(season, host_user)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        call()
    return refusal.value.code


def test_the_last_ballot_ends_an_open_vote_and_shows_how_everybody_voted(council: Council) -> None:
    motion = council.move(mover=council.captains[1])
    round_ = council.open(motion)
    assert [voice["house"] for voice in round_.voices] == ["Owls", "Lions", "Snakes", "Badgers"]
    council.vote(motion, "++-.")
    stored = set(CouncilBallot.objects.values_list("choice", flat=True))
    assert len(stored) == 3 and not stored & {"for", "against", "abstained"}
    assert code_of(lambda: council.vote(motion, "-")) == "team_has_voted"
    ended = council.vote(motion, "...0")
    assert ended.state == Motion.State.REJECTED and ended.ended_at == NOW  # whoever abstains is there: 2 of 4
    round_.refresh_from_db()
    assert (round_.in_favour, round_.against, round_.abstained, round_.decision) == (2, 1, 1, "rejected")
    assert list(CouncilBallot.objects.order_by("pk").values_list("choice", flat=True)) == [
        "for",
        "for",
        "against",
        "abstained",
    ]


def test_a_vote_ends_by_its_time_once_and_absent_captains_are_absent(council: Council) -> None:
    motion = council.move()
    round_ = council.open(motion)
    council.vote(motion, "++")
    assert not close_if_due(motion, CLOSES) and close_due_votes(CLOSES) == 1  # the reminder of the last day
    late = CLOSES + datetime.timedelta(seconds=1)
    assert code_of(lambda: council.vote(motion, "..+", now=late)) == "vote_closed"
    assert close_due_votes(late) == 1 and close_due_votes(late) == 0
    round_.refresh_from_db()
    assert (round_.decision, round_.in_favour, round_.closed_at) == ("adopted", 2, late)
    assert code_of(lambda: council.vote(motion, "..+", now=late)) == "no_vote_now"
    told = Letter.objects.filter(to="owls@example.org").values_list("subject", flat=True)
    assert any("has voted" in subject for subject in told)


def test_secret_ballots_are_wiped_to_counts(council: Council) -> None:
    save_council_settings(club_id=council.club.pk, values={"secret_other": True}, actor=council.curator)
    motion = council.move()
    council.open(motion)
    council.vote(motion, "+-0+")
    assert list(CouncilBallot.objects.values_list("choice", flat=True)) == [""] * 4
    assert CouncilBallot.objects.count() == 4
    assert "choice" not in str(list(AuditEntry.objects.values_list("details", flat=True)))


def test_too_few_decide_nothing_and_the_council_is_called_again(council: Council) -> None:
    motion = council.move()
    council.open(motion)
    council.vote(motion, "+")
    late = CLOSES + DAY
    close_due_votes(late)
    motion.refresh_from_db()
    assert motion.state == Motion.State.UNDECIDED and motion.is_open
    second = council.open(motion, now=late)
    assert second.number == 2
    council.vote(motion, "++++", now=late)
    motion.refresh_from_db()
    assert motion.state == Motion.State.ADOPTED
    assert code_of(lambda: council.open(motion, now=late)) == "motion_settled"


def test_the_whole_is_the_council_of_the_opening_and_the_voice_is_the_captain_of_today(council: Council) -> None:
    motion = council.amend()
    council.open(motion)
    owls = council.captains[0]
    team = TeamMember.objects.get(person=owls).team
    other = TeamMember.objects.get(team=team, position=2).person
    council.vote(motion, "+")
    row = name_acting(
        club_id=council.club.pk, team_id=team.pk, person=other, starts_at=NOW + DAY, ends_at=NOW + 2 * DAY,
        reason="болен", actor=council.curator, now=NOW,
    )  # fmt: skip
    assert council_at(council.club, NOW + DAY)[0].name == other.public_name
    actor = council.actor(other)

    def vote() -> object:
        return cast_ballot(motion_id=motion.pk, person=other, choice=Choice.FOR, actor=actor, now=NOW + DAY)

    assert code_of(vote) == "team_has_voted"  # what the captain cast stays the team's
    lions = TeamMember.objects.get(person=council.captains[1])
    TeamMember.objects.filter(pk=lions.pk).update(is_captain=False)
    assert code_of(lambda: council.vote(motion, ".+", now=NOW + DAY)) == "no_voice"
    council.vote(motion, "..++", now=NOW + DAY)
    close_due_votes(CLOSES + DAY)
    motion.refresh_from_db()
    assert motion.state == Motion.State.ADOPTED  # 3 of the 4 who were called; more than 2/3 needed
    ended = end_acting(acting_id=row.pk, actor=council.curator, now=NOW + DAY)
    assert ended.ends_at == NOW + DAY and ActingCaptain.objects.count() == 1


def test_stand_ins_are_players_of_the_team_one_at_a_time(council: Council) -> None:
    team = TeamMember.objects.get(person=council.captains[0]).team
    other = TeamMember.objects.get(team=team, position=2).person

    def name(**more: object) -> object:
        fields: dict[str, object] = {
            "club_id": council.club.pk, "team_id": team.pk, "person": other, "starts_at": NOW, "ends_at": NOW + DAY,
            "reason": "болен", "actor": council.curator, "now": NOW, **more,
        }  # fmt: skip
        return name_acting(**fields)  # type: ignore[arg-type]

    assert code_of(lambda: name(person=council.captains[0])) == "acting_not_a_player"
    assert code_of(lambda: name(person=council.captains[1])) == "acting_not_a_player"
    assert code_of(lambda: name(starts_at=NOW - DAY)) == "acting_in_the_past"
    assert code_of(lambda: name(ends_at=NOW)) == "acting_ends_first"
    assert code_of(lambda: name(reason="…")) == "reason_without_words"
    assert code_of(lambda: name(team_id=0)) == "acting_of_another_team"
    first = name()
    assert name() == first
    third = TeamMember.objects.get(team=team, position=3).person
    assert code_of(lambda: name(person=third, starts_at=NOW + DAY / 2)) == "acting_overlaps"
    name(person=third, starts_at=NOW + DAY, ends_at=NOW + 2 * DAY)


def test_what_is_refused_changes_nothing(council: Council) -> None:
    assert code_of(lambda: council.move(title="…")) == "motion_without_words"
    assert code_of(lambda: council.move(Kind.JURY)) == "motion_of_its_own"
    assert code_of(lambda: council.move(Kind.AMENDMENT)) == "amendment_empty"
    motion = council.move(command_id="once")
    assert council.move(command_id="once") == motion and Motion.objects.count() == 1
    soon = {"motion_id": motion.pk, "actor": council.curator, "now": NOW}
    assert code_of(lambda: open_vote(closes_at=NOW, **soon)) == "closing_time_odd"  # type: ignore[arg-type]
    assert code_of(lambda: open_vote(closes_at=NOW + 99 * DAY, **soon)) == "closing_time_odd"  # type: ignore[arg-type]
    assert code_of(lambda: council.vote(motion, "+")) == "no_vote_now"
    council.open(motion)
    assert council.open(motion).number == 1  # pressed twice
    assert code_of(lambda: council.open(motion, now=NOW + DAY)) == "vote_under_way"
    stranger = TeamMember.objects.filter(is_captain=False).first()
    assert stranger is not None

    def cast(choice: Choice | None, person: object = stranger.person) -> object:
        return cast_ballot(motion_id=motion.pk, person=person, choice=choice, actor=council.curator, now=NOW)  # type: ignore[arg-type]

    assert code_of(lambda: cast(Choice.FOR)) == "no_voice"
    assert code_of(lambda: cast(None, council.captains[0])) == "council_ballot_empty"
    assert (
        code_of(lambda: withdraw_motion(motion_id=motion.pk, reason="нет", actor=council.curator)) == "vote_has_begun"
    )
    assert not CouncilBallot.objects.exists()


def test_words_are_said_once_and_answered(council: Council) -> None:
    motion = council.move(mover=council.captains[0])
    actor = council.actor(council.captains[1])
    word = say_word(motion_id=motion.pk, text="За", as_curator=False, actor=actor, command_id="a")
    assert say_word(motion_id=motion.pk, text="За", as_curator=False, actor=actor, command_id="a") == word
    fields = {"motion_id": motion.pk, "as_curator": True, "actor": council.curator}
    answer = say_word(text="Почему?", answers=word.pk, command_id="b", **fields)  # type: ignore[arg-type]
    deeper = say_word(text="Потому", answers=answer.pk, command_id="c", **fields)  # type: ignore[arg-type]
    assert deeper.answers_id == word.pk
    assert code_of(lambda: say_word(text="?", command_id="d", **fields)) == "motion_without_words"  # type: ignore[arg-type]
    assert code_of(lambda: say_word(text="да", answers=0, command_id="e", **fields)) == "word_unknown"  # type: ignore[arg-type]
    withdraw_motion(motion_id=motion.pk, reason="передумал", actor=council.actor(council.captains[0]))
    assert code_of(lambda: say_word(text="да", command_id="f", **fields)) == "motion_settled"  # type: ignore[arg-type]
