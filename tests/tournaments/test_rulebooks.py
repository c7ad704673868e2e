"""Which rulebooks there are; the fields of their settings."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tournaments.rulebooks import Paragraph
from tournaments.setting_forms import WholeNumberField


def test_the_rules_are_a_choice_between_the_rulebooks(client: Client) -> None:
    page = client.get("/rules/").text
    assert 'href="/rules/auction/"' in page and 'href="/rules/chgk/"' in page
    assert "crystal owl" in page and "the Masters" in page


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/auction/", "/rules/chgk/"])
def test_the_header_leads_to_that_choice(db: None, client: Client, address: str) -> None:
    head = client.get(address).text.split("</header>")[0]
    current = {"/": "", "/rules/": ' aria-current="page"'}.get(address, ' aria-current="true"')
    assert f'<a href="/rules/"{current}>Rules</a>' in head, head


@pytest.mark.parametrize(("number", "depth"), [("9", 0), ("3.1", 0), ("3.1.4", 1), ("1.6.2.1", 2)])
def test_a_paragraph_stands_as_deep_as_its_number(number: str, depth: int) -> None:
    assert Paragraph(number, "title").depth == depth


@pytest.mark.parametrize("typed", ["", "4,0", "4.0", "1e9", "٣", "５", "0x4", "4 0", "four", "½", "-", "9" * 40])
def test_a_whole_number_is_plain_digits(typed: str) -> None:
    with pytest.raises(ValidationError):
        WholeNumberField().clean(typed)


@pytest.mark.parametrize(("typed", "number"), [("4", 4), (" 04 ", 4), ("+4", 4), ("-1", -1), ("−1", -1)])
def test_the_digits_are_read(typed: str, number: int) -> None:
    assert WholeNumberField().clean(typed) == number
