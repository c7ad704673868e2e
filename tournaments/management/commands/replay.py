"""``manage.py replay FILE…``: carry out game records by the rules and print what each comes to. Needs no database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments import records
from tournaments.management.record_files import lines_of, one_line, quiet_without_reader
from tournaments.rules.records import RecordError

ALL_CARRIED_OUT, SOME_REFUSED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit status: 0 if nothing was refused, 1 if something was, 2 if a record could not be read."""

    help = "Replays game records: prints the final state of each as JSON. «-» reads standard input."
    requires_system_checks: list[str] = []  # a record is checked without a working site

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The records, in the order in which their states are printed."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay each; an unreadable one does not keep the others from being printed."""
        with translation.override("en"), quiet_without_reader():
            status = max(self._replay(name) for name in options["files"])
        if status != ALL_CARRIED_OUT:
            sys.exit(status)

    def _replay(self, name: str) -> int:
        try:
            with lines_of(name) as lines:
                kind, result = records.replay(lines)
        except RecordError as error:
            return self._unreadable(f"{error} ({name})")
        except OSError as error:
            return self._unreadable(f"{name}: cannot be read: {error.strerror or error}")
        for line, refusal in result.refusals:
            reason = kind.explain(refusal, result.names)
            self.stderr.write(one_line(f"line {line}: §{refusal.paragraph}: {reason}"))
        self.stdout.write(json.dumps(result.state))
        return SOME_REFUSED if result.refusals else ALL_CARRIED_OUT

    def _unreadable(self, reason: str) -> int:
        self.stderr.write(one_line(reason))
        return UNREADABLE
