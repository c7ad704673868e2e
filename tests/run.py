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
from functools import partial
from pathlib import Path

import pytest

from tests.prerequisites import Missing, Prepared, prepare
from tests.second_look import FILE, read_outcomes

ROOT = Path(__file__).resolve().parent.parent
Step = tuple[str, list[str], dict[str, str]]
Run = Callable[[str, list[str], dict[str, str]], int]
SQLITE = "tests on SQLite"
WORKERS = os.environ.get("SOWA_TEST_WORKERS", "auto")
PYTEST = ["pytest", "-q", "--durations=10"]
LINTERS: list[Step] = [
    ("lint", ["ruff", "check", "."], {}),
    ("format", ["ruff", "format", "--check", "."], {}),
    ("types", ["mypy", "."], {}),
]


def main(arguments: list[str]) -> int:
    """Runs all steps; answers with the exit status.

    The tests on SQLite wait for browsers and servers more often than not, so the linters, and after them PostgreSQL,
    take what they leave of the processors.
    """
    if arguments == ["lint"]:
        return _report(_failed(LINTERS), [])
    with ThreadPoolExecutor(2) as beside:
        linted = beside.submit(_failed, LINTERS, aside=True)
        with prepare() as prepared:
            rest = beside.submit(lambda: [*linted.result(), *_failed(_on_postgres(prepared), aside=True)])
            passed = _run_tests(*_on_sqlite(prepared), quiet=rest.result)
            failed = [*rest.result(), *([] if passed else [SQLITE])]
    return _report(failed, prepared.missing)


def _failed(steps: Sequence[Step], *, aside: bool = False) -> list[str]:
    run = partial(_run, aside=aside)
    return [name for name, command, more in steps if run(name, command, more) != pytest.ExitCode.OK]


def _on_sqlite(prepared: Prepared) -> Step:
    selection = ["-m", "not browser"] if prepared.chromium is None else []
    return SQLITE, [*PYTEST, "-n", WORKERS, "--dist", "loadgroup", *selection], prepared.environment


def _on_postgres(prepared: Prepared) -> list[Step]:
    if prepared.postgres is None:
        return []
    environment = {**prepared.environment, "DATABASE_URL": prepared.postgres}
    return [("service and race tests on PostgreSQL", [*PYTEST, "-n", "0", "-m", "database"], environment)]


def _run_tests(
    name: str, command: list[str], more: dict[str, str], *, quiet: Callable[[], object], run: Run | None = None
) -> bool:
    """A step that passes, too, if what failed were a few tests in real time and they pass alone (second_look.py).

    ``quiet`` waits until nothing else runs.
    """
    run = run or _run
    with tempfile.TemporaryDirectory(prefix="sowa-outcomes-") as folder:
        first, second = Path(folder) / "first", Path(folder) / "second"
        status = run(name, [*command, "-p", "tests.second_look"], {**more, FILE: str(first)})
        outcomes = read_outcomes(first)
        if status != pytest.ExitCode.TESTS_FAILED or not outcomes.may_run_again:
            return status == pytest.ExitCode.OK
        tests = sorted(outcomes.failed)
        quiet()
        _say_aloud("These tests have failed and run once more, alone:", tests)
        alone = ["pytest", "-q", "-n", "0", "-p", "tests.second_look", *tests]
        status = run(f"{name}, once more", alone, {**more, FILE: str(second)})
        if status != pytest.ExitCode.OK or not read_outcomes(second).has_passed(tests):
            return False
        _say_aloud("These tests needed a quiet second run, and passed:", tests)
        return True


def _say_aloud(sentence: str, tests: Sequence[str]) -> None:
    why = (
        "They play in real time, in a browser. One that starves on a busy machine tells nothing",
        "about Sowa; one that fails alone does, and so does any other test that fails.",
    )
    print("\n".join(["", "!" * 100, sentence, *(f"  {test}" for test in tests), *why, "!" * 100, ""]), flush=True)


def _run(name: str, command: list[str], more: dict[str, str], *, aside: bool = False) -> int:
    """A step; what one that runs ``aside`` says is shown when it has ended."""
    title = f"── {name}"
    print(f"{title}: {' '.join(command)}{' (beside the others)' if aside else ''}", flush=True)
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **more},
        check=False,
        stdout=subprocess.PIPE if aside else None,
        stderr=subprocess.STDOUT if aside else None,
    )
    said = done.stdout.decode(errors="replace").rstrip() if aside else ""
    verdict = "passed" if done.returncode == 0 else "FAILED"
    seconds = time.monotonic() - started
    print("\n".join(["", *([said] if said else []), f"{title}: {verdict} in {seconds:.0f} s"]), flush=True)
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
