"""`make test`: lint, types, all tests; first what they need, last what could not be tested.

With CI=true anything that could not be tested is a failure. `python -m tests.run lint` stops after the types.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.prerequisites import Missing, Prepared, prepare

ROOT = Path(__file__).resolve().parent.parent
Step = tuple[str, list[str], dict[str, str]]
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
    return [name for name, command, more in steps if not _run(name, command, more)]


def _tests(prepared: Prepared) -> list[Step]:
    pytest = ["pytest", "-q", "--durations=10"]
    common = prepared.environment
    selection = ["-m", "not browser"] if prepared.chromium is None else []
    steps = [("tests on SQLite", [*pytest, "-n", WORKERS, "--dist", "loadgroup", *selection], common)]
    if prepared.postgres is not None:
        steps.append(
            (
                "service and race tests on PostgreSQL",
                [*pytest, "-n", WORKERS, "-m", "database"],
                {**common, "DATABASE_URL": prepared.postgres},
            )
        )
    return steps


def _run(name: str, command: list[str], more: dict[str, str]) -> bool:
    print(f"── {name}: {' '.join(command)}", flush=True)
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env={**os.environ, **more}, check=False)
    print(
        f"── {name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - started:.0f} s", flush=True
    )
    return done.returncode == 0


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
