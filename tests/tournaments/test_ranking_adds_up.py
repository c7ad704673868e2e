"""The ranking adds up: random games, reopened and closed again, and random evenings of the auction, reckoned twice."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auction.rules import engine
from auction.rules.session import Session, open_session
from auction.rules.snapshots import dump_session
from auction.rules.state import Phase
from tests.auction.rules.evening import setup_of
from tests.auction.rules.table import SEATS, Table
from tests.playing import NOW, give
from tournaments.models import House, LedgerEntry, LiveGame, Season
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward
from tournaments.services import ranking
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.ranking import compute_rewards, counter_entry, enter_decision, settle_game
from tournaments.services.ranking_check import check_season
from tournaments.services.replay_log import make_snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ELA = Actor(key="user:1", role="host", name="Ela")
QUICK = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["play", "finish", "reopen", "decide", "take back", "rehearse"]),
        st.integers(0, 2),
        st.integers(-30, 60),
    ),
    min_size=3,
    max_size=14,
)
LOTS = st.lists(
    st.tuples(st.sampled_from([*SEATS, "masters"]), st.integers(1, 40), st.booleans()), min_size=1, max_size=20
)


@pytest.fixture
def houses(season: Season) -> list[House]:
    names = [("red", "Red"), ("blue", "Blue"), *((house, house.title()) for _word, house in SEATS.values())]
    return [House.objects.create(key=key, name=name, command=name) for key, name in names]


@QUICK
@given(steps=STEPS)
def test_whatever_happens_to_games_the_ledger_is_what_they_won(
    steps: Any, make_game: Any, season: Season, houses: list[House], host: Actor
) -> None:
    with transaction.atomic():
        games = [make_game(title=f"G{number}") for number in range(3)]
        totals, closed, decided = [0, 0, 0], [False] * 3, []
        counts = [True] * 3
        for what, which, points in steps:
            game = games[which]
            if what == "play" and not closed[which] and points:
                assert give(game, host, "add", amount=points).accepted
                totals[which] += points
            elif what == "finish":
                closed[which] = finish_game(game_id=game.pk, actor=host, reason="dość").accepted
            elif what == "reopen" and closed[which]:
                assert reopen_game(game_id=game.pk, actor=host).accepted
                closed[which] = False
            elif what == "decide" and points:
                made = enter_decision(season=season, house=houses[1], points=points, reason="a deed", actor=host)
                assert made.entry is not None
                decided.append(made.entry)
            elif what == "take back" and decided:
                assert counter_entry(entry_id=decided.pop().pk, reason="no", actor=host).accepted
            elif what == "rehearse" and not closed[which]:
                LiveGame.objects.filter(pk=game.pk).update(for_ranking=False)
                counts[which] = False
        red = sum(total for total, *counted in zip(totals, closed, counts, strict=True) if all(counted))
        found = check_season(season)
        assert found.agrees, found
        assert {row.house: row.ledger for row in found.houses if row.ledger} == {
            name: points for name, points in (("Red", red), ("Blue", sum(entry.points for entry in decided))) if points
        }
        transaction.set_rollback(True)


@QUICK
@given(lots=LOTS, teams=st.integers(2, 4), length=st.integers(1, 4))
def test_random_evenings_of_the_auction_add_up(
    lots: Any, teams: int, length: int, season: Season, houses: list[House]
) -> None:
    session = _evening(lots, list(SEATS)[:teams], length)
    with transaction.atomic():
        snapshot = make_snapshot(dump_session(session), None, None)
        game = LiveGame.objects.create(
            discipline="auction", season=season, title="E", setup={}, snapshot=snapshot, started_at=NOW, finished_at=NOW
        )
        settle_game(game_id=game.pk, actor=ELA)
        settle_game(game_id=game.pk, actor=ELA)
        won = {key: points for key, points in engine.ranking(session.game).items() if points}
        entries = LedgerEntry.objects.filter(kind="points").select_related("house")
        summed: dict[str, int] = {}
        for entry in entries:
            summed[entry.house.key] = summed.get(entry.house.key, 0) + entry.points
        assert {key: points for key, points in summed.items() if points} == won
        title = session.game.winner not in (None, session.game.masters) and session.game.phase is Phase.FINISHED
        assert LedgerEntry.objects.filter(kind="masters").exists() is title
        assert check_season(season).agrees
        transaction.set_rollback(True)


def _evening(lots: Any, teams: list[str], length: int) -> Session:
    """Questions sold to whom the lots say, as far as the rules let them; the final once the round is over."""
    table = Table(*teams, questions_per_round=length)
    for team, points, correct in lots:
        before = table.game
        try:
            if table.game.phase is Phase.ROUND_OVER:
                table.final()
            table.question(correct, **{team: points})
        except (Refusal, KeyError, StopIteration):
            table.game = before
    return replace(open_session(setup_of()), game=table.game)


def test_a_check_works_each_game_out_once(
    make_game: Any, houses: list[House], host: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, reckoned = make_game().season, []
    game = make_game(title="Finished")
    assert finish_game(game_id=game.pk, actor=host).accepted

    def compute(game: LiveGame) -> tuple[Reward, ...]:
        reckoned.append(game.pk)
        return compute_rewards(game)

    monkeypatch.setattr(ranking, "compute_rewards", compute)
    assert check_season(season).agrees and reckoned == [game.pk]


def test_the_command_says_whether_an_installation_adds_up(
    make_game: Any, season: Season, houses: list[House], host: Actor
) -> None:
    game = make_game()
    give(game, host, "add", amount=41)
    finish_game(game_id=game.pk, actor=host, reason="dość")
    out = StringIO()
    call_command("check_ranking", stdout=out)
    assert "2026: agrees" in out.getvalue() and "  Red: 41" in out.getvalue()
    common = {"season": season, "house": houses[0], "reason": {"code": "total"}, "entered_by": "user:1"}
    LedgerEntry.objects.create(points=5, kind="points", game=game, paragraph="22", **common)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("check_ranking", "2026", stdout=out, stderr=err)
    assert "Red: games 41, ledger 46, page 46" in out.getvalue() and "the ledger has red +5" in err.getvalue()
    with pytest.raises(CommandError, match="no season is called 1999"):
        call_command("check_ranking", "1999")
