"""What a ruling would change, computed on a copy: the game, the season's table, who plays the final, the champion.

The copy takes the very command that the announcement gives the game, so the preview cannot tell another story.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from chgk.models import ClubSeason
from chgk.rules import session as rules
from chgk.rules.questions import Side, Verdict
from chgk.rules.score import standing
from chgk.rules.session import Session
from chgk.rules.snapshots import load_session
from chgk.rules.standings import Finalist, Result
from chgk.selectors import Calendar, SlotState, read_calendar
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.serial import to_json


@dataclass(frozen=True, slots=True)
class Line:
    """A team in the season's table; without a place it has no result yet."""

    team: str
    place: int | None
    own: int | None = None
    authors: int | None = None
    questions: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """A game and its season as they stand, or would stand."""

    team: int
    authors: int
    questions: int
    over: bool
    winner: Side | None
    deciding: bool
    needs_ruling: bool
    lines: tuple[Line, ...]
    lead: str  # waiting, tie, finalist, nobody
    finalist: str | None
    champion: str | None
    how: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The difference that a ruling makes. ``final_begun``: the final has started, or has been played."""

    before: Facts
    after: Facts
    is_final: bool
    final_begun: bool
    final_team: str | None
    seq: int  # of the game, when it was looked at

    @property
    def changes(self) -> bool:
        """Whether anything is different afterwards."""
        return self.before != self.after

    @property
    def opens_again(self) -> bool:
        """A game that was over goes on: live, or the curator closes it with a reason."""
        return self.before.over and not self.after.over

    @property
    def ends(self) -> bool:
        """A game that was on is over."""
        return not self.before.over and self.after.over

    @property
    def other_finalist(self) -> bool:
        """The final is another team's now; whether that can still be played is another matter."""
        return self.before.finalist != self.after.finalist

    @property
    def final_in_question(self) -> bool:
        """The final was begun by a team that would not be in it."""
        return self.final_begun and self.final_team is not None and self.after.finalist != self.final_team

    @property
    def mark(self) -> str:
        """What the curator has seen: another one means that the game or the table has moved on."""
        text = json.dumps([self.seq, to_json(self.before), to_json(self.after)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_facts(club: ClubSeason, game: LiveGame) -> Facts:
    """The game and its season as they stand; three queries."""
    return _facts(read_calendar(club), _session_of(game))


def preview_ruling(club: ClubSeason, game: LiveGame, question: int, verdict: Verdict) -> Effect:
    """What this verdict on this question would change; six queries.

    Raises the game's own :class:`Refusal` where no ruling is possible just now: while a question is open, say.
    """
    session = _session_of(game)
    after = with_ruling(session, question, verdict)
    before_calendar = read_calendar(club)
    after_calendar = read_calendar(club, {game.pk: after.game})
    final = before_calendar.final
    begun = final is not None and final.state in (SlotState.RUNNING, SlotState.OVER, SlotState.NO_SHOW)
    team = final.team.house.key if final is not None and final.team is not None else None
    return Effect(
        _facts(before_calendar, session),
        _facts(after_calendar, after),
        is_final=final is not None and final.fixture.game_id == game.pk,
        final_begun=begun,
        final_team=team if begun else None,
        seq=game.seq,
    )


def with_ruling(session: Session, question: int, verdict: Verdict) -> Session:
    """The game after the command that an announcement gives it; raises :class:`Refusal`."""
    return fold(rules.evolve, session, rules.decide(session, ruling_command(question, verdict, "preview")))


def ruling_command(question: int, verdict: Verdict, reason: str) -> dict[str, object]:
    """The game's own command (§5.2.2)."""
    return {"do": "rule", "question": question, "verdict": verdict.value, "reason": reason}


def _session_of(game: LiveGame) -> Session:
    if not game.snapshot:
        raise Refusal("5.2.1", "question_not_played")
    return load_session(json.loads(game.snapshot)["state"])


def _facts(calendar: Calendar, session: Session) -> Facts:
    now = standing(session.game)
    lead = calendar.table.lead
    lines = []
    for row in calendar.table.rows:
        line = Line(row.team, row.place)
        if isinstance(row.outcome, Result):
            line = replace(line, own=row.outcome.own, authors=row.outcome.authors, questions=row.outcome.questions)
        lines.append(line)
    return Facts(
        now.team,
        now.authors,
        now.questions_played,
        now.over,
        now.winner,
        now.deciding,
        now.needs_ruling,
        tuple(lines),
        type(lead).__name__.lower(),
        lead.team if isinstance(lead, Finalist) else None,
        calendar.outcome.champion,
        calendar.outcome.how.value,
    )
