"""Brings the house ranking into line with the games: `python manage.py settle_games`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.models import LiveGame
from tournaments.services.actors import Actor
from tournaments.services.ranking import find_ledger_differences, settle_game

SETTLER = Actor(key="system:settle_games", role="system", name="settle_games")


class Command(BaseCommand):
    """For games finished before there was a ledger, and for whatever `check_games` finds in it."""

    help = "Enters into the house ranking what finished games won and it lacks; takes back what it has too many."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Optional numbers of games."""
        parser.add_argument("games", nargs="*", type=int, help="numbers of games; all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Settles each game that needs it and prints a line for it."""
        games = LiveGame.objects.order_by("pk")
        if options["games"]:
            games = games.filter(pk__in=options["games"])
        settled = 0
        for game in games:
            if find_ledger_differences(game):
                done = settle_game(game_id=game.pk, actor=SETTLER)
                self.stdout.write(f"game {game.pk}: {done.entered} entered, {done.countered} taken back")
                settled += 1
        self.stdout.write(f"{settled} games settled")
