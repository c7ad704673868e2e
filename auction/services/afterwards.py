"""What was played on paper while the network was gone: tried on a copy, then stored as a whole."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from auction import selectors
from auction.rules.paper import PaperRow, Trial, try_rows
from auction.rules.questions import Question
from auction.rules.session import Session
from auction.services.masters import Plan, make_entry, name_masters
from tournaments.models import GameCommand, LiveGame
from tournaments.services.actors import Actor
from tournaments.services.play import Outcome
from tournaments.services.play_several import play_several
from tournaments.services.replay_log import load_session

LONGEST_PAPER = 60  # rows: an evening has ten questions
ACTION = "enter_afterwards"
_NOTHING = {"do": "nothing"}  # is never carried out: without rows that can be played, the game itself has moved on


def try_paper(*, game: LiveGame, rows: Sequence[PaperRow], at: datetime.datetime) -> Trial:
    """The rows tried on a copy of the game as it stands; nothing is stored."""
    return try_rows(load_session(game), rows, int(at.timestamp() * 1000))


def enter_afterwards(
    *,
    game_id: int,
    rows: Sequence[PaperRow],
    actor: Actor,
    command_id: str,
    expected_seq: int,
    received_at: datetime.datetime,
) -> tuple[Outcome, Trial]:
    """Stores everything that the rows say, or nothing.

    ``expected_seq``: the game's last event when the rows were previewed; if the game has moved on, all is refused.
    ``rows`` are not empty. The trial says at which row and field the rules refuse something; then nothing was stored,
    and the outcome is that refusal. A repeated ``command_id`` changes nothing. Raises LiveGame.DoesNotExist.
    """
    game = LiveGame.objects.get(pk=game_id)
    trial = try_paper(game=game, rows=rows, at=received_at) if game.snapshot else Trial((), load_session(game))
    as_previewed = bool(game.snapshot) and game.finished_at is None and expected_seq == game.seq
    if as_previewed and trial.refused is not None:
        return Outcome(accepted=False, seq=game.seq, refusal=trial.refused[1]), trial
    outcome = play_several(
        game_id=game_id,
        commands=trial.commands or [_NOTHING],
        actor=actor,
        command_id=command_id,
        expected_seq=expected_seq,
        received_at=received_at,
        action=ACTION,
        details={"rows": len(rows)},
    )
    return outcome, trial


def questions_on_paper(*, game: LiveGame, session: Session, marks: Collection[str]) -> dict[str, Question]:
    """The questions that the paper names, by their mark: those that may still be asked in the season.

    The one dealt for the open lot is among them, also when the hall has seen it.
    """
    if not marks:
        return {}
    dealt = session.stage.question
    known: dict[str, Question] = {}
    for reserve in (False, True):  # of a sealed set one gives the main questions, the other the spares
        unused: Any = selectors.unused_questions(game=game, reserve=reserve)
        for mark in unused.filter(mark__in=marks).values_list("mark", flat=True):
            known[mark] = selectors.as_dealt(game=game, mark=mark)
    if dealt is not None and dealt.id in marks and session.game.lot is not None:
        known[dealt.id] = dealt
    return known


def seat_masters(*, game: LiveGame, session: Session, plan: Plan | None) -> Mapping[str, Any]:
    """The Masters of the paper (§23) as the opening of the final takes them; without a plan those prepared.

    Raises :class:`Refusal`.
    """
    if plan is None:
        named: dict[str, Any] = name_masters(game=game, session=session, command={"do": "open_final"})["masters"]
        return named
    entry: dict[str, Any] = make_entry(game=game, session=session, plan=plan)
    return entry


def moved_since(game: LiveGame, seq: int) -> list[GameCommand]:
    """What the game did after the event ``seq``, oldest first."""
    return list(GameCommand.objects.filter(game=game, accepted=True, last_seq__gt=seq).order_by("pk")[:50])
