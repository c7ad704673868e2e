"""What was played on paper as the commands of the rules: which ones, in which order, and from which field each comes.

The rows of a form are tried one after the other on a copy of the game; nothing is stored before all are accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from auction.rules.offers import most, named
from auction.rules.questions import Question
from auction.rules.session import Event, Session, decide, evolve
from auction.rules.state import Game, Kind, Lot, Phase
from tournaments.rules.draw_lines import AFTERWARDS, ON_PAPER_AT
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.serial import to_json

Command = dict[str, Any]
_FIELDS = frozenset({"points", "reason", "team", "masters", "category"})  # a refusal may name one of these itself


class What(StrEnum):
    """What a row says: a lot of some kind, or something between lots."""

    QUESTION = "question"
    HINT = "hint"
    BLACK_BOX = "black_box"
    ONE_ON_ONE = "one_on_one"
    ADJUST = "adjust"
    REINSTATE = "reinstate"
    BREAK_TIE = "break_tie"
    OPEN_FINAL = "open_final"

    @property
    def kind(self) -> Kind | None:
        """The kind of the lot; None for what is no lot."""
        return Kind(self.value) if self.value in list(Kind) else None


class Verdict(StrEnum):
    """How a question ended; LATER: it goes on on the screens from here."""

    NONE = ""
    RIGHT = "right"
    WRONG = "wrong"
    LATER = "later"


class Hint(StrEnum):
    """How the answering team came by the four variants (§19)."""

    NONE = ""
    BOUGHT = "bought"
    TOKEN = "token"  # noqa: S105 - of a game


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A line of the paper. ``stakes``: the last number that each team named; who is missing only paid the ante."""

    what: What
    category: str = ""
    top_up: int = 0
    stakes: Mapping[str, int] = field(default_factory=dict)
    va_banque: str = ""
    excused: tuple[str, ...] = ()
    sold: str = ""  # a check: what the paper says, if it says it
    question: Question | None = None
    hint: Hint = Hint.NONE
    verdict: Verdict = Verdict.NONE
    duel_category: str = ""  # left after striking (§25)
    buzzed: str = ""  # empty: nobody
    team: str = ""
    points: int = 0
    reason: str = ""
    masters: Mapping[str, Any] = field(default_factory=dict)
    at: str = ""  # the time as the paper has it


@dataclass(frozen=True, slots=True)
class Step:
    """A command with what it brought about."""

    command: Command
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A row that the rules accept, and the game after it."""

    steps: tuple[Step, ...]
    before: Session
    after: Session


class RowRefused(Exception):
    """The rules refuse a row at a field of it; ``session`` is the game as far as the row came."""

    def __init__(self, at_field: str, refusal: Refusal, session: Session) -> None:
        super().__init__(f"{at_field}: {refusal}")
        self.at_field, self.refusal, self.session = at_field, refusal, session


@dataclass(frozen=True, slots=True)
class Trial:
    """The rows as far as they go. ``refused``: what stops them, at which field of the row after the played ones."""

    played: tuple[Played, ...]
    session: Session
    refused: tuple[str, Refusal] | None = None

    @property
    def commands(self) -> list[Command]:
        """All commands, in order."""
        return [step.command for row in self.played for step in row.steps]


def try_rows(session: Session, rows: Iterable[PaperRow], at: int) -> Trial:
    """Plays the rows on a copy; ``at``: the moment of entering them (ms since the epoch)."""
    played: list[Played] = []
    for row in rows:
        try:
            played.append(play_row(session, row, at))
        except RowRefused as stop:
            return Trial(tuple(played), stop.session, (stop.at_field, stop.refusal))
        session = played[-1].after
    return Trial(tuple(played), session)


def play_row(session: Session, row: PaperRow, at: int) -> Played:
    """One row; raises :class:`RowRefused`."""
    pen = _Pen(session, row, at)
    if row.what.kind is not None:
        _write_lot(pen, row.what.kind)
    else:
        _BETWEEN[row.what](pen)
    return Played(tuple(pen.steps), session, pen.session)


class _Pen:
    """Writes the commands of a row, each tried at once."""

    def __init__(self, session: Session, row: PaperRow, at: int) -> None:
        self.session, self.row, self.at = session, row, at
        self.steps: list[Step] = []

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def lot(self) -> Lot:
        return self.game.on_the_table

    def do(self, at_field: str, do: str, **fields: Any) -> None:
        """A command that comes from a field of the row."""
        command: Command = {"do": do, **fields, AFTERWARDS: True}
        if self.row.at:
            command[ON_PAPER_AT] = self.row.at
        try:
            events = decide(self.session, {**command, "at": self.at})
        except Refusal as refusal:
            named_field = refusal.params.get("field")
            raise RowRefused(str(named_field) if named_field in _FIELDS else at_field, refusal, self.session) from None
        self.session = fold(evolve, self.session, events)
        self.steps.append(Step(command, events))

    def refuse(self, at_field: str, paragraph: str, code: str, **params: Any) -> None:
        """What the rules of the game do not mind, but a row must not say."""
        raise RowRefused(at_field, Refusal(paragraph, code, params), self.session)


def _write_lot(pen: _Pen, kind: Kind) -> None:
    """From the draw, or from where the lot stood when the screens went dark, to its end."""
    if pen.game.lot is None:
        _draw(pen, kind)
    elif (kind, pen.row.category or pen.lot.category) != (pen.lot.kind, pen.lot.category):
        pen.refuse("category", "9", "paper_other_lot", category=pen.lot.category)
    if pen.game.lot is None:  # the draw found at most one team that could pay (§12)
        _end_without_lot(pen)
    else:
        _sell(pen, kind)


def _sell(pen: _Pen, kind: Kind) -> None:
    if pen.row.top_up:
        pen.do("top_up", "top_up", points=pen.row.top_up)
    if pen.game.phase is Phase.DRAWN:
        _open(pen, kind)
    if kind is Kind.ONE_ON_ONE:
        _duel(pen)
        return
    _bid(pen)
    if pen.game.lot is not None:
        _answer(pen)
    elif pen.row.verdict is not Verdict.NONE and not kind.special:
        pen.refuse("verdict", "14", "paper_void_lot")


def _draw(pen: _Pen, kind: Kind) -> None:
    row = pen.row
    if row.question is not None and kind is Kind.QUESTION and row.question.category != row.category:
        pen.refuse("question", "9", "reserve_of_another_category", category=row.category)
    question = {"question": to_json(row.question)} if row.question is not None and not kind.special else {}
    pen.do("category", "draw", category=row.category, kind=str(kind), **question)


def _end_without_lot(pen: _Pen) -> None:
    row = pen.row
    if row.top_up or row.stakes or row.va_banque or row.verdict is not Verdict.NONE or row.buzzed:
        pen.refuse("category", "12", "paper_round_over_at_draw")


def _open(pen: _Pen, kind: Kind) -> None:
    duel = kind is Kind.ONE_ON_ONE and pen.row.duel_category
    pen.do("duel_category" if duel else "category", "open", **({"category": pen.row.duel_category} if duel else {}))


def _bid(pen: _Pen) -> None:
    """Last numbers make a rising sequence, lowest first: whoever named a higher one did so later (§11)."""
    row = pen.row
    for number, team in sorted((number, team) for team, number in row.stakes.items() if _is_new(pen, team, number)):
        pen.do(f"stake-{team}", "bid", team=team, points=number)
    if row.va_banque and not _went_already(pen):
        leader = row.va_banque
        pen.do("va_banque", "va_banque", team=leader)
    elif pen.game.phase is Phase.BIDDING:
        leader = pen.lot.leader or ""
        pen.do("excused", "close", excused=list(row.excused))
    else:
        leader = pen.lot.answering or ""
    if row.sold and row.sold != leader:
        pen.refuse("sold", "14", "paper_sold_to_another" if leader else "paper_not_sold", team=leader)


def _went_already(pen: _Pen) -> bool:
    """Whether the screens still saw the va banque that the paper tells of."""
    return pen.game.phase is Phase.ANSWERING and pen.lot.va_banque and pen.lot.answering == pen.row.va_banque


def _is_new(pen: _Pen, team: str, number: int) -> bool:
    """Whether the number is a bid: not the ante, nor what already lies there; va banque says all by itself (§15)."""
    stake = pen.lot.stakes.get(team)
    if stake is not None and number == named(pen.game, stake):
        return False
    if stake is not None and team == pen.row.va_banque:
        return number != named(pen.game, most(pen.game, pen.game.team(team)))
    return True


def _duel(pen: _Pen) -> None:
    """§25: one side buzzed, or nobody; LATER leaves the duel to the screens."""
    row = pen.row
    if pen.game.phase is not Phase.DUEL:
        _answer(pen)
    elif row.buzzed:
        pen.do("buzzed", "buzz", team=row.buzzed)
        _answer(pen)
    elif row.verdict in (Verdict.RIGHT, Verdict.WRONG):
        pen.refuse("buzzed", "25", "paper_who_buzzed")
    elif row.verdict is Verdict.NONE:
        pen.do("buzzed", "no_answer")


def _answer(pen: _Pen) -> None:
    """The question, the hint, the verdict (§17-§19)."""
    _show(pen)
    team = pen.lot.answering
    if pen.row.hint is not Hint.NONE:
        pen.do("hint", "buy_hint" if pen.row.hint is Hint.BOUGHT else "use_hint", team=team)
    stage = pen.session.stage
    if pen.lot.hinted and stage.shown and not stage.hint_shown:
        pen.do("hint", "show_hint")
    match pen.row.verdict:
        case Verdict.NONE:
            pen.refuse("verdict", "18", "paper_verdict_missing")
        case Verdict.LATER:
            if pen.session.stage.clock is not None and pen.session.stage.clock.deadline is not None:
                pen.do("verdict", "clock", action="stop")
        case verdict:
            pen.do("verdict", "judge", correct=verdict is Verdict.RIGHT)


def _show(pen: _Pen) -> None:
    """The question that was read aloud: the one dealt on the screens unless the paper names another."""
    row, dealt = pen.row, pen.session.stage.question
    if row.question is not None and (dealt is None or dealt.id != row.question.id):
        pen.do("question", "replace_question", question=to_json(row.question), reason="on paper")
    if pen.session.stage.question is not None and not pen.session.stage.shown:
        pen.do("question", "show_question")


def _adjust(pen: _Pen) -> None:
    pen.do("points", "adjust", team=pen.row.team, points=pen.row.points, reason=pen.row.reason)


def _reinstate(pen: _Pen) -> None:
    pen.do("team", "reinstate", team=pen.row.team, reason=pen.row.reason)


def _break_tie(pen: _Pen) -> None:
    pen.do("team", "break_tie", team=pen.row.team, reason=pen.row.reason)


def _open_final(pen: _Pen) -> None:
    pen.do("masters", "open_final", masters=dict(pen.row.masters))


_BETWEEN = {
    What.ADJUST: _adjust,
    What.REINSTATE: _reinstate,
    What.BREAK_TIE: _break_tie,
    What.OPEN_FINAL: _open_final,
}


def rounds_of(trial: Trial) -> Iterator[tuple[str, ...]]:
    """Which teams could stand in each row, and in one more after them: those of the round before it."""
    for row in trial.played:
        yield row.before.game.playing
    yield trial.session.game.playing
