"""The special lots of an evening (§6, §25): which lie on the wheel now and with which weight, and what became of each.

The game of points knows no limit to them; how often one comes up is a matter of the evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auction.rules.events import Event, LotVoided, Place, PrizeWon, WentVaBanque
from auction.rules.stage import Result
from auction.rules.state import Game, Kind, Phase
from tournaments.rules.fields import is_text, is_whole_number

MARK = ":"  # begins the name of a special lot on the wheel, and no category's
ORDER = (Kind.HINT, Kind.BLACK_BOX, Kind.ONE_ON_ONE)
HEAVIEST = 9
MOST_BOXES = 3


@dataclass(frozen=True, slots=True)
class Box:
    """A sealed black box. What is in it is nobody's before it is opened: then ``contents`` and ``salt`` come in.

    They stay when an undo takes the opening back: what was seen cannot be unseen.
    """

    number: int
    commitment: str
    drawn: bool = False
    team: str | None = None  # who won it
    opened: bool = False
    contents: str | None = None
    salt: str | None = None

    @property
    def seen(self) -> bool:
        """Whether everybody knows what is in it."""
        return self.contents is not None


@dataclass(frozen=True, slots=True)
class Specials:
    """Weights as the host set them (an ordinary category weighs 1), the boxes, and what came up in this round."""

    weights: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(map(str, ORDER), 1))  # kind -> weight
    boxes: tuple[Box, ...] = ()
    drawn: tuple[str, ...] = ()  # kinds

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> Specials:
        """As set up; ValueError names what is wrong."""
        return cls(read_weights(setup), boxes=tuple(map(_read_box, setup.get("boxes", ()))))

    @property
    def next_box(self) -> Box | None:
        """The box that would come up: in the order of their numbers, one whose contents were seen no more."""
        return next((box for box in self.boxes if not box.drawn and not box.seen), None)

    def box(self, number: object) -> Box | None:
        """The box with this number."""
        return next((box for box in self.boxes if box.number == number and type(number) is int), None)

    def with_box(self, box: Box) -> Specials:
        """The same with this box in the place of the one with its number."""
        return replace(self, boxes=tuple(box if other.number == box.number else other for other in self.boxes))


def name_of(kind: Kind) -> str:
    """How the wheel, the log and the draws call a special lot, in every language: «:hint»."""
    return f"{MARK}{kind}"


def kind_of(name: str) -> Kind:
    """What kind of lot a name on the wheel is."""
    return next((kind for kind in ORDER if name == name_of(kind)), Kind.QUESTION)


def read_weights(setup: Mapping[str, Any]) -> dict[str, int]:
    """Kind -> weight of a setup, 1 where it says nothing; ValueError names the key."""
    given = setup.get("special", {})
    if not isinstance(given, Mapping):
        raise ValueError("special: must be an object")
    weights = {str(kind): given.get(str(kind), 1) for kind in ORDER}
    for kind, weight in weights.items():
        if not is_whole_number(weight) or not 0 <= weight <= HEAVIEST:
            raise ValueError(f"special.{kind}: must be a whole number, 0 to {HEAVIEST}")
    return weights


def on_the_wheel(game: Game, specials: Specials, categories: Iterable[str]) -> tuple[str | tuple[str, int], ...]:
    """What the wheel can stop at: these categories, each of weight 1, and (name, weight) of the special lots.

    Special lots come up beside categories only, so that every round comes to its last question; while a draw
    stands on the stage, the wheel is the one from which it came.
    """
    names = tuple(categories)
    return (*names, *_special_lots(game, specials)) if names or game.phase is Phase.DRAWN else ()


def _special_lots(game: Game, specials: Specials) -> tuple[tuple[str, int], ...]:
    """A hint once a round, each box once an evening, the duel once in the final; nothing of weight 0."""
    drawn = game.lot.kind if game.phase is Phase.DRAWN and game.lot is not None else None
    possible = {
        Kind.HINT: Kind.HINT not in specials.drawn,
        Kind.BLACK_BOX: specials.next_box is not None,
        Kind.ONE_ON_ONE: game.round > 1 and Kind.ONE_ON_ONE not in specials.drawn,
    }
    found = [(kind, specials.weights[kind]) for kind in ORDER if possible[kind] or kind is drawn]
    return tuple((name_of(kind), weight) for kind, weight in found if weight or kind is drawn)


def come_up(specials: Specials, kind: Kind) -> Specials:
    """A lot of this kind was drawn; a box is used up with it, won or not."""
    if kind not in ORDER:
        return specials
    box = specials.next_box if kind is Kind.BLACK_BOX else None
    after = replace(specials, drawn=(*specials.drawn, str(kind)))
    return after if box is None else after.with_box(replace(box, drawn=True))


def box_won(specials: Specials, team: str) -> Specials:
    """The team has the box that came up last."""
    box = next((box for box in reversed(specials.boxes) if box.drawn), None)
    return specials if box is None else specials.with_box(replace(box, team=team))


def new_round(specials: Specials) -> Specials:
    """§6: what came up in the first round may come up in the final, save the boxes."""
    return replace(specials, drawn=())


def keep_seen(current: Specials, restored: Specials) -> Specials:
    """What an undo cannot take back: a box that was opened has been seen."""
    for seen in current.boxes:
        box = restored.box(seen.number)
        if box is not None and seen.seen:
            restored = restored.with_box(replace(box, contents=seen.contents, salt=seen.salt))
    return restored


def prize_result(game: Game, happened: Iterable[Event]) -> Result | None:
    """How a special lot ended: who has the prize, for how much, and where the stakes went; None for other lots."""
    lot = game.on_the_table
    if not lot.kind.special:
        return None
    totals, ended = dict(lot.stakes), Result(lot.category, None, None, game.pot, kind=lot.kind)
    for event in happened:
        match event:
            case WentVaBanque():
                totals[event.team] = event.total
                ended = replace(ended, va_banque=True)
            case PrizeWon():
                ended = replace(ended, team=event.team, price=totals[event.team], stakes=event.stakes)
                ended = replace(ended, to_pot=event.to is Place.POT)
            case LotVoided():
                ended = replace(ended, stakes=event.stakes, to_pot=event.to is Place.POT)
    return ended


def _read_box(data: object) -> Box:
    number = data.get("number") if isinstance(data, Mapping) else None
    commitment = data.get("commitment") if isinstance(data, Mapping) else None
    if not is_whole_number(number) or not is_text(commitment):
        raise ValueError("boxes: each has a number and a commitment")
    return Box(number, commitment)
