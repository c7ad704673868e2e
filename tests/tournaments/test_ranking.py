"""The ledger of the house ranking: entered with the end of a game, countered with its reopening, never changed."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import Sum

from tests.playing import give
from tests.tournaments.test_games import check
from tournaments.models import AuditEntry, House, LedgerEntry, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.ranking import masters_house, read_cup
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.ranking import (
    Settlement,
    counter_entry,
    enter_decision,
    find_ledger_differences,
    settle_game,
)
from tournaments.texts import explain_entry, explain_here

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def red(db):
    return House.objects.create(key="red", name="Red", command="Red", position=1)


@pytest.fixture
def blue(db):
    return House.objects.create(key="blue", name="Blue", command="Blue", position=0)


def entries(game):
    return [(entry.kind, entry.points) for entry in LedgerEntry.objects.filter(game=game).order_by("pk")]


def balance(game):
    return LedgerEntry.objects.filter(game=game).aggregate(points=Sum("points"))["points"] or 0


def test_a_finished_game_is_entered_once(make_game, host, red):
    game = make_game()
    give(game, host, "add", amount=41)
    assert entries(game) == []
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert settle_game(game_id=game.pk, actor=host) == Settlement(0, 0)
    entry = LedgerEntry.objects.get()
    assert (entry.season, entry.house, entry.game, entry.paragraph) == (game.season, red, game, "22")
    assert (entry.points, entry.kind, entry.entered_by) == (41, "points", host.key)
    assert explain_entry(entry) == "because of the total"
    assert AuditEntry.objects.filter(action="settle_game").count() == 1


def test_reopening_takes_everything_back_and_finishing_enters_anew(make_game, host, red):
    game = make_game()
    give(game, host, "add", amount=41)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    reopen_game(game_id=game.pk, actor=host)
    reopen_game(game_id=game.pk, actor=host)
    assert entries(game) == [("points", 41), ("counter", -41)] and balance(game) == 0
    counter = LedgerEntry.objects.get(kind="counter")
    assert counter.corrects is not None and counter.corrects.points == 41
    assert explain_entry(counter) == "Taken back: the game was opened again."
    give(game, host, "add", amount=-1)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert entries(game) == [("points", 41), ("counter", -41), ("points", 40)] and balance(game) == 40
    assert check() == (0, "1 games checked, 0 differ\n", "")


def test_a_game_that_came_out_otherwise_is_countered_with_that_reason(make_game, host, red):
    game = make_game()
    give(game, host, "add", amount=41)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    snapshot = LiveGame.objects.get(pk=game.pk).snapshot
    LiveGame.objects.filter(pk=game.pk).update(snapshot=snapshot.replace('"total":41', '"total":7'))
    assert settle_game(game_id=game.pk, actor=host) == Settlement(1, 1)
    counter = LedgerEntry.objects.get(kind="counter")
    assert explain_entry(counter) == "Taken back: the game came out otherwise." and balance(game) == 7


def test_what_does_not_count_is_not_entered(make_game, host, red):
    rehearsal = make_game()
    LiveGame.objects.filter(pk=rehearsal.pk).update(for_ranking=False)
    give(rehearsal, host, "add", amount=41)
    finish_game(game_id=rehearsal.pk, actor=host, reason="dość na dziś")
    assert entries(rehearsal) == [] and check()[0] == 0


def test_a_house_that_is_not_known_here_holds_nothing_up(make_game, host):
    game = make_game()
    give(game, host, "add", amount=41)
    assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted
    assert entries(game) == [] and check()[0] == 0


def test_check_games_compares_and_settle_games_brings_into_line(make_game, host, red):
    game, other = make_game(), make_game()
    for one in (game, other):
        give(one, host, "add", amount=41)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()
    LiveGame.objects.filter(pk=other.pk).update(finished_at=game.finished_at)  # as before there was a ledger
    assert check() == (1, "2 games checked, 1 differ\n", f"game {other.pk}: the ledger lacks red +41 (§22)\n")
    LiveGame.objects.filter(pk=game.pk).update(finished_at=None)
    assert f"game {game.pk}: the ledger has red +41 (§22) too many" in check()[2]
    out = StringIO()
    call_command("settle_games", stdout=out)
    assert out.getvalue().splitlines() == [
        f"game {game.pk}: 0 entered, 1 taken back",
        f"game {other.pk}: 1 entered, 0 taken back",
        "2 games settled",
    ]
    assert check()[0] == 0
    again = StringIO()
    call_command("settle_games", str(game.pk), stdout=again)
    assert again.getvalue() == "0 games settled\n"


def test_rewards_that_cannot_be_computed_are_named(make_game, host, red, counter, monkeypatch):
    game = make_game()
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()

    def broken(state):
        raise KeyError("red")

    monkeypatch.setattr(counter, "rewards", broken)
    assert find_ledger_differences(game) == ["the rewards cannot be computed: KeyError: 'red'"]


def test_a_decision_has_points_and_a_reason_and_is_taken_back_once(season, red, host):
    for points, reason, code in ((5, " … ", "reason_missing"), (0, "ok", "entry_without_points")):
        refused = enter_decision(season=season, house=red, points=points, reason=reason, actor=host)
        assert refused.refusal is not None and refused.refusal.code == code and explain_here(refused.refusal)
    done = enter_decision(season=season, house=red, points=-5, reason="  noise in\nthe hall ", actor=host)
    assert done.accepted and done.entry is not None and explain_entry(done.entry) == "noise in the hall"
    key = done.entry.pk
    assert counter_entry(entry_id=key, reason="", actor=host).refusal == Refusal("", "reason_missing")
    back = counter_entry(entry_id=key, reason="it was the wind", actor=host)
    assert back.entry is not None and (back.entry.points, explain_entry(back.entry)) == (5, "it was the wind")
    again = counter_entry(entry_id=key, reason="once more", actor=host)
    assert again.refusal == Refusal("", "entry_already_countered")
    assert counter_entry(entry_id=back.entry.pk, reason="no", actor=host).refusal == Refusal("", "entry_not_by_hand")
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == [
        "enter_decision",
        "counter_entry",
    ]


def test_a_games_entry_is_not_taken_back_by_hand(make_game, host, red):
    game = make_game()
    give(game, host, "add", amount=41)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    refused = counter_entry(entry_id=LedgerEntry.objects.get().pk, reason="because", actor=host)
    assert refused.refusal == Refusal("", "entry_not_by_hand") and balance(game) == 41


def test_the_database_refuses_what_is_no_ledger(season, red):
    common = {"season": season, "house": red, "reason": {"text": "x"}, "entered_by": "user:1"}
    entry = LedgerEntry.objects.create(points=5, kind="decision", **common)
    LedgerEntry.objects.create(points=-5, kind="counter", corrects=entry, **common)
    for wrong in (
        {"points": -5, "kind": "counter", "corrects": entry},  # a second one
        {"points": -5, "kind": "counter"},
        {"points": 5, "kind": "decision", "corrects": entry},
        {"points": 5, "kind": "masters"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            LedgerEntry.objects.create(**wrong, **common)


def test_the_cup_puts_houses_in_order_and_games_the_newest_first(make_game, host, season, red, blue):
    first, second = make_game(title="First"), make_game(title="Second")
    for game, points in ((first, 10), (second, 31)):
        give(game, host, "add", amount=points)
        finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    enter_decision(season=season, house=blue, points=41, reason="a fine deed", actor=host)
    reopen_game(game_id=first.pk, actor=host)
    cup = read_cup(season)
    assert [(total.place, total.house, total.points) for total in cup.totals] == [(1, blue, 41), (2, red, 31)]
    assert [total.share for total in cup.totals] == [20, 15]
    assert [chapter.game and chapter.game.title for chapter in cup.chapters] == [None, "Second", "First"]
    assert cup.chapters[-1].standing == () and len(cup.chapters[-1].taken_back) == 1
    assert [step.totals for step in cup.steps] == [{red.pk: 31}, {red.pk: 31, blue.pk: 41}]


def test_houses_with_equally_many_points_share_a_place(season, host, red, blue):
    for house in (red, blue):
        enter_decision(season=season, house=house, points=5, reason="both", actor=host)
    assert [total.place for total in read_cup(season).totals] == [1, 1]


def test_the_masters_box_belongs_to_the_last_title_that_stands(season, red, blue):
    common = {"season": season, "points": 0, "reason": {"code": "new_masters"}, "entered_by": "user:1"}
    assert masters_house() is None
    LedgerEntry.objects.create(house=red, kind="masters", **common)
    later = LedgerEntry.objects.create(house=blue, kind="masters", **common)
    assert masters_house() == later
    LedgerEntry.objects.create(house=blue, kind="counter", corrects=later, **common)
    left = masters_house()
    assert left is not None and left.house == red
