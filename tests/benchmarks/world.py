"""Fills a fresh database for a benchmark, and runs what needs Django in a process of its own.

python -m tests.benchmarks.world auctions N     N games in the middle of a bidding, with the captains' sessions
python -m tests.benchmarks.world engine N       N commands to one game, one after another
python -m tests.benchmarks.world rules N        the same without a database
"""

import json
import statistics
import sys
import time
from importlib import import_module

import django

PEOPLE = [{"id": f"p{number}", "name": f"Gracz {number}", "captain": number == 1} for number in (1, 2, 3)]
TEAMS = [
    {"id": team, "command": command, "house": house, "name": house, "colour": colour, "emblem": "G", "players": PEOPLE}
    for team, command, house, colour in (
        ("red", "Czerwoni", "gryffindor", "#c0392b"),
        ("blue", "Niebiescy", "ravenclaw", "#2980b9"),
    )
]
SETUP = {"rules": {"start_points": 100_000_000, "questions_per_round": 1000}, "settings": {}, "teams": TEAMS}
OPENING = ({"do": "draw", "category": "Historia", "kind": "question"}, {"do": "open"})


def make_auctions(count):
    """Games whose bidding is open; for each its number, seats and session keys."""
    from django.conf import settings
    from django.utils import timezone

    from tournaments.models import LiveGame, Season
    from tournaments.services.access_links import issue_link
    from tournaments.services.actors import Actor
    from tournaments.services.games import start_game
    from tournaments.services.play import play

    store = import_module(settings.SESSION_ENGINE).SessionStore
    season, _ = Season.objects.get_or_create(name="Benchmark")
    host = Actor(key="user:1", role="host", name="Host")
    made = []
    for number in range(count):
        game = LiveGame.objects.create(discipline="auction", season=season, title=f"Auction {number}", setup=SETUP)
        assert start_game(game_id=game.pk, actor=host).accepted
        for index, command in enumerate(OPENING):
            outcome = play(
                game_id=game.pk,
                command=command,
                actor=host,
                command_id=f"opening-{index}",
                expected_seq=None,
                received_at=timezone.now(),
            )
            assert outcome.accepted, outcome.refusal
        seats = []
        for team in ("red", "blue"):
            link = issue_link(game_id=game.pk, role="captain", team=team, name=team, actor=host)
            session = store()
            session["seats"] = {str(link.pk): link.generation}
            session.save()
            seats.append({"seat": link.pk, "session": session.session_key})
        made.append({"game": game.pk, "seats": seats})
    return made


def time_commands(count):
    """Milliseconds of each of ``count`` accepted commands to one game."""
    from django.utils import timezone

    from tournaments.services.actors import Actor
    from tournaments.services.play import play

    made = make_auctions(1)[0]
    captains = [
        Actor(key=f"seat:{one['seat']}", role="captain", team=team)
        for one, team in zip(made["seats"], ("red", "blue"), strict=True)
    ]
    taken = []
    for number in range(1, count + 1):
        captain = captains[number % 2]
        begin = time.perf_counter()
        outcome = play(
            game_id=made["game"],
            command={"do": "bid", "team": captain.team, "points": 100 + number},
            actor=captain,
            command_id=f"bid-{number}",
            expected_seq=None,
            received_at=timezone.now(),
        )
        taken.append((time.perf_counter() - begin) * 1000)
        assert outcome.accepted, outcome.refusal
    window = min(100, count // 4)
    return {
        "count": count,
        "per_second": count / sum(taken) * 1000,
        "early_ms": statistics.median(taken[window // 2 : window // 2 + window]),
        "late_ms": statistics.median(taken[-window:]),
    }


def time_rules(count):
    """Commands a second of the pure rules: decide and evolve."""
    from auction.rules.session import decide, evolve, open_session

    def give(session, command):
        for event in decide(session, command):
            session = evolve(session, event)
        return session

    session = open_session(SETUP)
    for command in OPENING:
        session = give(session, {**command, "at": 0})
    begin = time.perf_counter()
    for number in range(1, count + 1):
        session = give(
            session, {"do": "bid", "team": ("red", "blue")[number % 2], "points": 100 + number, "at": number}
        )
    return {"count": count, "per_second": count / (time.perf_counter() - begin)}


def main():
    django.setup()
    what, count = sys.argv[1], int(sys.argv[2])
    print(json.dumps({"auctions": make_auctions, "engine": time_commands, "rules": time_rules}[what](count)))


if __name__ == "__main__":
    main()
