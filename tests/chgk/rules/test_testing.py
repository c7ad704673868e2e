"""§4.2: who may test, how texts differ, what a proposal may be, how answers come out."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chgk.rules.testing import (
    Bar,
    Bars,
    Part,
    Share,
    bar_of,
    check_proposal,
    check_tester,
    read_digest,
    share_of,
    tidy,
    word_diff,
    wrote,
)
from tournaments.rules.engine import Refusal

BARS = Bars(players={1: "Owls"}, deans={2: "Owls"}, editor=3, listed=frozenset({1, 2, 3, 4, 5}))


@pytest.mark.parametrize(
    ("person", "left", "bar", "code"),
    [
        (1, False, (Bar.PLAYER, "Owls"), "tester_plays"),
        (2, False, (Bar.DEAN, "Owls"), "tester_leads_house"),
        (3, False, (Bar.EDITOR, ""), "tester_is_editor"),
        (4, True, (Bar.LEFT, ""), "tester_has_left"),
        (6, False, (Bar.OFF_LIST, ""), "tester_not_listed"),
        (4, False, None, ""),
    ],
)
def test_whoever_has_a_part_in_the_game_or_is_not_listed_does_not_test(person, left, bar, code):
    assert bar_of(person, BARS, left=left) == bar
    if bar is None:
        check_tester(person, BARS)
        return
    with pytest.raises(Refusal) as refused:
        check_tester(person, BARS, left=left)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("names", "authors", "same"),
    [
        (("Ewa Sowa",), ("Sowa, Ewa",), True),
        (("Ewa Sowa", "Puchacz"), ("puchacz",), True),
        (("Фёдор Сыч",), ("ФЕДОР  СЫЧ",), True),
        (("Ewa Sowa",), ("Ewa Sówka",), False),
        (("",), ("",), False),
        (("Ewa Sowa",), (), False),
    ],
)
def test_an_author_is_known_by_any_name_in_any_order(names, authors, same):
    assert wrote(names, authors) is same


def test_a_digest_tells_one_part_from_the_next():
    assert read_digest(["ab", "c"]) != read_digest(["a", "bc"])
    assert read_digest(["a"], ["b"]) != read_digest(["a", "b"])
    assert read_digest(["a"]) == read_digest(["a"])


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Кто это?", "Кто это?", "Кто это?"),
        ("Кто это?", "Кто это был?", "Кто это[+ был]?"),
        ("белая сова", "серая сова", "[-белая][+серая] сова"),
        ("им петь нечего.", "у них слов нет.", "[-им петь нечего][+у них слов нет]."),
        ("a b", "a  b", "a[- ][+  ]b"),
        ("", "сова", "[+сова]"),
        ("сова", "", "[-сова]"),
        ("<b>да</b>", "<b>нет</b>", "<b>[-да][+нет]</b>"),
        ("1977 год", "1976 год", "[-1977][+1976] год"),
        ("a\nb", "a\nc", "a\n[-b][+c]"),
    ],
)
def test_the_way_from_one_text_to_the_other(before, after, said):
    signs = {"same": "{}", "gone": "[-{}]", "new": "[+{}]"}
    assert "".join(signs[piece.kind].format(piece.text) for piece in word_diff(before, after)) == said


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_letter_is_lost_on_the_way(before, after):
    pieces = word_diff(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == after


def test_texts_without_end_take_no_time():
    before = "слово " * 20_000
    began = time.perf_counter()
    pieces = word_diff(before, before.replace("слово ", "дело ", 1) + "ещё")
    assert time.perf_counter() - began < 2
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == before


def test_a_part_is_stored_tidy():
    assert tidy(Part.ANSWER, "  белая \r\n сова ") == "белая сова"
    assert tidy(Part.TEXT, " a  \r\nb\x00\r\n") == "a\nb"


@pytest.mark.parametrize(
    ("part", "before", "after", "code"),
    [
        (Part.TEXT, "a", "a", "proposal_changes_nothing"),
        (Part.TEXT, "a", "", "proposal_takes_away"),
        (Part.ANSWER, "a", " ?! ", "proposal_takes_away"),
        (Part.COMMENT, "a", "", ""),
        (Part.COMMENT, "a", "x" * 11, "proposal_too_long"),
    ],
)
def test_a_proposal_changes_something_and_leaves_a_question(part, before, after, code):
    if not code:
        check_proposal(part, before, after, 10)
        return
    with pytest.raises(Refusal) as refused:
        check_proposal(part, before, after, 10)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("verdicts", "share", "percent"),
    [
        ([], Share(), None),
        ([None, None], Share(0, 0, 2), None),
        ([True, False, None], Share(1, 2, 1), 50),
        ([True, True, False], Share(2, 3, 0), 67),
        ([True] + [False] * 7, Share(1, 8, 0), 13),
    ],
)
def test_the_share_that_would_count(verdicts, share, percent):
    assert share_of(verdicts) == share
    assert share.percent == percent
