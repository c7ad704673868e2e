"""Words are folded, weighed and compared alike, whatever the case, ё, stress or order (no database)."""

from __future__ import annotations

from chgk.rules.word_forms import FUNCTION_WORDS, choose_groups, fold, overlap, pieces_of, stems_of, words_of
from chgk.selectors.stemming import stem
from chgk.selectors.stemming import stems_of as stems


def test_case_stress_yo_and_compatible_signs_are_folded():
    assert fold("ЗА́МОК Ёжик ﬁn Ⅳ") == "замок ежик fin iv"
    assert words_of("«Кот-д'Ивуар», 1812-й год") == ["кот", "д", "ивуар", "1812", "й", "год"]
    assert words_of("\u200f=1+1 <b>🦉</b>") == ["1", "1", "b", "b"]


def test_forms_of_one_word_have_one_stem_in_both_languages():
    assert stem("книгами") == stem("книг") == stem("книга")
    assert stem("ребенка") == stem("ребенком")
    assert stem("książkach") == stem("książkami")
    assert stem("1812") == "1812"


def test_function_words_tell_nothing_and_each_stem_counts_once():
    assert stems("Что это за книга? Книги!") == ["книг"]
    assert "который" in FUNCTION_WORDS
    assert stems_of("и на", stem) == []
    assert max(map(len, stems("щ" * 500))) <= 40


def test_a_rare_common_word_says_more_than_a_frequent_one():
    weights = {"сова": 9.0, "год": 1.0}
    rare = overlap(["сова", "x"], ["сова", "y"], lambda word: weights.get(word, 3.0))
    frequent = overlap(["год", "x"], ["год", "y"], lambda word: weights.get(word, 3.0))
    assert rare > frequent > 0
    assert overlap([], ["y"], lambda word: 1.0) == 0
    assert overlap(["a", "b"], ["b", "a"], lambda word: 1.0) == 1


def test_rare_words_are_asked_for_alone_and_common_ones_in_pairs_within_the_budget():
    counts = {"год": 90_000, "город": 60_000, "человек": 70_000}
    assert choose_groups(["сова", "филин", "неясыть", "сыч", "год"], counts, 300_000, 2_000) == [
        ("неясыть",), ("филин",), ("сова",), ("сыч",)
    ]  # fmt: skip
    groups = choose_groups(counts, counts, 300_000, 2_000)
    assert groups and all(len(group) == 2 for group in groups)
    assert choose_groups([], {}, 0, 2_000) == []


def test_pieces_are_the_text_again_with_shared_words_marked():
    text = "В лесу — Сова, а не филин.\n"
    pieces = pieces_of(text, stems("совы летали"), stem)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.shared] == ["Сова"]
    assert [piece.text for piece in pieces if piece.is_word and not piece.shared] == ["лесу", "филин"]
