"""House colours come from data: what can be read on them, and what they become on paper and on the stage. Pure."""

from __future__ import annotations

import re

PAPER, INK = "#fbf8f1", "#10131f"  # the backgrounds of the two rooms: --bg in static/css/tokens.css
NEUTRAL = "#6b7080"  # for a colour that is none
READABLE = 4.5

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PLAIN_ID = re.compile(r"(?!hex-)[-\w]{1,80}")


def safe_colour(colour: object) -> str:
    """The colour in lower case; anything that is not written like #c0392b becomes a neutral grey."""
    return colour.lower() if isinstance(colour, str) and _COLOUR.fullmatch(colour) else NEUTRAL


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_for(colour: str) -> str:
    """The text colour for this background: ink or white, and where neither reaches 4.5:1, black or pure white."""
    softer = max((INK, "#ffffff"), key=lambda ink: contrast(ink, colour))
    if contrast(softer, colour) >= READABLE:
        return softer
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))


def readable_on(background: str, colour: str) -> str:
    """The colour itself, or the nearest shade of it that can be read as text on the background."""
    target = "#ffffff" if _luminance(background) < 0.18 else "#000000"
    for step in range(41):
        shade = _mix(colour, target, step / 40)
        if contrast(shade, background) >= READABLE:
            return shade
    return target


def team_class(team_id: object) -> str:
    """The CSS class of a team. Its id is data: what could not stand in a selector as it is, is written as hex."""
    text = str(team_id)
    return f"team-{text}" if _PLAIN_ID.fullmatch(text) else f"team-hex-{text.encode('utf-8', 'replace').hex()}"


def team_rule(team_id: object, colour: object) -> str:
    """The CSS rule that gives a team its colours (the names are explained in static/css/tokens.css)."""
    team = safe_colour(colour)
    return (
        f".{team_class(team_id)}{{--team:{team};--team-ink:{ink_for(team)};"
        f"--team-on-dark:{readable_on(INK, team)};--team-on-light:{readable_on(PAPER, team)}}}"
    )


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _mix(one: str, other: str, share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(one), _channels(other), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)
