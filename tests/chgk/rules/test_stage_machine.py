"""Random evenings on the stage: the score is the record's, nobody learns too early, every state has a way forward."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from chgk.rules.moves import primary_move, why_not
from chgk.rules.projection import project
from chgk.rules.record import final_state, replay_lines
from chgk.rules.session import Session, after_undo
from tests.chgk.rules.table import Table, sheet
from tournaments.rules.audience import Audience
from tournaments.rules.engine import Refusal

HEADER = {"record": "chgk", "version": 1, "rules": {}, "team": "lions"}
ENGINE = {"ask", "judge", "take_deciding_round", "rule"}
COMMANDS = st.sampled_from(
    [
        {"do": "show_question"},
        {"do": "clock", "action": "start"},
        {"do": "clock", "action": "stop"},
        {"do": "clock", "action": "add", "seconds": 20},
        {"do": "end_discussion"},
        {"do": "name_answerer", "player": "p2"},
        {"do": "answer", "text": "ответ"},
        {"do": "judge", "correct": True},
        {"do": "judge", "correct": False},
        {"do": "take_deciding_round"},
        {"do": "decline_deciding_round"},
        {"do": "remove_question", "reason": "ошибка"},
        {"do": "set_captain", "player": "p3", "reason": "опоздал"},
        {"do": "rule", "question": 1, "verdict": "accept", "reason": "дуаль"},
        {"do": "rule", "question": 2, "verdict": "remove", "reason": "ошибка"},
        {"do": "rule", "question": 2, "verdict": "none", "reason": "отменено"},
    ]
)


class Evening(RuleBasedStateMachine):
    """One game, with undo."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(table=8, spares=2)
        self.lines: list[dict[str, Any]] = []
        self.before: list[tuple[Session, int]] = []

    def _do(self, command: dict[str, Any]) -> None:
        state, length = self.table.session, len(self.lines)
        self.table.at += 1000
        try:
            self.table.do(**command)
        except Refusal:
            return
        self.before.append((state, length))
        if command["do"] in ENGINE:
            self.lines.append(command)
        elif command["do"] == "remove_question":
            number = state.stage.sheet.number if state.stage.sheet else 0
            self.lines += [{"do": "judge", "correct": False}, {"do": "rule", "question": number, "verdict": "remove"}]

    @rule(place=st.integers(0, 9))
    def spin(self, place: int) -> None:
        """An envelope."""
        envelopes = self.table.session.envelopes
        if envelopes:
            number = envelopes[place % len(envelopes)]
            self._do({"do": "ask", "question": number, "sheet": sheet(number)})

    @rule(command=COMMANDS)
    def command(self, command: dict[str, Any]) -> None:
        """Anything, at any moment."""
        self._do(command)

    @rule()
    def go_on(self) -> None:
        """The primary action."""
        move = primary_move(self.table.session)
        if move.do not in ("ask", "finish", "close_game"):
            fields = dict(move.fields) or ({"correct": True} if move.do == "judge" else {"reason": "видели"})
            self._do({"do": move.do, **fields})

    @rule()
    def undo(self) -> None:
        """The last step is taken back."""
        if self.before:
            restored, length = self.before.pop()
            self.table.session = after_undo(self.table.session, restored, self.table.at)
            del self.lines[length:]

    @invariant()
    def score_is_the_records(self) -> None:
        """What was played replays to the same state, with nothing refused."""
        lines = [json.dumps(line) for line in (HEADER, *self.lines)]
        state = replay_lines(lines).state
        assert state["refused"] == []
        assert {key: state[key] for key in final_state(self.table.session.game)} == final_state(self.table.session.game)

    @invariant()
    def there_is_a_way_forward(self) -> None:
        """The primary move is never refused by the rules."""
        move = primary_move(self.table.session)
        if move.do in ("finish", "close_game", "ask"):
            return
        fields = dict(move.fields) or ({"correct": True} if move.do == "judge" else {"reason": "видели"})
        assert why_not(self.table.session, {"do": move.do, "at": self.table.at, **fields}) is None, move

    @invariant()
    def nobody_knows_too_early(self) -> None:
        """A question is everybody's once it was shown, its answer after the verdict."""
        stage = self.table.session.stage
        for audience in ("public", "captain:lions", "player:lions"):
            seen = repr(asdict(project(self.table.session, Audience.parse(audience))))
            if stage.sheet is not None:
                number = stage.sheet.number
                assert (f"text-{number}'" in seen) == stage.shown
                for secret in (f"ответ {number}'", f"comment-{number}'", f"source-{number}'"):
                    assert stage.result is not None or secret not in seen
                assert "другой ответ" not in seen
            for closed in self.table.session.envelopes:
                assert f"text-{closed}'" not in seen


Evening.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestEvening = Evening.TestCase
