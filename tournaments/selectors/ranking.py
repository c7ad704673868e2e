"""The house cup as pages read it: totals in order, every line with its game, the way through the season."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.enums import EntryKind
from tournaments.models import House, LedgerEntry, LiveGame, Season


@dataclass(frozen=True, slots=True)
class HouseTotal:
    """A house in the ranking. Houses with equally many points share a place."""

    place: int
    house: House
    points: int
    share: int  # of the leader's points, in twentieths: the length of its bar


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An entry that no longer counts, and the counter-entry that says why."""

    entry: LedgerEntry
    counter: LedgerEntry


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one game brought, or (without a game) one decision."""

    game: LiveGame | None
    at: datetime.datetime
    standing: tuple[LedgerEntry, ...]
    taken_back: tuple[TakenBack, ...]

    @property
    def won(self) -> dict[int, int]:
        """House key -> points that stand."""
        points: dict[int, int] = {}
        for entry in self.standing:
            points[entry.house_id] = points.get(entry.house_id, 0) + entry.points
        return points


@dataclass(frozen=True, slots=True)
class Step:
    """The totals after a chapter, by house."""

    at: datetime.datetime
    title: str
    totals: dict[int, int]


@dataclass(frozen=True, slots=True)
class Cup:
    """A season's house ranking. ``chapters``: the newest first; ``steps``: the oldest first."""

    season: Season
    totals: tuple[HouseTotal, ...]
    chapters: tuple[Chapter, ...]
    steps: tuple[Step, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been won yet."""
        return not self.chapters


def cup_season() -> Season | None:
    """The season whose cup is shown if nobody says which: the current one, else the newest."""
    return Season.objects.order_by("-is_current", "-created_at", "-pk").first()


def read_cup(season: Season) -> Cup:
    """The season's ranking; two queries, however many games it had."""
    entries = list(
        LedgerEntry.objects.filter(season=season)
        .select_related("house", "game")
        .defer("game__snapshot", "game__setup")
        .order_by("pk")
    )
    chapters = _chapters(entries)
    houses = list(House.objects.all())
    return Cup(season, _totals(houses, chapters), chapters[::-1], _steps(chapters))


def masters_house() -> LedgerEntry | None:
    """Who sits in the Masters' box at the next edition (§28): the last title that stands, with its house and game."""
    titles = LedgerEntry.objects.filter(kind=EntryKind.MASTERS, counter=None)
    return titles.select_related("house", "game").defer("game__snapshot", "game__setup").order_by("-pk").first()


def _chapters(entries: Iterable[LedgerEntry]) -> tuple[Chapter, ...]:
    counters: dict[int, LedgerEntry] = {}
    groups: dict[tuple[str, int], list[LedgerEntry]] = {}
    for entry in entries:
        if entry.corrects_id is not None:
            counters[entry.corrects_id] = entry
        else:
            key = ("entry", entry.pk) if entry.game_id is None else ("game", entry.game_id)
            groups.setdefault(key, []).append(entry)
    chapters = [_chapter(group, counters) for group in groups.values()]
    return tuple(sorted(chapters, key=lambda chapter: chapter.at))


def _chapter(group: list[LedgerEntry], counters: dict[int, LedgerEntry]) -> Chapter:
    return Chapter(
        game=group[0].game,
        at=group[-1].entered_at,
        standing=tuple(entry for entry in group if entry.pk not in counters),
        taken_back=tuple(TakenBack(entry, counters[entry.pk]) for entry in group if entry.pk in counters),
    )


def _totals(houses: Iterable[House], chapters: Iterable[Chapter]) -> tuple[HouseTotal, ...]:
    points: dict[int, int] = {}
    for chapter in chapters:
        for house, won in chapter.won.items():
            points[house] = points.get(house, 0) + won
    most = max(points.values(), default=0)
    ordered = sorted(houses, key=lambda house: -points.get(house.pk, 0))
    return tuple(
        HouseTotal(
            place=1 + sum(points.get(other.pk, 0) > points.get(house.pk, 0) for other in ordered),
            house=house,
            points=points.get(house.pk, 0),
            share=max(0, 20 * points.get(house.pk, 0) // most) if most > 0 else 0,
        )
        for house in ordered
    )


def _steps(chapters: Iterable[Chapter]) -> tuple[Step, ...]:
    steps: list[Step] = []
    totals: dict[int, int] = {}
    for chapter in chapters:
        if chapter.standing:
            totals = {**totals}
            for house, won in chapter.won.items():
                totals[house] = totals.get(house, 0) + won
            steps.append(Step(chapter.at, chapter.game.title if chapter.game else "", totals))
    return tuple(steps)
