"""Text on a house colour can be read, whatever colour a school chooses; ids and colours are data, never CSS."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.colours import INK, PAPER, contrast, ink_for, readable_on, safe_colour, team_class, team_rule

GRID = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in itertools.product((*range(0, 256, 24), 255), repeat=3)]
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#c0392b", "#c0392b") == 1


def test_text_on_every_colour_of_a_grid_can_be_read() -> None:
    assert [colour for colour in GRID if contrast(ink_for(colour), colour) < 4.5] == []


@given(colours)
def test_text_on_any_colour_can_be_read(colour: str) -> None:
    assert contrast(ink_for(colour), colour) >= 4.5


@given(colours)
def test_any_colour_has_a_shade_that_can_be_read_in_both_rooms(colour: str) -> None:
    assert contrast(readable_on(PAPER, colour), PAPER) >= 4.5
    assert contrast(readable_on(INK, colour), INK) >= 4.5


@pytest.mark.parametrize("colour", ["#c0392b", "#d4a017", "#2c5f9e", "#2e7d4f"])
def test_the_softer_inks_are_enough_for_the_default_houses(colour: str) -> None:
    assert ink_for(colour) in {INK, "#ffffff"}


def test_a_colour_that_is_readable_stays_as_it_is() -> None:
    assert readable_on(INK, "#d4a017") == "#d4a017"


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "", None, 7, "#c0392b;}", "#c0392b\n"])
def test_what_is_no_colour_becomes_neutral(colour: object) -> None:
    assert safe_colour(colour) == "#6b7080"


def test_plain_ids_stay_readable() -> None:
    assert [team_class(each) for each in ("red", "dom_2", "7", "факультет")] == [
        "team-red",
        "team-dom_2",
        "team-7",
        "team-факультет",
    ]


@given(st.text())
def test_no_id_can_leave_its_selector(team_id: str) -> None:
    assert re.fullmatch(r"\.team-[-\w]+\{(--[a-z-]+:#[0-9a-f]{6};?)+\}", team_rule(team_id, "#c0392b"))


@given(st.text(), st.text())
def test_different_ids_have_different_classes(one: str, other: str) -> None:
    assert (team_class(one) == team_class(other)) == (one == other)
