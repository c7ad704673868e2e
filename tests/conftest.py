"""What all tests share: a database as in production, the counter game, a season with a host."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from django.utils import translation
from hypothesis import settings as hypothesis_settings

from tests import templates
from tests.counter import CounterGame
from tests.ready import end_ready, trust_the_disk
from tournaments import disciplines
from tournaments.models import LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

# An example is not slow because the machine is busy.
hypothesis_settings.register_profile("sowa", deadline=None)
hypothesis_settings.load_profile("sowa")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file, with production's options: locking errors would not show in memory. One database a run."""
    for connection in connections.all():
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.getbasetemp() / "sowa-test.sqlite3")
            trust_the_disk(connection.settings_dict)
        else:
            connection.settings_dict["TEST"]["NAME"] = f"test_sowa_{os.getpid()}"


if "postgres" not in os.environ.get("DATABASE_URL", ""):

    @pytest.fixture(scope="session")
    def django_db_setup(
        django_test_environment: None,
        django_db_blocker: Any,
        django_db_modify_db_settings: None,
        tmp_path_factory: pytest.TempPathFactory,
    ) -> Iterator[None]:
        """A copy of the migrated file, instead of all migrations in each worker."""
        (connection,) = connections.all()
        name = connection.settings_dict["TEST"]["NAME"]
        shutil.copy(templates.migrated(tmp_path_factory), name)
        connection.close()
        connection.settings_dict["NAME"] = name
        yield
        with django_db_blocker.unblock():
            connections.close_all()


@pytest.fixture(autouse=True)
def _fresh_cache_and_quick_steps(settings: Any) -> None:
    cache.clear()
    settings.WHITENOISE_AUTOREFRESH = True  # else every test client reads all static files once
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A test client's request leaves its language in the thread; the next test starts with the project's."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """What was started from a process that waits, loaded, ends with it."""
    yield
    end_ready()


@pytest.fixture
def counter() -> Iterator[CounterGame]:
    """The counter game, known for the length of the test."""
    game = CounterGame()
    disciplines.register(game)
    yield game
    disciplines._registered.pop(game.key, None)


@pytest.fixture
def season(db: None) -> Season:
    """The current season."""
    return Season.objects.create(name="2026", is_current=True)


@pytest.fixture
def host_user(db: None) -> User:
    """An account that hosts; no staff, no superuser."""
    return User.objects.create_user("ela", first_name="Ela", last_name="Sowa")


@pytest.fixture
def host(host_user: User) -> Actor:
    """The host at the console."""
    return Actor(key=f"user:{host_user.pk}", role="host", name="Ela Sowa")


@pytest.fixture
def make_game(counter: CounterGame, season: Season, host_user: User, host: Actor) -> Callable[..., LiveGame]:
    """Makes counter games; ``started=False`` for one that waits."""

    def make(*, started: bool = True, title: str = "A game", **setup: Any) -> LiveGame:
        game = LiveGame.objects.create(discipline="counter", season=season, title=title, setup=setup)
        game.hosts.add(host_user)
        if started:
            assert start_game(game_id=game.pk, actor=host).accepted
        return LiveGame.objects.get(pk=game.pk)

    return make


@pytest.fixture
def game(make_game: Callable[..., LiveGame]) -> LiveGame:
    """A counter game that has started."""
    return make_game()
