"""Captains' lines: what counts, what was meant, and what is only talk."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auction.rules.chat_grammar import diagnose_line, parse_line
from auction.rules.commands import GoVaBanque, PlaceBid
from auction.rules.state import Team
from tournaments.rules.spelling import edit_distance

WORDS = {"red": "Czerwoni", "yellow": "Żółci", "blue": "Niebiescy", "green": "Zieloni", "owls": "Nocne Sowy", "7": "7"}
TEAMS = tuple(Team(team, word, None, 50) for team, word in WORDS.items())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Czerwoni 12", PlaceBid("red", 12)),
        ("czerwoni 12", PlaceBid("red", 12)),
        ("CZERWONI\t\t12", PlaceBid("red", 12)),
        ("Czerwoni\u00a012", PlaceBid("red", 12)),
        ("  Czerwoni \u2003 12 \n", PlaceBid("red", 12)),
        ("Czerwoni 0012", PlaceBid("red", 12)),
        ("Czerwoni 000000000", PlaceBid("red", 0)),
        ("Czerwoni 999999999", PlaceBid("red", 999_999_999)),
        ("żółci 5", PlaceBid("yellow", 5)),
        ("ŻÓŁCI 5", PlaceBid("yellow", 5)),
        ("Z\u0307o\u0301łci 5", PlaceBid("yellow", 5)),  # the same letters, stored in pieces
        ("Nocne  Sowy 8", PlaceBid("owls", 8)),
        ("7 7", PlaceBid("7", 7)),
        ("Czerwoni VA BANQUE!", GoVaBanque("red")),
        ("czerwoni va  banque!", GoVaBanque("red")),
        ("nocne sowy va banque!", GoVaBanque("owls")),
    ],
)  # fmt: skip
def test_exact_commands(text: str, meant: object) -> None:
    assert parse_line(text, TEAMS) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Czerwoni", "chat_number_missing"),
        ("czerwoni ", "chat_number_missing"),
        ("Czewoni 12", "chat_name_misspelt"),
        ("Czrewoni 12", "chat_name_misspelt"),
        ("Czerwonii 12", "chat_name_misspelt"),
        ("Czerwony 12", "chat_name_misspelt"),
        ("Czerwoni: 12", "chat_name_misspelt"),
        ("Czerwoni, 12", "chat_name_misspelt"),
        ("Czerwony12", "chat_name_misspelt"),
        ("Czerwonie VA BANQUE!", "chat_name_misspelt"),
        ("Czerwoni12", "chat_space_missing"),
        ("Zieloni 12", "chat_other_team"),
        ("zieloni va banque!", "chat_other_team"),
        ("Czerwoni 1234567890", "chat_number_too_long"),
        ("Czerwoni 12pkt", "chat_not_a_number"),
        ("Czerwoni 12.", "chat_not_a_number"),
        ("Czerwoni 5,5", "chat_not_a_number"),
        ("Czerwoni -5", "chat_not_a_number"),
        ("Czerwoni +5", "chat_not_a_number"),
        ("Czerwoni - 12", "chat_not_a_number"),
        ("Czerwoni １２", "chat_not_a_number"),
        ("Czerwoni ١٢", "chat_not_a_number"),
        ("Czerwoni 12 punktów", "chat_text_after"),
        ("Czerwoni 1 2", "chat_text_after"),
        ("Czerwoni 12 !", "chat_text_after"),
        ("Czerwoni VA BANQUE! jedziemy", "chat_text_after"),
        ("Czerwoni VA BANQUE", "chat_va_banque_unmarked"),
        ("Czerwoni VABANQUE!", "chat_va_banque_misspelt"),
        ("Czerwoni va-banque!", "chat_va_banque_misspelt"),
        ("Czerwoni VA BANQUE !", "chat_va_banque_misspelt"),
        ("Czerwoni VA BANQUE!!!", "chat_va_banque_misspelt"),
        ("Czerwoni VA BANKUE!", "chat_va_banque_misspelt"),
        ("Czerwoni va bank!", "chat_va_banque_misspelt"),
        ("VA BANQUE!", "chat_name_missing"),
        ("12", "chat_name_missing"),
    ],
)
def test_what_is_wrong_with_an_attempt(text: str, code: str) -> None:
    assert parse_line(text, TEAMS[:1]) is None
    assert diagnose_line(text, "Czerwoni", WORDS.values()) == code


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "cześć", "Czerwoni górą!", "Czerwoni są najlepsi", "Czerwoni mają 12", "Mamy 12 punktów",
        "Zieloni", "Zieloni są słabi", "12 minut przerwy", "Czerwoni ??", "va", "Czerwoni va!", "ile mamy? 12?",
        "kto da 12", "Brawo Czerwoni 12", "!!!", "x" * 10_000, "Czerwoni 12 " + "x" * 10_000, "Czerwoni 12",
        "Czerwoni VA BANQUE!",
    ],
)  # fmt: skip
def test_plain_talk_and_exact_commands_are_nobodys_mistake(text: str) -> None:
    assert diagnose_line(text, "Czerwoni", WORDS.values()) is None


def test_names_of_several_words() -> None:
    assert diagnose_line("Nocne Sowy", "Nocne Sowy", WORDS.values()) == "chat_number_missing"
    assert diagnose_line("Nocne Sovy 8", "Nocne Sowy", WORDS.values()) == "chat_name_misspelt"
    assert diagnose_line("Nocne Sowy8", "Nocne Sowy", WORDS.values()) == "chat_space_missing"
    assert diagnose_line("Nocne lampy świecą", "Nocne Sowy", WORDS.values()) is None


def test_a_team_called_seven() -> None:
    assert diagnose_line("7", "7", WORDS.values()) == "chat_number_missing"
    assert diagnose_line("7 7", "7", WORDS.values()) is None


@pytest.mark.parametrize("word", ["", " ", "\u00a0"])
def test_a_team_without_a_word_says_nothing(word: str) -> None:
    team = Team("none", word, None, 50)
    assert parse_line("12", (team,)) is None
    diagnose_line("12", word, [word])


@pytest.mark.parametrize(("a", "b", "slips"), [("", "", 0), ("ab", "ba", 1), ("kot", "kto", 1), ("sowa", "sów", 2)])
def test_edit_distance(a: str, b: str, slips: int) -> None:
    assert edit_distance(a, b) == edit_distance(b, a) == slips


@settings(max_examples=150)
@given(st.text(max_size=40), st.sampled_from(sorted(WORDS.values())))
def test_any_line_is_read_or_diagnosed_without_a_crash(text: str, word: str) -> None:
    for line in (text, f"{word} {text}", f"{word}{text}"):
        code = diagnose_line(line, word, WORDS.values())
        assert code is None or code.startswith("chat_")
        own = tuple(team for team in TEAMS if team.command == word)
        assert parse_line(line, own) is None or code is None
