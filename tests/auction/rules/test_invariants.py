"""Random evenings, legal and illegal: what must hold after every command."""

from __future__ import annotations

import json
import random
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from auction.rules import engine
from auction.rules.commands import dump_command, parse_command
from auction.rules.entrants import Entrant
from auction.rules.events import EVENTS, Event, FinalOpened, PotToppedUp, dump_event, load_event
from auction.rules.parameters import Parameters
from auction.rules.record import dump_header, final_state, replay_lines
from auction.rules.state import Game, Phase
from tests.auction.rules.table import SEATS
from tournaments.rules.engine import Refusal, fold

IDS = [*SEATS, "masters", "nobody"]
TEAM = st.sampled_from(IDS)
POINTS = st.one_of(st.integers(-5, 70), st.sampled_from([0, 10**20, 5.0, True, None, "5"]))
REASON = st.sampled_from(["odwołanie", "", None])
RULES = st.fixed_dictionaries(
    {
        "questions_per_round": st.integers(1, 3),
        "start_points": st.sampled_from([50, 20, 100, 4, 0]),
        "ante": st.sampled_from([3, 0, 7]),
        "min_raise": st.integers(1, 3),
        "bid_includes_ante": st.booleans(),
        "va_banque_must_top": st.booleans(),
        "special_stakes": st.sampled_from(["bank", "carry"]),
        "duel_wrong": st.sampled_from(["carry", "opponent"]),
    }
)
ANY_COMMAND: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(lambda p: {"do": "top_up", "points": p}, POINTS),
    st.builds(lambda t, p: {"do": "bid", "team": t, "points": p}, TEAM, POINTS),
    st.builds(lambda t: {"do": "va_banque", "team": t}, TEAM),
    st.builds(lambda t, p: {"do": "say", "team": t, "text": f"{SEATS.get(t, ('?',))[0]} {p}"}, TEAM, POINTS),
    st.builds(lambda e: {"do": "close", "excused": e}, st.lists(TEAM, max_size=2)),
    st.builds(lambda t: {"do": "buzz", "team": t}, TEAM),
    st.builds(lambda c: {"do": "judge", "correct": c}, st.sampled_from([True, False, 1])),
    st.builds(lambda t: {"do": "break_tie", "team": t}, TEAM),
    st.builds(lambda t, p, r: {"do": "adjust", "team": t, "points": p, "reason": r}, TEAM, POINTS, REASON),
    st.builds(lambda t, r: {"do": "reinstate", "team": t, "reason": r}, TEAM, REASON),
    st.builds(lambda t: {"do": "open_final", "masters": {"id": t}}, TEAM),
    st.sampled_from([{"do": do} for do in ("buy_hint", "use_hint", "no_answer", "open", "draw", "close", "dance")]),
)


class Evening:
    """One game, its log and its record, side by side, checked after every command."""

    def __init__(self, rules: dict[str, Any], teams: list[str]) -> None:
        parameters = Parameters.from_json(rules)
        seats = [Entrant(team, *SEATS[team]) for team in teams]
        self.start = self.game = engine.start_game(parameters, seats)
        self.total = parameters.start_points * len(teams)
        self.log: list[Event] = []
        self.states = [self.game]  # after every command
        self.lengths = [0]  # of the log then
        self.record = [json.dumps(dump_header(parameters, seats))]

    def give(self, command: dict[str, Any]) -> bool:
        """Carry out, or see that a refusal changes nothing."""
        before = engine.dump_game(self.game)
        try:
            parsed = parse_command(command)
            happened = engine.decide(self.game, parsed)
        except Refusal:
            assert engine.dump_game(self.game) == before
            return False
        assert parse_command(dump_command(parsed)) == parsed
        assert happened
        for event in happened:
            assert load_event(json.loads(json.dumps(dump_event(event)))) == event
            self.game = engine.evolve(self.game, event)
            self.count(event)
        self.log += happened
        self.states.append(self.game)
        self.lengths.append(len(self.log))
        self.record.append(json.dumps(command))
        self.check()
        return True

    def count(self, event: Event) -> None:
        """Points move, and are neither made nor lost; they come in only from the host and with the Masters."""
        if isinstance(event, PotToppedUp | FinalOpened):
            self.total += event.points
        lot = self.game.lot
        held = lot.held if lot is not None else 0
        assert sum(team.points for team in self.game.teams) + self.game.pot + self.game.bank + held == self.total
        assert self.game.pot >= 0
        assert all(team.points >= 0 and team.hints >= 0 for team in self.game.teams)

    def check(self) -> None:
        """The state survives its JSON, somebody can go on, and the screens have their numbers."""
        dumped = engine.dump_game(self.game)
        assert engine.load_game(json.loads(json.dumps(dumped))) == self.game
        assert engine.dump_game(engine.load_game(dumped)) == dumped
        command = way_forward(self.game)
        if command is None:
            assert self.game.winner is not None or self.game.finalist is None
        else:
            assert engine.decide(self.game, parse_command(command))
        assert set(engine.reprimand_list(self.game)) <= {team.id for team in self.game.standing}
        for team in self.game.standing:
            block = engine.blocking_bid(self.game, team.id)
            assert block is None or engine.minimum_bid(self.game, team.id) <= block

    def finish(self) -> None:
        """The log folds to every state that there was, and the record replays to the last one."""
        state, folded = self.start, 0
        for length, after in zip(self.lengths, self.states, strict=True):
            state, folded = fold(engine.evolve, state, self.log[folded:length]), length
            assert state == after
        assert fold(engine.evolve, self.start, self.log) == self.game
        assert replay_lines(self.record).state == {**final_state(self.game), "refused": []}


def way_forward(game: Game) -> dict[str, Any] | None:
    """One command a phase that the host can always give."""
    ways: dict[Phase, dict[str, Any] | None] = {
        Phase.READY: {"do": "draw", "category": f"Nowa {len(game.drawn)}"},
        Phase.DRAWN: {"do": "open"},
        Phase.BIDDING: {"do": "close"},
        Phase.DUEL: {"do": "no_answer"},
        Phase.ANSWERING: {"do": "judge", "correct": False},
        Phase.TIE: {"do": "break_tie", "team": (*engine.tie_teams(game), "")[0]},
        Phase.ROUND_OVER: {"do": "open_final", "masters": {"id": "masters"}},
        Phase.FINISHED: None,
    }
    return ways[game.phase]


class Evenings(RuleBasedStateMachine):
    """Whatever anybody sends."""

    @initialize(rules=RULES, teams=st.lists(st.sampled_from(list(SEATS)), min_size=2, max_size=4, unique=True))
    def sit_down(self, rules: dict[str, Any], teams: list[str]) -> None:
        self.evening = Evening(rules, teams)

    @rule(command=ANY_COMMAND)
    def anything(self, command: dict[str, Any]) -> None:
        self.evening.give(command)

    @rule(kind=st.sampled_from(["question", "hint", "black_box", "one_on_one"]), name=st.integers(0, 5))
    def draw(self, kind: str, name: int) -> None:
        self.evening.give({"do": "draw", "category": f"Kategoria {name}", "kind": kind})

    @rule(times=st.integers(1, 3))
    def go_on(self, times: int) -> None:
        for _ in range(times):
            command = way_forward(self.evening.game)
            assert command is None or self.evening.give(command)

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.evening.finish()


def likely(game: Game, dice: random.Random) -> dict[str, Any]:
    """What people at a table would do next, mostly."""
    out = [team.id for team in game.teams if team.out]
    if dice.random() < 0.08:
        return {"do": "adjust", "team": dice.choice(game.teams).id, "points": dice.randint(-9, 20), "reason": "tak"}
    if game.phase is Phase.READY and out and dice.random() < 0.3:
        return {"do": "reinstate", "team": dice.choice(out), "reason": "odwołanie"}
    if game.phase is Phase.BIDDING:
        return likely_in_bidding(game, dice)
    category, teams = f"Kategoria {dice.randrange(30)}", [team.id for team in game.standing]
    choices: dict[Phase, list[dict[str, Any]]] = {
        Phase.READY: [
            {"do": "draw", "category": category, "kind": kind}
            for kind in ("question", "question", "hint", "black_box", "one_on_one")
        ],
        Phase.DRAWN: [{"do": "top_up", "points": 7}, {"do": "open"}, {"do": "open", "category": category}],
        Phase.DUEL: [{"do": "buzz", "team": team} for team in teams],
        Phase.ANSWERING: [
            {"do": "buy_hint"},
            {"do": "use_hint"},
            *({"do": "judge", "correct": c} for c in (True, False)),
        ],
    }
    usual = way_forward(game) or {"do": "close"}
    return usual if dice.random() < 0.1 else dice.choice(choices.get(game.phase, [usual]))


def likely_in_bidding(game: Game, dice: random.Random) -> dict[str, Any]:
    """Some bids, now and then everything, and the hammer."""
    teams = [team.id for team in game.standing]
    able = [team for team in teams if engine.can_raise(game, team)]
    if able and dice.random() < 0.7:
        team = dice.choice(able)
        return {"do": "bid", "team": team, "points": engine.minimum_bid(game, team) + dice.randrange(4)}
    if dice.random() < 0.2:
        return {"do": "va_banque", "team": dice.choice(teams)}
    return {"do": "close", "excused": dice.sample(teams, dice.randrange(2))}


def test_ordinary_evenings() -> None:
    """Hypothesis looks for the odd case; these many seeded evenings see every event there is."""
    seen: set[str] = set()
    for seed in range(120):
        dice = random.Random(seed)
        rules = {
            "questions_per_round": dice.randint(1, 4),
            "special_stakes": dice.choice(["bank", "carry"]),
            "duel_wrong": dice.choice(["carry", "opponent"]),
            "bid_includes_ante": dice.random() < 0.5,
            "va_banque_must_top": dice.random() < 0.5,
            "min_raise": dice.choice([1, 2]),
        }
        evening = Evening(rules, dice.sample(list(SEATS), dice.randint(2, 4)))
        for _ in range(150):
            evening.give(likely(evening.game, dice))
        evening.finish()
        seen |= {dump_event(event)["kind"] for event in evening.log}
    assert seen == set(EVENTS)


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
