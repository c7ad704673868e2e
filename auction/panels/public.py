"""What the hall sees: a spectator's phone and the projector. One thing at a time in the middle."""

from __future__ import annotations

from auction import words
from auction.lot_words import prize_note
from auction.panels.boxes import boxes_at_the_end, evening_of, open_box_of
from auction.panels.context import Page
from auction.panels.duel import duel_panel
from auction.panels.ends import ending_of, title_of
from auction.panels.rewards import explain_rewards
from auction.panels.shared import stage_state, variants_of, wheel_of
from auction.panels.tables import looks_panel, opening_tables
from auction.rules.duel_view import DuelView
from auction.rules.projection import View
from auction.rules.state import Phase
from tournaments.panels.chat import chat_panel


def spectator_panels(page: Page) -> dict[str, str]:
    """The panels of a spectator's phone."""
    return {**_hall(page, "spectator"), "chat": chat_panel(page.around)}


def projector_panels(page: Page) -> dict[str, str]:
    """The panels of the projector."""
    return _hall(page, "projector")


def _hall(page: Page, screen: str) -> dict[str, str]:
    view = page.view
    state = stage_state(page)
    middle = {
        "state": state,
        "phase": state.phase,
        "middle": _middle(page),
        "duel": duel_panel(page) if page.around.started else None,
        "title": words.lot_title(view),
        "headline": title_of(page),
        "ending": ending_of(page),
        "calls": words.call_words(view.calls) if view.phase is Phase.BIDDING else "",
        "wheel": wheel_of(page) if page.around.started else None,
        "variants": variants_of(view.question),
        "result_sentence": words.result_sentence(view.result, view) if view.result else "",
        "dropped": words.dropped_sentence(view),
        "tables": opening_tables(page),
        "rewards": explain_rewards(page),
        "evening": evening_of(page),
        "prize_note": prize_note(view.result) if view.result else "",
        "box": open_box_of(page),
        "boxes": boxes_at_the_end(page),
        "standings": sorted(view.teams, key=lambda team: (team.out, -team.points)),
    }
    return {
        "head": page.panel(
            f"{screen}/_head", state=state, count=words.question_count(view), title=words.lot_title(view)
        ),
        "centre": page.panel(f"{screen}/_centre", **middle),
        "looks": looks_panel(page),
        "notice": page.panel("parts/_notice"),
        "teams": page.panel(f"{screen}/_teams"),
    }


def _middle(page: Page) -> str:
    """The one thing in the middle."""
    view = page.view
    if not page.around.started:
        return "waiting"
    if page.around.finished or view.phase in (Phase.ROUND_OVER, Phase.FINISHED):
        return "winner" if open_box_of(page) is None else "box"
    if view.duel is not None:
        return _middle_of_a_duel(page, view.duel)
    return _middle_of_a_round(view)


def _middle_of_a_round(view: View) -> str:
    match view.phase:
        case Phase.READY if view.opening:
            return "final"
        case Phase.READY if view.result is not None:
            return "verdict"
        case Phase.READY | Phase.DRAWN:
            return "wheel"
        case Phase.BIDDING:
            return "pot"
        case Phase.ANSWERING | Phase.DUEL if view.question is not None:
            return "question"
        case Phase.ANSWERING | Phase.DUEL:
            return "sold"
        case Phase.TIE:
            return "tie"
        case _:
            return "winner"


def _middle_of_a_duel(page: Page, duel: DuelView) -> str:
    """The wheel that has just drawn it, the seven, the one that is left, the question that nobody answers yet."""
    match duel.step:
        case "naming":
            return "wheel"
        case "striking":
            return "duel-striking"
        case "ready":
            return "duel-ready"
        case _ if page.view.question is not None:
            return "question"
        case "answering":
            return "sold"
        case _:
            return "duel-ready"
