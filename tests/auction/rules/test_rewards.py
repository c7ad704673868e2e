"""Who gets what for the game (§22, §28, §29); the sum is always what `ranking` says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from auction.rules import engine
from auction.rules.commands import parse_command
from auction.rules.entrants import Entrant
from auction.rules.parameters import Parameters
from auction.rules.rewards import rewards
from auction.rules.state import Game
from tests.auction.rules.table import SEATS
from tests.auction.rules.test_invariants import likely
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player
from tournaments.rules.rewards import RewardKind, points_by_house

ROSTERS = {
    "red": (Player("p1", "Ruda", captain=True), Player("p2", "Rak")),
    "masters": (Player("p7", "Mistrzyni", captain=True), Player("p8", "Mistrz")),
}


def first_round(**rules: Any) -> Game:
    """Red wins the first round of one question with 75 points, yellow keeps 38, blue 37."""
    parameters = Parameters.from_json({"questions_per_round": 1, **rules})
    game = engine.start_game(parameters, [Entrant(team, *SEATS[team]) for team in ("red", "yellow", "blue")])
    commands: list[dict[str, Any]] = [
        {"do": "draw", "category": "Film"},
        {"do": "open"},
        {"do": "bid", "team": "red", "points": 10},
        {"do": "bid", "team": "yellow", "points": 12},
        {"do": "bid", "team": "blue", "points": 13},
        {"do": "bid", "team": "red", "points": 15},
        {"do": "close"},
        {"do": "judge", "correct": True},
    ]
    return play(game, *commands)


def play(game: Game, *commands: dict[str, Any]) -> Game:
    for command in commands:
        game = engine.play(game, parse_command(command))
    return game


def final(winner: str, house: str | None = None, rules: dict[str, Any] | None = None) -> Game:
    """Red meets the Masters; ``winner`` answers the one question for 20."""
    opening = {"do": "open_final", "masters": {"id": "masters", "command": "Mistrzowie", "house": house}}
    return play(
        first_round(**(rules or {})),
        opening,
        {"do": "draw", "category": "Sport"},
        {"do": "open"},
        {"do": "bid", "team": winner, "points": 20},
        {"do": "close", "excused": ["red", "masters"]},
        {"do": "judge", "correct": True},
    )


def lines(game: Game) -> list[tuple[Any, ...]]:
    return [
        (line.team, line.kind.value, line.paragraph, line.code, line.points, line.weeks, line.player)
        for line in rewards(game, ROSTERS)
    ]


def test_after_the_first_round_those_who_held_out_get_their_points_and_the_finalist_waits():
    assert lines(first_round()) == [
        ("red", "nothing", "21", "final_ahead", 0, 0, ""),
        ("yellow", "points", "22", "survivor", 38, 0, ""),
        ("blue", "points", "22", "survivor", 37, 0, ""),
    ]


def test_during_the_final_nobody_of_it_gets_anything_yet():
    game = play(first_round(), {"do": "open_final", "masters": {"id": "masters"}})
    assert [line[:4] for line in lines(game) if line[1] == "nothing"] == [
        ("red", "nothing", "26", "final_unfinished"),
        ("masters", "nothing", "26", "final_unfinished"),
    ]


def test_winning_challengers_get_their_points_the_title_and_a_week_but_no_bonus():
    game = final("red", house="yellow")
    assert [line for line in lines(game) if line[0] in ("red", "masters")] == [
        ("red", "points", "28", "challengers_won", 78, 0, ""),
        ("red", "masters", "28", "new_masters", 0, 0, ""),
        ("red", "half_op", "28", "half_op", 0, 1, "p1"),
        ("red", "half_op", "28", "half_op", 0, 1, "p2"),
        ("masters", "nothing", "28", "masters_beaten", 0, 0, ""),
    ]
    assert not any(line.not_for_staff for line in rewards(game, ROSTERS))


def test_winning_masters_get_points_and_400_and_two_weeks_and_the_others_300():
    game = final("masters", house="yellow")
    assert [line for line in lines(game) if line[0] in ("red", "masters")] == [
        ("red", "points", "29", "runner_up", 72, 0, ""),
        ("red", "points", "29", "second_place", 300, 0, ""),
        ("masters", "points", "29", "masters_won", 78, 0, ""),
        ("masters", "points", "29", "first_place", 400, 0, ""),
        ("masters", "half_op", "29", "half_op", 0, 2, "p7"),
        ("masters", "half_op", "29", "half_op", 0, 2, "p8"),
    ]
    rights = [line for line in rewards(game, ROSTERS) if line.kind is RewardKind.HALF_OP]
    assert all(line.not_for_staff for line in rights)
    # A house that held out in the first round and wins as Masters earns twice.
    assert points_by_house(rewards(game)) == {"hufflepuff": 38, "ravenclaw": 37, "gryffindor": 372, "yellow": 478}


def test_guests_win_their_right_in_the_chat_but_no_points():
    found = [line for line in lines(final("masters")) if line[0] == "masters"]
    assert found[0] == ("masters", "nothing", "29", "no_house", 0, 0, "")
    assert [line[1] for line in found[1:]] == ["half_op", "half_op"]


def test_the_bonuses_are_settings_of_the_game():
    game = final("masters", house="x", rules={"first_place_bonus": 1, "second_place_bonus": 0})
    assert {line[3]: line[4] for line in lines(game) if line[1] == "points"}["first_place"] == 1
    assert ("red", "points", "29", "second_place", 0, 0, "") in lines(game)


def test_who_drops_out_gets_nothing():
    game = play(
        first_round(questions_per_round=3),
        {"do": "draw", "category": "Sport"},
        {"do": "open"},
        {"do": "va_banque", "team": "blue"},
        {"do": "judge", "correct": False},
    )
    assert [line[:4] for line in lines(game)] == [
        ("red", "nothing", "22", "round_unfinished"),
        ("yellow", "nothing", "22", "round_unfinished"),
        ("blue", "nothing", "22", "dropped_out"),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_the_sum_is_the_ranking_after_every_command(seed):
    dice = random.Random(seed)
    rules = Parameters.from_json({"questions_per_round": dice.randint(1, 3)})
    house = dice.choice([None, "gryffindor", "masters"])
    seats = [Entrant(team, *SEATS[team]) for team in dice.sample(list(SEATS), dice.randint(2, 4))]
    game = engine.start_game(rules, seats)
    for _ in range(120):
        command = likely(game, dice)
        if command["do"] == "open_final":
            command["masters"]["house"] = house
        try:
            game = play(game, command)
        except Refusal:
            continue
        found = rewards(game, ROSTERS)
        assert points_by_house(found) == engine.ranking(game)
        assert {line.team for line in found} == {team.id for team in game.teams}
