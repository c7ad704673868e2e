"""The council's arithmetic against a plain formula, its composition at a moment, the texts of amendments."""

from __future__ import annotations

from fractions import Fraction

import pytest

from chgk.rules.council import (
    Acting,
    Choice,
    Kind,
    Seat,
    Settings,
    check_acting,
    decide_round,
    differing,
    dump_rule,
    load_rule,
    read_settings,
    read_share,
    rule_for,
    share_text,
    voices_at,
)
from chgk.rules.regulation import (
    LANGUAGES,
    Amended,
    Change,
    Wording,
    check_changes,
    compare_words,
    differences,
    fold_texts,
)
from tournaments.rules.engine import Refusal


def plainly(kind: Kind, captains: int, present: int, ayes: int) -> str:
    """What the regulation says, with fractions and without any of our shares."""
    came = Fraction(present, captains)
    if kind is Kind.AMENDMENT:
        passed = Fraction(ayes, captains) > Fraction(2, 3)
    elif kind is Kind.JURY:
        if came < Fraction(2, 3):
            return "no_quorum"
        passed = Fraction(ayes, present) >= (Fraction(2, 3) if came == 1 else Fraction(1, 2))
    else:
        if came < (Fraction(2, 3) if kind is Kind.COMPLAINT else Fraction(1, 2)):
            return "no_quorum"
        passed = Fraction(ayes, present) > Fraction(1, 2)
    return "adopted" if passed and ayes else "rejected"


def test_every_council_every_attendance_every_number_of_ayes() -> None:
    cases = 0
    for kind in Kind:
        rule = load_rule(dump_rule(rule_for(kind, Settings())))
        for captains in range(1, 9):
            for present in range(captains + 1):
                for ayes in range(present + 1):
                    for against in (0, present - ayes):
                        rest = present - ayes - against
                        ballots = [Choice.FOR] * ayes + [Choice.AGAINST] * against + [Choice.ABSTAINED] * rest
                        result = decide_round(rule, captains, ballots)
                        wanted = plainly(kind, captains, present, ayes)
                        assert result.decision.value == wanted, (kind, captains, present, ayes)
                        cases += 1
    assert cases > 1000


def test_settings_are_shares_that_can_be_reached() -> None:
    for text in ("1/2", ">1/2", "3/4", "1/1", "20/20"):
        assert share_text(read_share(text)) == text
    for bad in ("", "0/2", "3/2", ">2/2", "1/0", "1/99", "½", "1 / 2", "-1/2", 1, None, "١/٢"):
        with pytest.raises(ValueError, match="must be"):
            read_share(bad)
    assert differing(read_settings({"other_quorum": "3/4", "words_for": "club"})) == {"other_quorum": "3/4"}
    for key, value in (("other_quorum", "2"), ("vote_days", 0), ("vote_days", True), ("words_for", "me"), ("x", 1)):
        with pytest.raises(ValueError, match=f"^{key}:"):
            read_settings({key: value})
    with pytest.raises(ValueError, match=r"^secret_jury:"):
        read_settings({"secret_jury": "yes"})


def test_the_council_is_whoever_leads_a_team_at_that_moment() -> None:
    seats = [Seat(1, "Owls", 11, "Vera"), Seat(2, "Lions", 21, "Gleb", approved_at=50), Seat(3, "Cats", None)]
    stand_in = Acting(1, 12, 100, 200, "Dina")
    names = {at: [voice.name for voice in voices_at(seats, [stand_in], at)] for at in (49, 50, 99, 100, 199, 200)}
    assert names == {
        49: ["Vera"],
        50: ["Vera", "Gleb"],
        99: ["Vera", "Gleb"],
        100: ["Dina", "Gleb"],
        199: ["Dina", "Gleb"],
        200: ["Vera", "Gleb"],
    }
    assert [voice.name for voice in voices_at(seats, [Acting(3, 31, 0, 60, "Olga")], 10)] == ["Vera", "Olga"]
    check_acting(Acting(1, 13, 200, 300), [stand_in])
    check_acting(Acting(2, 22, 150, 160), [stand_in])
    for new in (Acting(1, 13, 199, 300), Acting(1, 13, 0, 101), Acting(1, 13, 120, 130), Acting(1, 12, 100, 200)):
        with pytest.raises(Refusal) as refusal:
            check_acting(new, [stand_in])
        assert refusal.value.code == "acting_overlaps"
    with pytest.raises(Refusal) as refusal:
        check_acting(Acting(1, 13, 300, 300), [])
    assert refusal.value.code == "acting_ends_first"


def three(text: str) -> dict[str, Wording]:
    return {language: Wording(f"{text} {language}", f"text of {text}") for language in LANGUAGES}


BASE = {language: {n: three(n)[language] for n in ("1.1", "3.1.9", "3.1.10")} for language in LANGUAGES}


def test_amendments_fold_in_their_order() -> None:
    first = [Amended("3.1.11", Change.NEW, three("new")), Amended("1.1", Change.REPEALED, {})]
    second = [Amended("3.1.11", Change.CHANGED, three("newer"))]
    text = fold_texts(BASE["pl"], [first, second], "pl")
    assert list(text) == ["3.1.9", "3.1.10", "3.1.11"] and text["3.1.11"].title == "newer pl"
    check_changes(BASE, first)
    found = differences(BASE["pl"], text)
    assert [(one.number, one.change) for one in found] == [("1.1", Change.REPEALED), ("3.1.11", Change.NEW)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([], "amendment_empty"),
        ([Amended("1.1", Change.NEW, three("x"))], "paragraph_there"),
        ([Amended("1.2", Change.CHANGED, three("x"))], "paragraph_unknown"),
        ([Amended("1.2", Change.REPEALED, {})], "paragraph_unknown"),
        ([Amended("9.1", Change.NEW, three("x"))], "paragraph_malformed"),
        ([Amended("1", Change.NEW, three("x"))], "paragraph_malformed"),
        ([Amended("1.2.<b>", Change.NEW, three("x"))], "paragraph_malformed"),
        ([Amended("1.1", Change.REPEALED, {})] * 2, "paragraph_twice"),
        ([Amended("1.1", Change.CHANGED, three("1.1"))], "paragraph_unchanged"),
        ([Amended("1.1", Change.CHANGED, {**three("x"), "ru": Wording("—")})], "paragraph_untranslated"),
        ([Amended(f"1.{n}", Change.NEW, three("x")) for n in range(2, 40)], "amendment_too_long"),
    ],
)
def test_an_amendment_fits_the_text(changes: list[Amended], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_changes(BASE, changes)
    assert refusal.value.code == code


def test_two_texts_are_compared_word_by_word() -> None:
    pieces = compare_words("A game ends at 4 points.", "A game ends at 5 points, always.")
    assert [(one.how, one.text) for one in pieces] == [
        ("same", "A game ends at "),
        ("del", "4"),
        ("ins", "5"),
        ("same", " points"),
        ("ins", ", always"),
        ("same", "."),
    ]
    for before, after in (("", "x"), ("x", ""), ("а б в", "в б а"), ("👩‍👩‍👧 <b>", "<i> 👩‍👩‍👧")):
        found = compare_words(before, after)
        assert "".join(one.text for one in found if one.how != "ins") == before
        assert "".join(one.text for one in found if one.how != "del") == after
