"""The rulebook page is complete: every paragraph, every parameter, in our own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from django.utils import translation

from auction.rulebook import PARAGRAPHS, SECTIONS, SETTINGS, SETTINGS_BY_KEY
from auction.rules.parameters import Parameters
from tournaments.rulebooks import Paragraph, Setting

STAGE_SETTINGS = {"answer_seconds": 15, "answer_grace": 5, "clock_from": "read", "duel_order": "fair"}
WHEEL_SETTINGS = {"special_hint": 1, "special_black_box": 1, "special_one_on_one": 1}


@pytest.fixture(autouse=True)
def source_language() -> Iterator[None]:
    with translation.override("en"):
        yield


def every_text() -> list[str]:
    texts = [section.title for section in SECTIONS]
    for paragraph in PARAGRAPHS:
        texts += [paragraph.title, paragraph.text, paragraph.reading]
    for setting in SETTINGS:
        texts += [setting.label, setting.help]
        texts += [text for choice in setting.choices for text in (choice.label, choice.explanation)]
    return [str(text) for text in texts]


def sentences(text: str) -> list[str]:
    return re.findall(r"[^.!?]+[.!?]+[”)]*(?=\s|$)", text)


def test_paragraphs_1_to_29_are_present_once_in_order() -> None:
    assert [paragraph.number for paragraph in PARAGRAPHS] == [str(number) for number in range(1, 30)]


def test_sections_hold_every_paragraph_once_in_order() -> None:
    assert tuple(paragraph for section in SECTIONS for paragraph in section.paragraphs) == PARAGRAPHS
    assert [section.paragraphs[0].number for section in SECTIONS] == ["1", "8", "17", "21", "23", "28"]
    assert len({section.slug for section in SECTIONS}) == len(SECTIONS)


@pytest.mark.parametrize("parameter", fields(Parameters), ids=lambda parameter: parameter.name)
def test_every_parameter_has_a_setting_with_the_same_default(parameter) -> None:
    setting = SETTINGS_BY_KEY[parameter.name]
    assert setting.default == parameter.default
    assert type(setting.default) is type(parameter.default)


def test_settings_are_the_parameters_and_those_of_the_stage() -> None:
    keys = [setting.key for setting in SETTINGS]
    assert len(set(keys)) == len(keys)
    beside = STAGE_SETTINGS | WHEEL_SETTINGS
    assert set(keys) == {parameter.name for parameter in fields(Parameters)} | set(beside)
    assert {key: SETTINGS_BY_KEY[key].default for key in beside} == beside


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_can_be_put_into_a_form(setting: Setting) -> None:
    values = [choice.value for choice in setting.choices]
    match setting.kind:
        case "int":
            assert setting.minimum is not None and setting.maximum is not None and not values
            assert setting.minimum <= int(setting.default) <= setting.maximum
        case "bool":
            assert sorted(values) == [False, True]
        case "choice":
            assert len(set(values)) >= 2 and setting.default in values
        case unknown:
            pytest.fail(f"unknown kind {unknown}")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_the_paragraph_that_explains_a_setting_names_it(setting: Setting) -> None:
    assert setting.key in PARAGRAPHS[int(setting.paragraph) - 1].settings


@pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=lambda paragraph: f"§{paragraph.number}")
def test_every_setting_a_paragraph_names_exists(paragraph: Paragraph) -> None:
    assert set(paragraph.settings) <= set(SETTINGS_BY_KEY)


@pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=lambda paragraph: f"§{paragraph.number}")
def test_a_rule_is_restated_in_two_to_four_sentences(paragraph: Paragraph) -> None:
    text = str(paragraph.text)
    assert 2 <= len(sentences(text)) <= 4, text
    assert len(text.split()) <= 75


def test_nothing_is_quoted_from_the_polish_original() -> None:
    """The source texts are English; of Polish they know only the commands that captains type."""
    for text in every_text():
        foreign = re.sub(r"“Czerwoni (5|VA BANQUE!)”|Sowa", "", text)
        assert not re.search(r"[ąćęłńóśźż]|Czerwoni|drużyn|punkt", foreign, re.IGNORECASE), text


def test_only_va_banque_is_shouted() -> None:
    for text in every_text():
        assert "!" not in text.replace("VA BANQUE!", ""), text


def test_paragraphs_referred_to_exist() -> None:
    for text in every_text():
        assert all(1 <= int(number) <= 29 for number in re.findall(r"§(\d+)", text)), text
