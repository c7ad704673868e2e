"""Entering what was played on paper: all of it or nothing, once, marked, undoable; the evening goes on from there."""

from __future__ import annotations

import datetime
import json
import threading
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from auction.draw_words import WORDS
from auction.models import AuctionQuestion, Category, QuestionUse
from auction.protocol import read_protocol
from auction.rules.drawn import needed_draws
from auction.rules.paper import Hint, PaperRow, Trial, Verdict, What
from auction.selectors import as_played
from auction.services.afterwards import enter_afterwards, moved_since, questions_on_paper
from auction.services.history import read_history, record_of
from auction.services.records import read_upload
from tests.auction_games import make_auction_game
from tests.concurrency.crowd import at_once
from tests.playing import NOW, give, state, stored
from tournaments import records
from tournaments.draw_pages import read_draws_page
from tournaments.models import AuditEntry, DrawSeed, GameCommand, GameEvent, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services import play as play_service
from tournaments.services import play_several as several
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.play import Outcome
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}
CATEGORIES = ("Film", "Historia", "Muzyka", "Sport", "Sztuka", "Żarty")


@pytest.fixture
def game(season: Season, host_user: User, host: Actor) -> LiveGame:
    """A game of four houses, three questions a round, started."""
    for name in CATEGORIES:
        category = Category.objects.create(name=name)
        for number in range(2):
            AuctionQuestion.objects.create(
                category=category, text=f"tajne-{name}-{number}?", answer=f"sekret-{name}-{number}", source="x",
                variant_a="a", variant_b="b", variant_c="c", variant_d="d", right_variant=1,
            )  # fmt: skip
    game = make_auction_game(season, host_user, houses=4)
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 3}})
    assert start_game(game_id=game.pk, actor=host).accepted
    return fresh(game)


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.get(pk=game.pk)


def lot(category: str, team: str, points: int, *, right: bool = True, **fields: Any) -> PaperRow:
    verdict = Verdict.RIGHT if right else Verdict.WRONG
    return PaperRow(What.QUESTION, category=category, stakes={team: points}, verdict=verdict, **fields)


def enter(
    game: LiveGame, host: Actor, *rows: PaperRow, seq: int | None = None, command_id: str = "paper"
) -> tuple[Outcome, Trial]:
    seq = fresh(game).seq if seq is None else seq
    return enter_afterwards(
        game_id=game.pk, rows=rows, actor=host, command_id=command_id, expected_seq=seq, received_at=NOW
    )


def counts() -> tuple[int, ...]:
    tables = (GameCommand, GameEvent, AuditEntry, QuestionUse)
    return (*(table.objects.count() for table in tables), DrawSeed.objects.filter(revealed_at=None).count())


def balances(game: LiveGame) -> dict[str, int]:
    return {team["id"]: team["points"] for team in state(game)["game"]["teams"]}


def question(category: str) -> AuctionQuestion:
    return AuctionQuestion.objects.filter(category__name=category).earliest("pk")


def test_lots_from_paper_are_stored_as_a_whole_and_the_game_goes_on(game, host):
    outcome, trial = enter(game, host, lot("Film", "red", 20, at="20:15"), lot("Sport", "blue", 9, right=False))
    assert outcome.accepted and trial.refused is None and outcome.seq == fresh(game).seq
    assert balances(game) == {"red": 56, "yellow": 39, "blue": 38, "green": 39}
    kept = GameCommand.objects.filter(game=game, command__afterwards=True)
    assert kept.count() == len(trial.commands) and set(kept.values_list("actor_key", flat=True)) == {host.key}
    assert kept.earliest("pk").command["on_paper_at"] == "20:15"
    audit = AuditEntry.objects.get(action="enter_afterwards")
    assert audit.actor == host.key and audit.details["rows"] == 2 and audit.details["to_seq"] == outcome.seq
    assert not find_differences(fresh(game))
    assert give(game, host, "draw").accepted and state(game)["game"]["phase"] == "drawn"


def test_everything_is_published_once_and_after_the_commit(game, host, monkeypatch):
    said: list[int] = []

    def publish(game_id: int) -> None:
        assert not connection.in_atomic_block
        said.append(fresh(game).seq)

    monkeypatch.setattr("tournaments.live.hub.publish", publish)
    outcome, _trial = enter(game, host, lot("Film", "red", 20), lot("Sport", "blue", 9))
    assert said == [outcome.seq]


def test_a_refused_row_stores_nothing_and_says_where(game, host):
    before = counts()
    outcome, trial = enter(game, host, lot("Film", "red", 20), lot("Sport", "blue", 99))
    assert not outcome.accepted and counts() == before
    assert len(trial.played) == 1 and trial.refused is not None
    assert (trial.refused[0], trial.refused[1].code, trial.refused[1].paragraph) == ("stake-blue", "bid_too_high", "11")


@pytest.mark.parametrize("place", [0, 3, 9])
def test_a_fault_in_the_middle_leaves_nothing_behind(game, host, monkeypatch, place):
    before, calls, real = (*counts(), stored(game)), [0], play_service.carry_on

    def broken(**fields: Any) -> GameCommand:
        calls[0] += 1
        if calls[0] > place:
            raise RuntimeError("the disk is full")
        return real(**fields)

    monkeypatch.setattr(several, "carry_on", broken)
    known = as_played(question("Film"))
    with pytest.raises(RuntimeError):
        enter(game, host, lot("Film", "red", 20, question=known), lot("Sport", "blue", 9))
    assert (*counts(), stored(game)) == before
    monkeypatch.setattr(several, "carry_on", real)
    assert enter(game, host, lot("Film", "red", 20, question=known))[0].accepted


def test_a_second_press_changes_nothing(game, host):
    seq = fresh(game).seq
    first, _trial = enter(game, host, lot("Film", "red", 20), seq=seq)
    before = counts()
    again, _trial = enter(game, host, lot("Film", "red", 20), seq=seq)
    assert again.accepted and again.repeated and counts() == before and again.seq == first.seq


def test_ten_presses_at_once_store_one_evening(game, host):
    seq = fresh(game).seq
    outcomes = at_once([lambda: enter(game, host, lot("Film", "red", 20), seq=seq)[0]] * 10)
    assert all(outcome.accepted for outcome in outcomes)
    assert sum(outcome.repeated for outcome in outcomes) == 9
    assert GameCommand.objects.filter(command__do="judge").count() == 1 and not find_differences(fresh(game))


def test_two_hosts_in_two_tabs_one_is_refused(game, host):
    seq = fresh(game).seq
    jobs = [
        lambda: enter(game, host, lot("Film", "red", 20), seq=seq, command_id="tab-1")[0],
        lambda: enter(game, host, lot("Sport", "blue", 9), seq=seq, command_id="tab-2")[0],
    ]
    outcomes = at_once(jobs)
    assert sorted(outcome.accepted for outcome in outcomes) == [False, True]
    refused = next(outcome for outcome in outcomes if not outcome.accepted)
    assert refused.refusal is not None and refused.refusal.code == "game_moved_on"
    assert not find_differences(fresh(game))


def test_a_bid_that_arrives_meanwhile_wins_or_waits_but_never_mixes(game, host):
    """The bidding was open when the network went; a phone comes back while the paper is stored."""
    for do in ("draw", "open"):
        assert give(game, host, do).accepted
    category = state(game)["game"]["lot"]["category"]
    seq = fresh(game).seq
    captain = Actor(key="seat:9", role="captain", team="blue", name="Niebieski")
    start = threading.Barrier(2)

    def bid() -> Outcome:
        start.wait(timeout=120)
        return give(game, captain, "bid", team="blue", points=8)

    def paper() -> Outcome:
        start.wait(timeout=120)
        return enter(game, host, lot(category, "red", 20), seq=seq)[0]

    bidden, entered = at_once([bid, paper])
    if bidden.accepted:
        assert not entered.accepted and entered.refusal is not None and entered.refusal.code == "game_moved_on"
        assert [row.command["do"] for row in moved_since(fresh(game), seq)] == ["bid"]
    else:
        assert entered.accepted and state(game)["game"]["phase"] == "ready"
    assert not find_differences(fresh(game))


def test_a_known_question_is_used_up_and_an_unknown_number_is_not_found(game, host):
    known = question("Film")
    session = load_session(fresh(game))
    found = questions_on_paper(game=game, session=session, marks=[str(known.pk), "999999"])
    assert list(found) == [str(known.pk)]
    row = lot("Film", "red", 20, question=found[str(known.pk)], hint=Hint.BOUGHT)
    assert enter(game, host, row)[0].accepted
    assert QuestionUse.objects.filter(question=known, season=game.season).exists()
    assert questions_on_paper(game=game, session=session, marks=[str(known.pk)]) == {}


def test_what_was_drawn_by_hand_is_neither_proven_nor_a_fault(game, host):
    give(game, host, "draw")
    give(game, host, "open")
    give(game, host, "close", excused=["red", "yellow", "blue", "green"])
    give(game, host, "draw")
    give(game, host, "undo")
    left = next(name for name in CATEGORIES if name not in state(game)["game"]["drawn"])
    assert enter(game, host, lot(left, "red", 9))[0].accepted
    outcome = give(game, host, "draw")
    assert outcome.refusal == Refusal("9", "redraw_needs_reason", {}), "the undone draw still asks for its reason"
    assert give(game, host, "draw", reason="sieć wróciła").accepted
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    check = records.check(record_of(fresh(game)))
    assert check.findings == () and [each.of for each in check.by_hand] == ["category", "question"]
    page = read_draws_page(fresh(game), needed_draws, WORDS)
    assert [one.result for one in page.by_hand] == [left, ""] and not page.findings


def test_each_command_is_undone_like_any_other(game, host):
    enter(game, host, lot("Film", "red", 20))
    assert give(game, host, "undo").accepted and state(game)["game"]["phase"] == "answering"
    assert give(game, host, "judge", correct=False).accepted
    assert balances(game)["red"] == 30 and not find_differences(fresh(game))


def test_a_whole_first_round_leads_into_the_tie_and_beyond(game, host):
    rows = [lot("Film", "red", 10), lot("Sport", "blue", 10), lot("Muzyka", "green", 10, right=False)]
    enter(game, host, *rows)
    assert state(game)["game"]["phase"] in ("tie", "round_over")
    seeds = DrawSeed.objects.filter(game=game)
    assert seeds.count() == 1
    tied = state(game)["game"]["phase"] == "tie"
    if tied:
        assert enter(game, host, PaperRow(What.BREAK_TIE, team="red", reason="dogrywka"), command_id="t")[0].accepted
    assert seeds.earliest("pk").revealed_at is not None, "the round is over: its seed is published"


def test_protocol_record_and_replay_say_that_it_came_from_paper(game, host):
    enter(game, host, lot("Film", "red", 20, at="20:15"))
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    row = fresh(game)
    _page, lines = read_protocol(row, [], read_history(row), points_only=False)
    marks = {line.afterwards for line in lines}
    assert marks == {"", "played on paper at 20:15, entered afterwards"}, "the closing alone is not from paper"
    exported = [json.loads(line) for line in record_of(row)[1:]]
    assert all(line.get("afterwards") for line in exported if not line["do"].startswith("x-"))
    recording = read_upload("\n".join(record_of(row)).encode())
    assert not recording.refused and recording.state["teams"]["red"]["points"] == balances(game)["red"]


def test_before_the_start_and_after_the_end_it_is_refused(game, host, season, host_user):
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    outcome, _trial = enter(game, host, lot("Film", "red", 20))
    assert outcome.refusal == Refusal("", "game_over")
    waiting = make_auction_game(season, host_user)
    outcome, _trial = enter(waiting, host, lot("Film", "red", 20))
    assert outcome.refusal == Refusal("", "not_started")


def test_only_the_host_may(game):
    captain = Actor(key="seat:9", role="captain", team="red", name="Ruda")
    before = counts()
    assert enter(game, captain, lot("Film", "red", 20))[0].refusal == Refusal("", "host_only")
    assert counts() == before


def test_the_cost_of_storing_does_not_depend_on_the_log(game, host):
    def queries(name: str, row: PaperRow) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert enter(game, host, row, command_id=name)[0].accepted
        return len(captured)

    first = queries("a", lot("Film", "red", 10))
    for number in range(5):
        give(game, host, "adjust", team="red", points=1, reason=f"test {'x' * number}")
    assert queries("b", lot("Sport", "red", 10)) == first


def test_a_failed_commit_publishes_nothing(game, host, monkeypatch):
    said: list[int] = []
    monkeypatch.setattr("tournaments.live.hub.publish", said.append)
    with transaction.atomic():
        enter(game, host, lot("Film", "red", 20))
        transaction.set_rollback(True)
    assert said == [] and GameCommand.objects.filter(command__do="judge").count() == 0


def test_received_at_stands_on_every_command(game, host):
    enter(game, host, lot("Film", "red", 20))
    kept = GameCommand.objects.filter(game=game, command__afterwards=True)
    assert {row.received_at for row in kept} == {NOW} == {NOW.astimezone(datetime.UTC)}
