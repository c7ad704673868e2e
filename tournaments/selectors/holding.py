"""What hangs on a person, in whatever table: why they are not deleted, what moves when duplicates are merged."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import ForeignObjectRel, Model, Q, TextField
from django.db.models.functions import Cast

from tournaments.models import AccessLink, Invitation, LiveGame, MergedPerson, Person

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Held:
    """Rows of one kind. ``what`` names the kind, ``rows`` the first of them, as the office reads them."""

    what: str
    count: int
    rows: tuple[str, ...]


def relations() -> list[ForeignObjectRel]:
    """Every column of another table that names a person, whichever app has it."""
    return [relation for relation in Person._meta.related_objects if not relation.many_to_many]


def rows_of(relation: Any, person: Person) -> Any:
    """The rows that name this person there."""
    model: type[Model] = relation.related_model
    return model._default_manager.filter(**{relation.field.name: person})


def what_holds(person: Person) -> list[Held]:
    """Everything that a person's row is needed for; nothing for somebody who may be deleted.

    Invitations that nobody accepted hold nobody. One query a table, two for games.
    """
    found = []
    for relation in relations():
        rows = rows_of(relation, person)
        if relation.related_model is Invitation:
            rows = rows.exclude(accepted_at=None)
        shown = list(rows.order_by("pk")[: MOST_LISTED + 1])
        if shown:
            count = len(shown) if len(shown) <= MOST_LISTED else rows.count()
            found.append(Held(_plural(relation.related_model), count, tuple(map(str, shown[:MOST_LISTED]))))
    games = games_of({f"p{person.pk}"})
    if games:
        titles = tuple(game.title for game in games[:MOST_LISTED])
        found.append(Held(_plural(LiveGame), len(games), titles))
    if person.user is not None:
        found.append(Held(str(Person._meta.get_field("user").verbose_name), 1, (person.user.get_username(),)))
    return found


def games_of(players: Collection[str]) -> list[LiveGame]:
    """The games that name one of these players («p12»), the newest first: by setup, or by a seat taken later."""
    if not players:
        return []
    seated = AccessLink.objects.filter(player__in=players).values("game")
    written = Q()
    for player in players:
        written |= Q(text__contains=f'"{player}"')
    games = LiveGame.objects.annotate(text=Cast("setup", TextField())).filter(written | Q(pk__in=seated))
    return list(games.select_related("season").defer("snapshot").order_by("-created_at", "-pk"))


def players_of(person: Person) -> set[str]:
    """The ids that games know the person by: the own, and those of merged duplicates. One query."""
    old = MergedPerson.objects.filter(person=person).values_list("old_id", flat=True)
    return {f"p{person.pk}", *(f"p{number}" for number in old)}


def _plural(model: Any) -> str:
    return str(model._meta.verbose_name_plural)
