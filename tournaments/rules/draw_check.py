"""The check of a record's draws: does each follow from the seed, in its order, and is it what the game then did?

It needs the record alone. What is wrong comes out as findings, each with its line; nothing stops the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.rules.draw import commitment, draw, draw_key, is_nonce, is_seed
from tournaments.rules.draw_lines import (
    AFTERWARDS,
    COMMITMENT,
    NONCE,
    SEED,
    UNDONE_DRAW,
    Proof,
    read_count,
    read_proofs,
    read_text,
)
from tournaments.rules.records import Row

Claim = str | tuple[str, ...] | None
Claims = Callable[[Mapping[str, Any]], Mapping[str, Claim]]
"""Which draws a command of the game needs: what each is about -> the result that the command shows, None if hidden.

Several results in their order, where something is drawn more than once.
"""


class State(StrEnum):
    """What is known about a draw."""

    RIGHT = "right"  # it follows from the published seed
    WRONG = "wrong"
    HIDDEN = "hidden"  # its seed is not published yet


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be: on which line, a stable code, and what a sentence about it needs."""

    line: int
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw of the record. ``at``: ms since the epoch, if the record says so."""

    line: int
    proof: Proof
    undone: bool
    reason: str
    at: int | None
    state: State = State.HIDDEN


@dataclass(frozen=True, slots=True)
class ByHand:
    """Drawn by hand while the network was gone, entered afterwards: nothing proves it, and the record says so."""

    line: int
    of: str
    result: str | None
    at: int | None


@dataclass(slots=True)
class Series:
    """What the record says of one seed."""

    number: int
    line: int
    round: int
    commitment: str
    at: int | None = None
    nonces: dict[str, str] = field(default_factory=dict)  # team -> nonce
    draws: list[Drawn] = field(default_factory=list)
    seed: str = ""
    key: str = ""  # as the line with the seed says: it holds the nonces together
    closed: int = 0  # the line that publishes the seed; 0: none so far
    counted: int = 0  # draws, as that line says
    abandoned: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A record's draws, checked."""

    series: tuple[Series, ...]
    findings: tuple[Finding, ...]
    by_hand: tuple[ByHand, ...] = ()

    @property
    def draws(self) -> tuple[Drawn, ...]:
        """All of them, in the order of the record."""
        return tuple(sorted((each for one in self.series for each in one.draws), key=lambda each: each.line))


def check_draws(rows: Iterable[Row], claims: Claims) -> Check:
    """Check the rows of a record after its header; ``claims`` says which draws the game's commands need."""
    reading = _Reading(claims)
    for row in rows:
        reading.take(row)
    findings = list(reading.findings)
    for series in reading.series.values():
        findings += _prove(series)
    found = tuple(sorted(findings, key=lambda finding: finding.line))
    return Check(tuple(reading.series.values()), found, tuple(reading.by_hand))


class _Reading:
    """The record read once, in its order: what is said when."""

    def __init__(self, claims: Claims) -> None:
        self.series: dict[int, Series] = {}
        self.findings: list[Finding] = []
        self.by_hand: list[ByHand] = []
        self._claims = claims
        self._taken_back = False  # whether the draw before was undone
        self._readers = {COMMITMENT: self._commit, NONCE: self._add, SEED: self._publish, UNDONE_DRAW: self._undone}

    def take(self, row: Row) -> None:
        """One line."""
        reader = self._readers.get(row.data.get("do", "")) if isinstance(row.data.get("do"), str) else None
        try:
            (reader or self._command)(row)
        except ValueError as error:
            self._find(row, "malformed", field=str(error))

    def _find(self, row: Row, code: str, **params: object) -> None:
        self.findings.append(Finding(row.line, code, params))

    def _commit(self, row: Row) -> None:
        number, text = read_count(row.data, "series"), row.data.get("commitment")
        if not is_seed(text):
            raise ValueError("commitment")
        if number in self.series:
            self._find(row, "series_repeated", series=number)
            return
        if number != len(self.series) + 1:
            self._find(row, "series_missing", series=len(self.series) + 1)
        self.series[number] = Series(number, row.line, read_count(row.data, "round"), str(text), _moment(row))

    def _series(self, row: Row, number: int) -> Series | None:
        """The series, if its commitment came before this line and its seed did not."""
        series = self.series.get(number)
        if series is None:
            self._find(row, "no_commitment", series=number)
        elif series.closed:
            self._find(row, "after_the_seed", series=number)
            return None
        return series

    def _add(self, row: Row) -> None:
        series = self._series(row, read_count(row.data, "series"))
        team, nonce = read_text(row.data, "team"), row.data.get("nonce")
        if not is_nonce(nonce):
            raise ValueError("nonce")
        if series is None:
            return
        if series.draws:
            self._find(row, "nonce_too_late", team=team)
        elif team in series.nonces:
            self._find(row, "nonce_repeated", team=team)
        series.nonces[team] = str(nonce)

    def _publish(self, row: Row) -> None:
        series = self._series(row, read_count(row.data, "series"))
        seed, counted = row.data.get("seed"), read_count(row.data, "draws", least=0)
        if not is_seed(seed):
            raise ValueError("seed")
        if not is_seed(row.data.get("key")):
            raise ValueError("key")
        if series is not None:
            series.seed, series.key = str(seed), row.data["key"]
            series.closed, series.counted = row.line, counted
            series.abandoned = read_text(row.data, "abandoned") if "abandoned" in row.data else ""

    def _undone(self, row: Row) -> None:
        proofs = read_proofs(row.data)
        if not proofs:
            raise ValueError("draws")
        self._keep(row, proofs, undone=True)

    def _command(self, row: Row) -> None:
        proofs = read_proofs(row.data)
        needed = self._claims(row.data)
        drawn: dict[str, tuple[str, ...]] = {}
        for proof in proofs:
            drawn[proof.of] = (*drawn.get(proof.of, ()), proof.result)
        for of, claim in needed.items():
            claimed = claim if claim is None or isinstance(claim, tuple) else (str(claim),)
            said = None if claimed is None else ", ".join(claimed)
            if of not in drawn and row.data.get(AFTERWARDS) is True:
                self.by_hand.append(ByHand(row.line, of, said, _moment(row)))
            elif of not in drawn:
                self._find(row, "no_proof", of=of)
            elif claimed is not None and claimed != drawn[of]:
                self._find(row, "not_what_was_drawn", of=of, claimed=said, drawn=", ".join(drawn[of]))
        if proofs:
            self._keep(row, proofs, undone=False)

    def _keep(self, row: Row, proofs: tuple[Proof, ...], *, undone: bool) -> None:
        reason = row.data.get("reason", "")
        reason = reason if isinstance(reason, str) else ""
        if self._taken_back and not any(map(str.isalpha, reason)):
            self._find(row, "no_reason")
        self._taken_back = undone
        for proof in proofs:
            series = self._series(row, proof.series)
            if series is None:
                continue
            expected = series.draws[-1].proof.n + 1 if series.draws else 1
            if proof.n != expected:
                self._find(row, "wrong_number", n=proof.n, expected=expected)
            series.draws.append(Drawn(row.line, proof, undone, reason, _moment(row)))


def _prove(series: Series) -> Iterator[Finding]:
    """Whether the seed is the one promised, and each draw what it must be; writes that into the draws."""
    if not series.closed:
        yield Finding(series.line, "never_published", {"series": series.number})
        return
    if commitment(series.seed) != series.commitment:
        yield Finding(series.closed, "another_seed", {"series": series.number})
    if series.counted != len(series.draws):
        yield Finding(series.closed, "draws_missing", {"counted": series.counted, "found": len(series.draws)})
    key = draw_key(series.seed, series.nonces.values())
    if key != series.key:
        yield Finding(series.closed, "another_key", {"series": series.number})
    for index, drawn in enumerate(series.draws):
        proof = drawn.proof
        must = draw(key, proof.n, proof.choices)
        right = must == proof.result
        if not right:
            yield Finding(drawn.line, "wrong_result", {"n": proof.n, "must": must, "result": proof.result})
        series.draws[index] = Drawn(
            drawn.line, proof, drawn.undone, drawn.reason, drawn.at, State.RIGHT if right else State.WRONG
        )


def _moment(row: Row) -> int | None:
    at = row.data.get("at")
    return at if type(at) is int else None
