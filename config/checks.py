"""What Sowa refuses to start with: each of these would lose messages or open a door, silently."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver

SHORTEST_TOKEN = 24
_LOOPBACK = {"localhost", "127.0.0.1", "[::1]", ".localhost", "testserver"}


@register(Tags.compatibility)
def check_processes(**kwargs: Any) -> list[CheckMessage]:
    """Several processes need Redis between them, and a database that takes several writers."""
    if settings.WEB_CONCURRENCY <= 1:
        return []
    problems: list[CheckMessage] = []
    if not settings.REDIS_URL:
        problems.append(
            Error(
                "WEB_CONCURRENCY is above 1 without REDIS_URL: screens of one process would not hear of the others.",
                hint="Set REDIS_URL, or run one process.",
                id="sowa.E001",
            )
        )
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        problems.append(
            Error(
                "SQLite serves exactly one process.",
                hint="Set DATABASE_URL to a PostgreSQL database, or WEB_CONCURRENCY to 1.",
                id="sowa.E002",
            )
        )
    return problems


@register(Tags.security)
def check_demo(**kwargs: Any) -> list[CheckMessage]:
    """In a demo anybody may enter as anybody: not where strangers come by, unless that is meant."""
    strangers = sorted(set(settings.ALLOWED_HOSTS) - _LOOPBACK)
    if not settings.SOWA_DEMO or settings.SOWA_DEMO_PUBLIC or not strangers:
        return []
    return [
        Error(
            f"SOWA_DEMO lets anybody in as anybody, and ALLOWED_HOSTS answers to {', '.join(strangers)}.",
            hint="Switch SOWA_DEMO off, or set SOWA_DEMO_PUBLIC=1 if this is a public demo.",
            id="sowa.E003",
        )
    ]


@register(Tags.security)
def check_operator_token(**kwargs: Any) -> list[CheckMessage]:
    """The chat operator's token opens the list of half-operators to whoever knows it: nobody guesses it."""
    token = settings.SOWA_OPERATOR_TOKEN
    if not token or (len(token) >= SHORTEST_TOKEN and not any(char.isspace() for char in token)):
        return []
    return [
        Error(
            f"SOWA_OPERATOR_TOKEN has fewer than {SHORTEST_TOKEN} characters, or a space.",
            hint="python -c 'import secrets; print(secrets.token_urlsafe(32))'",
            id="sowa.E005",
        )
    ]


@register(Tags.urls)
def check_views_are_sync(**kwargs: Any) -> list[CheckMessage]:
    """The bridge runs views on threads: an async one would need an event loop of its own."""
    return [
        Error(f"{view.__module__}.{view.__name__} is an async view.", hint="Write a plain function.", id="sowa.E004")
        for view in _views(get_resolver().url_patterns)
        if inspect.iscoroutinefunction(view)
    ]


def refuse_to_start() -> None:
    """Raises ImproperlyConfigured if one of the checks above fails: a server starts without ``manage.py check``."""
    problems = [*check_processes(), *check_demo(), *check_operator_token(), *check_views_are_sync()]
    if problems:
        raise ImproperlyConfigured("\n".join(f"{problem.id}: {problem.msg} {problem.hint}" for problem in problems))


def _views(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[Any]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _views(pattern.url_patterns)
        else:
            yield pattern.callback
