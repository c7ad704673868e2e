"""Draws that can be checked, played in the database: promised, joined, numbered, undone, published, verified."""

from __future__ import annotations

import json
from typing import Any

import pytest

from auction.models import AuctionQuestion, Category
from auction.services.history import record_of
from tests.auction_games import make_auction_game
from tests.playing import give, state
from tournaments import records
from tournaments.models import DrawSeed, GameCommand, LiveGame, Season, User
from tournaments.rules.draw import commitment, draw, draw_key
from tournaments.rules.draw_check import Check
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game, start_game
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CATEGORIES = ("Film", "Historia", "Muzyka", "Sport", "Sztuka", "Żarty")
MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}


def captain(team: str) -> Actor:
    return Actor(key=f"seat:{team}", role="captain", team=team, name=team)


def nonce(number: int) -> str:
    return f"{number:032x}"


@pytest.fixture
def game(season: Season, host_user: User, host: Actor) -> LiveGame:
    """A game of two houses and two questions a round, started."""
    for name in CATEGORIES:
        category = Category.objects.create(name=name)
        for number in range(4):
            AuctionQuestion.objects.create(
                category=category, text=f"tajne-{name}-{number}?", answer=f"sekret-{name}-{number}", source="x",
                variant_a="a", variant_b="b", variant_c="c", variant_d="d", right_variant=1,
            )  # fmt: skip
    game = make_auction_game(season, host_user)
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 2}})
    assert start_game(game_id=game.pk, actor=host).accepted
    return LiveGame.objects.get(pk=game.pk)


def seed(game: LiveGame) -> DrawSeed:
    return DrawSeed.objects.filter(game=game).latest("series")


def last(game: LiveGame) -> dict[str, Any]:
    """The last accepted command of the log."""
    return GameCommand.objects.filter(game=game, accepted=True).latest("pk").command


def drawn(game: LiveGame, host: Actor, **fields: Any) -> dict[str, Any]:
    """A draw, and what the log keeps of it."""
    outcome = give(game, host, "draw", **fields)
    assert outcome.accepted, outcome.refusal
    return GameCommand.objects.filter(game=game, accepted=True, command__do="draw").latest("pk").command


def play_lot(game: LiveGame, host: Actor, team: str = "red", points: int = 10, **fields: Any) -> dict[str, Any]:
    command = drawn(game, host, **fields)
    for do, more in (
        ("open", {}), ("bid", {"team": team, "points": points}), ("close", {"excused": ["red", "yellow"]}),
        ("show_question", {}), ("judge", {"correct": True}),
    ):  # fmt: skip
        assert give(game, host, do, **more).accepted
    return command


def check(game: LiveGame) -> Check:
    """The record's draws, verified from the record alone."""
    return records.check(record_of(LiveGame.objects.get(pk=game.pk)))


def codes(checked: Check) -> list[str]:
    return [finding.code for finding in checked.findings]


# --- the promise ---------------------------------------------------------------------------------------------------


def test_the_start_promises_a_seed_and_keeps_it(game):
    now = seed(game)
    assert (now.series, now.round, now.draws, now.published_seed) == (1, 1, 0, "")
    assert now.commitment == commitment(now.seed)
    assert last(game) | {"at": 0} == {
        "do": "x-draw_commitment", "series": 1, "round": 1, "commitment": now.commitment, "at": 0,
    }  # fmt: skip
    assert not any(now.seed in json.dumps(row.command) for row in GameCommand.objects.all())
    assert start_game(game_id=game.pk, actor=Actor("user:1", "host")).repeated and DrawSeed.objects.count() == 1


def test_no_two_games_share_a_seed(game, season, host_user, host):
    other = make_auction_game(season, host_user)
    start_game(game_id=other.pk, actor=host)
    assert seed(other).seed != seed(game).seed


def test_captains_devices_join_in_once_each_and_before_the_first_draw(game, host):
    assert give(game, captain("red"), "add_nonce", nonce=nonce(1)).accepted
    assert give(game, captain("red"), "add_nonce", nonce=nonce(2)).refusal == Refusal("", "nonce_there_already")
    assert give(game, host, "add_nonce", nonce=nonce(3)).refusal == Refusal("", "nonce_of_a_captain")
    player = Actor(key="seat:9", role="player", team="yellow", player="p9")
    assert give(game, player, "add_nonce", nonce=nonce(3)).refusal == Refusal("", "nonce_of_a_captain")
    for bad in (None, "", 5, "A" * 32, "a" * 31, "a" * 32 + "\n", ["a" * 32]):
        assert give(game, captain("yellow"), "add_nonce", nonce=bad).refusal == Refusal("", "nonce_unreadable")
    assert seed(game).nonces == {"red": nonce(1)}
    drawn(game, host)
    late = give(game, captain("yellow"), "add_nonce", nonce=nonce(4))
    assert late.refusal == Refusal("", "nonce_too_late")
    assert seed(game).nonces == {"red": nonce(1)}


def test_a_nonce_moves_nothing_and_an_undo_does_not_take_it(game, host):
    command = drawn(game, host)
    assert give(game, host, "undo").accepted
    assert seed(game).nonces == {}
    assert command["draws"][0]["result"] == draw(
        draw_key(seed(game).seed, []), 1, command["draws"][0]["choices"]
    )  # nobody joined in: the draw goes on without


def test_the_repeated_nonce_of_one_gesture_is_answered_as_the_first(game):
    first = give(game, captain("red"), "add_nonce", nonce=nonce(1), command_id="one")
    again = give(game, captain("red"), "add_nonce", nonce=nonce(1), command_id="one")
    assert first.accepted and again.accepted and again.repeated and first.seq == again.seq == 0


# --- the draws -----------------------------------------------------------------------------------------------------


def test_a_draw_is_the_function_of_seed_nonces_number_and_choices(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(7))
    give(game, captain("yellow"), "add_nonce", nonce=nonce(5))
    command = drawn(game, host)
    key = draw_key(seed(game).seed, [nonce(5), nonce(7)])
    category, question = command["draws"]
    assert [category[name] for name in ("series", "n", "of")] == [1, 1, "category"]
    assert category["choices"] == sorted(CATEGORIES)
    assert command["category"] == category["result"] == draw(key, 1, CATEGORIES)
    numbers = [str(row.pk) for row in AuctionQuestion.objects.filter(category__name=command["category"])]
    assert [question[name] for name in ("series", "n", "of")] == [1, 2, "question"]
    assert question["choices"] == sorted(numbers)
    assert command["question"]["id"] == question["result"] == draw(key, 2, numbers)
    assert seed(game).draws == 2 and state(game)["drawn"] == [1, 2]


def test_refused_draws_use_no_number_and_leave_nothing_of_the_result(game, host):
    drawn(game, host)
    for _ in range(3):
        assert give(game, host, "draw").refusal == Refusal("9", "draw_not_now", {"phase": "drawn"})
    stale = give(game, host, "draw", expected_seq=0)
    assert stale.refusal is not None and stale.refusal.code == "game_moved_on"
    assert give(game, captain("red"), "draw").refusal == Refusal("10", "host_decides")
    assert seed(game).draws == 2
    refused = GameCommand.objects.filter(game=game, accepted=False)
    assert refused.count() == 5
    assert all(set(row.command) <= {"do", "at"} for row in refused)


def test_an_empty_wheel_uses_no_number(game, host):
    AuctionQuestion.objects.update(is_active=False)
    assert give(game, host, "draw").refusal == Refusal("9", "wheel_empty", {})
    assert seed(game).draws == 0
    AuctionQuestion.objects.update(is_active=True)
    assert drawn(game, host)["draws"][0]["n"] == 1


def test_an_undone_draw_keeps_its_number_and_drawing_again_needs_a_reason(game, host):
    first = drawn(game, host)
    assert give(game, host, "undo").accepted
    assert give(game, host, "draw").refusal == Refusal("9", "redraw_needs_reason", {})
    assert give(game, host, "draw", reason=" 5!").refusal == Refusal("9", "redraw_needs_reason", {})
    assert seed(game).draws == 2
    again = drawn(game, host, reason="Pomyłka: nie ten przycisk")
    assert [proof["n"] for proof in first["draws"] + again["draws"]] == [1, 2, 3, 4]
    assert again["reason"] == "Pomyłka: nie ten przycisk"
    for do in ("open",):
        assert give(game, host, do).accepted


def test_a_redo_puts_back_the_very_draw(game, host):
    first = drawn(game, host)
    give(game, host, "undo")
    assert give(game, host, "redo").accepted
    assert state(game)["drawn"] == [1, 2] and state(game)["stage"]["question"]["id"] == first["draws"][1]["result"]
    assert seed(game).draws == 2
    give(game, host, "open")
    give(game, host, "close", excused=["red", "yellow"])
    assert drawn(game, host)["draws"][0]["n"] == 3  # no reason is asked for: nothing was taken back


def test_undoing_something_else_asks_for_no_reason(game, host):
    play_lot(game, host)
    give(game, host, "undo")  # the verdict
    give(game, host, "judge", correct=False)
    assert drawn(game, host)["draws"][0]["n"] == 3


def test_undoing_whole_lots_asks_once(game, host):
    play_lot(game, host)
    drawn(game, host)
    for _ in range(7):
        assert give(game, host, "undo").accepted
    assert give(game, host, "draw").refusal == Refusal("9", "redraw_needs_reason", {})
    play_lot(game, host, reason="od nowa")
    assert drawn(game, host)["draws"][0]["n"] == 7


def test_a_faulty_questions_replacement_is_a_draw_too(game, host):
    first = drawn(game, host)
    give(game, host, "open")
    assert give(game, host, "replace_question", reason="błąd w pytaniu").accepted
    command = last(game)
    (proof,) = command["draws"]
    assert (proof["n"], proof["of"]) == (3, "question")
    assert first["question"]["id"] not in proof["choices"] and command["question"]["id"] == proof["result"]
    assert give(game, host, "replace_question", reason="").refusal == Refusal("9", "reason_missing", {})
    assert seed(game).draws == 3


def test_a_tie_is_broken_by_lot(game, host):
    for team in ("red", "yellow"):
        play_lot(game, host, team=team)
    assert state(game)["game"]["phase"] == "tie"
    assert give(game, host, "break_tie", by="lot", reason="losowanie").accepted
    command = GameCommand.objects.filter(game=game, command__do="break_tie").get().command
    (proof,) = command["draws"]
    assert (proof["of"], proof["choices"], proof["n"]) == ("tie", ["red", "yellow"], 5)
    assert command["team"] == proof["result"] == state(game)["game"]["finalist"]
    assert seed(game).published_seed
    give(game, host, "open_final", masters=MASTERS)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert codes(check(game)) == []


def test_a_lot_for_a_tie_that_is_none_is_refused(game, host):
    refusal = give(game, host, "break_tie", by="lot", reason="x").refusal
    assert refusal == Refusal("21", "tie_not_now", {"phase": "ready"}) and seed(game).draws == 0


# --- after the round -------------------------------------------------------------------------------------------------


def first_round(game: LiveGame, host: Actor) -> None:
    play_lot(game, host, team="red", points=10)
    play_lot(game, host, team="red", points=12)
    assert state(game)["game"]["phase"] == "round_over"


def test_the_seed_is_published_with_the_end_of_the_round(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    first_round(game, host)
    now = seed(game)
    assert now.published_seed == now.seed and now.abandoned_at is None
    key = draw_key(now.seed, [nonce(1)])
    assert last(game) | {"at": 0} == {
        "do": "x-draw_seed", "series": 1, "seed": now.seed, "key": key, "draws": 4, "at": 0,
    }  # fmt: skip
    checked = check(game)
    assert codes(checked) == [] and [each.state for each in checked.draws] == ["right"] * 4


def test_the_final_has_a_seed_of_its_own(game, host):
    first_round(game, host)
    assert give(game, host, "open_final", masters=MASTERS).accepted
    now = seed(game)
    assert (now.series, now.round, now.published_seed) == (2, 2, "")
    assert give(game, captain("red"), "add_nonce", nonce=nonce(1)).accepted
    command = drawn(game, host)
    assert command["draws"][0]["series"] == 2 and command["draws"][0]["n"] == 1
    assert command["category"] == draw(draw_key(now.seed, [nonce(1)]), 1, command["draws"][0]["choices"])
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert seed(game).reason == "closed" and codes(check(game)) == []


def test_an_undo_out_of_the_rounds_end_begins_a_new_series(game, host):
    first_round(game, host)
    old = seed(game)
    assert give(game, host, "undo").accepted  # the last verdict: the seed is known by now
    new = seed(game)
    assert (new.series, new.round, new.published_seed) == (2, 1, "") and new.seed != old.seed
    give(game, host, "undo"), give(game, host, "undo"), give(game, host, "undo"), give(game, host, "undo")
    give(game, host, "undo")  # the draw itself
    assert give(game, host, "draw").refusal == Refusal("9", "redraw_needs_reason", {})
    command = play_lot(game, host, reason="od nowa", points=12)
    assert [(proof["series"], proof["n"]) for proof in command["draws"]] == [(2, 1), (2, 2)]
    checked = check(game)
    assert codes(checked) == []
    assert [(each.proof.series, each.undone) for each in checked.draws] == [
        (1, False), (1, False), (1, True), (1, True), (2, False), (2, False),
    ]  # fmt: skip


def test_an_undo_out_of_the_final_abandons_its_seed_in_public(game, host):
    first_round(game, host)
    give(game, host, "open_final", masters=MASTERS)
    give(game, host, "undo")
    final = seed(game)
    assert (final.reason, bool(final.published_seed)) == ("undone", True)
    assert last(game)["abandoned"] == "undone"
    give(game, host, "redo")
    assert (seed(game).series, seed(game).round) == (3, 2)
    assert codes(check(game)) == ["never_published"]


def test_a_game_stopped_in_the_middle_publishes_what_it_abandons(game, host):
    drawn(game, host)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert seed(game).reason == "closed" and codes(check(game)) == []
    reopen_game(game_id=game.pk, actor=host)
    assert (seed(game).series, seed(game).published_seed) == (2, "")
    give(game, host, "open")
    give(game, host, "close", excused=["red", "yellow"])
    assert drawn(game, host)["draws"][0]["series"] == 2
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert codes(check(game)) == []


def test_the_snapshot_is_still_the_fold_of_the_log(game, host):
    first_round(game, host)
    give(game, host, "undo")
    give(game, host, "redo")
    assert find_differences(LiveGame.objects.get(pk=game.pk)) == []


def test_a_game_that_began_without_a_seed_is_promised_one_at_its_first_draw(game, host):
    DrawSeed.objects.all().delete()
    assert drawn(game, host)["draws"][0] | {"choices": 0, "result": 0} == {
        "series": 1, "n": 1, "of": "category", "choices": 0, "result": 0,
    }  # fmt: skip
