"""Folds every game's log anew and compares, also what it won: `python manage.py check_games`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.models import LiveGame
from tournaments.services.ranking import find_ledger_differences
from tournaments.services.replay_log import find_differences


class Command(BaseCommand):
    """Exit status 1 if a snapshot is not, byte for byte, the fold of its game's log, or the ledger not what it won."""

    help = "Verifies that every game's snapshot is the fold of its log, and the ranking what it won. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Optional numbers of games."""
        parser.add_argument("games", nargs="*", type=int, help="numbers of games; all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints a line for each difference, and how many games were checked."""
        games = LiveGame.objects.order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
        checked = differing = 0
        for game in games.iterator():
            checked += 1
            differences = [*find_differences(game), *find_ledger_differences(game)]
            differing += bool(differences)
            for difference in differences:
                self.stderr.write(f"game {game.pk}: {difference}")
        self.stdout.write(f"{checked} games checked, {differing} differ")
        if differing:
            raise SystemExit(1)
