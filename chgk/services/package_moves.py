"""The way of a package: tested, handed in, approved or returned, sealed for a game, played, archived (chapter 4)."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from chgk.models import Package
from chgk.rules.packages import STEPS, Move, Role, State, judge_move
from chgk.selectors.packages import facts_of, plays_in
from chgk.services import package_letters
from chgk.services.desk import decider, lock_fixture, lock_game, reason_of, require_to_come
from chgk.services.packages import audit_package, club_of, lock_package, require_seen, save_package
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_REASON = 500
GAME = Actor(key="system:game", role="system", name="Sowa")


def move_package(
    *, package_id: int, move: Move, seen: int, actor: Actor, roles: Collection[Role], reason: str = ""
) -> Package:
    """One step that needs no game: test, rework, hand in, take back, approve, return, unseal, archive.

    Its editor hears of an approval, a return and a broken seal by letter, the curator that it was handed in. Refused
    as :func:`chgk.rules.packages.judge_move` says, for a stale ``seen``, and for want of a reason where one is needed.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        before = package.state
        _require(move, package, roles)
        require_seen(package, seen)
        said = {"reason": reason_of(reason, LONGEST_REASON)} if STEPS[move].needs_reason else {}
        save_package(package, *_carry_out(move, package, actor, said.get("reason", "")))
        audit_package(actor, "move_package", package, move=move.value, before=before, after=package.state, **said)
        _tell(move, package)
    return package


def seal_package(*, package_id: int, fixture_id: int, seen: int, actor: Actor, roles: Collection[Role]) -> Package:
    """Closes an approved package for a game of the calendar: from now on the curator and the game's hosts read it.

    Refused: for a game that has a table or a sealed package already, whose team did not come, of another season or a
    closed one; if an editor plays in it; if questions are missing or incomplete.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        require_to_come(fixture, game)
        package = lock_package(package_id)
        if package.season_id != fixture.club.season_id:
            raise Refusal("3.1.1", "package_of_another_season", {"title": package.title})
        package.fixture = fixture
        _require(Move.SEAL, package, roles)
        require_seen(package, seen)
        if game is not None:
            raise Refusal("3.1.1", "table_already_laid", {})
        other = Package.objects.filter(fixture=fixture, state=State.SEALED).exclude(pk=package.pk).first()
        if other is not None:
            raise Refusal("3.1.3", "fixture_has_package", {"title": other.title})
        if package.editor is not None and plays_in(package.editor, fixture):
            raise Refusal("4.1.3", "editor_plays", {"player": package.editor.public_name})
        package.state, package.sealed_at, package.sealed_by = State.SEALED, timezone.now(), decider(actor)
        save_package(package, "state", "fixture", "sealed_at", "sealed_by")
        audit_package(actor, "seal_package", package, fixture=fixture.pk)
    return package


def follow_package(game: LiveGame) -> None:
    """The package on the table of a game is played once the game is over, and sealed again if it is opened again.

    Called under the game's lock, in the same transaction.
    """
    package = Package.objects.select_for_update(of=("self",)).filter(game=game).first()
    if package is None:
        return
    move = Move.REPLAY if game.finished_at is None else Move.PLAY
    step = STEPS[move]
    if State(package.state) not in step.sources or step.to is None:
        return
    before, package.state = package.state, step.to
    save_package(package, "state")
    details = {"move": move.value, "before": before, "after": package.state}
    record_audit(actor=GAME, action="move_package", target=f"package:{package.pk}", details=details)


def _require(move: Move, package: Package, roles: Collection[Role]) -> None:
    refusals = judge_move(move, facts_of(package, club=club_of(package)), roles)
    if refusals:
        raise refusals[0]


def _carry_out(move: Move, package: Package, actor: Actor, reason: str) -> tuple[str, ...]:
    """What changes with the step; answers with the names of the columns."""
    package.state = STEPS[move].to or package.state
    now = timezone.now()
    if move is Move.HAND_IN:
        package.handed_in_at, package.handed_in_by = now, decider(actor)
        package.returned_at, package.return_reason = None, ""
    elif move in (Move.TAKE_BACK, Move.APPROVE, Move.RETURN):
        package.handed_in_at, package.handed_in_by = None, ""
    if move is Move.APPROVE:
        package.approved_at, package.approved_by = now, decider(actor)
        package.returned_at, package.return_reason = None, ""
    elif move is Move.RETURN:
        package.approved_at, package.approved_by = None, ""
        package.returned_at, package.return_reason = now, reason
    elif move is Move.UNSEAL:
        package.sealed_at, package.sealed_by = None, ""
    return (
        "state", "handed_in_at", "handed_in_by", "returned_at", "return_reason",
        "approved_at", "approved_by", "sealed_at", "sealed_by",
    )  # fmt: skip


def _tell(move: Move, package: Package) -> None:
    if move is Move.HAND_IN:
        package_letters.tell_curator(package)
    elif move is Move.APPROVE:
        package_letters.tell_editor_of_approval(package)
    elif move is Move.RETURN:
        package_letters.tell_editor_of_return(package)
    elif move is Move.UNSEAL:
        package_letters.tell_editor_of_broken_seal(package)
