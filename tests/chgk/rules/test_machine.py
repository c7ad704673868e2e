"""Random games, legal and illegal, beside a naive oracle that counts every game anew from its questions."""

from __future__ import annotations

import json
import random
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from chgk.rules.commands import dump_command, parse_command
from chgk.rules.engine import decide, evolve
from chgk.rules.events import Event, dump_event, load_event
from chgk.rules.parameters import Parameters
from chgk.rules.record import dump_header, final_state, replay_lines
from chgk.rules.snapshot import dump_game, load_game
from chgk.rules.state import start_game
from tournaments.rules.engine import Refusal, fold

LABEL = st.one_of(st.integers(0, 8), st.sampled_from(["1", "2", True, None, 1.0]))
VERDICT = st.sampled_from(["accept", "remove", "none", "accept", "remove", "Remove"])
RULES = st.fixed_dictionaries(
    {
        "target": st.integers(1, 6),
        "deciding_window": st.sampled_from(["at_point", "while_at_point"]),
    },
    optional={"deciding_at": st.integers(0, 6), "deciding_worth": st.integers(1, 7)},
)


class Oracle:
    """The regulation, read off slowly: a list of what happened, walked from its beginning every time."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.target = rules["target"]
        self.at = rules.get("deciding_at", self.target - 1)
        self.worth = rules.get("deciding_worth", self.target)
        self.strict = rules["deciding_window"] == "at_point"
        self.story: list[Any] = []  # (label, correct), or "deciding round"
        self.rulings: dict[Any, str] = {}  # keyed by (type, label)
        self.open: Any = None
        self.closed: str | None = None

    def walk(self) -> dict[str, Any]:
        """The whole game, from 0:0."""
        team = authors = played = 0
        deciding = needs_ruling = False
        last_for_team = False
        for entry in self.story:
            if team >= self.target or authors >= self.target:
                break
            if entry == "deciding round":
                if team != self.at or (self.strict and not last_for_team):
                    needs_ruling = True
                team, authors, deciding = 0, 0, True
                continue
            label, correct = entry
            ruling = self.rulings.get((type(label), label), "none")
            if ruling == "remove":
                continue
            points = self.worth if deciding else 1
            deciding = False
            played += 1
            last_for_team = correct or ruling == "accept"
            if last_for_team:
                team += points
            else:
                authors += points
        winner = "team" if team >= self.target else "authors" if authors >= self.target else self.closed
        return {
            "score": {"team": team, "authors": authors},
            "questions_played": played,
            "over": winner is not None,
            "winner": winner,
            "deciding": deciding and winner is None,
            "needs_ruling": needs_ruling,
            "_window": team == self.at and (last_for_team or not self.strict),
        }

    @property
    def state(self) -> dict[str, Any]:
        return {key: value for key, value in self.walk().items() if key[0] != "_"}

    def knows(self, label: Any) -> bool:
        return any(
            entry != "deciding round" and (type(entry[0]), entry[0]) == (type(label), label) for entry in self.story
        )

    def allows(self, command: dict[str, Any]) -> bool:
        """Whether the command may be carried out now."""
        now, label = self.walk(), command.get("question")
        match command["do"]:
            case "ask":
                return type(label) in (int, str) and self.open is None and not now["over"] and not self.knows(label)
            case "judge":
                return type(command["correct"]) is bool and self.open is not None
            case "take_deciding_round":
                fresh = "deciding round" not in self.story and not now["over"]
                return self.open is None and fresh and now["_window"]
            case "close_game":
                good = command["winner"] in ("team", "authors") and bool(self.rulings)
                return self.open is None and not now["over"] and good
            case "rule":
                good = type(label) in (int, str) and command["verdict"] in ("accept", "remove", "none")
                return good and self.open is None and self.knows(label)
        return False

    def carry_out(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "ask":
                self.open = [command["question"]]
            case "judge":
                self.story.append((self.open[0], command["correct"]))
                self.open = None
            case "take_deciding_round":
                self.story.append("deciding round")
            case "close_game":
                self.closed = command["winner"]
            case "rule":
                self.rulings[type(command["question"]), command["question"]] = command["verdict"]


class Evening:
    """One game, its log, its record and the oracle, side by side, compared after every command."""

    def __init__(self, rules: dict[str, Any]) -> None:
        parameters = Parameters.from_json(rules)
        self.start = self.game = start_game(parameters, "ravenclaw")
        self.oracle = Oracle(rules)
        self.log: list[Event] = []
        self.record = [json.dumps(dump_header(parameters, "ravenclaw"))]

    def give(self, command: dict[str, Any]) -> bool:
        """Carry out, or see that a refusal changes nothing; the oracle must agree on which."""
        before, allowed = dump_game(self.game), self.oracle.allows(command)
        try:
            parsed = parse_command(command)
            happened = decide(self.game, parsed)
        except Refusal:
            assert not allowed, command
            assert dump_game(self.game) == before
            return False
        assert allowed, command
        assert parse_command(dump_command(parsed)) == parsed
        for event in happened:
            assert load_event(json.loads(json.dumps(dump_event(event)))) == event
            self.game = evolve(self.game, event)
        self.oracle.carry_out(command)
        self.log += happened
        self.record.append(json.dumps(command))
        self.check()
        return True

    def check(self) -> None:
        assert final_state(self.game) == self.oracle.state
        assert load_game(json.loads(json.dumps(dump_game(self.game)))) == self.game

    def finish(self) -> None:
        """The log folds to the state, and the record replays to it."""
        assert fold(evolve, self.start, self.log) == self.game
        assert replay_lines(self.record).state == {**final_state(self.game), "refused": []}


class Evenings(RuleBasedStateMachine):
    """Whatever anybody sends."""

    @initialize(rules=RULES)
    def sit_down(self, rules: dict[str, Any]) -> None:
        self.evening = Evening(rules)

    @rule(question=LABEL)
    def ask(self, question: Any) -> None:
        self.evening.give({"do": "ask", "question": question})

    @rule(correct=st.sampled_from([True, False, 1, None]))
    def judge(self, correct: Any) -> None:
        self.evening.give({"do": "judge", "correct": correct})

    @rule(answers=st.lists(st.booleans(), max_size=4))
    def play(self, answers: list[bool]) -> None:
        for correct in answers:
            self.evening.give({"do": "ask", "question": 100 + len(self.evening.log)})
            self.evening.give({"do": "judge", "correct": correct})

    @rule()
    def take(self) -> None:
        self.evening.give({"do": "take_deciding_round"})

    @rule(winner=st.sampled_from(["team", "authors", "nobody", None]))
    def close(self, winner: Any) -> None:
        self.evening.give({"do": "close_game", "winner": winner})

    @rule(question=LABEL, verdict=VERDICT)
    def appeal(self, question: Any, verdict: str) -> None:
        self.evening.give({"do": "rule", "question": question, "verdict": verdict})

    @rule(place=st.integers(0, 40), verdict=VERDICT)
    def appeal_on_a_played_one(self, place: int, verdict: str) -> None:
        played = [entry[0] for entry in self.evening.oracle.story if entry != "deciding round"]
        if played:
            self.evening.give({"do": "rule", "question": played[place % len(played)], "verdict": verdict})

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.evening.finish()


def test_many_ordinary_games() -> None:
    """Hypothesis looks for the odd case; these seeded games are what evenings with many appeals look like."""
    rare: set[str] = set()
    for seed in range(80):
        dice = random.Random(seed)
        evening = Evening(
            {"target": dice.choice([2, 4, 6]), "deciding_window": dice.choice(["at_point", "while_at_point"])}
        )
        for step in range(40):
            played = [entry[0] for entry in evening.oracle.story if entry != "deciding round"]
            chance = dice.random()
            if chance < 0.15:
                evening.give({"do": "take_deciding_round"})
            elif chance < 0.18:
                evening.give({"do": "close_game", "winner": dice.choice(["team", "authors"])})
            elif chance < 0.45 and played:
                verdict = dice.choice(["accept", "remove", "none"])
                evening.give({"do": "rule", "question": dice.choice(played), "verdict": verdict})
            else:
                evening.give({"do": "ask", "question": step})
                evening.give({"do": "judge", "correct": dice.random() < 0.55})
            state = evening.oracle.state
            rare |= {key for key in ("over", "deciding", "needs_ruling") if state[key]}
            rare |= {"closed"} if evening.oracle.closed else set()
        evening.finish()
    assert rare == {"over", "deciding", "needs_ruling", "closed"}


TestEvenings = Evenings.TestCase
TestEvenings.settings = settings(max_examples=80, stateful_step_count=30, deadline=None)
