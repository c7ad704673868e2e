"""What the hall sees: a spectator's phone and the projector. One thing at a time in the middle."""

from __future__ import annotations

from chgk import words
from chgk.panels.page import Page
from chgk.panels.shared import asked_of, ending_of, game_log

FULL, FULLEST = 400, 850  # letters of a verdict from which it is set smaller on the projector


def hall_panels(page: Page) -> dict[str, str]:
    """The panels of a spectator's phone or of the projector."""
    view = page.view
    state = page.state()
    panels: dict[str, str] = {
        "head": page.panel("chgk/screens/hall/_head", state=state, count=words.question_count(view)),
        "score": page.panel("chgk/screens/parts/_score"),
        "centre": page.panel("chgk/screens/hall/_centre", state=state, middle=_middle(page), **hall_facts(page)),
        "notice": page.panel("chgk/screens/parts/_notice"),
    }
    if page.screen != "projector":
        panels["chat"] = page.chat()
        panels["log"] = page.panel("chgk/screens/hall/_log", log=game_log(page))
    return panels


def hall_facts(page: Page) -> dict[str, object]:
    """What the middle of the public screens, and of a phone, is made of."""
    view = page.view
    return {
        "table": page.table(),
        "headline": page.headline,
        "asked": asked_of(page),
        "result_sentence": words.result_sentence(view.result, view) if view.result else "",
        "ending": ending_of(page),
        "deciding_points": words.points(view.deciding_worth),
        "fullness": _fullness(page),
    }


def _fullness(page: Page) -> str:
    """How much a verdict brings to read: "", "full" or "fullest"; the projector cannot scroll and sets it smaller."""
    sheet, result = page.view.sheet, page.view.result
    if sheet is None or result is None:
        return ""
    # The authors' answer is set twice as large as the rest.
    letters = 2 * len(sheet.answer or "") + len(result.answer) + len(sheet.comment or "")
    return "" if letters <= FULL else "full" if letters <= FULLEST else "fullest"


def _middle(page: Page) -> str:
    """The one thing in the middle."""
    view, phase = page.view, page.phase
    match phase:
        case "ready" if view.deciding_offered:
            return "offer"
        case "ready" if view.deciding and not (view.result is not None and view.result.removed):
            return "deciding"
        case "ready" if view.result is not None:
            return "verdict"
        case "ready":
            return "table"
        case "envelope":
            return "table"
        case "reading" | "discussion" | "answer":
            return "question"
        case _:
            return phase
