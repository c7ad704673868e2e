"""A few tests in real time that fail on a busy machine run once more, alone; anything else fails at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import run as runner
from tests.second_look import FILE, Outcomes, is_real_time, read_outcomes

DUEL, SEATS, RACES = "tests/browser/test_duel.py::test_a", "tests/browser/test_seats.py::test_b", "tests/x.py::test_c"


class Machine:
    """Runs nothing: each time the next of what it was given, (exit status, outcomes by test)."""

    def __init__(self, *runs: tuple[int, dict[str, str]]) -> None:
        self.runs = list(runs)
        self.commands: list[list[str]] = []
        self.is_quiet = False

    def __call__(self, name: str, command: list[str], more: dict[str, str]) -> int:
        assert self.is_quiet == bool(self.commands), "only the second run waits for the others"
        self.commands.append(command)
        status, outcomes = self.runs.pop(0)
        lines = [
            json.dumps({"test": test, "outcome": outcome.split()[0], "real_time": "browser" in test})
            for test, outcome in outcomes.items()
        ]
        Path(more[FILE]).write_text("\n".join(lines))
        return status

    def passes(self) -> bool:
        return runner._run_tests("tests", ["pytest", "-n", "2"], {}, quiet=self.waits, run=self)

    def waits(self) -> None:
        self.is_quiet = True


def test_what_passes_passes_at_once() -> None:
    machine = Machine((0, {DUEL: "passed"}))
    assert machine.passes() and len(machine.commands) == 1


def test_a_few_in_real_time_run_once_more_alone(capsys: pytest.CaptureFixture[str]) -> None:
    machine = Machine((1, {DUEL: "failed", SEATS: "failed", RACES: "passed"}), (0, {DUEL: "passed", SEATS: "passed"}))
    assert machine.passes()
    assert machine.commands[1] == ["pytest", "-q", "-n", "0", "-p", "tests.second_look", DUEL, SEATS]
    said = capsys.readouterr().out
    assert "needed a quiet second run" in said and said.count(DUEL) == 2 and "starves on a busy machine" in said


@pytest.mark.parametrize(
    "second",
    [(1, {DUEL: "failed"}), (0, {}), (5, {}), (1, {DUEL: "passed"})],
    ids=["fails again", "was skipped", "was not found", "failed afterwards"],
)
def test_what_does_not_pass_alone_has_failed(second: tuple[int, dict[str, str]]) -> None:
    machine = Machine((1, {DUEL: "failed"}), second)
    assert not machine.passes() and len(machine.commands) == 2


@pytest.mark.parametrize(
    "first",
    [
        (1, {DUEL: "failed", RACES: "failed"}),
        (1, {f"{DUEL}{number}": "failed" for number in range(4)}),
        (1, {}),
        (2, {DUEL: "failed"}),
        (3, {DUEL: "failed"}),
        (-9, {DUEL: "failed"}),
    ],
    ids=["another", "four", "nobody says which", "interrupted", "broken", "killed"],
)
def test_anything_else_fails_at_once(first: tuple[int, dict[str, str]]) -> None:
    machine = Machine(first)
    assert not machine.passes() and len(machine.commands) == 1


def test_a_race_is_never_forgiven() -> None:
    told = {"tests/browser/test_x.py::t": True, "tests/concurrency/test_x.py::t": False, "tests/x.py::t": False}
    assert {test: is_real_time(test, {}) for test in told} == told
    assert is_real_time("tests/x.py::t", {"browser": 1})


def test_a_test_whose_end_fails_has_not_passed(tmp_path: Path) -> None:
    path = tmp_path / "outcomes"
    told: list[dict[str, Any]] = [{"test": DUEL, "outcome": one, "real_time": True} for one in ("passed", "failed")]
    path.write_text("\n".join(map(json.dumps, told)))
    assert read_outcomes(path) == Outcomes({DUEL: True}, frozenset())
    assert read_outcomes(tmp_path / "nothing") == Outcomes({}, frozenset())


MIXED = """
import pytest
@pytest.mark.browser
@pytest.mark.xdist_group("together")
@pytest.mark.parametrize("address", ["ela@example.org"])
def test_in_a_browser(address): assert False
def test_ordinary(): pass
@pytest.fixture
def broken():
    yield
    assert False
def test_with_an_end(broken): pass
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_pytest_tells_the_outcomes(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_mixed.py").write_text(MIXED)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    plugins = ("tests.second_look", "no:django", "no:cacheprovider")
    command = ["-m", "pytest", "-q", "-n", workers, "--dist", "loadgroup", *(f"-p{plugin}" for plugin in plugins)]
    environment = {FILE: str(tmp_path / "outcomes"), "PYTHONPATH": str(runner.ROOT), "PATH": ""}
    ended = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert ended.returncode == 1, ended.stdout
    mixed = "test_mixed.py::test_"
    failed = {f"{mixed}in_a_browser[ela@example.org]": True, f"{mixed}with_an_end": False}
    assert read_outcomes(tmp_path / "outcomes") == Outcomes(failed, frozenset({f"{mixed}ordinary"}))
