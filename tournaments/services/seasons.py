"""The school's seasons: made, changed, rolled over to the next one, deleted while nothing hangs on them."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models.functions import Coalesce

from tournaments.enums import LessonsCounted
from tournaments.models import Season
from tournaments.rules.engine import Refusal
from tournaments.selectors.holders import find_holds
from tournaments.selectors.seasons import fingerprint
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_NAME = 200
MOST_LESSONS = 500
DEFAULT_LESSONS = 10  # §1


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """What a season says of itself. ``lessons_needed`` of those that ``lessons_counted`` names open the game (§1)."""

    name: str
    starts_on: datetime.date | None = None
    ends_on: datetime.date | None = None
    lessons_needed: int = DEFAULT_LESSONS
    lessons_counted: str = LessonsCounted.OWN


def create_season(*, plan: SeasonPlan, is_current: bool, actor: Actor) -> Season:
    """A new season; the current one from now on, if it shall be.

    Pressed twice, the second one finds it there. Raises :class:`Refusal` for a name that is missing or taken, for days
    in the wrong order or in another season, and for a threshold that is no number of lessons (§1).
    """
    with write_lock(), transaction.atomic():
        return _create(plan, is_current, actor, "create_season", {})


def roll_over_season(*, season_id: int, plan: SeasonPlan, is_current: bool, actor: Actor) -> Season:
    """The next season after this one. Raises Season.DoesNotExist, and :class:`Refusal` as :func:`create_season`."""
    with write_lock(), transaction.atomic():
        before = Season.objects.select_for_update().get(pk=season_id)
        return _create(plan, is_current, actor, "roll_over_season", {"from": before.pk})


def begin_next_season(*, name: str, actor: Actor) -> Season:
    """A new current season with the threshold of the one before (§1); its days are entered later. Raises as above."""
    with write_lock(), transaction.atomic():
        before = Season.objects.select_for_update().order_by("-is_current", "-created_at", "-pk").first()
        plan = SeasonPlan(name)
        if before is not None:
            counted = before.lessons_counted
            plan = SeasonPlan(name, lessons_needed=before.lessons_needed, lessons_counted=counted)
        return _create(plan, True, actor, "create_season", {})


def change_season(*, season_id: int, plan: SeasonPlan, seen: str, actor: Actor) -> Season:
    """Writes what the plan says. ``seen``: the fingerprint that the form was filled in against.

    Raises Season.DoesNotExist, and :class:`Refusal` as :func:`create_season`, or if somebody was quicker.
    """
    with write_lock(), transaction.atomic():
        seasons = {season.pk: season for season in Season.objects.select_for_update().order_by("pk")}
        if season_id not in seasons:
            raise Season.DoesNotExist
        season = seasons[season_id]
        plan = check_plan(plan, season)
        before = {key: _plain(getattr(season, key)) for key in asdict(plan)}
        after = {key: _plain(value) for key, value in asdict(plan).items()}
        if before == after:
            return season
        if seen != fingerprint(season):
            raise Refusal("", "season_moved_on", {"season": season.name})
        for key, value in asdict(plan).items():
            setattr(season, key, value)
        season.save(update_fields=list(asdict(plan)))
        changed = {key: [before[key], after[key]] for key in after if before[key] != after[key]}
        record_audit(actor=actor, action="change_season", target=f"season:{season.pk}", details={"changed": changed})
    return season


def make_current(*, season_id: int, actor: Actor) -> Season:
    """The season of the register, of new games and of the first pages from now on. Raises Season.DoesNotExist."""
    with write_lock(), transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        if not season.is_current:
            _set_current(season)
            record_audit(actor=actor, action="make_season_current", target=f"season:{season.pk}")
    return season


def delete_season(*, season_id: int, actor: Actor) -> None:
    """Deletes a season that nothing hangs on.

    Raises Season.DoesNotExist, and :class:`Refusal` with what holds it, table by table.
    """
    with write_lock(), transaction.atomic():
        season = Season.objects.select_for_update().get(pk=season_id)
        holds = find_holds([season])
        if holds:
            # A member's place repeats its team's season: the team says enough.
            said = {hold.label: hold.count for hold in holds if hold.model._meta.model_name != "teammember"}
            raise Refusal("", "season_in_use", {"season": season.name, "holds": said})
        record_audit(actor=actor, action="delete_season", target=f"season:{season.pk}", details={"season": season.name})
        season.delete()


def check_plan(plan: SeasonPlan, season: Season | None) -> SeasonPlan:
    """The plan with a tidy name; ``season``: whose plan it is, None for a new one. Raises :class:`Refusal`."""
    name = " ".join(plan.name.split())[:LONGEST_NAME].strip()
    if not any(letter.isalnum() for letter in name):
        raise Refusal("", "season_name_missing")
    others = Season.objects.exclude(pk=season.pk) if season is not None else Season.objects.all()
    if others.filter(name=name).exists():
        raise Refusal("", "season_name_taken", {"season": name})
    if not 0 <= plan.lessons_needed <= MOST_LESSONS:
        raise Refusal("1", "season_threshold", {"limit": MOST_LESSONS})
    if plan.lessons_counted not in LessonsCounted.values:
        raise Refusal("1", "season_lessons_unknown")
    _check_days(plan, others)
    return SeasonPlan(name, plan.starts_on, plan.ends_on, plan.lessons_needed, plan.lessons_counted)


def _check_days(plan: SeasonPlan, others: Any) -> None:
    first, last = plan.starts_on, plan.ends_on
    if first is not None and last is not None and last < first:
        raise Refusal("", "season_days_inverted")
    if first is None and last is None:
        return
    # Of a season that says one day only, that day alone is taken: when the others end nobody knows.
    first, last = first or last, last or first
    taken = others.annotate(begin=Coalesce("starts_on", "ends_on"), end=Coalesce("ends_on", "starts_on"))
    other = taken.filter(begin__lte=last, end__gte=first).order_by("begin", "pk").first()
    if other is not None:
        params = {"season": other.name, "first": _plain(other.starts_on), "last": _plain(other.ends_on)}
        raise Refusal("", "season_days_taken", params)


def _create(plan: SeasonPlan, is_current: bool, actor: Actor, action: str, details: dict[str, Any]) -> Season:
    list(Season.objects.select_for_update().order_by("pk").values_list("pk"))  # nobody else changes days or names now
    name = " ".join(plan.name.split())[:LONGEST_NAME].strip()
    there = Season.objects.filter(name=name).first()
    if there is not None and _says(there, plan) and there.is_current >= is_current:  # pressed twice
        return there
    plan = check_plan(plan, None)
    season = Season.objects.create(**asdict(plan))
    if is_current:
        _set_current(season)
    said = {key: _plain(value) for key, value in asdict(plan).items()}
    record_audit(
        actor=actor, action=action, target=f"season:{season.pk}", details={**said, **details, "current": is_current}
    )
    return season


def _says(season: Season, plan: SeasonPlan) -> bool:
    return all(getattr(season, key) == value for key, value in asdict(plan).items() if key != "name")


def _set_current(season: Season) -> None:
    Season.objects.filter(is_current=True).exclude(pk=season.pk).update(is_current=False)
    season.is_current = True
    season.save(update_fields=["is_current"])


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.date) else str(value) if isinstance(value, str) else value
