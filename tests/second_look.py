"""Which tests have failed, and whether they may run once more, alone.

A test in real time that fails while the machine is busy tells nothing about Sowa; one that fails alone does.
With ``-p tests.second_look`` pytest writes what became of each test into the file that SOWA_TEST_OUTCOMES names.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

FILE = "SOWA_TEST_OUTCOMES"
MOST = 3  # tests that may run once more; where more fail, it is not the machine
REAL_TIME = "tests/browser/"


@dataclass(frozen=True)
class Outcomes:
    """Tests by their ids: ``failed`` says of each whether it is one in real time."""

    failed: dict[str, bool]
    passed: frozenset[str]

    @property
    def may_run_again(self) -> bool:
        """Few have failed, and all of them play in real time."""
        return 0 < len(self.failed) <= MOST and all(self.failed.values())

    def has_passed(self, tests: list[str]) -> bool:
        """Each of these ran and passed, and nothing else failed."""
        return not self.failed and self.passed.issuperset(tests)


def read_outcomes(path: Path) -> Outcomes:
    """What a run has written; nothing from one that did not come so far."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    told = [json.loads(line) for line in lines]
    failed = {one["test"]: bool(one["real_time"]) for one in told if one["outcome"] == "failed"}
    return Outcomes(failed, frozenset(one["test"] for one in told if one["outcome"] == "passed") - failed.keys())


def is_real_time(test: str, keywords: object) -> bool:
    """In a browser. A race that is lost once is a fault of Sowa, whatever the machine has to do."""
    return test.startswith(REAL_TIME) or (isinstance(keywords, dict) and "browser" in keywords)


def without_group(test: str) -> str:
    """The id as pytest takes it: «…::test_x[1]@browser» is how ``--dist loadgroup`` writes it."""
    head, _at, _group = test.rpartition("@")
    return head if head and (head.endswith("]") or "[" not in head.rpartition("::")[2]) else test


class Teller:
    """The plugin, in the process that hears of all tests."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or (report.when == "call" and report.passed):
            self._tells(report.nodeid, report.outcome, is_real_time(report.nodeid, report.keywords))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:  # a file that cannot be read is no matter of time
            self._tells(report.nodeid, "failed", False)

    def _tells(self, test: str, outcome: str, real_time: bool) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"test": without_group(test), "outcome": outcome, "real_time": real_time}) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Not in the workers, whose reports come together in one process."""
    path = os.environ.get(FILE)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Teller(Path(path)))
