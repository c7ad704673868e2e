"""Reckons the house ranking anew from the games: `python manage.py check_ranking`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Season
from tournaments.services.ranking_check import check_season


class Command(BaseCommand):
    """Exit status 1 if a house's points, in the ledger or on the page, are not what games and decisions come to."""

    help = "Verifies that the house ranking is the sum of what the games won and the school decided. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Optional names of seasons."""
        parser.add_argument("seasons", nargs="*", help="names of seasons; all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints every house's points, season by season, and what does not agree."""
        seasons = Season.objects.order_by("created_at", "pk")
        if options["seasons"]:
            seasons = seasons.filter(name__in=options["seasons"])
            unknown = set(options["seasons"]) - set(seasons.values_list("name", flat=True))
            if unknown:
                raise CommandError(f"no season is called {', '.join(sorted(unknown))}")
        wrong = 0
        for season in seasons:
            found = check_season(season)
            wrong += not found.agrees
            self.stdout.write(f"{found.season}: {'agrees' if found.agrees else 'DIFFERS'}")
            for row in found.houses:
                numbers = (
                    f"{row.reckoned}" if row.agrees else f"games {row.reckoned}, ledger {row.ledger}, page {row.shown}"
                )
                self.stdout.write(f"  {row.house}: {numbers}")
            for problem in found.problems:
                self.stderr.write(f"{found.season}: {problem}")
        self.stdout.write(f"{len(seasons)} seasons checked, {wrong} differ")
        if wrong:
            raise SystemExit(1)
