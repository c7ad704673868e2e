"""Merging a duplicate into the person it is: everything that hangs on it moves, logs go on saying its old number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, ProtectedError, Q, UniqueConstraint
from django.utils import timezone

from tournaments.enums import AnswerState, Mark
from tournaments.models import (
    AccessLink,
    Application,
    Attendance,
    GuestInvitation,
    Invitation,
    Lesson,
    LiveGame,
    MergedPerson,
    Person,
    Team,
    TeamMember,
)
from tournaments.models.merging import lead_on
from tournaments.rules.engine import Refusal
from tournaments.selectors.holding import games_of, players_of, relations, rows_of
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import take_turns, write_lock
from tournaments.services.publishing import publish_after_commit

BEST_FIRST = (Mark.PRESENT, Mark.LATE, Mark.EXCUSED, Mark.ABSENT)
_SETTLED = (Attendance, Application, GuestInvitation, Invitation)  # two rows that clash become one, see _settle
Renamer = Callable[[Collection[int], str, str], None]
_renamers: list[Renamer] = []


def register_renamer(renamer: Renamer) -> None:
    """For an app whose tables name players of games that have not started: ``renamer(games, old, new)`` («p12»)."""
    _renamers.append(renamer)


@dataclass(frozen=True, slots=True)
class Moved:
    """Rows of one kind that move, and among them those that clash with one of the person who stays."""

    what: str
    count: int
    clashes: int = 0


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What a merger would do. ``games``: those that name the duplicate; ``refusals``: why it cannot be."""

    keep: Person
    gone: Person
    moves: tuple[Moved, ...]
    games: tuple[LiveGame, ...]
    refusals: tuple[Refusal, ...]


def plan_merge(*, keep_id: int, gone_id: int) -> MergePlan:
    """What would move, and what stands against it; changes nothing. Raises Person.DoesNotExist."""
    people = Person.objects.select_related("house", "user").in_bulk([keep_id, gone_id])
    if keep_id not in people or gone_id not in people:
        raise Person.DoesNotExist
    keep, gone = people[keep_id], people[gone_id]
    if keep_id == gone_id:
        return MergePlan(keep, gone, (), (), (Refusal("", "merge_with_oneself", {"name": keep.name}),))
    games = games_of(players_of(gone))
    refusals = [*_both_accounts(keep, gone), *_both_in_games(games, keep), *_both_in_rows(keep, gone)]
    return MergePlan(keep, gone, tuple(_moves(keep, gone)), tuple(games), tuple(refusals))


def merge_people(*, keep_id: int, gone_id: int, actor: Actor) -> Person:
    """Moves everything of ``gone`` to ``keep`` and deletes the duplicate; ``find_person("p<gone>")`` leads to ``keep``.

    Of two marks of one lesson the better one stays; of two open applications or invitations one. What ``keep`` lacks
    (account, e-mail, consent, name for screens, house) is taken over. Games that have not started name ``keep`` from
    now on. Raises :class:`Refusal` where both have an account, a place in a season's team or a game, or rows that
    cannot become one; Person.DoesNotExist for who is not there any more, a second press too.
    """
    with write_lock(), transaction.atomic():
        take_turns("people")
        list(LiveGame.objects.select_for_update().filter(pk__in=_unstarted(f"p{gone_id}")).order_by("pk"))
        list(Person.objects.select_for_update().filter(pk__in=(keep_id, gone_id)).order_by("pk"))
        plan = plan_merge(keep_id=keep_id, gone_id=gone_id)
        if plan.refusals:
            raise plan.refusals[0]
        keep, gone = plan.keep, plan.gone
        row = {field.attname: str(getattr(gone, field.attname) or "") for field in Person._meta.concrete_fields}
        _settle(keep, gone)
        try:
            with transaction.atomic():
                for relation in relations():
                    if relation.related_model is not MergedPerson:
                        rows_of(relation, gone).update(**{relation.field.name: keep})
                lead_on(gone.pk, keep.pk)
                _take_over(keep, gone)
                gone.delete()
        except (IntegrityError, ProtectedError):
            raise Refusal("", "merge_clash", {"what": "", "name": keep.name, "other": gone.name}) from None
        _rename(f"p{gone_id}", f"p{keep.pk}")
        MergedPerson.objects.create(
            old_id=gone_id, old_name=row["name"], person=keep, merged_by=(actor.name or actor.key)[:250]
        )
        details = {"gone": row, "moved": {str(one.what): one.count for one in plan.moves}}
        record_audit(actor=actor, action="merge_people", target=f"person:{keep.pk}", details=details)
    return keep


def _moves(keep: Person, gone: Person) -> Iterator[Moved]:
    for relation in relations():
        count = rows_of(relation, gone).count()
        if count:
            clashes = sum(1 for _ in _clashing(relation, keep, gone)) if relation.related_model in _SETTLED else 0
            yield Moved(str(relation.related_model._meta.verbose_name_plural), count, clashes)


def _both_accounts(keep: Person, gone: Person) -> Iterator[Refusal]:
    if keep.user is not None and gone.user is not None:
        accounts = {"account": keep.user.get_username(), "other": gone.user.get_username()}
        yield Refusal("", "both_have_accounts", accounts)


def _both_in_games(games: Iterable[LiveGame], keep: Person) -> Iterator[Refusal]:
    named = {game.pk: game for game in games}
    if named:
        for game in games_of(players_of(keep)):
            if game.pk in named:
                yield Refusal("", "both_in_game", {"game": game.title})


def _both_in_rows(keep: Person, gone: Person) -> Iterator[Refusal]:
    """Two rows that the database would not let one person have."""
    for relation in relations():
        model: Any = relation.related_model
        if model in _SETTLED:
            continue
        for row in _clashing(relation, keep, gone):
            if model is TeamMember:
                team = Team.objects.select_related("house", "season").get(pk=row.team_id)
                yield Refusal("", "both_in_team", {"season": team.season.name, "house": team.house.name})
            else:
                names = {"what": str(model._meta.verbose_name), "name": keep.name, "other": gone.name}
                yield Refusal("", "merge_clash", names)


def _clashing(relation: Any, keep: Person, gone: Person) -> Iterator[Any]:
    """The rows of ``gone`` beside which ``keep`` has one that some uniqueness forbids, each once."""
    seen: set[int] = set()
    for others, condition in _uniques(relation):
        theirs = set(rows_of(relation, keep).filter(condition).values_list(*others, "pk"))
        taken = {values[:-1] for values in theirs}
        for row in rows_of(relation, gone).filter(condition).order_by("pk"):
            values = tuple(getattr(row, name) for name in others)
            if values in taken and None not in values and row.pk not in seen:
                seen.add(row.pk)
                yield row


def _uniques(relation: Any) -> Iterator[tuple[list[str], Q]]:
    """What else makes a row with this column unique: the other columns, and for which rows."""
    model, field = relation.related_model, relation.field
    if field.unique:
        yield [], Q()
    constraints = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
    for constraint in constraints:
        if field.name in constraint.fields:
            others = [model._meta.get_field(name).attname for name in constraint.fields if name != field.name]
            yield others, constraint.condition or Q()


def _settle(keep: Person, gone: Person) -> None:
    """Of two rows that cannot both be the person's, one stays."""
    marks = dict(Attendance.objects.filter(person=keep).values_list("lesson", "mark"))
    lessons = list(Attendance.objects.filter(person=gone).values_list("lesson", flat=True))
    for row in Attendance.objects.filter(person=gone, lesson__in=marks):
        if BEST_FIRST.index(Mark(row.mark)) < BEST_FIRST.index(Mark(marks[row.lesson_id])):
            Attendance.objects.filter(person=keep, lesson=row.lesson_id).update(mark=row.mark)
        row.delete()
    Lesson.objects.filter(pk__in=lessons).update(revision=F("revision") + 1)  # open pages of these lessons are stale
    Team.objects.filter(members__person=gone).update(revision=F("revision") + 1)
    _withdraw(Application, keep, gone)
    _withdraw(GuestInvitation, keep, gone)
    Invitation.objects.filter(person=gone, accepted_at=None, revoked_at=None).update(revoked_at=timezone.now())


def _withdraw(model: Any, keep: Person, gone: Person) -> None:
    """The weaker of two open ones: what is accepted stands before what waits."""
    relation = next(one for one in relations() if one.related_model is model)
    for row in list(_clashing(relation, keep, gone)):
        others = next(others for others, _condition in _uniques(relation))
        twin = rows_of(relation, keep).filter(
            state__in=(AnswerState.SENT, AnswerState.ACCEPTED), **{name: getattr(row, name) for name in others}
        )
        weaker = twin.first() if row.state == AnswerState.ACCEPTED else row
        weaker.state = AnswerState.WITHDRAWN
        weaker.save(update_fields=["state"])


def _take_over(keep: Person, gone: Person) -> None:
    if keep.user is None and gone.user is not None:
        account, gone.user = gone.user, None
        gone.save(update_fields=["user"])
        keep.user = account
        Invitation.objects.filter(person=keep, accepted_at=None, revoked_at=None).update(revoked_at=timezone.now())
    if keep.consented_at is None:
        keep.consented_at, keep.consent_by = gone.consented_at, gone.consent_by
    for field in ("email", "language", "display_name", "house"):
        setattr(keep, field, getattr(keep, field) or getattr(gone, field))
    keep.save()


def _unstarted(player: str) -> list[int]:
    """The games that can still be told another id: not those whose rehearsal is on, its seats are twins of theirs."""
    rehearsed = LiveGame.objects.filter(finished_at=None).exclude(rehearsal_of=None).values("rehearsal_of")
    games = LiveGame.objects.filter(pk__in=[game.pk for game in games_of({player})], started_at=None)
    return list(games.exclude(pk__in=rehearsed).values_list("pk", flat=True))


def _rename(old: str, new: str) -> None:
    games = _unstarted(old)
    for game in LiveGame.objects.filter(pk__in=games):
        game.setup = _renamed(game.setup, old, new)
        game.save(update_fields=["setup"])
        publish_after_commit(game.pk)
    AccessLink.objects.filter(game__in=games, player=old).update(player=new)
    for renamer in _renamers:
        renamer(games, old, new)


def _renamed(part: Any, old: str, new: str) -> Any:
    if isinstance(part, dict):
        return {key: _renamed(value, old, new) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(value, old, new) for value in part]
    return new if part == old else part
