"""What the tests need beyond Python: PostgreSQL, Redis, a Chromium, gettext, Pango.

Taken where it is found (also started, when only the programs are there), else installed (Debian as
root; Playwright's own browser elsewhere), else reported as :class:`Missing`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests import templates

LOOPBACK = "127.0.0.1"

# The first is Chromium without the windows that nobody sees: a fifth of the processor time for each new person.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True)
class Missing:
    """Something that could not be tested, and how to get what it needs."""

    what: str
    how: str


@dataclass
class Prepared:
    """Where the tests find what they need; None where there is none."""

    postgres: str | None = None
    redis: str | None = None
    chromium: str | None = None
    templates: str | None = None
    missing: list[Missing] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        """What the tests read."""
        pairs = {
            "SOWA_TEST_POSTGRES": self.postgres,
            "SOWA_TEST_REDIS": self.redis,
            "SOWA_TEST_CHROMIUM": self.chromium,
            templates.FOLDER: self.templates,
        }
        return {key: value for key, value in pairs.items() if value}


@contextlib.contextmanager
def prepare() -> Iterator[Prepared]:
    """Finds, starts or installs each, and makes the databases that are copied; ends what it started."""
    with contextlib.ExitStack() as stack:
        prepared = Prepared()
        prepared.postgres = _find_postgres(stack, prepared.missing)
        prepared.redis = _find_redis(stack, prepared.missing)
        prepared.chromium = _find_chromium(prepared.missing)
        _find_gettext(prepared.missing)
        _find_pango(prepared.missing)
        prepared.templates = stack.enter_context(tempfile.TemporaryDirectory(prefix="sowa-templates-"))
        templates.make_all(Path(prepared.templates))
        yield prepared


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def _find_postgres(stack: contextlib.ExitStack, missing: list[Missing]) -> str | None:
    running = os.environ.get("SOWA_TEST_POSTGRES", f"postgres://postgres@{LOOPBACK}:5432/postgres")
    if _answers_as_postgres(running):
        return running
    programs = _postgres_programs()
    if programs is None and _install("postgresql"):
        programs = _postgres_programs()
    if programs is not None:
        started = _start_postgres(stack, programs)
        if started is not None:
            return started
    missing.append(
        Missing(
            "services and races on PostgreSQL",
            "install PostgreSQL (Debian: apt install postgresql), or name a server whose role may create databases: "
            "SOWA_TEST_POSTGRES=postgres://user:password@host/database",
        )
    )
    return None


def _answers_as_postgres(url: str) -> bool:
    import psycopg

    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
            return bool(row and row[0])
    except psycopg.Error:
        return False


def _postgres_programs() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def _start_postgres(stack: contextlib.ExitStack, programs: Path) -> str | None:
    """A cluster of our own in a temporary folder, trusting loopback, gone with the tests."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sowa-pg-", ignore_cleanup_errors=True)))
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    port, data = _free_port(), folder / "data"
    initialised = subprocess.run(
        [*as_user, str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "-N"],
        capture_output=True,
        check=False,
        cwd=folder,
    )
    if initialised.returncode != 0:
        return None
    # Nobody pulls the plug on a cluster that is thrown away: the disk need not confirm what is written.
    careless = [part for name in ("fsync", "synchronous_commit", "full_page_writes") for part in ("-c", f"{name}=off")]
    where = ["-D", str(data), "-p", str(port), "-h", LOOPBACK, "-k", str(folder)]
    server = subprocess.Popen(
        [*as_user, str(programs / "postgres"), *where, *careless],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    stack.callback(_end, server)
    url = f"postgres://postgres@{LOOPBACK}:{port}/postgres"
    return url if _wait(lambda: _answers_as_postgres(url)) else None


# --- Redis -----------------------------------------------------------------------------------------------------------


def _find_redis(stack: contextlib.ExitStack, missing: list[Missing]) -> str | None:
    wanted = os.environ.get("SOWA_TEST_REDIS", f"redis://{LOOPBACK}:6379/15")
    if _answers_as_redis(wanted):
        return wanted
    if shutil.which("redis-server") or _install("redis-server"):
        started = _start_redis(stack)
        if started is not None:
            return started
    missing.append(
        Missing(
            "two server processes on one game",
            "install Redis (Debian: apt install redis-server), or name a server: SOWA_TEST_REDIS=redis://host:6379/15",
        )
    )
    return None


def _answers_as_redis(url: str) -> bool:
    import redis

    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _start_redis(stack: contextlib.ExitStack) -> str | None:
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sowa-redis-", ignore_cleanup_errors=True))
    port = _free_port()
    server = subprocess.Popen(
        ["redis-server", "--bind", LOOPBACK, "--port", str(port), "--save", "", "--appendonly", "no", "--dir", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(_end, server)
    url = f"redis://{LOOPBACK}:{port}/15"
    return url if _wait(lambda: _answers_as_redis(url)) else None


# --- Chromium --------------------------------------------------------------------------------------------------------


def _find_chromium(missing: list[Missing]) -> str | None:
    found = _chromium_programs()
    if found is None and (_install("chromium-headless-shell", "fonts-liberation") or _install("chromium")):
        found = _chromium_programs()
    if found is None and _download_playwright_browser():
        found = _playwright_browser()
    if found is None:
        missing.append(
            Missing(
                "journeys in a real browser",
                "install Chromium (Debian: apt install chromium-headless-shell; elsewhere: "
                ".venv/bin/playwright install chromium), or name one: SOWA_TEST_CHROMIUM=/path/to/chromium",
            )
        )
    return found


def _chromium_programs() -> str | None:
    named = os.environ.get("SOWA_TEST_CHROMIUM")
    if named:
        return named
    for name in CHROMIUM:
        found = shutil.which(name)
        if found:
            return found
    return _playwright_browser()


def _playwright_browser() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _download_playwright_browser() -> bool:
    print("Downloading Playwright's Chromium…", flush=True)
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    with contextlib.suppress(subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, check=False, timeout=300).returncode == 0
    return False


def _find_gettext(missing: list[Missing]) -> None:
    if shutil.which("xgettext") is None and not _install("gettext"):
        how = "install GNU gettext (Debian: apt install gettext)"
        missing.append(Missing("that no text of the sources lacks a translation", how))


def _find_pango(missing: list[Missing]) -> None:
    """What WeasyPrint draws with; the packages are those that requirements-pdf.txt names."""
    packages = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
    if not _has_pango() and not (_install(*packages) and _has_pango()):
        how = f"install Pango (Debian: apt install {' '.join(packages)})"
        missing.append(Missing("the protocol as PDF", how))


def _has_pango() -> bool:
    """In a process of its own: what could not be loaded once is not looked for again."""
    return subprocess.run([sys.executable, "-c", "import weasyprint"], capture_output=True, check=False).returncode == 0


# --- common ----------------------------------------------------------------------------------------------------------


def _install(*packages: str) -> bool:
    """With apt, as root; anything else is the reader's to do."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"Installing {' and '.join(packages)}…", flush=True)
    return _update() and _apt("install", "-y", "--no-install-recommends", *packages)


@functools.cache
def _update() -> bool:
    """Asks what there is to install, once."""
    return _apt("update")


def _apt(*arguments: str) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "-qq", *arguments], capture_output=True, check=False, env=quiet).returncode == 0


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
        return port


def _wait(ready: object, seconds: float = 15) -> bool:
    assert callable(ready)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if ready():
            return True
        time.sleep(0.1)
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
