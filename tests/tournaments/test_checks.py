"""What Sowa refuses to start with."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.urls import path

from config import checks

SQLITE = {"ENGINE": "django.db.backends.sqlite3"}
POSTGRES = {"ENGINE": "django.db.backends.postgresql"}


async def streaming(request):
    """An async view."""


urlpatterns = [path("stream/", streaming)]


@pytest.mark.parametrize(
    ("processes", "redis", "database", "errors"),
    [
        (1, "", SQLITE, []),
        (2, "", POSTGRES, ["sowa.E001"]),
        (2, "redis://localhost", SQLITE, ["sowa.E002"]),
        (2, "", SQLITE, ["sowa.E001", "sowa.E002"]),
        (2, "redis://localhost", POSTGRES, []),
    ],
)
def test_several_processes_need_redis_and_postgresql(settings, processes, redis, database, errors, monkeypatch):
    settings.WEB_CONCURRENCY, settings.REDIS_URL = processes, redis
    monkeypatch.setitem(settings.DATABASES, "default", database)
    assert [error.id for error in checks.check_processes()] == errors


@pytest.mark.parametrize(
    ("demo", "public", "hosts", "refused"),
    [
        (True, False, ["localhost", "127.0.0.1", "[::1]"], False),
        (True, False, ["localhost", "sowa.example"], True),
        (True, False, ["*"], True),
        (True, True, ["sowa.example"], False),
        (False, False, ["sowa.example"], False),
    ],
)
def test_a_demo_is_not_for_strangers_unless_meant_so(settings, demo, public, hosts, refused):
    settings.SOWA_DEMO, settings.SOWA_DEMO_PUBLIC, settings.ALLOWED_HOSTS = demo, public, hosts
    assert [error.id for error in checks.check_demo()] == (["sowa.E003"] if refused else [])


@pytest.mark.parametrize(("token", "refused"), [("", False), ("x" * 24, False), ("short", True), ("a b" * 20, True)])
def test_the_operators_token_is_long(settings, token, refused):
    settings.SOWA_OPERATOR_TOKEN = token
    assert [error.id for error in checks.check_operator_token()] == (["sowa.E005"] if refused else [])


def test_async_views_are_refused(settings):
    assert checks.check_views_are_sync() == []
    settings.ROOT_URLCONF = __name__
    assert [error.id for error in checks.check_views_are_sync()] == ["sowa.E004"]


def test_a_server_refuses_to_start_with_what_the_checks_find(settings):
    checks.refuse_to_start()
    settings.WEB_CONCURRENCY = 2
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        checks.refuse_to_start()


def test_the_system_check_finds_nothing_here():
    call_command("check", fail_level="WARNING")
