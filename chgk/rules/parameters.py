"""The settings that a game is pinned to; each names the paragraph whose reading it chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.fields import is_whole_number

Value = int | str

ORDINARY_TARGET = 4  # §3.1.3
FINAL_TARGET = 6  # §3.1.2
AT_POINT = "at_point"  # only before the next question after the point
WHILE_AT_POINT = "while_at_point"  # as on television: as long as the team stands there


@dataclass(frozen=True, slots=True)
class Parameters:
    """What decides a game. The deciding round follows the target unless it is set apart: see :func:`as_written`."""

    target: int
    deciding_at: int
    deciding_worth: int
    deciding_window: str

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Parameters:
        """Read what differs from the defaults; unknown keys are ignored, wrong values are a ValueError."""
        if not isinstance(data, Mapping):
            raise ValueError("rules: must be an object")
        given: dict[str, Any] = {s.key: s.checked(data[s.key]) for s in SETTINGS if s.key in data}
        return cls(**{**as_written(given.get("target", ORDINARY_TARGET)).pinned(), **given})

    def pinned(self) -> dict[str, Any]:
        """Every value, so that a later change of the defaults does not touch a game that has begun (§1.6.2.1)."""
        return {s.key: getattr(self, s.key) for s in SETTINGS}

    def to_json(self) -> dict[str, Value]:
        """Only what differs from the defaults."""
        usual = {**as_written(self.target).pinned(), "target": ORDINARY_TARGET}
        return {key: value for key, value in self.pinned().items() if value != usual[key]}


def as_written(target: int = ORDINARY_TARGET) -> Parameters:
    """The regulation: the deciding round is taken one point before the target, and its question is worth the target."""
    return Parameters(target, deciding_at=target - 1, deciding_worth=target, deciding_window=AT_POINT)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the settings form: ``choices`` if there is a list of them, else a whole number from ``minimum``."""

    key: str
    paragraphs: tuple[str, ...]
    minimum: int = 0
    choices: tuple[str, ...] = ()

    def checked(self, value: object) -> Value:
        """``value`` if the setting may have it; else a ValueError that names the key."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
            raise ValueError(f"{self.key}: must be {' or '.join(self.choices)}")
        if not is_whole_number(value) or value < self.minimum:
            raise ValueError(f"{self.key}: must be a whole number, at least {self.minimum}")
        return value


SETTINGS: tuple[Setting, ...] = (
    Setting("target", ("3.1.2", "3.1.3"), minimum=1),
    Setting("deciding_at", ("3.1.4",)),
    Setting("deciding_worth", ("3.1.4",), minimum=1),
    Setting("deciding_window", ("3.1.4",), choices=(AT_POINT, WHILE_AT_POINT)),
)

TIMES: tuple[Setting, ...] = (
    Setting("discussion_seconds", ("3.1.5",), minimum=1),
    Setting("deciding_seconds", ("3.1.5",), minimum=1),
    Setting("answer_grace", ("3.1.5",)),
)


def check_keys(data: Mapping[str, object], settings: tuple[Setting, ...]) -> dict[str, Value]:
    """What a form of these ``settings`` may leave: known keys with values that they may have.

    Raises a ValueError that begins with the key of the first value that is not right.
    """
    known = {setting.key: setting for setting in settings}
    for key in data:
        if key not in known:
            raise ValueError(f"{key}: there is no such setting")
    return {key: known[key].checked(value) for key, value in data.items()}
