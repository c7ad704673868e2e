"""The settings that a game is pinned to; each names the paragraph whose reading it chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.fields import is_whole_number

Value = int | bool | str


@dataclass(frozen=True, slots=True)
class Parameters:
    """Defaults are the rulebook as written."""

    start_points: int = 50
    ante: int = 3
    questions_per_round: int = 5
    min_raise: int = 1
    bid_includes_ante: bool = True
    hint_divisor: int = 3
    reprimand_penalty: int = 5
    va_banque_must_top: bool = False
    special_stakes: str = "bank"
    duel_wrong: str = "carry"
    first_place_bonus: int = 400
    second_place_bonus: int = 300

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Parameters:
        """Read what differs from the defaults; unknown keys are ignored, wrong values are a ValueError."""
        if not isinstance(data, Mapping):
            raise ValueError("rules: must be an object")
        given: dict[str, Any] = {s.key: s.checked(data[s.key]) for s in SETTINGS if s.key in data}
        return cls(**given)

    def pinned(self) -> dict[str, Value]:
        """Every value, so that a later change of the defaults does not touch a game that has begun."""
        return {s.key: s.of(self) for s in SETTINGS}

    def to_json(self) -> dict[str, Value]:
        """Only what differs from the defaults."""
        return {s.key: s.of(self) for s in SETTINGS if s.of(self) != s.default}


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the settings form: ``choices`` if there is a list of them, else a whole number from ``minimum``."""

    key: str
    paragraphs: tuple[str, ...]
    minimum: int = 0
    choices: tuple[bool, ...] | tuple[str, ...] = ()

    @property
    def default(self) -> Value:
        """The rulebook as written."""
        return self.of(_AS_WRITTEN)

    def of(self, parameters: Parameters) -> Value:
        """The value that a game is pinned to."""
        value: Value = getattr(parameters, self.key)
        return value

    def checked(self, value: object) -> Value:
        """``value`` if the setting may have it; else a ValueError that names the key."""
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
            allowed = " or ".join(str(choice).lower() for choice in self.choices)
            raise ValueError(f"{self.key}: must be {allowed}")
        if not is_whole_number(value) or value < self.minimum:
            raise ValueError(f"{self.key}: must be a whole number, at least {self.minimum}")
        return value


_AS_WRITTEN = Parameters()

SETTINGS: tuple[Setting, ...] = (
    Setting("start_points", ("8",)),
    Setting("ante", ("9", "12")),
    Setting("questions_per_round", ("6",), minimum=1),
    Setting("min_raise", ("11",), minimum=1),
    Setting("bid_includes_ante", ("11", "14"), choices=(True, False)),
    Setting("hint_divisor", ("19",), minimum=1),
    Setting("reprimand_penalty", ("16",)),
    Setting("va_banque_must_top", ("15",), choices=(False, True)),
    Setting("special_stakes", ("6",), choices=("bank", "carry")),
    Setting("duel_wrong", ("18", "25"), choices=("carry", "opponent")),
    Setting("first_place_bonus", ("29",)),
    Setting("second_place_bonus", ("29",)),
)
