"""Rosters and line-ups by their paragraphs: §2.1.2, §2.1.3, §2.2.1, §2.2.2, §2.2.4, §2.2.5."""

from __future__ import annotations

from typing import Any

import pytest

from chgk.rules.rosters import Member, StandIn, check_lineup, check_roster, check_transfers
from tournaments.rules.engine import Refusal


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


def test_nobody_is_in_two_teams_of_a_season() -> None:
    owls, others = roster("Owl, owl, owl"), [Member(7, "Ян", "snake", captain=True)]
    check_transfers({"owl": owls, "snake": others})
    assert refusal(check_transfers, {"owl": owls, "snake": [*others, owls[1]]}) == ("2.2.4", "player_of_two_teams")


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
