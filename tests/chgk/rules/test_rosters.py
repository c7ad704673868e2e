"""Rosters and line-ups by their paragraphs: §2.1.2, §2.1.3, §2.2.1, §2.2.2, §2.2.4, §2.2.5."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chgk.rules.rosters import (
    Member,
    StandIn,
    check_lineup,
    check_roster,
    judge_person,
    judge_roster,
)
from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import Candidate


def roster(text: str) -> list[Member]:
    """«Owl, owl, snake»: a word for each person's house ("-" for none); whoever has a capital is a captain."""
    words = text.split(", ") if text else []
    return [
        Member(number, f"№ {number}", "" if word == "-" else word.lower(), word[:1].isupper())
        for number, word in enumerate(words, 1)
    ]


def refusal(call: Any, *args: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        call(*args)
    return caught.value.paragraph, caught.value.code


@pytest.mark.parametrize(
    "people",
    [
        "Owl, owl, owl",
        "owl, owl, Owl, owl, owl, owl",
        "Owl, owl, owl, snake, lion",
        "Owl, owl, owl, owl, snake, -",
    ],
)
def test_a_roster_as_the_regulation_wants_it(people: str) -> None:
    check_roster(roster(people), "owl")


@pytest.mark.parametrize(
    ("people", "paragraph", "code"),
    [
        ("", "2.1.2", "roster_too_small"),
        ("Owl, owl", "2.1.2", "roster_too_small"),
        ("Owl, owl, owl, owl, owl, owl, owl", "2.2.1", "roster_too_large"),
        ("Owl, owl, owl, snake, lion, snake", "2.1.3", "too_many_guests"),
        ("Owl, owl, owl, snake, lion, -", "2.1.3", "too_many_guests"),
        ("Owl, owl, snake", "2.1.2", "own_players_missing"),
        ("Owl, owl, snake, lion", "2.1.2", "own_players_missing"),
        ("owl, owl, owl", "2.2.2", "one_captain"),
        ("Owl, Owl, owl", "2.2.2", "one_captain"),
        ("owl, owl, owl, Snake", "2.1.2", "captain_is_a_guest"),
    ],
)
def test_a_roster_that_it_refuses(people: str, paragraph: str, code: str) -> None:
    assert refusal(check_roster, roster(people), "owl") == (paragraph, code)


SIX = roster("Owl, owl, owl, owl, snake, lion")


def test_the_table_of_the_day_is_of_the_roster_in_its_order() -> None:
    line_up = check_lineup(SIX, [3, 1, 2], 1)
    assert [member.person for member in line_up.players] == [1, 2, 3]
    assert line_up.captain == SIX[0] and line_up.stand_in is None
    assert len(check_lineup(SIX, [1, 2, 3, 4, 5, 6], 1).players) == 6


def test_an_absent_captain_is_stood_in_for_with_a_reason() -> None:
    line_up = check_lineup(SIX, [2, 3, 5], 1, 5, " болеет,  температура ")
    assert line_up.captain == SIX[4]
    assert line_up.stand_in == StandIn(player=SIX[4], of=SIX[0], reason="болеет, температура")


@pytest.mark.parametrize(
    ("arguments", "paragraph", "code"),
    [
        (([1, 2], 1), "2.1.2", "table_size"),
        (([1, 2, 2, 1], 1), "2.1.2", "table_size"),
        (([1, 2, 3, 4, 5, 6, 7], 1), "2.2.1", "table_size"),
        (([1, 2, 9], 1), "2.2.5", "not_in_the_roster"),
        (([1, 2, 3], 2), "2.2.2", "not_the_captain"),
        (([1, 2, 3], 1, 2, "так вышло"), "2.2.2", "captain_is_here"),
        (([2, 3, 4], 1), "2.2.2", "stand_in_missing"),
        (([2, 3, 4], 1, 5, "болеет"), "2.2.2", "stand_in_missing"),
        (([2, 3, 4], 1, 1, "болеет"), "2.2.2", "stand_in_missing"),
        (([2, 3, 4], 1, 3, " 7 "), "2.2.2", "reason_without_words"),
    ],
)
def test_a_table_that_the_regulation_refuses(arguments: tuple[Any, ...], paragraph: str, code: str) -> None:
    assert refusal(check_lineup, SIX, *arguments) == (paragraph, code)


def test_a_roster_without_a_captain_seats_nobody() -> None:
    assert refusal(check_lineup, roster("owl, owl, owl"), [1, 2, 3], 1) == ("2.2.2", "not_the_captain")


# --- what a dean submits -------------------------------------------------------------------------------------------

VERA = Candidate(1, "Вера")
DEAN = Candidate(9, "Декан", kind="staff", is_head=True)
GUEST = Candidate(7, "Гостья", is_own=False, is_guest=True)

PEOPLE = [
    ("a pupil of the faculty, whatever the register says", replace(VERA, lessons=0, needed=10), []),
    ("the dean", DEAN, []),
    ("the dean as captain: forbidden in the other game alone", replace(DEAN, is_captain=True), []),
    ("a guest who has accepted", GUEST, []),
    (
        "somebody of another faculty whom nobody invited",
        replace(GUEST, is_guest=False),
        ["2.1.3 guest_without_invitation"],
    ),
    ("a guest as captain", replace(GUEST, is_captain=True), ["2.1.2 captain_is_a_guest"]),
    ("a teacher", replace(DEAN, is_head=False), ["2.1.2 neither_pupil_nor_dean"]),
    ("another faculty's dean as a guest", replace(GUEST, kind="staff"), ["2.1.3 neither_pupil_nor_dean"]),
    ("in another team of the season", replace(VERA, elsewhere="Ravenclaw"), ["2.2.4 on_another_roster"]),
    ("has left the school", replace(VERA, has_left=True), ["2.1.2 left_the_school"]),
    (
        "everything at once",
        replace(GUEST, is_guest=False, has_left=True, kind="staff", elsewhere="Ravenclaw"),
        [
            "2.1.2 left_the_school",
            "2.1.2 neither_pupil_nor_dean",
            "2.1.3 guest_without_invitation",
            "2.2.4 on_another_roster",
        ],
    ),
]


@pytest.mark.parametrize(("person", "refused"), [case[1:] for case in PEOPLE], ids=[case[0] for case in PEOPLE])
def test_a_person_on_a_roster(person: Candidate, refused: list[str]) -> None:
    assert [f"{one.paragraph} {one.code}" for one in judge_person(person)] == refused


@pytest.mark.parametrize(
    ("own", "dean", "guests", "captain", "refused"),
    [
        (3, False, 0, True, []),
        (3, True, 0, True, []),
        (3, True, 2, True, []),
        (2, True, 0, True, []),
        (2, False, 0, True, ["2.1.2 own_players_missing"]),
        (2, False, 2, True, ["2.1.2 own_players_missing"]),
        (4, False, 0, True, ["2.1.2 too_many_named"]),
        (4, True, 0, True, ["2.1.2 too_many_named"]),
        (3, False, 3, True, ["2.1.3 too_many_guests"]),
        (3, True, 3, True, ["2.1.3 too_many_guests", "2.2.1 roster_too_large"]),
        (3, False, 0, False, ["2.2.2 roster_captain_missing"]),
        (0, False, 0, False, ["2.1.2 own_players_missing", "2.2.2 roster_captain_missing"]),
    ],
)
def test_a_whole_roster(own: int, dean: bool, guests: int, captain: bool, refused: list[str]) -> None:
    roster = [replace(VERA, person=number, is_captain=captain and not number) for number in range(own)]
    roster += [DEAN] * dean + [replace(GUEST, person=10 + number) for number in range(guests)]
    assert [f"{one.paragraph} {one.code}" for one in judge_roster(roster)] == refused
