"""What screens show of special lots beside the lot itself: the evening's wheel beforehand, black boxes at the end."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Unpack

from django.utils.translation import gettext as _

from auction.lot_words import MARKS, box_title, lot_name
from auction.name_words import short_name
from auction.panels.buttons import command_button
from auction.panels.context import Page
from auction.rules.boxes import boxes_to_open
from auction.rules.projection import BoxView, View
from auction.rules.special import name_of
from auction.rules.state import Kind, Phase
from tournaments.panels.buttons import Button, Looks

FRAME = 5  # letters that the frame around a lot takes
DENSITIES = ((260, "few"), (560, "some"), (900, "many"))  # up to so many letters on the wheel
OVER = (Phase.ROUND_OVER, Phase.FINISHED)


@dataclass(frozen=True, slots=True)
class SpecialLot:
    """A special lot on the wheel of the evening. ``note`` says when it can come up."""

    kind: str
    mark: str
    name: str
    weight: int
    note: str


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A black box with its title, and who has it; ``contents`` once everybody may know them."""

    number: int
    title: str
    owner: str
    team: str
    drawn: bool
    commitment: str
    contents: str | None
    salt: str | None

    @property
    def shell(self) -> str:
        """What a shell hashes to find the seal."""
        return shlex.quote(f"{self.salt}{self.contents}")


@dataclass(frozen=True, slots=True)
class Evening:
    """What lies on the wheel, as everybody may know before the game (§6)."""

    categories: tuple[str, ...]
    special: tuple[SpecialLot, ...]
    boxes: tuple[BoxLine, ...]

    @property
    def density(self) -> str:
        """How full the list is, for the size of its letters: a long one has to stay above the teams."""
        names = [*self.categories, *(f"{lot.name} {lot.note}" for lot in self.special)]
        letters = sum(len(name) + FRAME for name in names)
        return next((density for most, density in DENSITIES if letters <= most), "crowd")


def evening_of(page: Page) -> Evening | None:
    """The wheel beforehand; None once the game has started."""
    return None if page.around.started else make_evening(page.view)


def make_evening(view: View) -> Evening:
    """What lies on the wheel."""
    notes = {
        Kind.HINT: _("once a round"),
        Kind.BLACK_BOX: _("once an evening"),
        Kind.ONE_ON_ONE: _("in the final"),
    }
    boxes = box_lines(view)
    special = tuple(
        SpecialLot(str(kind), MARKS[kind], lot_name(name_of(kind)), view.weights.get(str(kind), 0), notes[kind])
        for kind in notes
        if view.weights.get(str(kind), 0) and (boxes or kind is not Kind.BLACK_BOX)
    )
    return Evening(view.categories, special, boxes)


def box_lines(view: View) -> tuple[BoxLine, ...]:
    """Every black box of the evening."""
    return tuple(_line(box, len(view.boxes)) for box in view.boxes)


def open_box_of(page: Page) -> BoxLine | None:
    """The box that is being opened before everybody's eyes: until the game is closed, or the next box."""
    if page.view.phase not in OVER or page.around.finished:
        return None
    return next((line for line in box_lines(page.view) if line.number == page.view.open_box), None)


def boxes_at_the_end(page: Page) -> tuple[BoxLine, ...]:
    """What became of each box that came up, once the game is closed, and before it of those that are open."""
    if page.view.phase not in OVER and not page.around.finished:
        return ()
    lines = (line for line in box_lines(page.view) if line.drawn or line.contents is not None)
    return tuple(line for line in lines if page.around.finished or line.contents is not None)


def open_button(page: Page, number: int, **looks: Unpack[Looks]) -> Button:
    """The button that opens a box; whose it is stands on it."""
    line = next(line for line in box_lines(page.view) if line.number == number)
    one = len(page.view.boxes) == 1
    label = _("Open the black box: %(team)s") if one else _("Open black box %(number)d: %(team)s")
    label = label % {"number": number, "team": line.owner}
    return command_button(page, "open_box", label, {"box": number}, **looks)


def closed_boxes(page: Page) -> tuple[BoxLine, ...]:
    """Boxes that could be opened now."""
    waiting = {box.number for box in boxes_to_open(page.session.game, page.session.specials)}
    return tuple(line for line in box_lines(page.view) if line.number in waiting)


def _line(box: BoxView, count: int) -> BoxLine:
    return BoxLine(
        number=box.number,
        title=box_title(box.number, count),
        owner=short_name(box.owner) if box.owner else "",
        team=box.team or "",
        drawn=box.drawn,
        commitment=box.commitment,
        contents=box.contents,
        salt=box.salt,
    )
