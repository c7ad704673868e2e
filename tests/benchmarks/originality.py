"""Finding a question among many by what it is like: python -m tests.benchmarks --only originality.

300,000 made-up questions (quick: 10,000), 500 of them altered (quick: 100): other word forms, another order, ё or е.
Beside it a plain scan in the same process: rapidfuzz's token_set_ratio over every folded text. On SQLite, and on
PostgreSQL where one answers at SOWA_TEST_POSTGRES (full only). The build is what importing does after a file was read.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

HITS = 0.95
RATIO = 100  # times faster than the scan, at full size


def run(bench):
    """A row a database: the time of a query beside the scan's, and how often the original is among the first five."""
    size, altered = ("300000", "500") if bench.full else ("10000", "100")
    for what, environment, end in _databases(bench):
        command = [sys.executable, "-m", "tests.benchmarks.originality", size, altered]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        finally:
            end()
        assert done.returncode == 0, done.stdout + done.stderr
        found = json.loads(done.stdout.splitlines()[-1])
        ratio = found["scan"] / found["query"]
        bench.report(
            f"originality: a question among {int(size):,}, {what}",
            f"{found['query']:.1f} ms, p95 {found['p95']:.1f}",
            f"scan {found['scan']:.0f} ms",
            ratio,
            f"> {RATIO}" if bench.full else "",
            ratio > RATIO if bench.full else None,
        )
        hits = found["hits"]
        bench.report(f"  found again among the first five, {what}", f"{hits:.1%}", "", None, "≥ 95 %", hits >= HITS)
        bench.report(
            f"  the index built, {what}",
            f"{found['build']:.0f} s, {found['memory']:.0f} MB",
            f"disk {found['disk']:.0f} MB",
        )


def _databases(bench):
    server = bench.fresh()
    yield "SQLite", server.environment, lambda: None
    address = os.environ.get("SOWA_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
    if not bench.full or not _answers(address):
        return
    import psycopg

    name = f"bench_sowa_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    environment = {**bench.fresh().environment, "DATABASE_URL": address.rsplit("/", 1)[0] + f"/{name}"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)

    def end():
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    yield "PostgreSQL", environment, end


def _answers(address):
    import psycopg

    try:
        with psycopg.connect(address, connect_timeout=2):
            return True
    except psycopg.Error:
        return False


def build(count, names=40_000):
    """A collection of so many made-up questions, in files of 3,000 as an import would store them."""
    from django.db import transaction

    from chgk.models import ReferenceCollection, ReferenceFile, ReferenceQuestion
    from chgk.selectors.stemming import stems_of
    from chgk.services.reference import count_stems, store_questions
    from tests.benchmarks.corpus import make_questions

    collection = ReferenceCollection.objects.create(name="made up")
    batch, spent = [], 0.0
    for number, (text, answer) in enumerate(make_questions(count, names=names), 1):
        batch.append((text, answer))
        if len(batch) == 3_000 or number == count:
            begin = time.perf_counter()
            rows = [ReferenceQuestion(text=t, answer=a, stems=" ".join(stems_of(t, a))) for t, a in batch]
            with transaction.atomic():
                row = ReferenceFile.objects.create(collection=collection, path=str(number), digest=str(number))
                store_questions(row, rows)
            spent += time.perf_counter() - begin
            batch = []
    begin = time.perf_counter()
    count_stems()
    return spent + time.perf_counter() - begin


def altered_questions(count, how_many, names=40_000):
    """Pairs: which question, and the text that was made of it."""
    from tests.benchmarks.corpus import alter, languages, make_questions

    russian, polish = languages(7, names)
    rng = random.Random(3)
    chosen = set(rng.sample(range(count), how_many))
    pairs = []
    for place, (text, _answer) in enumerate(make_questions(count, names=names)):
        if place in chosen:
            language = russian if any("а" <= letter <= "я" for letter in text) else polish
            pairs.append((place, alter(text, language, rng)))
    return pairs


def search(pairs):
    """How long each question took, in milliseconds, and the share of those found among the first five."""
    from chgk.models import ReferenceQuestion
    from chgk.selectors.likeness import like_references

    first = ReferenceQuestion.objects.order_by("pk").values_list("pk", flat=True)[0]
    times, hits = [], 0
    like_references(pairs[0][1])
    for place, text in pairs:
        begin = time.perf_counter()
        found = like_references(text)
        times.append((time.perf_counter() - begin) * 1000)
        hits += first + place in [like.pk for like in found]
    return times, hits / len(pairs)


def scan(pairs):
    """The plain way: every text in memory, one after the other; milliseconds a question, three of them."""
    from rapidfuzz import fuzz, process

    from chgk.models import ReferenceQuestion
    from chgk.rules.word_forms import fold

    rows = ReferenceQuestion.objects.order_by("pk").values_list("text", "answer")
    texts = [fold(f"{text} {answer}") for text, answer in rows.iterator()]
    begin = time.perf_counter()
    for _place, text in pairs[:3]:
        process.extract(fold(text), texts, scorer=fuzz.token_set_ratio, limit=5)
    return (time.perf_counter() - begin) * 1000 / 3


def disk():
    """What the questions take up with their index, in MB."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            return Path(connection.settings_dict["NAME"]).stat().st_size / 1e6
        cursor.execute("SELECT pg_total_relation_size('chgk_referencequestion')")
        return cursor.fetchone()[0] / 1e6


def main():
    import django

    django.setup()
    size, altered = map(int, sys.argv[1:3])
    spent = build(size)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pairs = altered_questions(size, altered)
    times, hits = search(pairs)
    times.sort()
    mean, slow = sum(times) / len(times), times[int(len(times) * 0.95)]
    found = {"build": spent, "memory": memory, "query": mean, "p95": slow, "hits": hits, "disk": disk()}
    print(json.dumps({**found, "scan": scan(pairs)}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
