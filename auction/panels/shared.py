"""What several screens show: the state for the page's script, the wheel, who answers, the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from auction import duel_words, words
from auction.panels.boxes import open_box_of
from auction.panels.context import Page
from auction.panels.reprimands import reprimands_said
from auction.panels.wheel import Wheel, make_wheel, spread_among
from auction.rules.duel_view import DuelView
from auction.rules.projection import QuestionView, View
from auction.rules.special import kind_of
from auction.rules.state import Kind, Phase
from tournaments.name_words import isolate
from tournaments.rules.lineup import Player


@dataclass(frozen=True, slots=True)
class StageState:
    """What the page's script mirrors on its <main>: data attributes, all of them public to the audience."""

    phase: str
    lot: str
    may: str  # which of the page's own inputs are in use now
    answering: str = ""
    answerer: str = ""
    reprimanded: str = ""
    risk: str = ""  # what the captain would stake with VA BANQUE
    verdict: str = ""
    cue: str = ""  # what a sound belongs to; changes once a happening
    announce: str = ""
    reprimands: str = ""  # who was reprimanded in this lot, announced once
    consulting: bool = False  # the own team talks it over: its room stands out (§17)


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the four, with what may be said about it."""

    letter: str
    text: str
    right: bool
    wrong: bool


def stage_state(page: Page, may: tuple[str, ...] = ()) -> StageState:
    """The state of the page."""
    view = page.view
    lot = lot_key(view)
    verdict = ""
    if view.phase is not Phase.ANSWERING and view.result is not None and view.result.correct is not None:
        verdict = "right" if view.result.correct else "wrong"
    return StageState(
        phase=view.phase.value if page.around.started else "waiting",
        lot=lot,
        may=" ".join(may) if takes_commands(page) else "",
        answering=view.answering or "",
        answerer=view.answerer.id if view.answerer else "",
        reprimanded=" ".join(view.reprimanded),
        risk=_risk(page),
        verdict=verdict,
        cue=_cue(page),
        announce=announcement(page),
        reprimands=reprimands_said(view),
        consulting=_consulting(page),
    )


def _consulting(page: Page) -> bool:
    view = page.view
    running = view.clock is not None and view.clock.deadline is not None
    return running and view.answer is None and view.answering is not None and view.answering == view.audience.team


def lot_key(view: View) -> str:
    """What tells this draw from every other: a special lot uses up no category, and a duel is one lot to its end."""
    if view.duel is not None:
        return f"{view.round}-duel-{view.played}"
    count = f"{len(view.drawn)}.{view.special_lots}" if view.special_lots else f"{len(view.drawn)}"
    return f"{view.round}-{count}-{view.category or ''}"


def takes_commands(page: Page) -> bool:
    """Whether a press can count now."""
    return page.around.started and not page.around.finished and not page.around.held


def _risk(page: Page) -> str:
    own = [entry for entry in page.view.bidding if entry.team == page.view.audience.team]
    return str(own[0].va_banque) if own else ""


def _cue(page: Page) -> str:
    """The name of the last happening that has a sound, with what tells it from the one before."""
    view = page.view
    if view.duel is not None and view.phase is not Phase.DRAWN:
        return _duel_cue(view, view.duel)
    match view.phase:
        case Phase.DRAWN:
            return f"wheel:{lot_key(view)}"
        case Phase.BIDDING if view.calls:
            return f"call:{view.calls}-{view.top}"
        case Phase.BIDDING if view.leader:
            return f"bid:{view.leader}-{view.top}"
        case Phase.ANSWERING if view.va_banque and view.question is None:
            return f"va_banque:{view.answering}"
        case Phase.ANSWERING if view.question is None or not view.question.on_screens:
            return f"sold:{view.answering}-{view.pot}"
        case Phase.ANSWERING:
            return f"question:{view.category}"
        case Phase.ROUND_OVER | Phase.FINISHED:
            winner = f"winner:{view.finalist}-{view.winner}"
            return winner if open_box_of(page) is None else f"box:{view.open_box}"
        case Phase.READY if view.result is not None and view.result.correct is not None:
            return f"{'right' if view.result.correct else 'wrong'}:{view.result.category}-{view.played}"
        case _:
            return ""


def _duel_cue(view: View, duel: DuelView) -> str:
    if duel.first is not None:
        return f"sold:{duel.first}-{duel.go_at}"
    if duel.go_at is not None:
        return f"go:{duel.go_at}"
    return f"question:{duel.left}" if view.question is not None and view.question.on_screens else ""


def announcement(page: Page) -> str:
    """What a screen reader hears now: draws, bids, calls, the sale, verdicts; nothing that ticks."""
    view = page.view
    if not page.around.started:
        return ""
    if page.around.finished and view.phase not in (Phase.ROUND_OVER, Phase.FINISHED):
        return _("The game is closed.")
    if view.duel is not None:
        order = page.session.settings.duel_order
        return f"{words.headline(view)}. {duel_words.decision(view, view.duel, order)}".strip()
    box = open_box_of(page)
    if box is not None:
        return f"{box.title}: {isolate(box.contents or '')}"
    match view.phase:
        case Phase.DRAWN:
            return words.lot_title(view)
        case Phase.BIDDING:
            calls = words.call_words(view.calls)
            return f"{words.headline(view)}. {calls}".strip()
        case _:
            return " ".join(part for part in (words.headline(view) + ".", words.dropped_sentence(view)) if part)


def wheel_of(page: Page) -> Wheel | None:
    """The wheel, while it is in the middle: before the draw and with the category just drawn."""
    view = page.view
    if view.phase not in (Phase.READY, Phase.DRAWN):
        return None
    choices = dict(choice if isinstance(choice, tuple) else (choice, 1) for choice in page.around.wheel)
    if view.category is not None:
        choices.setdefault(view.category, 1)
    names = [name for name in view.categories if name in choices]
    names += [name for name in choices if name not in names and kind_of(name) is Kind.QUESTION]
    special = [name for name in choices if kind_of(name) is not Kind.QUESTION]
    order = spread_among(names, special)
    return make_wheel([(name, choices[name]) for name in order], view.category) if order else None


def variants_of(question: QuestionView | None) -> tuple[Variant, ...]:
    """The four variants, as far as the audience knows them; the right one is marked once it may be known."""
    if question is None or question.variants is None:
        return ()
    known = question.right_variant is not None
    return tuple(
        Variant(
            letter=chr(ord("A") + index),
            text=text,
            right=known and index == question.right_variant,
            wrong=known and index != question.right_variant,
        )
        for index, text in enumerate(question.variants)
    )


def players_of(page: Page, team_id: str | None) -> tuple[Player, ...]:
    """The members of a team, captain first."""
    for seat in page.session.seats:
        if seat.team == team_id:
            return tuple(sorted(seat.players, key=lambda player: not player.captain))
    return ()
