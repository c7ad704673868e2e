"""``manage.py verify_draws FILE…``: whether the draws of game records follow from their seeds. Needs no database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments import records
from tournaments.draw_texts import explain_by_hand, explain_finding
from tournaments.management.record_files import lines_of, one_line, quiet_without_reader
from tournaments.rules.draw_check import Check, State
from tournaments.rules.records import RecordError

ALL_RIGHT, SOME_WRONG, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Exit status: 0 if every draw follows from its seed, 1 if something does not, 2 if a record could not be read."""

    help = "Verifies the draws of game records: one JSON object a record. «-» reads standard input."
    requires_system_checks: list[str] = []  # a record is checked without a working site

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The records, in the order in which the results are printed."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each; an unreadable one does not keep the others from being checked."""
        with translation.override("en"), quiet_without_reader():
            status = max(self._verify(name) for name in options["files"])
        if status != ALL_RIGHT:
            sys.exit(status)

    def _verify(self, name: str) -> int:
        try:
            with lines_of(name) as lines:
                check = records.check(lines)
        except RecordError as error:
            return self._unreadable(f"{error} ({name})")
        except OSError as error:
            return self._unreadable(f"{name}: cannot be read: {error.strerror or error}")
        for finding in check.findings:
            self.stderr.write(one_line(f"line {finding.line}: {explain_finding(finding)}"))
        for each in check.by_hand:
            self.stderr.write(one_line(f"line {each.line}: {explain_by_hand(each)}"))
        self.stdout.write(json.dumps(_summary(check)))
        return SOME_WRONG if check.findings else ALL_RIGHT

    def _unreadable(self, reason: str) -> int:
        self.stderr.write(one_line(reason))
        return UNREADABLE


def _summary(check: Check) -> dict[str, Any]:
    states = Counter(drawn.state for drawn in check.draws)
    return {
        "series": len(check.series),
        "draws": len(check.draws),
        **{state.value: states[state] for state in State},
        "undone": sum(drawn.undone for drawn in check.draws),
        "by_hand": sorted({each.line for each in check.by_hand}),
        "findings": [finding.line for finding in check.findings],
    }
