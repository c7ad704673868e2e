"""A process killed in the middle of a stream of commands loses nothing that it acknowledged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.playing import give, state
from tournaments.models import GameCommand, LiveGame
from tournaments.services.actors import Actor
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

ROOT = Path(__file__).resolve().parent.parent.parent


def this_database() -> str:
    """The test database as an address."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    login = f"{settings['USER']}:{settings['PASSWORD']}" if settings["PASSWORD"] else settings["USER"]
    return f"postgres://{login}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"


def play_and_kill(game: LiveGame, first: int, enough: int) -> list[int]:
    """Numbers of the commands that a process acknowledged; SIGKILL comes once ``enough`` were read."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": this_database()}
    command = [sys.executable, "-m", "tests.concurrency.stream_of_commands", str(game.pk), str(first)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        lines = [process.stdout.readline() for _ in range(enough)]
        process.kill()
        lines += process.stdout.readlines()
    return [int(line) for line in lines if line.endswith("\n")]


def test_what_was_acknowledged_is_in_the_log_after_a_kill(game, host):
    acknowledged: list[int] = []
    actor = Actor(key="user:1", role="host")
    for enough in (1, 4, 9, 16):
        first = GameCommand.objects.count() + 1
        acknowledged += play_and_kill(game, first, enough)
        connection.close()
        in_log = {int(number) for number in GameCommand.objects.values_list("command_id", flat=True)}
        assert set(acknowledged) <= in_log
        assert in_log == set(range(1, len(in_log) + 1)) and len(in_log) <= len(acknowledged) + 4
        fresh = LiveGame.objects.get(pk=game.pk)
        assert fresh.seq == len(in_log) and find_differences(fresh) == []
        assert state(game)["total"] == sum(in_log)
        # Whoever heard no answer asks again, and the game goes on.
        assert give(game, actor, "add", amount=max(in_log), command_id=str(max(in_log))).repeated
