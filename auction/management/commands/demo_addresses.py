"""`manage.py demo_addresses`: where a demo is entered, one address a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from auction.services.demo import DEMO_ADMIN, DEMO_PASSWORD
from tournaments.models import LiveGame
from tournaments.services.access_links import link_token
from tournaments.services.demo_seasons import demo_accounts, demo_apps, demo_pages


class Command(BaseCommand):
    """Prints the addresses of each game in progress with the demo's passwords."""

    help = "Prints the addresses of the demo: home, console, captains' links, spectators, projector, backoffice."

    def add_arguments(self, parser: CommandParser) -> None:
        """--base."""
        parser.add_argument("--base", default="http://127.0.0.1:8000", help="how the server is reached")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints; refused outside a demo, where links are for their captains alone."""
        if not settings.SOWA_DEMO:
            raise CommandError("Only in a demo: elsewhere the console shows the links to the host.")
        game = _game("auction")
        if game is None:
            raise CommandError("There is no game yet: run `manage.py seed_demo`.")
        host = game.hosts.first()
        base = options["base"].rstrip("/")
        rows = [
            ("Home", base + "/", "one click enters as anybody"),
            ("Host console", base + reverse("auction:console", args=[game.pk]), f"{host} / {DEMO_PASSWORD}"),
            *(
                (f"Captain {names[link.team]}", base + reverse("tournaments:join", args=[link_token(link)]), link.name)
                for names in [{team["id"]: team["command"] for team in game.setup["teams"]}]
                for link in game.links.filter(role="captain", revoked_at=None).order_by("pk")
            ),
            ("Spectators", base + reverse("auction:spectator", args=[game.pk]), ""),
            ("Projector", base + reverse("auction:projector", args=[game.pk]), ""),
            *(row for app in demo_apps() for row in _rows(app, base)),
            *(
                (f"My page ({role})", base + reverse("tournaments:me"), f"{account.username} / {DEMO_PASSWORD}")
                for role, account in demo_accounts().items()
            ),
            ("Backoffice", base + reverse("admin:index"), f"{DEMO_ADMIN} / {DEMO_PASSWORD}"),
        ]
        width = max(len(name) for name, _, _ in rows)
        for name, address, note in rows:
            self.stdout.write(f"  {name:<{width}}  {address}" + (f"   ({note})" if note else ""))


def _game(discipline: str) -> LiveGame | None:
    """The one that the home page's buttons lead into: not finished yet, else the last one."""
    games = LiveGame.objects.filter(discipline=discipline)
    return games.filter(finished_at=None).first() or games.first()


def _rows(app: str, base: str) -> Iterator[tuple[str, str, str]]:
    """Another game's console, captain and hall, and the pages around it."""
    game = _game(app)
    if game is not None:
        yield f"{app}: console", base + reverse(f"{app}:console", args=[game.pk]), game.title
        for link in game.links.filter(role="captain", revoked_at=None).order_by("pk"):
            yield f"{app}: captain", base + reverse("tournaments:join", args=[link_token(link)]), link.name
        yield f"{app}: spectators", base + reverse(f"{app}:spectator", args=[game.pk]), ""
        yield f"{app}: projector", base + reverse(f"{app}:projector", args=[game.pk]), ""
    for page in demo_pages(app):
        yield f"{app}: {page.key}", base + page.path, "the host's" if page.as_host else ""
