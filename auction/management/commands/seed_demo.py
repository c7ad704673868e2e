"""`manage.py seed_demo`: the demo season, if the database is empty; --reset makes it anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from auction.services.demo import NotADemo, is_seeded, reset_demo, seed_demo


class Command(BaseCommand):
    """Seeds the demo season."""

    help = "Seeds the demo season into an empty database; with --reset, empties the database first."

    def add_arguments(self, parser: CommandParser) -> None:
        """--reset."""
        parser.add_argument("--reset", action="store_true", help="empty the database first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Seeds, or says that there is something to keep."""
        try:
            if options["reset"]:
                reset_demo()
            elif is_seeded():
                self.stdout.write("The database holds games already: kept. `make demo` starts the demo season anew.")
                return
            else:
                seed_demo()
        except NotADemo as error:
            message = "Set SOWA_DEMO=1: the demo season is for showing Sowa, not for a school's data."
            raise CommandError(message) from error
        self.stdout.write("The demo season is ready.")
