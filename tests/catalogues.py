"""`make translations`: brings the catalogues up to date with the sources and compiles them.

What has no translation yet is listed; tests/test_translations.py fails for it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
import polib
from django.core.management import call_command
from django.core.management.commands import makemessages

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "config" / "locale"
LANGUAGES = ("pl", "ru")
HEADER = "Sowa's catalogue; `make translations` keeps it."


class Collect(makemessages.Command):
    """Django's own, but a new text starts untranslated: guesses from similar ones only have to be found again."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


def main() -> int:
    """Collects (xgettext is needed), compiles, lists what is left to translate."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.chdir(ROOT)
    django.setup()
    call_command(Collect(), locale=LANGUAGES, ignore_patterns=[".venv", "tests"], no_location=True, no_obsolete=True)
    left = 0
    for language in LANGUAGES:
        catalogue = polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))
        catalogue.header, catalogue.metadata_is_fuzzy = HEADER, False
        catalogue.metadata.pop("POT-Creation-Date", None)  # a change of nothing else is no change
        catalogue.save()
        catalogue.save_as_mofile(str(LOCALE / language / "LC_MESSAGES" / "django.mo"))
        for entry in [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]:
            print(f"{language}: {entry.msgid}")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
