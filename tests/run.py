"""`make test`: lint, types, all tests; first what they need, last what could not be tested.

With CI=true anything that could not be tested is a failure. `python -m tests.run lint` stops after the types.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.prerequisites import Missing, Prepared, prepare
from tests.second_look import FILE, read_outcomes

ROOT = Path(__file__).resolve().parent.parent
Step = tuple[str, list[str], dict[str, str]]
Run = Callable[[str, list[str], dict[str, str]], int]
SQLITE = "tests on SQLite"
WORKERS = os.environ.get("SOWA_TEST_WORKERS", "auto")


def main(arguments: list[str]) -> int:
    """Runs the steps in order, lint and types while the rest is prepared; answers with the exit status."""
    steps: list[Step] = [
        ("lint", ["ruff", "check", "."], {}),
        ("format", ["ruff", "format", "--check", "."], {}),
        ("types", ["mypy", "."], {}),
    ]
    missing: list[Missing] = []
    if arguments != ["lint"]:
        with ThreadPoolExecutor(1) as beside:
            linted = beside.submit(_failed, steps)
            with prepare() as prepared:
                missing = prepared.missing
                failed = [*linted.result(), *_failed(_tests(prepared))]
    else:
        failed = _failed(steps)
    return _report(failed, missing)


def _failed(steps: Sequence[Step]) -> list[str]:
    return [
        name for name, command, more in steps if not (_run_tests if name == SQLITE else _passes)(name, command, more)
    ]


def _tests(prepared: Prepared) -> list[Step]:
    plain = ["pytest", "-q", "--durations=10"]
    common = prepared.environment
    selection = ["-m", "not browser"] if prepared.chromium is None else []
    steps = [(SQLITE, [*plain, "-n", WORKERS, "--dist", "loadgroup", *selection], common)]
    if prepared.postgres is not None:
        steps.append(
            (
                "service and race tests on PostgreSQL",
                [*plain, "-n", WORKERS, "-m", "database"],
                {**common, "DATABASE_URL": prepared.postgres},
            )
        )
    return steps


def _run_tests(name: str, command: list[str], more: dict[str, str], run: Run | None = None) -> bool:
    """A step that passes, too, if what failed were a few tests in real time and they pass alone (second_look.py)."""
    run = run or _run
    with tempfile.TemporaryDirectory(prefix="sowa-outcomes-") as folder:
        first, second = Path(folder) / "first", Path(folder) / "second"
        status = run(name, [*command, "-p", "tests.second_look"], {**more, FILE: str(first)})
        outcomes = read_outcomes(first)
        if status != pytest.ExitCode.TESTS_FAILED or not outcomes.may_run_again:
            return status == pytest.ExitCode.OK
        tests = sorted(outcomes.failed)
        _say_aloud("These tests have failed and run once more, alone:", tests)
        alone = ["pytest", "-q", "-n", "0", "-p", "tests.second_look", *tests]
        status = run(f"{name}, once more", alone, {**more, FILE: str(second)})
        if status != pytest.ExitCode.OK or not read_outcomes(second).has_passed(tests):
            return False
        _say_aloud("These tests needed a quiet second run, and passed:", tests)
        return True


def _say_aloud(sentence: str, tests: Sequence[str]) -> None:
    why = (
        "They play in real time, in a browser or with many at once. One that starves on a busy machine tells nothing",
        "about Sowa; one that fails alone does, and so does any other test that fails.",
    )
    print("\n".join(["", "!" * 100, sentence, *(f"  {test}" for test in tests), *why, "!" * 100, ""]), flush=True)


def _passes(name: str, command: list[str], more: dict[str, str]) -> bool:
    return _run(name, command, more) == 0


def _run(name: str, command: list[str], more: dict[str, str]) -> int:
    print(f"── {name}: {' '.join(command)}", flush=True)
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env={**os.environ, **more}, check=False)
    print(
        f"── {name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True
    )
    return done.returncode


def _report(failed: list[str], missing: list[Missing]) -> int:
    if missing:
        print("\nNot tested on this machine:")
        for item in missing:
            print(f"  - {item.what}: {item.how}")
    if failed:
        print(f"\nFailed: {', '.join(failed)}")
        return 1
    if missing and os.environ.get("CI", "").lower() == "true":
        print("\nCI=true: what was not tested counts as failed.")
        return 1
    print("\nEverything that was tested passed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
