"""Who may be on a roster of three (§1 to §3), case by case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from auction.rules.rosters import check_eligible, check_roster, judge_person
from tournaments.rules.rosters import Candidate

OLA = Candidate(1, "Ola", lessons=10, needed=10)
HEAD = replace(OLA, name="Bogumiła", kind="staff", is_head=True, lessons=0)

PEOPLE = [
    ("enough lessons", OLA, []),
    ("one lesson short", replace(OLA, lessons=9), ["1 too_few_lessons"]),
    ("no register is kept", replace(OLA, lessons=None), []),
    ("nothing is needed", replace(OLA, lessons=0, needed=0), []),
    ("the head, who attends no lessons", HEAD, []),
    ("the head as captain", replace(HEAD, is_captain=True), ["3 head_as_captain"]),
    ("a pupil as captain", replace(OLA, is_captain=True), []),
    ("another house's pupil", replace(OLA, is_own=False), ["2 not_of_the_house"]),
    ("a teacher who heads no house", replace(HEAD, is_head=False), ["1 neither_pupil_nor_head"]),
    ("a guest of the school", replace(OLA, kind="guest"), ["1 neither_pupil_nor_head"]),
    ("in another team", replace(OLA, elsewhere="Ravenclaw"), ["2 on_another_roster"]),
    ("has left", replace(OLA, has_left=True), ["1 left_the_school"]),
    ("a head who has left", replace(HEAD, has_left=True), ["1 left_the_school"]),
    (
        "everything at once",
        replace(OLA, lessons=3, is_own=False, elsewhere="Ravenclaw", has_left=True),
        ["1 left_the_school", "1 too_few_lessons", "2 not_of_the_house", "2 on_another_roster"],
    ),
]


@pytest.mark.parametrize(("person", "refused"), [case[1:] for case in PEOPLE], ids=[case[0] for case in PEOPLE])
def test_a_person(person: Candidate, refused: list[str]) -> None:
    assert [f"{one.paragraph} {one.code}" for one in judge_person(person)] == refused


ROSTERS = [
    (3, 1, []),
    (0, 0, ["2 roster_of_three", "3 roster_captain_missing"]),
    (2, 1, ["2 roster_of_three"]),
    (4, 1, ["2 roster_of_three"]),
    (3, 0, ["3 roster_captain_missing"]),
    (3, 2, ["3 roster_captain_missing"]),
]


@pytest.mark.parametrize(("people", "captains", "refused"), ROSTERS)
def test_a_roster(people: int, captains: int, refused: list[str]) -> None:
    roster = [replace(OLA, person=number, is_captain=number < captains) for number in range(people)]
    assert [f"{one.paragraph} {one.code}" for one in check_roster(roster)] == refused


def test_a_substitute_is_asked_for_lessons_too() -> None:
    (refusal,) = check_eligible(replace(OLA, lessons=9, is_own=False))
    assert (refusal.code, refusal.params) == ("too_few_lessons", {"lessons": 9, "needed": 10})
