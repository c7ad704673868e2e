"""Every problem has a sentence, every sentence a problem; and the command that prints them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from chgk import file_words
from chgk.formats.problems import Problem

FORMATS = Path(file_words.__file__).parent / "formats"
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def raised() -> Iterator[tuple[str, set[str]]]:
    for path in FORMATS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("Problem", "fatal", "_problem") and isinstance(node.args[0], ast.Constant):
                facts = {keyword.arg or "" for keyword in node.keywords}
                for argument in node.args[1:]:
                    if isinstance(argument, ast.Dict):
                        facts |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
                    elif isinstance(argument, ast.Name):
                        facts |= {"number", "encoding", "others"}  # handed on under a name
                yield str(node.args[0].value), facts


def test_every_problem_has_a_sentence_with_its_facts() -> None:
    found = dict(raised())
    kinds = {code for code in file_words.SENTENCES if code.startswith("foreign_")}
    assert set(found) - {"foreign_file"} == set(file_words.SENTENCES) - kinds
    for code, facts in found.items():
        assert set(PLACEHOLDER.findall(str(file_words.SENTENCES.get(code, "")))) <= facts, code


def test_a_line_and_a_missing_number_are_said() -> None:
    with translation.override("en"):
        assert file_words.say(Problem("answer_missing", 5, {"number": None})) == "line 5: Question ? has no answer."
        assert file_words.say(Problem("foreign_file", 0, {"kind": "rtf"})).startswith("This is a document in RTF.")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "совы.txt"
    path.write_text("Кубок сов\n\nВопрос 1: Кто?\nОтвет: Сова\nАвтор: И. Сыч\n\nлишнее\x1b[31m\n", encoding="cp1251")
    return path


def test_the_command_prints_what_a_file_holds(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("read_questions", str(file), "--full", "--language", "en")
    shown = capsys.readouterr().out
    assert ended.value.code == 1
    assert "cp1251, 1 question\n" in shown and "answer: Сова" in shown
    assert "line 7: This line belongs to no question and no tour." in shown
    assert "line 7: лишнее\\x1b[31m" in shown  # a file cannot command the terminal


def test_the_command_prints_json_and_goes_on_after_a_bad_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = file.with_name("bad.pdf")
    bad.write_bytes(b"%PDF-1.7")
    with pytest.raises(SystemExit) as ended:
        call_command("read_questions", str(file.with_name("none")), str(bad), str(file), "--json")
    captured = capsys.readouterr()
    assert ended.value.code == 2 and "No such file" in captured.err
    first, second = map(json.loads, captured.out.splitlines())
    assert first["problems"][0]["code"] == "foreign_file"
    assert second["package"]["tours"][0]["questions"][0]["answer"] == "Сова"
