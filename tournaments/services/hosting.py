"""Who conducts the evening: the console in other hands, in the middle if need be, and taken back.

Until the first hand-over every host of the game, and every device that a host's link seats, may press. From then on
exactly one conducts: the account or the link that the console was given to.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import AccessLink, LiveGame, User
from tournaments.permissions import can_be_given_the_console, owns_game
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import close_link, issue_link
from tournaments.services.actors import Actor, account_name
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_host
from tournaments.services.locks import write_lock
from tournaments.services.notes import write_note
from tournaments.services.play import Outcome
from tournaments.services.publishing import end_after_commit, publish_after_commit

HAND_OVER = "x-hand_over"


def hand_over(*, game_id: int, to: User, seen: str, actor: Actor) -> Outcome:
    """Gives the console to an account. ``seen``: key of who conducted when the page was shown, "" for nobody in
    particular; if that has changed, the press is refused, so of two at once one counts.

    Refused for anyone but the conducting host, after the end, and for an account that may not have it.
    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        key = f"user:{to.pk}"
        if game.conductor.get("key") == key and actor.is_host:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        try:
            _require_free(game, seen, actor)
            require_host(game, actor)
            _require_account(to, game)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        _give(game, key, _name(to), actor)
    return Outcome(accepted=True, seq=game.seq)


def hand_over_by_link(*, game_id: int, name: str, seen: str, actor: Actor) -> tuple[Outcome, AccessLink | None]:
    """Gives the console to somebody without an account, by a link made for this; else like :func:`hand_over`."""
    name = " ".join(name.split())[:200]
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            _require_free(game, seen, actor)
            require_host(game, actor)
            _require_name(name)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal), None
        link = issue_link(game_id=game.pk, role="host", name=name, actor=actor)
        _give(game, link.seat_key, name, actor)
    return Outcome(accepted=True, seq=game.seq), link


def take_back(*, game_id: int, actor: Actor) -> Outcome:
    """A host of the game, or a superuser, conducts again; whoever was given the console is out if they were a guest.

    Refused for guests. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        if not owns_game(_account(actor), game):
            return Outcome(accepted=False, seq=game.seq, refusal=Refusal("", "not_yours_to_take"))
        if game.conductor.get("key") == actor.key or not game.conductor:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        _give(game, actor.key, actor.name, actor, deputy_of=actor.deputy_of)
    return Outcome(accepted=True, seq=game.seq)


def _require_free(game: LiveGame, seen: str, actor: Actor) -> None:
    if actor.is_host and game.conductor.get("key", "") != seen:
        raise Refusal("", "console_moved_on", {"name": game.conductor.get("name", "")})
    if game.finished_at is not None:
        raise Refusal("", "game_over")


def _require_account(to: User, game: LiveGame) -> None:
    if not can_be_given_the_console(to, game):
        raise Refusal("", "not_a_host", {"name": _name(to)})


def _require_name(name: str) -> None:
    if not any(letter.isalnum() for letter in name):
        raise Refusal("", "name_missing")


def _give(game: LiveGame, key: str, name: str, actor: Actor, deputy_of: str = "") -> None:
    before = game.conductor
    place = {"deputy_of": deputy_of} if deputy_of else {}  # the console is theirs for as long as they stand in
    game.conductor = {"key": key, "name": name[:200], "at": timezone.now().isoformat(), **place}
    game.save(update_fields=["conductor"])
    write_note(game=game, said={"do": HAND_OVER, "to": name[:200]}, actor=actor)
    details = {"to": key, "to_name": name[:200], "before": before.get("key", "")}
    record_audit(actor=actor, action="hand_over", target=f"game:{game.pk}", details=details)
    _let_go(game, before, actor)
    publish_after_commit(game.pk)


def _let_go(game: LiveGame, before: dict[str, Any], actor: Actor) -> None:
    """A guest who no longer conducts has no business at the console; a host of the game stays and watches."""
    kind, _, pk = str(before.get("key", "")).partition(":")
    if kind == "seat" and game.conductor["key"] != before["key"]:
        close_link(link=AccessLink.objects.select_for_update().get(pk=int(pk)), actor=actor)
    elif kind == "user":
        guest = User.objects.filter(pk=int(pk)).first()
        if not owns_game(guest, game):
            end_after_commit(game.pk, "revoked", f"user:{pk}")


def _account(actor: Actor) -> User | None:
    kind, _, pk = actor.key.partition(":")
    return User.objects.filter(pk=int(pk)).first() if kind == "user" else None


def _name(user: User) -> str:
    return account_name(user)
