"""§4.1.3 after a game: a question that was not original is taken out of it, in the way of a granted appeal."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from appeals.selectors.effects import Effect, preview_ruling, ruling_command
from chgk.models import ClubSeason
from chgk.rules.questions import Verdict
from chgk.services.claims import BY_ORIGINALITY
from tournaments.disciplines import discipline_for
from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.play import Outcome, play
from tournaments.services.replay_log import load_session


def preview_removal(club: ClubSeason, game: LiveGame, number: int) -> Effect:
    """What taking the question out of the game would change; raises what the game refuses."""
    return preview_ruling(club, game, number, Verdict.REMOVE)


def remove_question(game: LiveGame, number: int, claim: int, actor: Actor, now: datetime) -> None:
    """Gives a finished game the ruling, in the caller's transaction, and closes it again if it is still over."""
    sowa = Actor(key=BY_ORIGINALITY, role="system", name=actor.name)
    _require(reopen_game(game_id=game.pk, actor=sowa))
    reason = _("The question was not original (§4.1.3)")
    command = {**ruling_command(number, Verdict.REMOVE, reason), "originality": claim}
    _require(
        play(
            game_id=game.pk,
            command=command,
            actor=sowa,
            command_id=f"originality-{claim}",
            expected_seq=None,
            received_at=now,
        )
    )
    game.refresh_from_db()
    if discipline_for(game.discipline).is_over(load_session(game)):
        _require(finish_game(game_id=game.pk, actor=sowa))
    details = {"claim": claim, "question": number, "verdict": Verdict.REMOVE.value}
    record_audit(actor=actor, action="apply_ruling", target=f"game:{game.pk}", details=details)


def _require(outcome: Outcome) -> None:
    if outcome.refusal is not None:
        raise outcome.refusal
