"""Draws that can be checked, live: the seed of a round is promised, joined by nonces, used, and published.

Everything here happens inside a command's transaction, under the game's lock: the number of a draw is taken only if
the command is carried out. What the public learns goes into the log as notes of Sowa itself (``x-draw_…``).
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from tournaments.models import DrawSeed, GameCommand, LiveGame
from tournaments.rules.draw import Choice, commitment, draw, draw_key, is_nonce, sort_choices
from tournaments.rules.draw_lines import COMMITMENT, NONCE, PROOFS, SEED, Proof
from tournaments.rules.engine import Refusal
from tournaments.selectors.draws import last_draw
from tournaments.services.actors import Actor

Json = dict[str, Any]
SOWA = Actor(key="system:draws", role="system", name="Sowa")


class Drawing:
    """The draws of one command. They count once the command is carried out; if it is refused, nobody has seen them."""

    def __init__(self, seed: DrawSeed, *, taken_back: bool) -> None:
        self.taken_back = taken_back  # the last draw of the game was undone: this one needs a reason
        self._seed = seed
        self._key = draw_key(seed.seed, seed.nonces.values())
        self._proofs: list[Proof] = []

    def draw(self, of: str, choices: Iterable[Choice]) -> str:
        """The name drawn; ``of`` says what it is: category, question, starter, tie. ValueError without any choice."""
        weighted = sort_choices(choices)
        n = self._seed.draws + len(self._proofs) + 1
        result = draw(self._key, n, weighted)
        self._proofs.append(Proof(self._seed.series, n, of, weighted, result))
        return result

    def prove(self, command: Json) -> Json:
        """The command with its draws, as the log and the record keep them."""
        return {**command, PROOFS: [proof.to_json() for proof in self._proofs]}


def begin_drawing(*, game: LiveGame, round_number: int, in_force: tuple[int, int] | None) -> Drawing:
    """Draws for a command about to be decided. ``in_force``: series and number of the last draw that was not undone.

    A game that has no seed (it began under an older Sowa) is promised one here.
    """
    seed = _secret_seed(game) or _promise(game, round_number, game.seq)
    return Drawing(seed, taken_back=last_draw(game) != in_force)


def count_draws(*, game: LiveGame, command: Json) -> None:
    """The command is carried out: its numbers are used up, whatever is undone later."""
    if command.get(PROOFS):
        last = command[PROOFS][-1]
        DrawSeed.objects.filter(game=game, series=last["series"], draws__lt=last["n"]).update(draws=last["n"])


def add_nonce(*, game: LiveGame, nonce: object, actor: Actor) -> Json:
    """A captain's device joins in; answers with the line for the log. Raises :class:`Refusal`: then nothing is written.

    One a team, before the first draw of the series only: later it could be chosen to suit.
    """
    seed = _secret_seed(game)
    if actor.role != "captain" or actor.team is None:
        raise Refusal("", "nonce_of_a_captain")
    if not is_nonce(nonce):
        raise Refusal("", "nonce_unreadable")
    if seed is None:
        raise Refusal("", "nothing_to_draw")
    if seed.draws:
        raise Refusal("", "nonce_too_late")
    if actor.team in seed.nonces:
        raise Refusal("", "nonce_there_already")
    seed.nonces = {**seed.nonces, actor.team: nonce}
    seed.save(update_fields=["nonces"])
    return {"do": NONCE, "series": seed.series, "team": actor.team, "nonce": nonce}


def follow_round(*, game: LiveGame, round_number: int | None, seq: int, reason: str = "") -> None:
    """The game has moved to this round, or to None where nothing is drawn: publishes the old seed, promises a new one.

    ``seq``: the game's last event now. ``reason``: why the old round did not end, one of DrawSeed.Reason.
    """
    seed = _secret_seed(game)
    if seed is not None and seed.round == round_number:
        return
    if seed is not None:
        _publish(seed, seq, reason)
    if round_number is not None:
        _promise(game, round_number, seq)


def _secret_seed(game: LiveGame) -> DrawSeed | None:
    return DrawSeed.objects.filter(game=game, revealed_at=None).first()


def _promise(game: LiveGame, round_number: int, seq: int) -> DrawSeed:
    last = DrawSeed.objects.filter(game=game).order_by("-series").values_list("series", flat=True).first() or 0
    secret = secrets.token_hex(32)
    seed = DrawSeed.objects.create(
        game=game, series=last + 1, round=round_number, seed=secret, commitment=commitment(secret)
    )
    said = {"series": seed.series, "round": seed.round, "commitment": seed.commitment}
    _note(game, {"do": COMMITMENT, **said}, seed.made_at, seq)
    return seed


def _publish(seed: DrawSeed, seq: int, reason: str) -> None:
    seed.revealed_at = timezone.now()
    seed.abandoned_at, seed.reason = (seed.revealed_at, reason) if reason else (None, "")
    seed.save(update_fields=["revealed_at", "abandoned_at", "reason"])
    key = draw_key(seed.seed, seed.nonces.values())
    said: Json = {"do": SEED, "series": seed.series, "seed": seed.seed, "key": key, "draws": seed.draws}
    if reason:
        said["abandoned"] = reason
    _note(seed.game, said, seed.revealed_at, seq)


def _note(game: LiveGame, said: Json, at: datetime.datetime, seq: int) -> None:
    """A line of the log that changes nothing in the game."""
    GameCommand.objects.create(
        game=game,
        command={**said, "at": int(at.timestamp() * 1000)},
        command_id=secrets.token_hex(16),
        actor_key=SOWA.key,
        actor_role=SOWA.role,
        actor_name=SOWA.name,
        received_at=at,
        accepted=True,
        seq_after=seq,
    )
