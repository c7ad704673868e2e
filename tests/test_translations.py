"""The catalogues are complete, compiled, and say something else than the English source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.utils import translation

from auction import name_words
from tests.same_in_every_language import SAME

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("pl", "ru")
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|%[sd]|\{[a-z_]*\}")
LETTERS = re.compile(r"[^\W\d_]{2,}")


def catalogue(language: str) -> polib.POFile:
    """The source of a catalogue."""
    return polib.pofile(str(ROOT / "config" / "locale" / language / "LC_MESSAGES" / "django.po"))


def texts_of(entry: polib.POEntry) -> list[str]:
    """All forms of a translation."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated(language: str) -> None:
    po = catalogue(language)
    assert len(po) > 100
    assert [entry.msgid for entry in po if not all(texts_of(entry)) or entry.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_the_english_source(language: str) -> None:
    same = [
        entry.msgid
        for entry in catalogue(language)
        if entry.msgid in texts_of(entry)
        and LETTERS.search(PLACEHOLDER.sub("", entry.msgid))
        and ("*", entry.msgid) not in SAME
        and (language, entry.msgid) not in SAME
    ]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_two_genders_at_once(language: str) -> None:
    """«запечатал(а)», «zdecydował(a)»: a sentence is turned until it fits everybody."""
    halved = re.compile(r"\w\((?:а|ла|ая|a|ła|na)\)")
    assert [entry.msgid for entry in catalogue(language) if any(map(halved.search, texts_of(entry)))] == []


def test_the_list_of_equal_strings_holds_no_dead_rows() -> None:
    sources = {entry.msgid for language in LANGUAGES for entry in catalogue(language)}
    assert [source for _, source in SAME if source not in sources] == []
    assert all(len(reason) > 10 for reason in SAME.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive(language: str) -> None:
    for entry in catalogue(language):
        wanted = set(PLACEHOLDER.findall(entry.msgid)) | set(PLACEHOLDER.findall(entry.msgid_plural or ""))
        for index, text in enumerate(texts_of(entry)):
            found = set(PLACEHOLDER.findall(text))
            # a singular form may say "one" in words
            assert found == wanted or (entry.msgid_plural and index == 0 and found <= wanted), (entry.msgid, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_source(language: str) -> None:
    po = catalogue(language)
    mo = polib.mofile(str(ROOT / "config" / "locale" / language / "LC_MESSAGES" / "django.mo"))
    compiled = {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in mo}
    assert compiled == {(entry.msgctxt, entry.msgid): (entry.msgstr, entry.msgstr_plural) for entry in po}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        (
            "pl",
            {
                1: "punkt",
                2: "punkty",
                5: "punktów",
                0: "punktów",
                11: "punktów",
                21: "punktów",
                22: "punkty",
                101: "punktów",
            },
        ),
        ("ru", {1: "очко", 2: "очка", 5: "очков", 0: "очков", 11: "очков", 21: "очко", 22: "очка", 101: "очко"}),
    ],
)
def test_plurals_read_right(language: str, forms: dict[int, str]) -> None:
    with translation.override(language):
        for number, word in forms.items():
            text = name_words.points(number)
            assert text == f"{number} {word}"


def test_no_text_is_marked_by_an_alias_that_the_catalogues_do_not_see() -> None:
    """Xgettext knows ``_`` and the functions' own names."""
    alias = re.compile(r"import .*gettext\w* as (?!_\b)")
    files = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    assert [name for name in files.split() if alias.search((ROOT / name).read_text(encoding="utf-8"))] == []


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs gettext; tests/prerequisites.py reports it")
def test_no_string_of_the_sources_is_missing_from_the_catalogues(tmp_path: Path) -> None:
    """Xgettext over a copy of the sources finds nothing that the catalogues do not have."""
    copy = tmp_path / "copy"
    files = (
        subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    )
    for name in files:
        if name.endswith((".py", ".html", ".txt", ".po")) and not name.startswith("tests/") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    (copy / "static").mkdir(exist_ok=True)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--no-location", "--no-obsolete", "-l", "pl", "-l", "ru"],
        cwd=copy,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "SOWA_VAR": str(tmp_path / "var"), "SECRET_KEY": "x"},
        capture_output=True,
        check=True,
    )
    for language in LANGUAGES:
        found = polib.pofile(str(copy / "config" / "locale" / language / "LC_MESSAGES" / "django.po"))
        assert [entry.msgid for entry in found if not all(texts_of(entry)) or entry.fuzzy] == []
