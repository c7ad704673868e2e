"""Opening the black boxes once all is decided (§6): what is seen is what was sealed, and no point moves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from auction.rules.special import Box, Specials
from auction.rules.stage import Stage
from auction.rules.staging import Scene, StageRule
from auction.rules.state import Game, Phase
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class BoxOpened:
    """Everybody sees what the host sealed before the game."""

    number: int
    contents: str
    salt: str


BoxEvent = BoxOpened


def seal(contents: str, salt: str) -> str:
    """The commitment to what lies in a box: SHA-256 of salt and contents, one after the other."""
    return hashlib.sha256(f"{salt}{contents}".encode()).hexdigest()


def boxes_to_open(game: Game, specials: Specials) -> tuple[Box, ...]:
    """Boxes that somebody won and that may be opened now; nobody opens one that nobody won."""
    if game.phase not in (Phase.ROUND_OVER, Phase.FINISHED):
        return ()
    return tuple(box for box in specials.boxes if box.team is not None and not box.opened)


def open_box(scene: Scene, command: Mapping[str, Any]) -> tuple[BoxOpened, ...]:
    """``box``: its number. ``contents`` and ``salt`` come from where they lay sealed, and have to match the seal."""
    box = scene.specials.box(command.get("box"))
    if box is None:
        raise Refusal("6", "box_unknown", {})
    facts = {"box": box.number}
    if box.opened:
        raise Refusal("6", "box_opened_already", facts)
    if box.team is None:
        raise Refusal("6", "box_not_won", facts)
    if box not in boxes_to_open(scene.game, scene.specials):
        raise Refusal("6", "box_too_early", facts)
    contents, salt = command.get("contents"), command.get("salt")
    if not isinstance(contents, str) or not isinstance(salt, str) or seal(contents, salt) != box.commitment:
        raise Refusal("6", "box_does_not_match", facts)
    return (BoxOpened(box.number, contents, salt),)


def box_opened(specials: Specials, event: BoxOpened) -> Specials:
    """The boxes after it."""
    box = specials.box(event.number)
    if box is None:
        return specials
    return specials.with_box(replace(box, opened=True, contents=event.contents, salt=event.salt))


RULES: Mapping[str, StageRule] = {"open_box": open_box}
CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    BoxOpened: lambda stage, event: replace(stage, open_box=event.number),
}
