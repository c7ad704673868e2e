"""``manage.py import_record FILE…``: game records become finished games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from tournaments.models import Season, User
from tournaments.rules.records import RecordError
from tournaments.services.actors import Actor
from tournaments.services.recordings import LARGEST_RECORD, Importer, Recording, importer_for, split_upload

ALL_IMPORTED, SOME_NOT, UNREADABLE = 0, 1, 2
ACTOR = Actor(key="system:import_record", role="system", name="import_record")


class Command(BaseCommand):
    """Exit status: 0 if every record is in, 1 if one was known or waits for ``--with-refused``, 2: unreadable."""

    help = "Imports game records as finished games. Refused commands are listed; then it waits for --with-refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The records, and where they belong."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="records; «-» is standard input")
        parser.add_argument("--season", help="name of the season; the current one without it")
        parser.add_argument("--title", default="", help="title of the game; as the record says without it")
        parser.add_argument("--host", help="account that may open the games' consoles")
        parser.add_argument("--with-refused", action="store_true", help="import records with refused commands, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Imports each; one that cannot be read does not keep the others out."""
        season, host = _season(options["season"]), _host(options["host"])
        with translation.override("en"):
            status = max(self._import(name, season, host, options) for name in options["files"])
        if status != ALL_IMPORTED:
            sys.exit(status)

    def _import(self, name: str, season: Season, host: User | None, options: dict[str, Any]) -> int:
        try:
            lines = split_upload(_content(name))
            importer = importer_for(lines)
            recording = importer.read(lines)
        except RecordError as error:
            return self._failed(f"{name}: {error}")
        except OSError as error:
            return self._failed(f"{name}: cannot be read: {error.strerror or error}")
        self._list_refusals(importer, recording)
        if recording.refused and not options["with_refused"]:
            self.stderr.write(f"{name}: {len(recording.refused)} refused, not imported (see --with-refused)")
            return SOME_NOT
        done = importer.store(
            recording=recording, season=season, title=options["title"], host=host, actor=ACTOR, file_name=name
        )
        if done.repeated:
            self.stderr.write(f"{name}: imported before, it is game {done.game.pk}")
            return SOME_NOT
        self.stdout.write(f"{name}: game {done.game.pk}, {len(recording.entries)} lines")
        return ALL_IMPORTED

    def _list_refusals(self, importer: Importer, recording: Recording) -> None:
        for entry in recording.refused:
            if entry.refusal is not None:
                reason = importer.explain(entry.refusal, recording.names)
                self.stderr.write(" ".join(f"line {entry.line}: §{entry.refusal.paragraph}: {reason}".split()))

    def _failed(self, reason: str) -> int:
        self.stderr.write(" ".join(reason.split()))
        return UNREADABLE


def _content(name: str) -> bytes:
    """No more than is needed to see that it is too much."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_RECORD + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST_RECORD + 1)


def _season(name: str | None) -> Season:
    found = Season.objects.filter(name=name) if name else Season.objects.filter(is_current=True)
    season = found.first()
    if season is None:
        raise CommandError(f"there is no season «{name}»" if name else "there is no current season")
    return season


def _host(name: str | None) -> User | None:
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"there is no account «{name}»")
    return user
