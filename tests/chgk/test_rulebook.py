"""The page of the regulation: complete, in three languages, and every refusal's link leads to a place on it."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from chgk.addresses import rules_url
from chgk.rulebook import FINAL, PARAGRAPHS, RULEBOOK, SECTIONS, SETTINGS
from chgk.rules.parameters import FINAL_TARGET, Parameters, as_written
from tests.club_games import make_club_game, play_out
from tournaments.rulebooks import Paragraph, Setting

APP = Path(__file__).resolve().parents[2] / "chgk"
NUMBER = re.compile(r"[1-5](\.\d)+")
REGULATION = """
    1.1 1.2 1.3 1.4 1.5 1.6 1.6.1 1.6.2 1.6.2.1 1.6.3
    2.1 2.1.1 2.1.2 2.1.3 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5
    3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2 3.2.1 3.2.2 3.2.3 3.2.4
    4.1 4.1.1 4.1.2 4.1.2.1 4.1.2.2 4.1.2.3 4.1.2.4 4.1.3 4.2 4.2.1 4.2.2 4.2.3
    5.1 5.1.1 5.1.2 5.2 5.2.1 5.2.2 5.2.3 5.2.3.1 5.2.3.2 5.2.4 5.3 5.3.1 5.3.2 5.3.3 5.4 5.4.1 5.4.2
"""
EVERY_NUMBER = REGULATION.split()
BY_NUMBER = {paragraph.number: paragraph for paragraph in PARAGRAPHS}
BY_KEY = {setting.key: setting for setting in SETTINGS}
PARAGRAPH_ID = re.compile(r'id="(p[\d.]+)"')


def texts_of(paragraph: Paragraph) -> list[str]:
    return [str(text) for text in (paragraph.title, paragraph.text, paragraph.reading, *paragraph.items) if text]


def cited_in_code() -> set[str]:
    """Every number of a paragraph that stands in the app's code."""
    files = [path for path in APP.rglob("*.py") if path.parent.name not in ("rulebook", "migrations")]
    constants = (node for path in files for node in ast.walk(ast.parse(path.read_text())))
    return {
        node.value
        for node in constants
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value)
    }


def test_every_paragraph_is_there_once_in_order() -> None:
    assert [paragraph.number for paragraph in PARAGRAPHS] == EVERY_NUMBER


def test_chapters_hold_their_own_paragraphs() -> None:
    assert [section.number for section in SECTIONS] == ["1", "2", "3", "4", "5"]
    for section in SECTIONS:
        assert {paragraph.number[0] for paragraph in section.paragraphs} == {section.number}


def test_only_a_heading_says_nothing_itself() -> None:
    silent = [paragraph.number for paragraph in PARAGRAPHS if not paragraph.text and not paragraph.items]
    assert silent == ["1.6", "2.1", "2.2", "3.1", "3.2", "4.1", "4.1.2", "4.2", "5.1", "5.2", "5.3", "5.4"]
    assert all(any(number.startswith(f"{heading}.") for number in EVERY_NUMBER) for heading in silent)


def test_paragraphs_referred_to_exist() -> None:
    with translation.override("en"):
        for paragraph in PARAGRAPHS:
            for text in texts_of(paragraph):
                assert set(re.findall(r"§([\d.]*\d)", text)) <= set(EVERY_NUMBER), text


def test_every_paragraph_that_the_code_cites_is_on_the_page() -> None:
    cited = cited_in_code()
    assert {"1.5", "2.2.5", "3.1.4", "5.2.2"} <= cited
    assert cited <= set(EVERY_NUMBER)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_the_page_has_every_anchor_once(client: Client, language: str) -> None:
    page = client.get("/rules/chgk/", headers={"Accept-Language": language}).text
    assert PARAGRAPH_ID.findall(page) == [f"p{number}" for number in EVERY_NUMBER]
    assert len(re.findall(r'\sid="([^"]+)"', page)) == len(set(re.findall(r'\sid="([^"]+)"', page)))
    for target in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{target}"' in page or target == "main", target


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_a_translation_is_a_translation(language: str) -> None:
    with translation.override("en"):
        english = [text for paragraph in PARAGRAPHS for text in texts_of(paragraph)]
    with translation.override(language):
        other = [text for paragraph in PARAGRAPHS for text in texts_of(paragraph)]
    assert len(english) == len(other) and not set(english) & set(other)


# --- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameter", fields(Parameters), ids=lambda parameter: parameter.name)
def test_every_parameter_has_a_setting_for_games_and_one_for_the_final(parameter) -> None:
    assert BY_KEY[parameter.name].default == getattr(as_written(), parameter.name)
    assert BY_KEY[FINAL + parameter.name].default == getattr(as_written(FINAL_TARGET), parameter.name)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_the_paragraph_that_explains_a_setting_names_it(setting: Setting) -> None:
    assert setting.key in BY_NUMBER[setting.paragraph].settings
    values = [choice.value for choice in setting.choices]
    if values:
        assert setting.default in values
    else:
        assert setting.minimum is not None and setting.maximum is not None
        assert setting.minimum <= int(setting.default) <= setting.maximum


def test_settings_named_by_a_paragraph_exist() -> None:
    assert {key for paragraph in PARAGRAPHS for key in paragraph.settings} == set(BY_KEY)
    assert tuple(BY_KEY.values()) == RULEBOOK.settings


# --- links -----------------------------------------------------------------------------------------------------------


def test_a_refusals_link_leads_to_its_paragraph(client: Client, season, host_user, host) -> None:
    game = make_club_game(season, host_user)
    play_out(game, host, "TTTT")
    client.force_login(host_user)
    seq = {"seat": "host", "command_id": "c1", "expected_seq": game.__class__.objects.get(pk=game.pk).seq}
    response = client.post(f"/games/{game.pk}/do/", {"do": "ask", **seq})
    assert response.status_code == 422
    found = re.search(r'href="([^"]+)#(p[\d.]+)"[^>]*>§([\d.]+)<', response.text)
    assert found is not None, response.text
    address, anchor, number = found.groups()
    assert anchor == f"p{number}" and rules_url(number) == f"{address}#{anchor}"
    assert f'<article id="{anchor}"' in Client().get(address).text


def test_every_paragraph_can_be_linked_to() -> None:
    assert rules_url("") == reverse("chgk:rulebook")
    assert rules_url("1.6.2.1") == "/rules/chgk/#p1.6.2.1"
