"""The calendar of a season (§3.1.1): dates are planned, then postponed; a team that does not come is recorded."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from chgk.models import Fixture, FixtureMove
from chgk.services.desk import decider, lock_fixture, lock_game, reason_of, require_to_come
from chgk.services.finals import require_final_to_come, require_finalist
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.planning import plan_game, postpone_game
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit


def plan_fixture(*, fixture_id: int, planned_at: datetime.datetime | None, place: str, actor: Actor) -> Fixture:
    """Date and place of a game. The game on its table, if there is one, moves along.

    Refused for another date than the one announced (it is postponed instead), after the start, after a no-show, in a
    closed season.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        require_to_come(fixture, game)
        if fixture.planned_at is not None and planned_at != fixture.planned_at:
            raise Refusal("3.1.1", "date_announced", {})
        fixture.planned_at, fixture.place = planned_at, " ".join(place.split())[:200]
        fixture.save(update_fields=["planned_at", "place"])
        if game is not None:
            _plan_along(game, fixture, actor)
        _audit(actor, "plan_fixture", fixture, planned_at=_plain(planned_at), place=fixture.place)
    return fixture


def postpone_fixture(*, fixture_id: int, planned_at: datetime.datetime | None, reason: str, actor: Actor) -> Fixture:
    """Another date, None while it is not known, with a reason that everybody reads; the same date changes nothing.

    Refused after the start, after a no-show, without a date before and after, without a reason in words, in a closed
    season.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        require_to_come(fixture, game)
        reason = reason_of(reason)
        before = fixture.planned_at
        if before is None and planned_at is None:
            raise Refusal("3.1.1", "no_date_to_move", {})
        if before == planned_at:
            return fixture
        fixture.planned_at = planned_at
        fixture.save(update_fields=["planned_at"])
        FixtureMove.objects.create(
            fixture=fixture, before=before, after=planned_at, reason=reason, decided_by=decider(actor)
        )
        if game is not None and game.planned_at != planned_at:
            _require(postpone_game(game_id=game.pk, planned_at=planned_at, reason=reason, actor=actor))
        _audit(actor, "postpone_fixture", fixture, before=_plain(before), after=_plain(planned_at), reason=reason)
    return fixture


def record_no_show(*, fixture_id: int, reason: str, actor: Actor) -> Fixture:
    """The team did not come: it has no result, and the game on its table cannot be started any more.

    Refused once the game has started, a second time, for a final without a finalist, without a reason in words, in a
    closed season.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        require_to_come(fixture, game)
        if fixture.is_final:
            fixture.team = require_finalist(fixture.club)
        fixture.no_show_at, fixture.no_show_reason = timezone.now(), reason_of(reason)
        fixture.no_show_by = decider(actor)
        fixture.save(update_fields=["team", "no_show_at", "no_show_reason", "no_show_by"])
        _audit(actor, "record_no_show", fixture, reason=fixture.no_show_reason)
        _tell(game)
    return fixture


def withdraw_no_show(*, fixture_id: int, reason: str, actor: Actor) -> Fixture:
    """The no-show was recorded wrongly, or is forgiven: the team has its game to play again.

    Refused without a no-show, once the final has started, without a reason in words, in a closed season.
    """
    with write_lock(), transaction.atomic():
        fixture = lock_fixture(fixture_id)
        game = lock_game(fixture)
        if fixture.no_show_at is None:
            raise Refusal("3.1.1", "no_show_missing", {})
        reason = reason_of(reason)
        require_final_to_come(fixture.club)
        details = {"reason": reason, "was": fixture.no_show_reason, "by": fixture.no_show_by}
        fixture.no_show_at, fixture.no_show_reason, fixture.no_show_by = None, "", ""
        if fixture.is_final and game is None:
            fixture.team = None
        fixture.save(update_fields=["team", "no_show_at", "no_show_reason", "no_show_by"])
        _audit(actor, "withdraw_no_show", fixture, **details)
        _tell(game)
    return fixture


def follow_game(game: LiveGame) -> None:
    """A game of a season has been started, closed or opened again; called under its lock, in the same transaction.

    Refused: the start for a team that did not come, the final of a team that is not the finalist (any more), and
    whatever would change a closed season.
    """
    fixture = Fixture.objects.select_related("club__season", "team__house").filter(game=game).first()
    if fixture is None or game.finished_at is not None:
        return
    if fixture.club.closed_at is not None:
        raise Refusal("3.2.1", "season_closed", {"season": str(fixture.club)})
    if fixture.no_show_at is not None:
        raise Refusal("3.1.1", "fixture_no_show", {})
    if fixture.is_final and not game.seq and require_finalist(fixture.club) != fixture.team:
        raise Refusal("3.1.2", "final_of_another_team", {"team": game.setup["team"]["id"]})


def _plan_along(game: LiveGame, fixture: Fixture, actor: Actor) -> None:
    _require(
        plan_game(
            game_id=game.pk,
            title=game.title,
            planned_at=fixture.planned_at,
            place=fixture.place,
            note=game.note,
            actor=actor,
        )
    )


def _require(outcome: Outcome) -> None:
    """What the live loop refuses is refused here too, and nothing stays changed."""
    if outcome.refusal is not None:
        raise outcome.refusal


def _tell(game: LiveGame | None) -> None:
    if game is not None:
        publish_after_commit(game.pk)


def _plain(moment: datetime.datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _audit(actor: Actor, action: str, fixture: Fixture, **details: object) -> None:
    record_audit(actor=actor, action=action, target=f"fixture:{fixture.pk}", details=details)
