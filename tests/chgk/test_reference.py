"""Reference collections are taken in file by file, compared by an index, and go with it (§4.1.3)."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from chgk.models import ReferenceCollection, ReferenceFile, ReferenceQuestion, StemCount
from chgk.models.index_sqlite import INDEXED, trigger_sql
from chgk.selectors.likeness import like_references
from chgk.selectors.word_index import postings, postings_sql
from chgk.services.reference import count_stems, delete_collection, import_folder
from tests.benchmarks.originality import altered_questions, build
from tournaments.models import AuditEntry
from tournaments.services.actors import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROOT = Actor(key="system:test", role="system")
OWL = "Вопрос 1:\nКакая птица изображена на монете Афин?\n\nОтвет:\nСова\n\n"
LAMP = "Вопрос 2:\nВ 1879 году изобретатель зажёг лампу на сорок часов. Назовите его.\n\nОтвет:\nЭдисон\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "2010").mkdir()
    (tmp_path / "2010" / "autumn.txt").write_bytes(f"Чемпионат:\nОсень\n\nТур:\nТур 1\n\n{OWL}{LAMP}".encode("koi8-r"))
    (tmp_path / "polish.txt").write_text(
        "Pytanie 1: Jaki ptak jest na monecie Aten?\nOdpowiedź: Sowa\n", encoding="cp1250"
    )
    (tmp_path / "broken.txt").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / ".hidden.txt").write_text(OWL)
    (tmp_path / "notes.md").write_text(OWL)
    return tmp_path


def outcomes(folder: Path) -> dict[str, str]:
    return {done.path: done.outcome for done in import_folder(folder, "Old", ROOT)}


def test_a_folder_is_taken_in_once_and_what_changes_is_replaced(folder):
    assert outcomes(folder) == {"2010/autumn.txt": "new", "broken.txt": "unreadable", "polish.txt": "new"}
    owl = ReferenceQuestion.objects.get(answer="Сова")
    assert (owl.file.title, owl.tour, owl.number, owl.file.question_count) == ("Осень", "Тур 1", 1, 2)
    assert outcomes(folder) == {"2010/autumn.txt": "same", "broken.txt": "unreadable", "polish.txt": "same"}
    assert ReferenceQuestion.objects.count() == 3
    (folder / "2010" / "autumn.txt").write_text(OWL)
    assert outcomes(folder)["2010/autumn.txt"] == "changed"
    assert ReferenceQuestion.objects.filter(file__path="2010/autumn.txt").count() == 1
    assert not like_references("изобретатель зажег лампу на сорок часов")
    assert AuditEntry.objects.filter(action="import_reference").count() == 3


def test_the_command_names_what_it_could_not_read(folder, tmp_path):
    said, complained = StringIO(), StringIO()
    with pytest.raises(SystemExit) as status:
        call_command("import_reference", str(folder), name="Old", stdout=said, stderr=complained)
    assert status.value.code == 1
    assert "broken.txt" in complained.getvalue() and "autumn" not in complained.getvalue()
    assert ReferenceCollection.objects.get().name == "Old"
    with pytest.raises(CommandError):
        call_command("import_reference", str(tmp_path / "nowhere"))


def test_a_deleted_collection_is_found_no_more(folder):
    outcomes(folder)
    collection = ReferenceCollection.objects.get()
    assert delete_collection(collection_id=collection.pk, actor=ROOT) == 3
    assert not ReferenceFile.objects.exists() and not like_references("птица на монете Афин")
    assert postings("chgk_referencequestion", "stems", [("афин",)], 5) == [[]]


def test_signs_that_mean_something_to_an_index_mean_nothing_in_a_question(folder):
    outcomes(folder)
    for text in ('"', "' OR 1=1 --", "stems:птица AND (", "* ^ - NEAR(", "🦉", "\0", "שלום עולם", "", "а"):
        assert like_references(text + " монете Афин")[0].similarity > 0


def test_altered_questions_are_found_among_three_thousand_by_the_index():
    build(3_000, names=2_000)
    pairs = altered_questions(3_000, 60, names=2_000)
    first = ReferenceQuestion.objects.order_by("pk").values_list("pk", flat=True)[0]
    found = [[like.pk for like in like_references(text)] for _place, text in pairs]
    hits = sum(first + place in keys for (place, _text), keys in zip(pairs, found, strict=True))
    assert hits >= 0.95 * len(pairs)
    frequent = StemCount.objects.order_by("-questions").first()
    assert frequent is not None and frequent.questions > 100
    sql, params = postings_sql("chgk_referencequestion", "stems", [(frequent.stem,), ("сов", "монет")], 600)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            plan = [row[3] for row in cursor.fetchall() if "SCAN" in row[3] and "found" not in row[3]]
            assert plan and all("VIRTUAL TABLE INDEX" in line for line in plan)
        else:
            cursor.execute("SET LOCAL enable_seqscan = off")  # three thousand rows are read as quickly without an index
            cursor.execute(f"EXPLAIN {sql}", params)
            assert sum("chgk_referencequestion_stems_fts" in row[0] for row in cursor.fetchall()) == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="triggers are SQLite's way")
def test_the_triggers_that_keep_the_index_are_there():
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        there = {name for (name,) in cursor.fetchall()}
    assert {statement.split()[2] for table in INDEXED for statement in trigger_sql(table)} <= there


def test_stems_are_counted_where_they_occur_more_than_once(folder):
    outcomes(folder)
    count_stems()
    assert not StemCount.objects.filter(stem="эдисон").exists()
