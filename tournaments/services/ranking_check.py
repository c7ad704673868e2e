"""The house ranking reckoned a second time, from the games' logs and the school's decisions, beside the ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.enums import EntryKind
from tournaments.models import House, LedgerEntry, LiveGame, Season
from tournaments.rules.rewards import RewardKind
from tournaments.selectors.ranking import read_cup
from tournaments.services.ranking import check_settlement


@dataclass(frozen=True, slots=True)
class HouseCheck:
    """A house's points of a season: reckoned from the games, summed in the ledger, shown on the cup's page."""

    house: str
    reckoned: int
    ledger: int
    shown: int

    @property
    def agrees(self) -> bool:
        """Whether all three are one number."""
        return self.reckoned == self.ledger == self.shown


@dataclass(frozen=True, slots=True)
class SeasonCheck:
    """A season's ranking. ``problems``: games whose entries are not what they won."""

    season: str
    houses: tuple[HouseCheck, ...]
    problems: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the ranking adds up."""
        return not self.problems and all(house.agrees for house in self.houses)


def check_season(season: Season) -> SeasonCheck:
    """Reckons the season anew; changes nothing."""
    houses = {house.key: house for house in House.objects.all()}
    reckoned: Counter[str] = Counter()
    problems: list[str] = []
    for game in LiveGame.objects.filter(season=season).order_by("pk").iterator(chunk_size=20):
        lines, differences = check_settlement(game)
        problems += [f"game {game.pk}: {difference}" for difference in differences]
        for line in lines:
            if line.kind is RewardKind.POINTS and line.house in houses:
                reckoned[line.house] += line.points
    decisions = LedgerEntry.objects.filter(season=season, kind=EntryKind.DECISION, counter=None)
    for key, points in decisions.values_list("house__key", "points"):
        reckoned[key] += points
    summed = dict(
        LedgerEntry.objects.filter(season=season).order_by().values_list("house__key").annotate(Sum("points"))
    )
    shown = {total.house.key: total.points for total in read_cup(season).totals}
    rows = tuple(
        HouseCheck(house.name, reckoned[key], summed.get(key, 0), shown.get(key, 0)) for key, house in houses.items()
    )
    return SeasonCheck(season.name, rows, tuple(problems))
