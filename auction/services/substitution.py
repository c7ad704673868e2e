"""Before the start: a substitute or a captain changes the setup and the links; afterwards the loop's commands do."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from auction.rules import session as rules
from auction.rules.session import Session, open_session
from auction.services.newcomers import look_up
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.lineup import Seat
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.games import change_setup
from tournaments.services.gates import require_waiting
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.seating import follow_seats

Json = dict[str, Any]
LONGEST_NOTE = 300  # letters


def change_lineup(*, game_id: int, command: Json, consent: str = "", actor: Actor) -> Outcome:
    """Carries ``propose_substitution`` out at once, or ``seat_captain``, in the setup of a game that has not started.

    ``consent``: how the captain agreed, aloud or in writing; the host notes it (§5). Refused as the rules and
    :func:`change_setup` refuse. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_waiting(game, actor)
            before = open_session(game.setup)
            command = look_up(game=game, session=before, command=command)
            after = _carried_out(before, command, consent)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        outcome = change_setup(game_id=game.pk, setup=_with_seats(game.setup, after.seats), actor=actor)
        if outcome.accepted:
            follow_seats(game=game, before=before.seats, after=after.seats, actor=actor)
            details = {**command, "consent": consent.strip()[:LONGEST_NOTE]}
            record_audit(actor=actor, action="change_lineup", target=f"game:{game.pk}", details=details)
    return outcome


def _carried_out(session: Session, command: Json, consent: str) -> Session:
    after = fold(rules.evolve, session, rules.decide(session, command))
    if command["do"] != "propose_substitution":
        return after
    if not any(map(str.isalpha, consent)):
        raise Refusal("5", "consent_missing", {"team": command["team"]})
    (asked,) = after.proposals
    agreed = {"do": "answer_substitution", "team": asked.team, "out": asked.out.id, "player": asked.player.id}
    return fold(rules.evolve, after, rules.decide(after, {**agreed, "agree": True}))


def _with_seats(setup: Json, seats: tuple[Seat, ...]) -> Json:
    """The setup with these people in its teams."""
    players = {seat.team: seat.players for seat in seats}
    teams = [
        {**team, "players": [{"id": one.id, "name": one.name, "captain": one.captain} for one in players[team["id"]]]}
        for team in setup["teams"]
    ]
    return {**setup, "teams": teams}
