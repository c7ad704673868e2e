"""What is written is read again, the same: for every format, for every text; what cannot be kept is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from chgk.formats.detect import read_file
from chgk.formats.package import Image, Kind, ParsedPackage, ParsedQuestion, Tour, clean_package
from chgk.formats.problems import FormatError
from chgk.formats.writing import WRITERS, without_pictures, write_file
from tests.chgk.formats.packages import PNG, TRICKY, packages

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
QUICK = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=SLOW,
    phases=(Phase.explicit, Phase.generate),
)


def of(*questions: ParsedQuestion) -> ParsedPackage:
    return ParsedPackage(title="Совы", tours=(Tour(questions=questions),))


@QUICK
@given(package=packages())
def test_every_package_comes_back_from_4s(package: ParsedPackage) -> None:
    assert read_file(WRITERS["four_s"](package), format="four_s").package == package


@QUICK
@given(package=packages())
def test_every_package_comes_back_from_the_text_of_the_base(package: ParsedPackage) -> None:
    assert read_file(WRITERS["db_text"](package), format="db_text").package == package


@settings(QUICK, max_examples=4)
@given(package=packages(with_data=True))
def test_every_package_comes_back_from_word(package: ParsedPackage) -> None:
    assert read_file(WRITERS["docx"](package)).package == package


@pytest.mark.parametrize("name", WRITERS)
def test_each_tricky_text_survives_in_each_part(name: str) -> None:
    texts = TRICKY[::3] if name == "docx" else TRICKY  # Word takes its time
    questions = [
        ParsedQuestion(number=n, text=text, answer=text, accepted=text, rejected=text, comment=f"{text}\n\n{text}")
        for n, text in enumerate(texts, 1)
    ] + [
        ParsedQuestion(number=n, text="?", answer="!", sources=(text, f"{text}\n{text}"), authors=(text,), handout=text)
        for n, text in enumerate(texts, 100)
    ]
    package = clean_package(of(*(replace(question, kind=Kind.ORDINARY) for question in questions)))
    assert read_file(write_file(package, name)).package == package


@pytest.mark.parametrize("name", WRITERS)
def test_the_format_of_what_was_written_is_found_again(name: str) -> None:
    package = of(ParsedQuestion(number=1, text="Кто не спит ночью?", answer="Сова", sources=("Атлас птиц",)))
    reading = read_file(write_file(package, name))
    assert (reading.format, reading.package, reading.problems) == (name, package, ())


def test_a_picture_is_kept_by_word_and_only_named_by_a_text() -> None:
    package = of(ParsedQuestion(number=1, text="Кто это?", answer="Сова", images=(Image("сова.png", PNG),)))
    assert read_file(write_file(package, "docx")).package == package
    for name in ("four_s", "db_text"):
        with pytest.raises(FormatError) as error:
            write_file(package, name)
        assert [(problem.code, problem.params) for problem in error.value.problems] == [
            ("picture_left_out", {"number": 1, "name": "сова.png"})
        ]
        assert read_file(write_file(without_pictures(package), name)).package == without_pictures(package)


def test_what_a_format_cannot_say_is_refused_before_anything_is_written() -> None:
    package = of(ParsedQuestion(number=7, text="?", answer="!", extra=(("Цвет", "серый"),)))
    for name in WRITERS:
        with pytest.raises(FormatError) as error:
            write_file(package, name)
        found = [(problem.code, problem.params["number"]) for problem in error.value.problems]
        assert ("lost_in_format", 7) in found


def test_letters_that_no_file_can_hold_are_refused() -> None:
    for letter in ("\ud800", "\0", "\1"):
        package = of(ParsedQuestion(number=1, text=f"со{letter}ва", answer="!"))
        with pytest.raises(FormatError):
            write_file(package, "docx")
    with pytest.raises(FormatError):
        write_file(of(ParsedQuestion(text="\ud800")), "four_s")
    with pytest.raises(FormatError):
        write_file(of(), "pdf")
