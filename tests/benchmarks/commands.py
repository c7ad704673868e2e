"""Commands: the rules alone, the cost as the log grows, bids from many clients, everybody at once."""

import itertools
import re
import sqlite3
import time

import psutil

from tests.benchmarks.crowd import Screens, all_at_once, closed_loop, post_bytes
from tests.benchmarks.fanout import ticket_path
from tests.benchmarks.harness import Noise, game_rows


def run_engine(bench):
    """Commands a second, and whether the 20,000th costs what the 100th did."""
    rules = bench.world(bench.fresh(), "rules", 20_000 if bench.full else 3_000)
    bench.report("the auction's rules alone", f"{rules['per_second']:,.0f} commands/s")
    with Noise() as noise:
        taken = bench.world(bench.fresh(), "engine", 20_000 if bench.full else 1_000)
    ratio = taken["late_ms"] / taken["early_ms"]
    bench.report(
        f"the {taken['count']:,}th command of a game, committed",
        f"{taken['late_ms']:.2f} ms ({taken['per_second']:.0f}/s)",
        f"the 100th {taken['early_ms']:.2f} ms",
        ratio,
        "flat: <= 1.3",
        ratio <= 1.3,
        max(0.0, noise.cores - 1),  # one core is the measured process itself
    )


def bare_transactions(bench, seconds):
    """A second's worth of the same statements without Python around them: the disk's and SQLite's own limit."""
    server = bench.fresh()
    made = bench.world(server, "auctions", 1)[0]
    game, snapshot = made["game"], game_rows(server)[made["game"]][2]
    connection = sqlite3.connect(server.folder / "sowa.sqlite3", isolation_level=None)
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "cache_size=-16000",
        "temp_store=MEMORY",
        "mmap_size=134217728",
    ):
        connection.execute(f"PRAGMA {pragma}")
    command = connection.execute("SELECT * FROM tournaments_gamecommand WHERE game_id = ? LIMIT 1", (game,)).fetchone()
    event = connection.execute("SELECT * FROM tournaments_gameevent WHERE game_id = ? LIMIT 1", (game,)).fetchone()
    names = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in ("tournaments_gamecommand", "tournaments_gameevent")
    }
    command, event = (
        dict(zip(names["tournaments_gamecommand"], command, strict=True)),
        dict(zip(names["tournaments_gameevent"], event, strict=True)),
    )
    taken = []
    end = time.perf_counter() + seconds
    for number in itertools.count(1000):
        begin = time.perf_counter()
        if begin > end:
            break
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("SELECT * FROM tournaments_livegame WHERE id = ?", (game,)).fetchone()
        connection.execute(
            "SELECT id FROM tournaments_gamecommand WHERE game_id = ? AND actor_key = 'x' AND command_id = ?",
            (game, str(number)),
        ).fetchone()
        row = {**command, "id": None, "command_id": str(number), "actor_key": "x"}
        key = insert(connection, "tournaments_gamecommand", row)
        insert(connection, "tournaments_gameevent", {**event, "id": None, "seq": number, "command_id": key})
        connection.execute(
            "UPDATE tournaments_livegame SET snapshot = ?, seq = ? WHERE id = ?", (snapshot, number, game)
        )
        connection.execute("COMMIT")
        taken.append(time.perf_counter() - begin)
    connection.close()
    return len(taken) / sum(taken)


def insert(connection, table, row):
    marks = ", ".join("?" * len(row))
    return connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values())).lastrowid


def bids(auction, start):
    """Bids without end in one game, of its two captains in turn, each one more than the last."""
    for number in itertools.count(start):
        seat = auction["seats"][number % 2]
        body = f"seat={seat['seat']}&do=bid&points={number}&command_id=bid-{number}"
        yield post_bytes(f"/games/{auction['game']}/do/", body, f"sessionid={seat['session']}")


def run_bids(bench):
    """Accepted bids over HTTP with session, CSRF and everything, in turn behind the bridge and Django's own handler."""
    seconds, rounds = (6, 3) if bench.full else (2, 1)
    bare = bare_transactions(bench, seconds / 2)
    for clients in (8, 32):
        results = {"bridge": [], "asgi": []}
        for _ in range(rounds):
            for handler, taken in results.items():
                taken.append(one_round(bench, handler, clients, seconds))
        middle = {
            handler: sorted(taken, key=lambda one: one["per_second"])[len(taken) // 2]
            for handler, taken in results.items()
        }
        ours, theirs = middle["bridge"], middle["asgi"]
        noise = max(one["noise"] for one in results["bridge"] + results["asgi"])
        ratio = ours["per_second"] / theirs["per_second"]
        figure = f"{ours['per_second']:.0f}/s"
        against = f"Django's ASGI {theirs['per_second']:.0f}/s"
        bench.report(f"accepted bids, {clients} clients", figure, against, ratio, ">= 2", ratio >= 2, noise)
        bench.report(
            f"accepted bids, {clients} clients",
            figure,
            f"bare transaction {bare:.0f}/s",
            ours["per_second"] / bare,
            noise=noise,
        )
        bench.report(
            f"CPU of a bid, {clients} clients",
            f"{ours['cpu']:.2f} ms",
            f"Django's ASGI {theirs['cpu']:.2f} ms",
            theirs["cpu"] / ours["cpu"],
            noise=noise,
        )
        spread = ours["p99"] / ours["p50"]
        bench.report(
            f"a bid's answer, {clients} clients",
            f"p50 {ours['p50']:.1f}, p99 {ours['p99']:.1f} ms",
            f"ASGI p99 {theirs['p99']:.1f} ms",
            spread,
            "p99 <= 3 p50",
            spread <= 3,
            noise,
        )
        errors = [error for taken in results.values() for one in taken for error in one["errors"]]
        bench.check(f"no bid of {clients} clients was lost or refused", not errors, str(errors[:1]))


def one_round(bench, handler, clients, seconds):
    """Figures of a fresh server with a game for each client."""
    server = bench.fresh(DJANGO_HANDLER=handler)
    auctions = bench.world(server, "auctions", clients)
    before = game_rows(server)
    with bench.serving(server):
        closed_loop(server.port, [bids(auction, 100) for auction in auctions], 0.5)  # warm
        with Noise(server.process.pid) as noise:
            before_cpu = cpu_seconds(server)
            result = closed_loop(server.port, [bids(auction, 1_000_000) for auction in auctions], seconds)
            cpu = (cpu_seconds(server) - before_cpu) / result["count"] * 1000
    after = game_rows(server)
    exact = all(events == seq for seq, events, _ in after.values())
    gained = sum(seq for seq, _, _ in after.values()) - sum(seq for seq, _, _ in before.values())
    if not exact or gained < result["count"]:
        result["errors"].append(f"the log has {gained} events for {result['count']} answers")
    return {**result, "noise": noise.cores, "cpu": cpu}


def cpu_seconds(server):
    times = psutil.Process(server.process.pid).cpu_times()
    return times.user + times.system


def run_storm(bench):
    """N spectators watch and answer in the same instant; twice as many must not take more than twice as long."""
    taken = {}
    sizes = (250, 500, 1000) if bench.full else (50, 100)
    for count in sizes:
        runs = [storm(bench, count) for _ in range(3 if bench.full else 1)]
        length, noise = sorted(runs)[len(runs) // 2]
        taken[count] = length
        half = taken.get(count // 2)
        ratio = length / half if half else None
        bench.report(
            f"{count} spectators answer at once, all answers committed",
            f"{length:.2f} s",
            f"half as many {half:.2f} s" if half else "",
            ratio,
            "<= 2.2" if half else "",
            None if ratio is None else ratio <= 2.2,
            noise,
        )


def storm(bench, count):
    """Seconds until the last answer of ``count`` is there; checks that none is lost and all screens end alike."""
    with bench.serving() as server:
        screens = Screens(server.port, [ticket_path()] * count)
        screens.wait_for(b"event: state")
        requests = [post_bytes("/games/1/add/", f"by=1&actor=seat:{n}&command_id=answer") for n in range(count)]
        with Noise(server.process.pid) as noise:
            length, answers = all_at_once(server.port, requests)
            texts = screens.everything(lambda text: f"<b>{count}</b>".encode() in text)
        screens.close()
    seq, events, _ = game_rows(server)[1]
    last = {re.findall(rb"<b>(\d+)</b>", text)[-1] for text in texts}
    rising = all(is_rising([int(seq) for seq in re.findall(rb'"seq":(\d+)', text)]) for text in texts)
    bench.check(
        f"every answer of {count} committed once", {status for status, _ in answers} == {200} and seq == events == count
    )
    bench.check(f"{count} screens in order and in the same state", last == {str(count).encode()} and rising)
    return length, noise.cores


def is_rising(numbers):
    return all(a <= b for a, b in itertools.pairwise(numbers))
