"""Databases that are made once a run and copied: a migrated one, and one with the demo season.

The first worker that needs one makes it, the others wait; `make test` makes both beforehand, beside the linters.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "SOWA_TEST_TEMPLATES"
SECRET_KEY = "only-for-the-tests-in-a-browser-0123456789-abcdefghij"
NAME = "sowa.sqlite3"


def migrated(factory: pytest.TempPathFactory) -> Path:
    """A file with all tables and nothing in them."""
    return _made(_folder(factory), "migrated", _migrate)


def season(factory: pytest.TempPathFactory) -> Path:
    """A file with the demo season."""
    return _made(_folder(factory), "season", _seed)


def make_all(folder: Path) -> None:
    """Both, into a folder that is then named by SOWA_TEST_TEMPLATES."""
    _made(folder, "season", _seed)


def _folder(factory: pytest.TempPathFactory) -> Path:
    """Shared by the workers of a run, whose own folders lie beside each other."""
    named, own = os.environ.get(FOLDER), factory.getbasetemp()
    return Path(named) if named else own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def _made(folder: Path, name: str, make: Callable[[Path, Path], None]) -> Path:
    place = folder / f"template-{name}"
    with (folder / f"template-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "made").exists():
            place.mkdir(exist_ok=True)
            make(folder, place)
            (place / "made").touch()
    return place / NAME


def _migrate(folder: Path, place: Path) -> None:
    _manage(place, "migrate", "--verbosity", "0")


def _seed(folder: Path, place: Path) -> None:
    (place / NAME).write_bytes(_made(folder, "migrated", _migrate).read_bytes())
    _manage(place, "seed_demo")


def _manage(place: Path, *arguments: str) -> None:
    """``manage.py`` in an installation of its own, which is not afraid of power cuts."""
    own = {
        "SOWA_VAR": str(place),
        "SECRET_KEY": SECRET_KEY,
        "SOWA_DEMO": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
