"""``manage.py import_reference FOLDER``: question files of others, to compare the club's questions with (§4.1.3)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext

from chgk import file_words
from chgk.services.reference import FileDone, Tally, import_folder
from tournaments.management.record_files import one_line, quiet_without_reader
from tournaments.services.actors import Actor

TOLD_EVERY = 5_000  # questions


class Command(BaseCommand):
    """Exit status: 0 if every file is in, 1 if one could not be read."""

    help = "Takes in a folder of question files as a reference collection; files that are in already change nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, and what the collection is called."""
        parser.add_argument("folder", metavar="FOLDER", type=Path)
        parser.add_argument("--name", default="", help="the collection's name; the folder's, if none is given")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, choices=[code for code, _ in settings.LANGUAGES]
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads file after file; one that cannot be read is named and keeps no other from being read."""
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"{folder}: no such folder")
        tally, told = Tally(), 0
        with translation.override(options["language"]), quiet_without_reader():
            name = options["name"].strip() or folder.resolve().name
            for done in import_folder(folder, name, Actor(key="system:import_reference", role="system")):
                tally.add(done)
                self._complain(done)
                if tally.questions - told >= TOLD_EVERY:
                    told = tally.questions
                    self.stdout.write(gettext("%(count)d questions so far") % {"count": told})
            self.stdout.write(
                gettext("%(questions)d questions; files: %(new)d new, %(changed)d changed, %(same)d in already")
                % {"questions": tally.questions, **{key: tally.files.get(key, 0) for key in ("new", "changed", "same")}}
            )
        if tally.files.get("unreadable"):
            sys.exit(1)

    def _complain(self, done: FileDone) -> None:
        if done.outcome != "unreadable":
            return
        why = "; ".join(file_words.say(problem) for problem in done.problems[:3])
        self.stderr.write(one_line(f"{done.path}: {why}"))
