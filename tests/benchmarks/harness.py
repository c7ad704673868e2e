"""Servers with databases of their own, on a core of their own; who else used the machine; everything ended by pid."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.tournaments.live.conftest import GAMES
from tests.tournaments.live.server import ROOT, Server

NOISY = 0.2  # cores used by others


def pin_here():
    """This process takes the last core, servers the first, if there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def pinned(command):
    """The command on the first core."""
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        return ["taskset", "-c", "0", *command]
    return command


class Bench:
    """What a run shares: a folder, a migrated database, the figures."""

    def __init__(self, full):
        self.full = full
        self.stack = contextlib.ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="sowa-bench-")))
        self.rows = []
        self.failures = []
        template = Server(self.folder / "template")
        template.folder.mkdir()
        template.manage("migrate", "--verbosity", "0")
        template.manage("shell", "--no-imports", "-c", GAMES)
        self.template = template.folder / "sowa.sqlite3"

    def fresh(self, **environment):
        """A server that has not started, with a copy of the database."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copy(self.template, folder / "sowa.sqlite3")
        environment = {"LOG_LEVEL": "WARNING", **environment}
        return Server(folder, pinned, **environment)

    @contextlib.contextmanager
    def serving(self, server=None, **environment):
        """A server while it is needed."""
        server = server or self.fresh(**environment)
        server.start()
        try:
            yield server
        finally:
            server.stop()

    def world(self, server, what, count):
        """Runs world.py with the server's database."""
        command = pinned([sys.executable, "-m", "tests.benchmarks.world", what, str(count)])
        done = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    @contextlib.contextmanager
    def bare(self):
        """The bare broadcaster; its port."""
        command = pinned([sys.executable, "-m", "tests.benchmarks.bare"])
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        with process:
            try:
                yield int(process.stdout.readline() if process.stdout else 0)
            finally:
                process.terminate()

    def report(self, what, figure, baseline="", ratio=None, goal="", good=None, noise=0.0):
        """One row of the table."""
        row = {"what": what, "figure": figure, "baseline": baseline, "ratio": ratio, "goal": goal, "good": good}
        row["noisy"] = noise > NOISY
        self.rows.append(row)
        if good is False:
            self.failures.append(what)
        sign = "" if good is None else "ok" if good else "MISSED"
        ratio_text = "" if ratio is None else f"{ratio:.2f}"
        noisy = f"  noisy ({noise:.1f} cores)" if row["noisy"] else ""
        print(f"{what:<58} {figure:<24} {baseline:<28} {ratio_text:>6}  {goal:<18} {sign}{noisy}", flush=True)

    def check(self, what, holds, detail=""):
        """Something that must be exact, whatever the machine."""
        self.report(what, "exact" if holds else f"WRONG {detail}"[:60], goal="always", good=bool(holds))


class Noise:
    """How many cores others used while we measured."""

    def __init__(self, *pids):
        self.processes = [psutil.Process(pid) for pid in (os.getpid(), *pids)]

    def __enter__(self):
        self.begin = time.perf_counter()
        self.before = self._ours(), self._all()
        return self

    def __exit__(self, *_):
        length = time.perf_counter() - self.begin
        ours, everybody = self._ours() - self.before[0], self._all() - self.before[1]
        self.cores = max(0.0, (everybody - ours) / length)

    def _ours(self):
        total = 0.0
        for process in self.processes:
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system
        return total

    def _all(self):
        times = psutil.cpu_times()
        return times.user + times.system + times.nice + times.irq + times.softirq


def game_rows(server):
    """{game: (seq, number of events, snapshot)} as the database has it."""
    with contextlib.closing(sqlite3.connect(server.folder / "sowa.sqlite3")) as connection:
        return {
            pk: (seq, events, snapshot)
            for pk, seq, snapshot, events in connection.execute(
                "SELECT g.id, g.seq, g.snapshot, (SELECT count(*) FROM tournaments_gameevent e WHERE e.game_id = g.id)"
                " FROM tournaments_livegame g"
            )
        }
