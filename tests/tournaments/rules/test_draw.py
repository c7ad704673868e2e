"""Draws that can be checked: always the same for the same seed, nonces, number and choices, and fair."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.draw import commitment, draw, draw_key, is_nonce, is_seed, sort_choices

SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
NONCES = st.lists(st.binary(min_size=16, max_size=16).map(bytes.hex), max_size=4)
NAMES = st.lists(st.text(max_size=8), min_size=1, max_size=12, unique=True)
WEIGHTED = NAMES.flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(name), st.integers(1, 50)) for name in names)).map(list)
)
KEY = draw_key("4b19d9461120b4a9664f90d0fe214c19549c3a3328ec5e5729e418852ef5ab94", [])


def by_the_book(seed: str, nonces: list[str], n: int, choices: list[tuple[str, int]]) -> str:
    """The ten lines of docs/draws.md, written a second time."""
    key = hmac.new(seed.encode(), "\n".join(sorted(nonces)).encode(), hashlib.sha256).hexdigest()
    tickets = [name for name, weight in sorted(choices) for _ in range(weight)]
    attempt = 0
    while True:
        value = int(hmac.new(key.encode(), f"{n}.{attempt}".encode(), hashlib.sha256).hexdigest(), 16)
        if value < 2**256 - 2**256 % len(tickets):
            return tickets[value % len(tickets)]
        attempt += 1


@given(SEEDS, NONCES, st.integers(1, 10_000), WEIGHTED)
def test_a_draw_is_what_the_ten_lines_say(seed, nonces, n, choices):
    assert draw(draw_key(seed, nonces), n, choices) == by_the_book(seed, nonces, n, choices)


@given(SEEDS, NONCES, st.integers(1, 10_000), WEIGHTED, st.randoms())
def test_the_order_of_nonces_and_choices_does_not_matter(seed, nonces, n, choices, chance):
    first = draw(draw_key(seed, nonces), n, choices)
    chance.shuffle(nonces)
    chance.shuffle(choices)
    assert draw(draw_key(seed, nonces), n, choices) == first
    assert first in dict(choices)


@given(SEEDS, NONCES, st.binary(min_size=16, max_size=16).map(bytes.hex))
def test_each_nonce_changes_the_key_and_the_commitment_never_is_the_key(seed, nonces, another):
    key = draw_key(seed, nonces)
    assert draw_key(seed, [*nonces, another]) != key
    assert commitment(seed) not in (seed, key)
    assert is_seed(commitment(seed)) and is_seed(key)


def test_the_key_without_nonces_is_not_what_everybody_knows():
    seed = "00" * 32
    assert draw_key(seed, []) != commitment(seed) == hashlib.sha256(seed.encode()).hexdigest()


@pytest.mark.parametrize("names", [2, 3, 5, 7, 12, 30])
def test_equal_choices_come_equally_often(names):
    choices = [f"Kategoria {number}" for number in range(names)]
    draws = 3000
    seen = Counter(draw(KEY, n, choices) for n in range(1, draws + 1))
    expected = draws / names
    chi_squared = sum((seen[name] - expected) ** 2 / expected for name in choices)
    assert chi_squared < names + 4 * (2 * names) ** 0.5 + 4, seen


def test_weights_are_kept():
    seen = Counter(draw(KEY, n, ["Film", ("Podpowiedź", 3), ("Skrzynka", 2)]) for n in range(1, 6001))
    assert abs(seen["Podpowiedź"] - 3000) < 160
    assert abs(seen["Skrzynka"] - 2000) < 160
    assert abs(seen["Film"] - 1000) < 130


def test_a_value_too_large_to_be_divided_evenly_is_passed_over():
    choices = [("a", 2**255), ("b", 1)]  # nearly half of all values are beyond the last even share
    seen = Counter(draw(KEY, n, choices) for n in range(1, 401))
    assert seen == {"a": 400}
    assert all(draw(KEY, n, [("a", 2**254), ("b", 2**254 + 1)]) in "ab" for n in range(1, 100))


def test_draws_of_different_numbers_do_not_follow_each_other():
    choices = [f"{number:02}" for number in range(16)]
    pairs = Counter((draw(KEY, n, choices), draw(KEY, n + 1, choices)) for n in range(1, 2001))
    assert len(pairs) > 240 and max(pairs.values()) < 24


def test_one_choice_is_drawn_whatever_comes():
    assert {draw(KEY, n, ["Film"]) for n in range(1, 50)} == {"Film"}


@pytest.mark.parametrize(
    "choices",
    [[], ["a", "a"], [("a", 1), "a"], [("a", 0)], [("a", -1)], [("a", True)], [("a", 1.0)], [("a", 2**256), "b"]],
)
def test_what_cannot_be_drawn_from(choices):
    with pytest.raises(ValueError, match=r"nothing|one name|weight"):
        draw(KEY, 1, choices)


def test_choices_are_sorted_by_code_points():
    assert sort_choices(["żaba", "Żółw", "zebra", "10", "9"]) == (
        ("10", 1), ("9", 1), ("zebra", 1), ("Żółw", 1), ("żaba", 1),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "seed", "nonce"),
    [
        ("a" * 64, True, False),
        ("a" * 32, False, True),
        ("A" * 64, False, False),
        ("a" * 32 + "\n", False, False),
        ("٣" * 32, False, False),
        (None, False, False),
        (5, False, False),
    ],
)
def test_seeds_and_nonces_are_small_hexadecimal(text, seed, nonce):
    assert (is_seed(text), is_nonce(text)) == (seed, nonce)


def test_the_worked_example_of_the_documentation():
    page = (Path(__file__).resolve().parents[3] / "docs" / "draws.md").read_text()
    told = dict(re.findall(r"^    (\w+) += (.+)$", page, re.MULTILINE))
    nonces = told["nonces"].split()
    assert all(map(is_nonce, nonces)) and is_seed(told["seed"])
    assert commitment(told["seed"]) == told["commitment"]
    assert draw_key(told["seed"], nonces) == told["key"]
    rows = re.findall(r"^\| (\d+) \| `(\w{64})` \| ([^|]+) \| (\d+) \| (\S+) \|$", page, re.MULTILINE)
    assert len(rows) == 3
    for n, value, choices, ticket, result in rows:
        weighted = [
            (name, int(weight or 1)) for name, weight in re.findall(r"([^ ,]+)(?: \(×(\d+)\))?(?:, |$)", choices)
        ]
        assert hmac.digest(told["key"].encode(), f"{n}.0".encode(), "sha256").hex() == value
        assert int(value, 16) % sum(weight for _, weight in weighted) == int(ticket)
        assert draw(told["key"], int(n), weighted) == by_the_book(told["seed"], nonces, int(n), weighted) == result


def test_the_program_of_the_documentation_runs():
    page = (Path(__file__).resolve().parents[3] / "docs" / "draws.md").read_text()
    program = page.split("```python\n")[1].split("```")[0]
    assert len([line for line in program.splitlines() if line.strip()]) <= 12
    scope: dict = {}
    exec(program, scope)
    for n in range(1, 60):
        choices = [("Film", 1), ("Historia", 3), ("Żart", 2)]
        assert scope["draw"]("ab" * 32, ["cd" * 16], n, choices) == draw(draw_key("ab" * 32, ["cd" * 16]), n, choices)
