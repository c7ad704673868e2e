"""python -m tests.benchmarks [--quick | --full]: prints a table, writes var/benchmarks.json, fails if a goal is missed.

Quick (half a minute) is for every change: what must be exact, and figures of a small crowd. Full (some
minutes, a quiet machine) has the goals that are about speed.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.tournaments.live.site.settings")

import django

PARTS = ("engine", "fanout", "cost", "bids", "storm", "office", "originality")


def machine():
    """Where the figures come from."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit,
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
    }


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="small crowds, about half a minute (the default)")
    size.add_argument("--full", action="store_true", help="a thousand screens, some minutes")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part of it")
    chosen = parser.parse_args()
    django.setup()
    from tests.benchmarks import commands, fanout, office, originality
    from tests.benchmarks.harness import Bench, pin_here

    runs = {
        "engine": commands.run_engine,
        "fanout": fanout.run,
        "cost": fanout.run_cost,
        "bids": commands.run_bids,
        "storm": commands.run_storm,
        "office": office.run,
        "originality": originality.run,
    }
    about = machine()
    print(", ".join(f"{key} {value}" for key, value in about.items()))
    print(f"{'':<58} {'ours':<24} {'beside':<28} {'ratio':>6}  {'goal':<18}")
    begin = time.monotonic()
    pin_here()
    bench = Bench(chosen.full)
    with bench.stack:
        for part in chosen.only or PARTS:
            runs[part](bench)
    about["seconds"] = round(time.monotonic() - begin)
    target = Path(os.environ.get("SOWA_VAR", "var")) / "benchmarks.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"machine": about, "rows": bench.rows}, indent=1, ensure_ascii=False))
    noisy = sum(row["noisy"] for row in bench.rows)
    print(
        f"{about['seconds']} s; written to {target}"
        + (f"; {noisy} figures are noisy: the machine was in use" if noisy else "")
    )
    if bench.failures:
        sys.exit("missed: " + "; ".join(bench.failures))


if __name__ == "__main__":
    main()
