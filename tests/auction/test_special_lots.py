"""Special lots drawn in the database: weights as set up, draws that verify, a round that always comes to its end."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from auction.models import AuctionQuestion, Category
from auction.services.history import record_of
from auction.services.settings import save_settings
from tests.auction_games import make_auction_game
from tests.playing import give, state
from tests.seeds import promise, seed_that_draws
from tournaments import records
from tournaments.models import GameCommand, LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def make_game(season: Season, host_user: User, host: Actor, special: dict[str, int], categories: int = 2) -> LiveGame:
    for number in range(categories):
        category = Category.objects.create(name=f"K{number}")
        AuctionQuestion.objects.create(
            category=category, text=f"Pytanie {number}?", answer="a", source="x",
            variant_a="a", variant_b="b", variant_c="c", variant_d="d", right_variant=1,
        )  # fmt: skip
    game = make_auction_game(season, host_user, special=special)
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 2}})
    assert start_game(game_id=game.pk, actor=host).accepted
    return LiveGame.objects.get(pk=game.pk)


def last_draw(game: LiveGame) -> dict:
    return GameCommand.objects.filter(game=game, accepted=True, command__do="draw").latest("pk").command


def play_lot(game: LiveGame, host: Actor) -> dict:
    """One lot to its end, whatever it is."""
    assert give(game, host, "draw").accepted
    command = last_draw(game)
    for do, more in (("open", {}), ("bid", {"team": "red", "points": 4}), ("close", {"excused": ["yellow"]})):
        assert give(game, host, do, **more).accepted
    if command["kind"] == "question":
        assert give(game, host, "show_question").accepted
        assert give(game, host, "judge", correct=True).accepted
    return command


def test_weights_stand_in_the_draw_and_the_record_verifies(season, host_user, host):
    game = make_game(season, host_user, host, {"hint": 9, "black_box": 9, "one_on_one": 9})
    commands = [play_lot(game, host)]
    assert commands[0]["draws"][0]["choices"] == [[":hint", 9], "K0", "K1"], "no box was sealed; no duel in round one"
    while state(game)["game"]["phase"] == "ready":
        commands.append(play_lot(game, host))
    assert [command["kind"] for command in commands].count("question") == 2
    assert [command["kind"] for command in commands].count("hint") <= 1
    assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted
    checked = records.check(record_of(LiveGame.objects.get(pk=game.pk)))
    assert not checked.findings
    assert find_differences(LiveGame.objects.get(pk=game.pk)) == []


def test_a_special_lot_deals_no_question(season, host_user, host, monkeypatch):
    promise(monkeypatch, seed_that_draws((":hint", ["K0", "K1", (":hint", 2)])))
    game = make_game(season, host_user, host, {"hint": 2, "black_box": 0, "one_on_one": 0})
    command = play_lot(game, host)
    assert (command["category"], command["kind"]) == (":hint", "hint") and "question" not in command
    assert [proof["of"] for proof in command["draws"]] == ["category"]
    assert next(team for team in state(game)["game"]["teams"] if team["id"] == "red")["hints"] == 1
    assert play_lot(game, host)["draws"][0]["choices"] == ["K0", "K1"], "once a round"


def test_a_weight_of_nothing_takes_it_off_the_wheel(season, host_user, host):
    game = make_game(season, host_user, host, {"hint": 0, "black_box": 0, "one_on_one": 0})
    assert give(game, host, "draw").accepted
    assert last_draw(game)["draws"][0]["choices"] == ["K0", "K1"]


def test_settings_keep_the_weights_and_the_start_pins_them(season, host_user, host):
    game = make_auction_game(season, host_user)
    special = {"hint": 3, "black_box": 2, "one_on_one": 0}
    assert save_settings(game_id=game.pk, rules={}, settings={}, special=special, actor=host).accepted
    assert start_game(game_id=game.pk, actor=host).accepted
    assert state(LiveGame.objects.get(pk=game.pk))["specials"]["weights"] == special
    refused = save_settings(game_id=game.pk, rules={}, settings={}, special={**special, "hint": 9}, actor=host)
    assert refused.refusal is not None and refused.refusal.code == "already_started"


@pytest.mark.parametrize("name", [":hint", ":", ": Sport"])
def test_no_category_is_called_like_a_special_lot(name):
    with pytest.raises(ValidationError):
        Category(name=name).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Category.objects.create(name=name)
    Category(name="Hint: 1").full_clean()
