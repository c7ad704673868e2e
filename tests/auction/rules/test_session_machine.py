"""Random evenings: whatever is pressed, points are conserved, the log folds to the state, and nobody sees too early."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from auction.rules import session as rules
from auction.rules.boxes import seal
from auction.rules.ends import explain_end
from auction.rules.events import FinalOpened, PotToppedUp
from auction.rules.moves import primary_move
from auction.rules.projection import project
from auction.rules.session import Session
from auction.rules.snapshots import dump_event, dump_session, load_event, load_session
from auction.rules.special import name_of, on_the_wheel
from auction.rules.state import Kind, Phase
from tests.auction.rules.evening import CATEGORIES, TEAMS, question, setup_of
from tournaments.rules.audience import Audience
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.serial import to_json

BOXES = {1: "tajna latarnia", 2: "tajne pióro"}
teams = st.sampled_from([*(team for team, _ in TEAMS), "masters"])
MASTERS = {
    "id": "masters",
    "command": "Mistrzowie",
    "house": None,
    "players": [{"id": "g1", "name": "Sara", "captain": True}],
}
AUDIENCES = [Audience("public")] + [Audience(role, team) for role in ("captain", "player") for team, _ in TEAMS]


class EveningMachine(RuleBasedStateMachine):
    """Legal and illegal commands in any order, with undo of the last one or of several."""

    @initialize(
        start=st.integers(3, 60),
        count=st.integers(2, 4),
        clock=st.sampled_from(["read", "shown"]),
        questions=st.sampled_from([1, 5]),
    )
    def open(self, start: int, count: int, clock: str, questions: int) -> None:
        setup = setup_of(
            TEAMS[:count],
            rules={"start_points": start, "questions_per_round": questions},
            settings={"clock_from": clock},
            boxes=[{"number": number, "commitment": seal(text, "ab")} for number, text in BOXES.items()],
        )
        self.start = rules.open_session(setup)
        self.session = self.start
        self.log: list[tuple[Session, tuple[Any, ...]]] = []
        self.total = start * count
        self.at = 0
        self.next_question = 1

    def command(self, do: str, **fields: Any) -> bool:
        self.at += 400
        try:
            events = rules.decide(self.session, {"do": do, "at": self.at, **fields})
        except Refusal as refusal:
            if not (refusal.paragraph.isdigit() and refusal.code):
                raise
            return False
        before = self.session
        self.log.append((before, tuple(events)))
        for event in events:
            loaded = load_event(json.loads(json.dumps(dump_event(event))))
            assert loaded == event
            self.session = rules.evolve(self.session, loaded)
        return True

    @rule(category=st.sampled_from(CATEGORIES))
    def draw(self, category: str) -> None:
        self.next_question += 1
        self.command("draw", category=category, question=question(self.next_question, category))

    @rule(kind=st.sampled_from([Kind.HINT, Kind.BLACK_BOX]))
    def draw_special(self, kind: Kind) -> None:
        """What lies on the wheel can be drawn; each box once, however often the rest of the evening is undone."""
        choices = on_the_wheel(self.session.game, self.session.specials, ["x"])
        wheel = dict(choice for choice in choices if isinstance(choice, tuple))
        if name_of(kind) in wheel:
            self.command("draw", category=name_of(kind), kind=str(kind))

    @rule(number=st.integers(0, 3), text=st.sampled_from([*BOXES.values(), "podmiana"]))
    def open_box(self, number: int, text: str) -> None:
        """Only what was sealed comes out, and no point moves."""
        before = self.session.game
        if self.command("open_box", box=number, contents=text, salt="ab"):
            assert BOXES[number] == text and self.session.game == before
            assert before.phase in (Phase.ROUND_OVER, Phase.FINISHED)

    @rule(points=st.integers(-5, 40))
    def top_up(self, points: int) -> None:
        if self.command("top_up", points=points):
            self.total += points

    @rule()
    def go_on(self) -> None:
        """The primary move is accepted in every phase: there is always a way forward."""
        move = primary_move(self.session, self.at + 400)  # when the command will come
        self.next_question += 1
        more: dict[str, Any] = {}
        if move.do == "draw":
            left = [name for name in CATEGORIES if name not in self.session.game.drawn]
            if not left:
                return
            more = {"category": left[0], "question": question(self.next_question, left[0])}
        elif move.do == "replace_question":
            category = self.session.scene.category
            more = {"question": question(self.next_question, category), "reason": "była na ekranie"}
        elif move.label == "decide":
            more = {"correct": False}
        elif move.do == "open_box":
            more = {"contents": BOXES[move.fields["box"]], "salt": "ab"}
        elif move.do == "finish":
            assert self.session.game.phase is Phase.FINISHED
            return
        elif move.do == "open_final":
            more = {"masters": MASTERS}
            self.total += self.session.game.team(self.session.game.finalist or "").points
        assert self.command(move.do, **{**move.fields, **more}), move

    @rule(team=teams, points=st.integers(0, 70))
    def bid(self, team: str, points: int) -> None:
        self.command("bid", team=team, points=points)

    @rule(team=teams)
    def va_banque(self, team: str) -> None:
        self.command("va_banque", team=team)

    @rule(team=teams, text=st.sampled_from(["Czerwoni 12", "Niebiescy VA BANQUE!", "Zieloni 7 ", "czesc"]))
    def say(self, team: str, text: str) -> None:
        self.command("say", team=team, text=text)

    @rule(excused=st.lists(teams, max_size=2))
    def close(self, excused: list[str]) -> None:
        self.command("close", excused=excused)

    @rule(do=st.sampled_from(["show_question", "show_hint", "call", "buy_hint", "use_hint", "open", "no_answer"]))
    def press(self, do: str) -> None:
        self.command(do)

    @rule(action=st.sampled_from(["start", "stop", "resume", "restart", "add"]))
    def clock(self, action: str) -> None:
        self.command("clock", action=action, seconds=-5)

    @rule(team=teams, text=st.sampled_from(["sowa", "odpowiedź-2", " ", "x" * 300]))
    def answer(self, team: str, text: str) -> None:
        self.command("answer", team=team, text=text)

    @rule(team=teams, number=st.integers(1, 3))
    def name_answerer(self, team: str, number: int) -> None:
        self.command("name_answerer", team=team, player=f"{team}-{number}")

    @rule(correct=st.booleans())
    def judge(self, correct: bool) -> None:
        self.command("judge", correct=correct)

    @rule(team=teams, points=st.integers(-30, 30))
    def adjust(self, team: str, points: int) -> None:
        self.command("adjust", team=team, points=points, reason="pomyłka")

    @rule(team=teams)
    def reinstate(self, team: str) -> None:
        self.command("reinstate", team=team, reason="decyzja")

    @rule(team=teams)
    def break_tie(self, team: str) -> None:
        self.command("break_tie", team=team)

    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        """Any number of moves is taken back; only what the hall has seen stays."""
        if not self.log:
            return
        back = min(back, len(self.log))
        current, restored = self.session, self.log[-back][0]
        for _, events in self.log[-back:]:
            brought = [event.points for event in events if isinstance(event, PotToppedUp | FinalOpened)]
            self.total -= sum(brought)
        del self.log[-back:]
        refolded = fold(rules.evolve, self.start, [event for _, events in self.log for event in events])
        assert refolded.game == restored.game
        self.session = rules.after_undo(current, refolded, self.at)
        assert self.session.burnt >= current.burnt
        seen = {box.number for box in current.specials.boxes if box.seen}
        assert {box.number for box in self.session.specials.boxes if box.seen} == seen
        # the log goes on from here: its fold knows of the burnt questions through the undo itself
        self.start, self.log = self.session, []

    @invariant()
    def points_are_conserved(self) -> None:
        game = self.session.game
        held = game.lot.held if game.lot is not None else 0
        assert sum(team.points for team in game.teams) + game.pot + game.bank + held == self.total
        assert all(team.points >= 0 for team in game.teams) and game.pot >= 0

    @invariant()
    def the_masters_sit_and_every_end_has_its_reason(self) -> None:
        game = self.session.game
        seated = [seat.team for seat in self.session.seats if seat.team == "masters"]
        assert seated == ([game.masters] if game.masters is not None else [])
        over = game.phase in (Phase.ROUND_OVER, Phase.FINISHED)
        end = explain_end(game, self.session.ends)
        assert (end is not None) == over
        assert len(self.session.ends) == (1 if game.masters is not None else 0) + over
        if end is not None:
            assert end.team == (game.winner if game.phase is Phase.FINISHED else game.finalist)

    @invariant()
    def the_log_folds_to_the_state(self) -> None:
        folded = fold(rules.evolve, self.start, [event for _, events in self.log for event in events])
        assert folded == self.session
        assert load_session(json.loads(json.dumps(dump_session(self.session)))) == self.session

    @invariant()
    def nobody_sees_too_early(self) -> None:
        stage = self.session.stage
        dealt = stage.question
        judged = stage.result is not None and stage.result.correct is not None
        for audience in AUDIENCES:
            seen = json.dumps(to_json(project(self.session, audience)), ensure_ascii=False, default=repr)
            for box in self.session.specials.boxes:
                assert box.seen or BOXES[box.number] not in seen
            if dealt is None:
                continue
            if not stage.shown and not judged:
                assert dealt.text not in seen
            if not judged:
                assert dealt.comment not in seen and dealt.source not in seen and dealt.accepted[0] not in seen
            if not stage.hint_shown:
                assert dealt.variants[0] not in seen
            if not judged and not stage.hint_shown and not (stage.answer and stage.answer.text == dealt.answer):
                assert dealt.answer not in seen


EveningMachine.TestCase.settings = settings(max_examples=35, stateful_step_count=50, deadline=None)
TestEvening = EveningMachine.TestCase
