"""The use cases of an appeal: what is written, who is told, what is refused."""

from __future__ import annotations

import datetime
from functools import partial

import pytest

from appeals.models import Appeal, AppealEvent, Jury
from appeals.rules.state import Choice, Kind, Phase
from appeals.selectors.fingerprints import draft_mark, settings_mark
from appeals.selectors.folds import fold_log, read_state
from appeals.services.complaints import make_complaint, record_finding
from appeals.services.considering import cast_vote, confirm_reading, recuse_member, state_view
from appeals.services.drafts import discard_draft, save_draft
from appeals.services.filing import file_appeal, return_appeal, withdraw_appeal
from appeals.services.logs import RepeatedError
from appeals.services.reminders import remind_of_deadlines
from appeals.services.rulings import decide_appeal
from appeals.services.settings import save_appeal_settings
from chgk.models import Package, Question
from tests.appeals.evening import CONTENT, LATER, make_person
from tests.club_seasons import fixture_of
from tests.playing import NOW
from tournaments.models import AuditEntry, House, Letter, MergedPerson
from tournaments.models.append_only import AppendOnlyError
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json
from tournaments.rules.votes import Count

pytestmark = pytest.mark.django_db


def code_of(call):
    with pytest.raises(Refusal) as refusal:
        call()
    return refusal.value.paragraph, refusal.value.code


def letters_to(address):
    return list(Letter.objects.filter(to=address).order_by("pk").values_list("subject", flat=True))


def test_the_sheet_is_prefilled_from_the_game(evening):
    row = evening.file()
    sheet = read_state(row).sheet
    assert sheet is not None
    assert (row.number, str(row)) == (1, "Appeal 1")
    assert (sheet.season, sheet.team, sheet.captain) == ("2026", "Owls", "owls 1")
    assert sheet.text == f"text-{evening.number(1)}-text"
    assert sheet.answer == f"answer-{evening.number(1)}-answer"
    assert [source.raw for source in sheet.sources] == ["А. Автор. Лампы. — М.: Наука, 1990. — С. 12."]
    assert row.decide_by == NOW + datetime.timedelta(weeks=1)
    assert letters_to("curator@example.org") == ["Appeal 1 was filed"]


def test_a_draft_is_changed_until_it_is_filed_and_goes_without_a_trace(evening):
    row = evening.draft(reasoning="")
    actor = evening.actor(evening.captain)
    assert code_of(lambda: file_appeal(appeal_id=row.pk, actor=actor, now=NOW)) == ("5.2.3.1", "reasoning_missing")
    save_draft(appeal_id=row.pk, content={"reasoning": "so", "given": "x", "sources": ["a book"]}, actor=actor)
    filed = file_appeal(appeal_id=row.pk, actor=actor, now=NOW)
    assert filed.number == 1
    assert code_of(lambda: save_draft(appeal_id=row.pk, content={}, actor=actor)) == ("5.2.3", "already_filed")
    assert code_of(lambda: discard_draft(appeal_id=row.pk, actor=actor)) == ("5.3.3", "filed_appeals_stay")
    other = evening.draft(2)
    discard_draft(appeal_id=other.pk, actor=actor)
    assert Appeal.objects.count() == 1


def test_the_same_ground_is_judged_once(evening):
    row = evening.announce(evening.considered())
    assert row.phase == Phase.ANNOUNCED
    assert code_of(evening.draft) == ("5.2.2", "answer_counts_already")
    denied = evening.announce(evening.considered("DDD", question=2))
    assert denied.phase == Phase.ANNOUNCED
    assert code_of(lambda: evening.draft(2)) == ("5.4.1", "ground_decided")
    evening.draft(2, Kind.REMOVE)
    assert code_of(lambda: evening.draft(2, Kind.REMOVE)) == ("5.2.3", "ground_drafted")
    assert code_of(lambda: evening.draft(9)) == ("5.2.1", "question_not_played")


def test_a_withdrawn_appeal_frees_its_ground(evening):
    row = evening.file()
    withdraw_appeal(appeal_id=row.pk, actor=evening.actor(evening.captain), now=NOW)
    assert evening.file().number == 2


def test_a_return_goes_to_the_captain_and_a_new_filing_has_a_new_week(evening):
    row = evening.file()
    return_appeal(appeal_id=row.pk, paragraph="5.2.3.1", reason="no page", actor=evening.curator, now=LATER)
    assert letters_to("captain@example.org") == ["Appeal 1 was returned"]
    again = file_appeal(appeal_id=row.pk, actor=evening.actor(evening.captain), now=LATER)
    assert (again.number, again.decide_by) == (1, LATER + datetime.timedelta(weeks=1))


def test_a_jury_in_force_takes_its_seats_at_the_receipt(evening):
    jury = evening.jury()
    row = evening.receive(evening.file())
    assert (row.phase, row.jury) == (Phase.SPEAKING, jury)
    assert letters_to("Ada@example.org") == ["Appeal 1: your view is asked for"]


def test_an_appeal_waits_for_the_council_to_confirm_a_jury(evening):
    row = evening.receive(evening.file())
    assert row.phase == Phase.WAITING
    jury = evening.jury(confirmed=False)
    assert letters_to("captain@example.org")[-1] == "The council votes on the appeals jury"
    assert evening.council(jury, "++..").decision == "no_quorum"
    assert Appeal.objects.get(pk=row.pk).phase == Phase.WAITING
    assert evening.council(jury, "+00.").decision == "rejected"
    jury = evening.jury(confirmed=False)
    assert evening.council(jury, "++-.").decision == "adopted"
    assert Appeal.objects.get(pk=row.pk).phase == Phase.SPEAKING
    assert code_of(lambda: evening.council(jury, "++++")) == ("5.1.2", "jury_not_proposed")


def test_nobody_with_an_interest_sits_in_a_jury(evening):
    team = fixture_of(evening.club, "lions").team
    assert team is not None
    player = team.members.get(is_captain=True).person
    dean = make_person("Dean")
    House.objects.filter(pk=team.house_id).update(head=dean)
    author, editor, writer = make_person("Автор 3"), make_person("Edyta"), make_person("Wit")
    Package.objects.filter(game=evening.game).update(editor=editor)
    Question.objects.filter(package__game=evening.game, number=evening.number(1)).update(written_by=writer)
    for person in (player, dean, author, editor, writer):
        people = [*evening.jurors[:2], person]
        assert code_of(lambda people=people: evening.jury(people=people)) == ("5.1.1", "jury_interested")
    assert code_of(lambda: evening.jury(people=evening.jurors[:2])) == ("5.1.1", "jury_of_three")
    assert not Jury.objects.exists()


def test_a_member_who_wrote_the_very_question_has_no_vote_in_it(evening):
    jury = evening.jury()
    Question.objects.filter(package__game=evening.game).update(authors="")
    row = evening.file()
    sheet_author = make_person(f"Автор {evening.number(1)}")
    jury.seats.filter(position=3).update(person=sheet_author)
    row = evening.receive(row)
    state = read_state(row)
    assert [member.recused for member in state.members] == [False, False, True]
    assert state.members[2].reason == "wrote this very question"  # and not the author's full name


def test_a_replaced_member_starts_the_procedure_anew(evening):
    first = evening.jury()
    row = evening.receive(evening.file())
    evening.speak(row)
    evening.vote(row, "A")
    dora = make_person("Dora")
    people = [*evening.jurors[:2], dora]
    assert code_of(lambda: evening.jury(people=people)) == ("1.5", "reason_without_words")
    second = evening.jury(people=people, reason="Cyryl is ill")
    first.refresh_from_db()
    assert (first.state, second.replaces) == ("replaced", first)
    state = read_state(Appeal.objects.get(pk=row.pk))
    assert (state.phase, state.views, state.votes) == (Phase.SPEAKING, (), ())


def test_a_jury_for_one_game_goes_before_the_seasons(evening):
    evening.jury()
    own = [make_person(name) for name in ("Ewa", "Fela", "Gaja")]
    evening.jury(people=own, game=evening.game)
    row = evening.receive(evening.file())
    assert [member.name for member in read_state(row).members] == ["Ewa", "Fela", "Gaja"]


def test_the_jury_reads_speaks_and_votes_in_turn(evening):
    row = evening.considered("AD-")
    assert row.phase == Phase.DECIDED
    kinds = list(AppealEvent.objects.filter(appeal=row).order_by("seq").values_list("kind", flat=True))
    assert kinds[:3] == ["filed", "received", "jury_seated"]
    assert kinds[-4:] == ["vote_cast"] * 3 + ["curator_decided"]
    assert read_state(row).votes[0].date == "2026-12-01"
    assert letters_to("Bea@example.org")[-1] == "Appeal 1: your vote is asked for"
    assert letters_to("curator@example.org")[-1] == "Appeal 1: the jury has voted"


def test_the_log_is_the_appeal(evening):
    row = evening.announce(evening.considered("AD-"))
    row.refresh_from_db()
    assert to_json(fold_log(row)) == row.snapshot
    event = row.events.first()
    with pytest.raises(AppendOnlyError):
        event.save()
    with pytest.raises(AppendOnlyError):
        AppealEvent.objects.filter(appeal=row).delete()


def test_a_second_click_does_nothing_twice(evening):
    evening.jury()
    row = evening.receive(evening.file())
    ada = evening.jurors[0]
    who = {"juror": f"p{ada.pk}", "actor": evening.actor(ada), "now": LATER, "command_id": "click-1"}
    confirm_reading(appeal_id=row.pk, **who)
    with pytest.raises(RepeatedError):
        confirm_reading(appeal_id=row.pk, **who)
    assert AppealEvent.objects.filter(appeal=row, kind="reading_confirmed").count() == 1


def test_no_letter_audit_line_or_admin_column_tells_a_view_or_a_vote(evening):
    evening.considered("AD-")
    told = [f"{letter.subject} {letter.body}" for letter in Letter.objects.all()]
    told += [str(entry.details) for entry in AuditEntry.objects.all()]
    assert not [text for text in told if "тайна" in text or "agree" in text or "abstain" in text]


def test_a_recused_member_has_no_vote(evening):
    evening.jury()
    row = evening.receive(evening.file())
    bea = evening.jurors[1]
    who = {"juror": f"p{bea.pk}", "actor": evening.actor(bea), "now": LATER}
    recuse_member(appeal_id=row.pk, reason="her cousin plays", **who)
    assert code_of(lambda: state_view(appeal_id=row.pk, text="still", **who)) == ("5.3.2", "member_recused")
    assert code_of(lambda: cast_vote(appeal_id=row.pk, choice=Choice.AGREE, **who)) == ("5.3.2", "member_recused")


def test_the_curator_decides_only_what_is_left_open(evening):
    row = evening.considered("AAD")
    call = lambda: decide_appeal(appeal_id=row.pk, granted=True, reason="anyway", actor=evening.curator)  # noqa: E731
    assert code_of(call) == ("5.3.2", "not_left_to_curator")


def test_settings_are_those_of_the_day_of_filing(evening):
    first = evening.file()
    save_appeal_settings(club_id=evening.club.pk, values={"team_sees": "steps"}, actor=evening.curator)
    second = evening.file(2)
    assert read_state(first).settings.team_sees == "status"
    assert read_state(second).settings.team_sees == "steps"
    with pytest.raises(ValueError, match=r"^team_sees:"):
        save_appeal_settings(club_id=evening.club.pk, values={"team_sees": "all"}, actor=evening.curator)


def test_a_complaint_reaches_the_council_and_its_finding_stays(evening):
    row = evening.announce(evening.considered())
    zoe = make_person("Zoe")
    make_complaint(
        appeal_id=row.pk, person=zoe, text="out of turn", on_procedure=True, actor=evening.actor(zoe), now=LATER
    )
    assert letters_to("captain@example.org")[-1] == "A complaint about the jury's procedure: Appeal 1"
    finding = {"number": 1, "count": Count(4, 3, 1), "finding": "In turn.", "actor": evening.curator, "now": LATER}
    assert code_of(lambda: record_finding(appeal_id=row.pk, repeat=True, **finding)) == ("5.4.1", "repeat_not_allowed")
    row = record_finding(appeal_id=row.pk, **finding)
    found = read_state(row).complaints[0].finding
    assert found is not None
    assert found.upheld


def test_deadlines_remind_once(evening):
    evening.jury()
    row = evening.receive(evening.file())
    assert remind_of_deadlines(NOW) == 0
    near = NOW + datetime.timedelta(days=6)
    assert remind_of_deadlines(near) == 1
    assert remind_of_deadlines(near) == 0
    assert letters_to("Cyryl@example.org")[-1] == "Appeal 1: the time is running out"
    assert row.decide_by is not None


def test_a_repeated_procedure_asks_the_jury_anew_and_is_reminded_of_anew(evening):
    save_appeal_settings(club_id=evening.club.pk, values={"complaint_repeats": True}, actor=evening.curator)
    row = evening.announce(evening.considered())
    Appeal.objects.filter(pk=row.pk).update(reminded_at=LATER)
    row = evening.repeat(row)
    assert (row.phase, row.reminded_at) == (Phase.SPEAKING, None)
    for person in evening.jurors:
        assert letters_to(person.email)[-1] == "Appeal 1: your view is asked for"
    assert remind_of_deadlines(LATER + datetime.timedelta(days=6)) == 1


def test_a_repeated_procedure_is_the_jurys_that_is_in_force_by_now(evening):
    save_appeal_settings(club_id=evening.club.pk, values={"complaint_repeats": True}, actor=evening.curator)
    row = evening.announce(evening.considered())
    dora = make_person("Dora")
    second = evening.jury(people=[*evening.jurors[:2], dora], reason="Cyryl is ill")
    row = evening.repeat(row)
    assert (row.jury, [one.name for one in read_state(row).members]) == (second, ["Ada", "Bea", "Dora"])


def test_no_reminder_of_what_was_decided_meanwhile(evening, monkeypatch):
    evening.jury()
    row = evening.receive(evening.file())
    near = NOW + datetime.timedelta(days=6)

    def lock(pk):
        return withdraw_appeal(appeal_id=pk, actor=evening.actor(evening.captain), now=near)

    monkeypatch.setattr("appeals.services.reminders.lock_appeal", lock)
    assert remind_of_deadlines(near) == 0
    assert "Appeal 1: the time is running out" not in letters_to("Ada@example.org")
    assert row.reminded_at is None


def test_nothing_typed_is_cut_off_without_a_word(evening):
    row = evening.file()
    long = {"appeal_id": row.pk, "actor": evening.curator, "now": LATER}
    call = lambda: return_appeal(paragraph="5.2.3.1", reason="ж" * 1001, **long)  # noqa: E731
    assert code_of(call) == ("5.2.3", "text_too_long")
    row = return_appeal(paragraph="5.2.3.1", reason="а\r\nб" + "ж" * 997, **long)
    fault = read_state(row).fault
    assert fault is not None
    assert fault.reason == "а\nб" + "ж" * 997
    actor = evening.actor(evening.captain)
    for content, code in (
        ({"reasoning": "ж" * 6001}, "text_too_long"),
        ({"given": "ж" * 301}, "text_too_long"),
        ({"accepted": ["so", "ж" * 301]}, "line_too_long"),
        ({"sources": ["ж" * 1001]}, "line_too_long"),
        ({"sources": ["a book"] * 21}, "too_many_sources"),
        ({"accepted": ["so"] * 21}, "too_many_answers"),
    ):
        save = partial(save_draft, appeal_id=row.pk, content={**CONTENT, **content}, actor=actor)
        assert code_of(save) == ("5.2.3.1", code), content
    row.refresh_from_db()
    assert row.draft["reasoning"] == CONTENT["reasoning"]


def test_a_jurors_view_and_a_curators_decision_are_whole_or_refused(evening):
    row = evening.considered("AD-")
    assert code_of(lambda: evening.announce(row, accepted=["ж" * 301])) == ("5.2.2", "line_too_long")
    ada = evening.jurors[0]
    who = {"appeal_id": row.pk, "juror": f"p{ada.pk}", "actor": evening.actor(ada), "now": LATER}
    assert code_of(lambda: state_view(text="ж" * 6001, **who)) == ("5.3.2", "text_too_long")
    assert code_of(lambda: recuse_member(reason="ж" * 501, **who)) == ("5.1.1", "text_too_long")
    decide = partial(decide_appeal, appeal_id=row.pk, granted=True, reason="ж" * 2001, actor=evening.curator)
    assert code_of(decide) == ("1.5", "text_too_long")
    assert evening.announce(row).phase == Phase.ANNOUNCED
    complaint = {"appeal_id": row.pk, "person": ada, "on_procedure": True, "actor": evening.actor(ada), "now": LATER}
    assert code_of(lambda: make_complaint(text="ж" * 4001, **complaint)) == ("5.4.2", "text_too_long")


def test_two_tabs_with_one_sheet_lose_nothing(evening):
    row, actor = evening.draft(), evening.actor(evening.captain)
    seen = draft_mark(row)
    first, second = {**CONTENT, "reasoning": "first"}, {**CONTENT, "reasoning": "second"}
    save = partial(save_draft, appeal_id=row.pk, seen=seen, actor=actor)
    save(content=first)
    save(content=first)  # the same button, pressed twice
    assert code_of(lambda: save(content=second)) == ("5.2.3", "draft_moved_on")
    assert code_of(lambda: discard_draft(appeal_id=row.pk, seen=seen, actor=actor)) == ("5.2.3", "draft_moved_on")
    row.refresh_from_db()
    assert row.draft["reasoning"] == "first"
    save_draft(appeal_id=row.pk, content=second, seen=draft_mark(row), actor=actor)


def test_two_tabs_with_the_settings_lose_nothing(evening):
    seen = settings_mark(evening.club)
    save = partial(save_appeal_settings, club_id=evening.club.pk, seen=seen, actor=evening.curator)
    save(values={"team_sees": "steps"})
    save(values={"team_sees": "steps"})
    assert code_of(lambda: save(values={"names_public": False})) == ("1.6.2.1", "settings_moved_on")


def test_a_merged_duplicate_keeps_the_seat(evening):
    from appeals.selectors.people import ids_of, person_of_id

    ada = evening.jurors[0]
    MergedPerson.objects.create(old_id=9_000_001, old_name="Ada L.", person=ada, merged_by="test")
    assert ids_of(ada) == {f"p{ada.pk}", "p9000001"}
    assert person_of_id("p9000001") == ada
    assert person_of_id("guest-1") is None
