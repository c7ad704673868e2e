"""Registers that a real spreadsheet program has saved (files/README.md) are read alike, whatever form they have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.register.tables import codes, read, told

FILES = Path(__file__).parent / "files"
DZIENNIK = [
    ("Jan „Janek” Źdźbło", "Ravenclaw", "2026-11-30", "Zaklęcia", 2, "absent"),
    ("Róża Ćwiertniewicz-Żółć", "Ravenclaw", "2026-12-01", "Eliksiry, wstęp; cz. 1", 1, "late"),
    ("Łucja Ogonowska", "Gryffindor", "2026-11-30", "Zaklęcia", 2, "present"),
    ("Łucja Ogonowska", "Gryffindor", "2026-12-01", "Eliksiry, wstęp; cz. 1", 1, "excused"),
]
ZHURNAL = [
    ("Алёна Ершова", "Гриффиндор", "2026-11-30", "Зелья", 2, "absent"),
    ("Алёна Ершова", "Гриффиндор", "2026-12-01", "Чары", 1, "excused"),
    ("Олег Сов", "Когтевран", "2026-12-01", "Чары", 1, "excused"),
    ("Пётр Щёголев", "Когтевран", "2026-11-30", "Зелья", 2, "present"),
    ("Пётр Щёголев", "Когтевран", "2026-12-01", "Чары", 1, "late"),
]
NAMES = sorted(path.name for path in FILES.iterdir() if path.suffix in (".csv", ".xlsx"))
ENCODINGS = {
    "utf8": "utf-8",
    "utf16": "utf-16-le",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "koi8r": "koi8-r",
}
SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}


@pytest.mark.parametrize("name", NAMES)
def test_every_form_says_the_same(name):
    proposal = read((FILES / name).read_bytes())
    assert codes(proposal) == [] and proposal.is_clear
    assert told(proposal) == sorted(DZIENNIK if name.startswith("dziennik") else ZHURNAL)
    if name.endswith(".csv"):
        parts = name.removesuffix(".csv").split("-")
        assert proposal.table.encoding == ENCODINGS[parts[1]] and proposal.table.separator == SEPARATORS[parts[-1]]


def test_all_the_forms_are_there():
    assert len(NAMES) == 11 and {name.split("-")[1] for name in NAMES if "-" in name} == set(ENCODINGS)
