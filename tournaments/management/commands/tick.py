"""`manage.py tick`: what has to be done from time to time, by a timer every few minutes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.services.chores import do_chores


class Command(BaseCommand):
    """Does every chore once; a second run, also at the same moment, does nothing twice."""

    help = "Sends letters that could not be sent, writes reminders, clears away what is kept for a time only."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line a chore that had something to do; exit status 1 if one failed."""
        done = do_chores(timezone.now())
        for one in done:
            if one.count:
                self.stdout.write(f"{one.name}: {one.count}")
        failed = [f"{one.name}: {one.problem}" for one in done if one.problem]
        if failed:
            raise CommandError("Not done: " + "; ".join(failed))
