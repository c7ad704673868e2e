"""The commands of a game and their JSON form, the one that records are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from auction.rules.entrants import Entrant, dump_entrant, read_entrant
from auction.rules.state import Kind
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text, is_whole_number


@dataclass(frozen=True, slots=True)
class Draw:
    """§9: the host draws a category; §6, §25: or a special lot."""

    category: str
    kind: Kind = Kind.QUESTION


@dataclass(frozen=True, slots=True)
class TopUp:
    """§20: the host adds to the pot."""

    points: int


@dataclass(frozen=True, slots=True)
class Open:
    """§9: bidding opens; §25: a duel starts, on the ``category`` left after striking."""

    category: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceBid:
    """§11: a captain names a number."""

    team: str
    points: int


@dataclass(frozen=True, slots=True)
class GoVaBanque:
    """§15: a captain risks everything."""

    team: str


@dataclass(frozen=True, slots=True)
class Say:
    """§11: a captain's line in the main chat, to be read as a command."""

    team: str
    text: str


@dataclass(frozen=True, slots=True)
class CloseBidding:
    """§14, §16: the host closes the bidding and may excuse teams from the reprimand."""

    excused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyHint:
    """§19: the answering team buys a hint."""


@dataclass(frozen=True, slots=True)
class UseHint:
    """§6, §19: the answering team spends a hint token."""


@dataclass(frozen=True, slots=True)
class Buzz:
    """§25: this side of the duel answers."""

    team: str


@dataclass(frozen=True, slots=True)
class RecordNoAnswer:
    """§25: nobody answered in the duel."""


@dataclass(frozen=True, slots=True)
class Judge:
    """§18: the host's verdict."""

    correct: bool


@dataclass(frozen=True, slots=True)
class BreakTie:
    """§21: the host's decision on who goes to the final."""

    team: str


@dataclass(frozen=True, slots=True)
class AdjustScore:
    """§8: the host corrects an account, with a reason."""

    team: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reinstate:
    """§12: the host takes a team back in, with a reason."""

    team: str
    reason: str


@dataclass(frozen=True, slots=True)
class OpenFinal:
    """§23: the Masters sit down."""

    masters: Entrant


Command = (
    Draw | TopUp | Open | PlaceBid | GoVaBanque | Say | CloseBidding | BuyHint | UseHint | Buzz | RecordNoAnswer
    | Judge | BreakTie | AdjustScore | Reinstate | OpenFinal
)  # fmt: skip

# do -> what it reads as, and the paragraph that a badly written one is refused with
COMMANDS: dict[str, tuple[Callable[..., Command], str]] = {
    "draw": (Draw, "9"),
    "top_up": (TopUp, "20"),
    "open": (Open, "9"),
    "bid": (PlaceBid, "11"),
    "va_banque": (GoVaBanque, "15"),
    "say": (Say, "11"),
    "close": (CloseBidding, "14"),
    "buy_hint": (BuyHint, "19"),
    "use_hint": (UseHint, "19"),
    "buzz": (Buzz, "25"),
    "no_answer": (RecordNoAnswer, "25"),
    "judge": (Judge, "18"),
    "break_tie": (BreakTie, "21"),
    "adjust": (AdjustScore, "8"),
    "reinstate": (Reinstate, "12"),
    "open_final": (OpenFinal, "23"),
}


class _Unreadable(Exception):
    """A field that is not what it should be: the refusal's code."""


def _text(value: object) -> str:
    if not is_text(value):
        raise _Unreadable("field_not_text")
    return value


def _number(value: object) -> int:
    if not is_whole_number(value):
        raise _Unreadable("field_not_whole_number")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Unreadable("field_not_boolean")
    return value


def _kind(value: object) -> Kind:
    if not isinstance(value, str) or value not in list(Kind):
        raise _Unreadable("kind_unknown")
    return Kind(value)


def _ids(value: object) -> tuple[str, ...]:
    """Whatever is no team's id is ignored here, also what is no text."""
    if not isinstance(value, (list, tuple)):
        raise _Unreadable("field_not_list")
    return tuple(item for item in value if is_text(item))


def _reason(value: object) -> str:
    if not any(letter.isalpha() for letter in _text(value)):
        raise _Unreadable("reason_without_words")
    return _text(value)


def _masters(value: object) -> Entrant:
    try:
        return read_entrant(value, guests=True)
    except ValueError:
        raise _Unreadable("masters_unreadable") from None


# A field means the same in every command.
_READERS: dict[str, Callable[[object], Any]] = {
    "category": _text, "kind": _kind, "points": _number, "team": _text, "text": _text, "excused": _ids,
    "correct": _truth, "reason": _reason, "masters": _masters,
}  # fmt: skip

_FIELDS = {
    do: tuple((f.name, _READERS[f.name], f.default is MISSING) for f in fields(shape))  # type: ignore[arg-type]
    for do, (shape, _) in COMMANDS.items()
}
_DO: dict[object, str] = {shape: do for do, (shape, _) in COMMANDS.items()}


def parse_command(data: Mapping[str, object]) -> Command:
    """Read the JSON form; what cannot be read as a command is refused, unknown keys are ignored."""
    do = data.get("do")
    if not is_text(do):
        raise Refusal("11", "command_missing")
    if do not in COMMANDS:
        raise Refusal("11", "command_unknown", {"do": do})
    shape, paragraph = COMMANDS[do]
    values: dict[str, Any] = {}
    for name, read, required in _FIELDS[do]:
        if name in data:
            try:
                values[name] = read(data[name])
            except _Unreadable as fault:
                raise Refusal(paragraph, str(fault), {"do": do, "field": name}) from None
        elif required:
            raise Refusal(paragraph, "field_missing", {"do": do, "field": name})
    return shape(**values)


def dump_command(command: Command) -> dict[str, object]:
    """The JSON form, without fields that hold their default."""
    data: dict[str, object] = {"do": _DO[type(command)]}
    for f in fields(command):
        value = getattr(command, f.name)
        if value == f.default:
            continue
        if isinstance(value, Entrant):
            value = dump_entrant(value)
        elif isinstance(value, tuple):
            value = list(value)
        data[f.name] = str(value) if isinstance(value, Kind) else value
    return data
