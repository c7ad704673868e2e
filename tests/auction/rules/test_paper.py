"""Lots played on paper: whatever the rules allow can be entered, and comes to the same balances."""

from __future__ import annotations

import json
import random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from auction.rules import engine
from auction.rules.export import record_lines
from auction.rules.paper import Hint, PaperRow, Trial, Verdict, What, play_row, try_rows
from auction.rules.record import final_state, replay_lines
from auction.rules.session import Session, decide, evolve, open_session, read_question
from auction.rules.state import Game, Kind, Phase
from tests.auction.rules.evening import Evening, question, setup_of
from tests.auction.rules.test_invariants import RULES
from tournaments.rules.engine import Refusal, fold

NOW = 1_700_000_000_000
MASTERS = {"id": "masters", "command": "Mistrzowie", "house": None}


def row(what: str = "question", **fields: Any) -> PaperRow:
    return PaperRow(What(what), **fields)


def lot(category: str = "Film", **stakes: int) -> PaperRow:
    """A question sold to the highest and answered right."""
    return PaperRow(What.QUESTION, category=category, stakes=stakes, verdict=Verdict.RIGHT)


def refusal_of(session: Session, *rows: PaperRow) -> tuple[int, str, str]:
    """Place, field and code of what stops the rows."""
    trial = try_rows(session, rows, NOW)
    assert trial.refused is not None
    return len(trial.played), trial.refused[0], trial.refused[1].code


def points(session: Session) -> dict[str, int]:
    return {team.id: team.points for team in session.game.teams}


# --- examples -------------------------------------------------------------------------------------------------------


def test_a_lot_from_the_draw_to_the_verdict_in_the_order_of_the_rules():
    played = play_row(Evening().session, lot("Film", red=12, blue=20, yellow=5), NOW)
    said = [{k: v for k, v in step.command.items() if k != "afterwards"} for step in played.steps]
    assert said == [
        {"do": "draw", "category": "Film", "kind": "question"},
        {"do": "open"},
        {"do": "bid", "team": "yellow", "points": 5},
        {"do": "bid", "team": "red", "points": 12},
        {"do": "bid", "team": "blue", "points": 20},
        {"do": "close", "excused": []},
        {"do": "judge", "correct": True},
    ]
    assert all(step.command["afterwards"] is True for step in played.steps)
    assert points(played.after) == {"red": 38, "yellow": 45, "blue": 70, "green": 47}
    assert played.after.game.team("green").warnings == 1, "nobody excused them (§16)"


def test_a_low_va_banque_takes_the_lot_whatever_the_others_named():
    evening = Evening().do("adjust", team="red", points=-40, reason="kara")
    paper = row(category="Film", stakes={"blue": 30, "red": 10}, va_banque="red", verdict=Verdict.WRONG, sold="red")
    played = play_row(evening.session, paper, NOW)
    assert played.after.game.team("red").out and points(played.after)["red"] == 0
    assert played.after.game.pot == 10 + 30 + 3 + 3


def test_a_hint_is_paid_from_the_pot_on_paper_although_no_question_was_recorded():
    paper = row(category="Film", stakes={"red": 15}, hint=Hint.BOUGHT, verdict=Verdict.WRONG)
    after = play_row(Evening().session, paper, NOW).after
    assert points(after)["red"] == 35 - 24 // 3 and after.game.bank == 8


def test_a_known_question_is_shown_and_spent():
    dealt = read_question(question(7, "Film"))
    paper = row(category="Film", stakes={"red": 15}, question=dealt, hint=Hint.BOUGHT, verdict=Verdict.RIGHT)
    played = play_row(Evening().session, paper, NOW)
    assert [step.command["do"] for step in played.steps][-4:] == ["show_question", "buy_hint", "show_hint", "judge"]
    assert "7" in played.after.burnt


def test_special_lots_have_neither_question_nor_verdict():
    rows = [
        row("hint", category="Podpowiedź", stakes={"red": 9}),
        row("black_box", category="Skrzynka", va_banque="blue"),
    ]
    session = try_rows(Evening().session, rows, NOW).session
    assert session.game.team("red").hints == 1 and session.game.team("blue").boxes == 1
    assert session.game.played == 0 and session.game.pot == 0


def test_nobody_bid_and_nothing_is_judged():
    after = play_row(Evening().session, row(category="Film", excused=("red",)), NOW).after
    assert after.game.pot == 12 and after.game.played == 0 and after.game.team("red").warnings == 0
    assert refusal_of(Evening().session, row(category="Film", verdict=Verdict.RIGHT)) == (
        0,
        "verdict",
        "paper_void_lot",
    )


def opened(**fields: Any) -> Evening:
    return Evening().do("draw", category="Film", **fields).do("open")


STOPPED: dict[str, tuple[Evening, PaperRow, dict[str, int]]] = {
    "drawn": (
        Evening().do("draw", category="Film"),
        lot("Film", red=10),
        {"red": 59, "yellow": 47, "blue": 47, "green": 47},
    ),
    "bidding": (
        opened().do("bid", team="red", points=10).do("bid", team="blue", points=12),
        lot("Film", red=20, blue=12),
        {"red": 68, "yellow": 47, "blue": 38, "green": 47},
    ),
    "answering": (
        opened(question=question(1, "Film")).do("bid", team="red", points=10).do("close"),
        lot("", red=10),
        {"red": 59, "yellow": 47, "blue": 47, "green": 47},
    ),
    "after va banque": (
        opened().do("va_banque", team="red"),
        row(category="Film", va_banque="red", verdict=Verdict.RIGHT),
        {"red": 59, "yellow": 47, "blue": 47, "green": 47},
    ),
}  # fmt: skip


@pytest.mark.parametrize("phase", STOPPED)
def test_a_lot_goes_on_from_where_the_screens_went_dark(phase):
    evening, paper, after = STOPPED[phase]
    played = play_row(evening.session, paper, NOW)
    assert points(played.after) == after and played.after.game.phase is Phase.READY


def test_the_last_lot_may_go_on_on_the_screens():
    paper = row(category="Film", question=read_question(question(7, "Film")), stakes={"red": 9}, verdict=Verdict.LATER)
    after = play_row(open_session(setup_of(settings={"clock_from": "shown"})), paper, NOW).after
    assert after.game.phase is Phase.ANSWERING and after.stage.shown
    assert after.stage.clock is not None and after.stage.clock.deadline is None, "the clock waits for the host"


REFUSED: dict[str, tuple[tuple[PaperRow, ...], tuple[int, str, str]]] = {
    "two the same": ((lot("Film", red=9, blue=9),), (0, "stake-red", "bid_too_low")),
    "more than it has": ((lot("Film", red=51),), (0, "stake-red", "bid_too_high")),
    "drawn twice": ((lot("Film", red=9), lot("Film", red=9)), (1, "category", "category_already_drawn")),
    "no verdict": ((row(category="Film", stakes={"red": 9}),), (0, "verdict", "paper_verdict_missing")),
    "sold to another": ((row(category="F", stakes={"red": 9}, sold="blue"),), (0, "sold", "paper_sold_to_another")),
    "sold to nobody": ((row(category="F", sold="blue"),), (0, "sold", "paper_not_sold")),
    "a stranger": ((lot("Film", pink=9),), (0, "stake-pink", "team_unknown")),
    "va banque of a stranger": ((row(category="F", va_banque="pink"),), (0, "va_banque", "team_unknown")),
    "no token": (
        (row(category="F", stakes={"red": 9}, hint=Hint.TOKEN, verdict=Verdict.RIGHT),),
        (0, "hint", "hint_token_missing"),
    ),
    "added to a special lot": ((row("hint", category="P", top_up=5),), (0, "top_up", "top_up_without_question")),
    "a duel in round 1": ((row("one_on_one", category="D"),), (0, "category", "duel_only_in_final")),
    "a question of another category": (
        (row(category="Film", question=read_question(question(1, "Sport"))),),
        (0, "question", "reserve_of_another_category"),
    ),
    "a correction below zero": (
        (row("adjust", team="red", points=-51, reason="kara"),),
        (0, "points", "adjust_below_zero"),
    ),
    "a correction without a reason": ((row("adjust", team="red", points=1),), (0, "reason", "reason_without_words")),
    "nobody is out": ((row("reinstate", team="red", reason="pomyłka"),), (0, "team", "reinstate_not_out")),
    "no tie": ((row("break_tie", team="red"),), (0, "team", "tie_not_now")),
    "no final yet": ((row("open_final", masters=MASTERS),), (0, "masters", "final_not_now")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_refuse_is_refused_at_its_row_and_field(name):
    rows, where = REFUSED[name]
    assert refusal_of(Evening().session, *rows) == where


def test_another_lot_than_the_open_one_is_refused():
    session = Evening().do("draw", category="Film").session
    assert refusal_of(session, lot("Sport", red=9)) == (0, "category", "paper_other_lot")
    assert refusal_of(session, row("hint", category="Film")) == (0, "category", "paper_other_lot")


def test_nothing_is_sold_by_a_draw_that_ends_the_round():
    evening = Evening()
    for team in ("yellow", "blue", "green"):
        evening.do("adjust", team=team, points=-49, reason="kara")
    assert refusal_of(evening.session, lot("Film", red=9)) == (0, "category", "paper_round_over_at_draw")
    assert play_row(evening.session, row(category="Film"), NOW).after.game.phase is Phase.ROUND_OVER


def test_the_marks_are_kept_by_an_exported_record():
    trial = try_rows(
        Evening().session, [row(category="Film", stakes={"red": 9}, verdict=Verdict.RIGHT, at="20:15")], NOW
    )
    lines = [json.loads(line) for line in record_lines(setup_of(), trial.commands)[1:]]
    assert all(line["afterwards"] is True and line["on_paper_at"] == "20:15" for line in lines)


# --- any legal evening ----------------------------------------------------------------------------------------------


class Paper:
    """Plays a random legal evening with the rules, and writes down only what stands on the paper."""

    def __init__(self, rules: dict[str, Any], seed: int) -> None:
        self.random = random.Random(seed)
        self.start = self.session = open_session(setup_of(rules=rules))
        self.rows: list[PaperRow] = []
        self.number = 0

    @property
    def game(self) -> Game:
        return self.session.game

    def give(self, do: str, **fields: Any) -> bool:
        """A command as on paper: by the rules of the points alone."""
        try:
            events = decide(self.session, {"do": do, "at": NOW, "afterwards": True, **fields})
        except Refusal:
            return False
        self.session = fold(evolve, self.session, events)
        return True

    def play(self) -> Paper:
        for _turn in range(14):
            match self.game.phase:
                case Phase.READY:
                    self.between() if self.random.random() < 0.2 else self.lot()
                case Phase.TIE:
                    team = self.random.choice(engine.tie_teams(self.game))
                    self.give("break_tie", team=team)
                    self.rows.append(row("break_tie", team=team))
                case Phase.ROUND_OVER:
                    self.give("open_final", masters=MASTERS)
                    self.rows.append(row("open_final", masters=MASTERS))
                case Phase.FINISHED:
                    break
                case phase:
                    raise AssertionError(phase)
        return self

    def between(self) -> None:
        team, change = self.random.choice(self.game.playing), self.random.randint(-9, 9)
        if self.give("adjust", team=team, points=change, reason="pomyłka"):
            self.rows.append(row("adjust", team=team, points=change, reason="pomyłka"))

    def lot(self) -> None:
        self.number += 1
        kinds = ["question", "question", "hint", "black_box"] + (["one_on_one"] if self.game.round == 2 else [])
        kind, category = self.random.choice(kinds), f"K{self.number}"
        said: dict[str, Any] = {"category": category}
        assert self.give("draw", category=category, kind=kind)
        if self.game.lot is not None:
            top_up = self.random.choice([0, 0, 7])
            if top_up and self.give("top_up", points=top_up):
                said["top_up"] = top_up
            self.give("open")
            self.duel(said) if kind == Kind.ONE_ON_ONE else self.bidding(said)
            if self.game.lot is not None:
                self.answering(said)
        self.rows.append(row(kind, **said))

    def duel(self, said: dict[str, Any]) -> None:
        buzzed = self.random.choice([*self.game.playing, ""])
        if buzzed:
            said["buzzed"] = buzzed
            assert self.give("buzz", team=buzzed)
        else:
            assert self.give("no_answer")

    def bidding(self, said: dict[str, Any]) -> None:
        stakes: dict[str, int] = {}
        for _bid in range(self.random.randint(0, 6)):
            team = self.random.choice(self.game.playing)
            if self.random.random() < 0.15 and self.give("va_banque", team=team):
                said |= {"va_banque": team, "stakes": stakes}
                return
            if engine.can_raise(self.game, team):
                low, high = engine.minimum_bid(self.game, team), engine.maximum_bid(self.game, team)
                stakes[team] = self.random.choice([low, high, self.random.randint(low, high)])
                assert self.give("bid", team=team, points=stakes[team])
        excused = tuple(team for team in self.game.playing if self.random.random() < 0.3)
        assert self.give("close", excused=list(excused))
        said |= {"stakes": stakes, "excused": excused}

    def answering(self, said: dict[str, Any]) -> None:
        wish = self.random.choice([Hint.NONE, Hint.BOUGHT, Hint.TOKEN])
        if wish is not Hint.NONE and self.give("buy_hint" if wish is Hint.BOUGHT else "use_hint"):
            said["hint"] = wish
        right = self.random.random() < 0.5
        assert self.give("judge", correct=right)
        said["verdict"] = Verdict.RIGHT if right else Verdict.WRONG


@given(RULES, st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_whatever_was_legal_on_paper_can_be_entered_and_comes_to_the_same(rules, seed):
    evening = Paper(rules, seed).play()
    trial = try_rows(evening.start, evening.rows, NOW)
    assert trial.refused is None, (trial.refused, evening.rows[len(trial.played)])
    assert final_state(trial.session.game) == final_state(evening.game)


@given(RULES, st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_what_was_entered_replays_from_its_record(rules, seed):
    evening = Paper(rules, seed).play()
    trial: Trial = try_rows(evening.start, evening.rows, NOW)
    replayed = replay_lines(record_lines(setup_of(rules=rules), trial.commands))
    assert not replayed.refusals and replayed.state == {**final_state(trial.session.game), "refused": []}


NUMBER = st.one_of(st.integers(-5, 80), st.just(10**12))
ANY_ROW = st.builds(
    PaperRow,
    what=st.sampled_from(What),
    category=st.sampled_from(["Film", "Sport", "", "<b>", "🦉"]),
    top_up=NUMBER,
    stakes=st.dictionaries(st.sampled_from(["red", "blue", "pink"]), NUMBER),
    va_banque=st.sampled_from(["", "red", "pink"]),
    excused=st.just(("nobody",)),
    sold=st.sampled_from(["", "red"]),
    hint=st.sampled_from(Hint),
    verdict=st.sampled_from(Verdict),
    buzzed=st.sampled_from(["", "red", "pink"]),
    team=st.sampled_from(["", "red", "pink"]),
    points=NUMBER,
    reason=st.sampled_from(["", "pomyłka"]),
)


@given(st.lists(ANY_ROW, max_size=4))
@settings(deadline=None)
def test_whatever_is_written_is_either_played_or_refused(rows):
    trial = try_rows(Evening().session, rows, NOW)
    assert (trial.refused is None) == (len(trial.played) == len(rows))
    game = trial.session.game
    held = 0 if game.lot is None else game.lot.held
    added = sum(c["points"] for c in trial.commands if c["do"] == "top_up")
    if trial.refused is None:
        assert sum(points(trial.session).values()) + game.pot + game.bank + held == 200 + added
