"""The school's seasons as their page shows them: days, threshold, and what hangs on each."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from tournaments.models import Season
from tournaments.selectors.holders import holding_tables

HIDDEN = ("teammember",)  # their teams are counted


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one table that hang on a season."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class SeasonLink:
    """A page that a game has for the season, or offers for one that it does not play yet."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season with what hangs on it. Nothing does: it may be deleted."""

    season: Season
    parts: tuple[Part, ...]
    links: tuple[SeasonLink, ...]


LinkReader = Callable[[Sequence[Season]], Mapping[int, Sequence[SeasonLink]]]
_readers: list[LinkReader] = []


def register_season_links(reader: LinkReader) -> None:
    """``reader(seasons)`` answers with one query which pages a game has for each; called from ``ready()``."""
    _readers.append(reader)


def list_seasons() -> list[SeasonLine]:
    """All seasons, the current one first, then the newest; a query for each table that may hang on one."""
    seasons = list(Season.objects.order_by("-is_current", "-starts_on", "-created_at", "-pk"))
    parts: dict[int, list[Part]] = {season.pk: [] for season in seasons}
    for model, field in holding_tables(Season):
        if model._meta.model_name in HIDDEN:
            continue
        counts = model._base_manager.order_by().values_list(field).annotate(Count("pk"))
        for season_id, count in counts:
            parts[season_id].append(Part(str(model._meta.verbose_name_plural), count))
    links: dict[int, list[SeasonLink]] = {season.pk: [] for season in seasons}
    for reader in _readers:
        for season_id, found in reader(seasons).items():
            links[season_id].extend(found)
    return [SeasonLine(season, tuple(parts[season.pk]), tuple(links[season.pk])) for season in seasons]


def seasons_ahead() -> QuerySet[Season]:
    """The current season and those after it, in their order; none where no season is current."""
    current = Season.objects.filter(is_current=True).values("created_at")[:1]
    return Season.objects.filter(created_at__gte=current).order_by("created_at", "pk")


def is_under_way(today: datetime.date) -> bool:
    """Whether the current season lasts at least until today, or has games planned that are not played yet."""
    season = Season.objects.filter(is_current=True).first()
    if season is None:
        return False
    if season.ends_on is not None and season.ends_on >= today:
        return True
    return season.games.filter(planned_at__isnull=False, finished_at=None, rehearsal_of=None).exists()


def fingerprint(season: Season) -> str:
    """What a form was filled in against, so that two tabs do not overwrite each other unseen."""
    said = [season.name, season.starts_on, season.ends_on, season.lessons_needed, season.lessons_counted]
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()[:16]
