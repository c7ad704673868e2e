"""Plays the counter game without end and says which command was acknowledged: to be killed in the middle.

usage: python -m tests.concurrency.stream_of_commands GAME FIRST
"""

import sys

import django


def main(game_id: int, number: int) -> None:
    """Prints «ready», then the number of each command after it was acknowledged."""
    django.setup()
    from tests.counter import CounterGame
    from tests.playing import give
    from tournaments.disciplines import register
    from tournaments.models import LiveGame
    from tournaments.services.actors import Actor

    register(CounterGame())
    game, host = LiveGame.objects.get(pk=game_id), Actor(key="user:1", role="host")
    print("ready", flush=True)
    while True:
        outcome = give(game, host, "add", amount=number, command_id=str(number))
        assert outcome.accepted
        print(number, flush=True)
        number += 1


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
