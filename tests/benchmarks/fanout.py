"""One event to every screen, beside a bare broadcaster; what streams cost; how fast they end."""

import json
import statistics
import time
from urllib.parse import quote

import psutil

from tests.benchmarks.crowd import Poster, Screens, marker, post_bytes
from tests.benchmarks.harness import Noise
from tournaments.live.tickets import make_ticket

PAYLOAD = 600


def ticket_path(game=1, screen="spectator", audience="public"):
    return f"/live/stream?ticket={quote(make_ticket(game, screen, audience, 'pl'))}"


def one_event(screens, poster, request, mark):
    """Milliseconds until the median and the last screen have it."""
    begin = time.perf_counter()
    poster.send(request)
    arrivals = screens.wait_for(mark.encode())
    poster.answer()
    return (arrivals[len(arrivals) // 2] - begin) * 1000, (arrivals[-1] - begin) * 1000


def measure(bench, screens_count, events):
    """Event by event in turn: bare, the hub alone, a committed command."""
    taken = {"bare": [], "hub": [], "command": []}
    with bench.serving() as server, bench.bare() as bare_port:
        bare_screens = Screens(bare_port, ["/stream"] * screens_count)
        screens = Screens(server.port, [ticket_path()] * screens_count)
        screens.wait_for(b"event: state")
        posters = Poster(bare_port), Poster(server.port)
        with Noise(server.process.pid) as noise:
            for number in range(events):
                text = marker(number)
                filled = text + "x" * (PAYLOAD - len(text))
                requests = {
                    "bare": (bare_screens, posters[0], post_bytes("/event", filled)),
                    "hub": (screens, posters[1], post_bytes("/games/1/tick/", f"text=tick-{filled}")),
                    "command": (screens, posters[1], post_bytes("/games/1/add/", f"by=1&text=done-{filled}")),
                }
                for kind, (crowd, poster, request) in requests.items():
                    mark = {"bare": text, "hub": f"tick-{text}", "command": f"done-{text}"}[kind]
                    taken[kind].append(one_event(crowd, poster, request, mark))
                    time.sleep(0.06)  # beyond coalescing: each event alone
        for one in (bare_screens, screens, *posters):
            one.close()
    return {
        kind: [statistics.median(pair) for pair in zip(*values, strict=True)] for kind, values in taken.items()
    }, noise


def run(bench):
    """The last of N screens; the goal is for a thousand."""
    for count in (100, 500, 1000, 2000) if bench.full else (200,):
        medians, noise = measure(bench, count, 40 if bench.full else 15)
        bare = medians["bare"][1]
        goal = ("<= 2.0", 2.0) if count == 1000 else ("", None)
        for kind, name in (("hub", "published"), ("command", "committed and drawn")):
            middle, last = medians[kind]
            ratio = last / bare
            limit = goal[1] if kind == "hub" else None
            bench.report(
                f"an event {name}, to the last of {count} screens",
                f"{last:.1f} ms (p50 {middle:.1f})",
                f"bare {bare:.1f} ms",
                ratio,
                goal[0] if limit else "",
                None if limit is None else ratio <= limit,
                noise.cores,
            )


def run_cost(bench):
    """Threads, connections and memory of open streams, and how fast they end with the process."""
    count = 1000 if bench.full else 200
    with bench.serving() as server:
        for _ in range(20):
            server.get("/connections/")
        warm = Screens(server.port, [ticket_path()])
        warm.wait_for(b"event: state")
        process = psutil.Process(server.process.pid)
        before = (
            process.num_threads(),
            json.loads(server.get("/connections/")[2])["database"],
            process.memory_info().rss,
        )
        begin, cpu = time.perf_counter(), process.cpu_times().user + process.cpu_times().system
        screens = Screens(server.port, [ticket_path()] * count)
        screens.wait_for(b"event: state")
        length = time.perf_counter() - begin
        cpu = process.cpu_times().user + process.cpu_times().system - cpu
        after = process.num_threads(), json.loads(server.get("/connections/")[2])["database"], process.memory_info().rss
        bench.report(
            f"{count} screens open streams", f"{count / length:.0f}/s", f"{cpu / count * 1000:.2f} ms CPU each"
        )
        bench.report("memory of an open stream", f"{(after[2] - before[2]) / count / 1024:.1f} KB", goal="<= 20 KB")
        for index, what in enumerate(("threads", "database connections")):
            more = after[index] - before[index]
            bench.report(f"{what} of {count} open streams", str(more), goal="0", good=more <= 0)
        screens.close()
        warm.close()
    run_end(bench)


def run_end(bench):
    """SIGTERM with 200 open streams."""
    with bench.serving() as server:
        screens = Screens(server.port, [ticket_path()] * 200)
        screens.wait_for(b"event: state")
        begin = time.perf_counter()
        server.process.terminate()
        ended = screens.until_ended() - begin
        server.process.wait(10)
        length = time.perf_counter() - begin
        screens.close()
    bench.report(
        "end of the process with 200 open streams",
        f"{length:.2f} s",
        f"last stream {ended:.2f} s",
        goal="<= 2 s",
        good=length <= 2,
    )
