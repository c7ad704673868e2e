"""`make translations`: brings the catalogues up to date with the sources and compiles them.

What has no translation yet is listed; tests/test_translations.py fails for it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "config" / "locale"
LANGUAGES = ("pl", "ru")
HEADER = "Sowa's catalogue; `make translations` keeps it."


def main() -> int:
    """Collects (xgettext is needed), compiles, lists what is left to translate."""
    command = [
        sys.executable,
        "manage.py",
        "makemessages",
        "--no-location",
        "--no-obsolete",
        "--ignore=.venv",
        "--ignore=tests",
    ]
    for language in LANGUAGES:
        command += ["-l", language]
    subprocess.run(command, cwd=ROOT, check=True)
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
