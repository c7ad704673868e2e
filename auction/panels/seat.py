"""A team's phone: what a captain sees and decides; players see the same without the captain's buttons (§10, §17)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from auction import final_words, words
from auction.lot_words import prize_note
from auction.panels.boxes import boxes_at_the_end, evening_of, open_box_of
from auction.panels.buttons import command_button
from auction.panels.context import Page
from auction.panels.duel import duel_panel, duellist_buttons, may_strike
from auction.panels.ends import ending_of, own_end, phase_shown, title_of
from auction.panels.reprimands import reprimand_sentence, reprimand_threat
from auction.panels.rewards import own_rewards
from auction.panels.shared import players_of, stage_state, variants_of, wheel_of
from auction.panels.substitutions import consent_panel
from auction.panels.tables import band_of, looks_panel, opening_tables, waiting_aside
from auction.rules.engine import reprimand_list
from auction.rules.projection import BiddingView
from auction.rules.state import Phase
from tournaments.panels.buttons import Button
from tournaments.panels.chat import chat_panel

STEP = 5  # the second button bids this much above the top


def seat_panels(page: Page) -> dict[str, str]:
    """The panels of a captain's or a player's phone."""
    view, captain = page.view, page.view.audience.role == "captain"
    duel = duel_panel(page) if page.around.started else None
    state = stage_state(page, _may(page, captain=captain))
    waiting = _waiting(page)
    duellists = duellist_buttons(page, view.audience.team or "") if captain and page.around.started else ()
    asks = bool(duellists) and duel is not None and not duel.duellist_named
    panels = {
        "head": page.panel("seat/_head", state=state, me=band_of(page), duel=duel),
        "lot": page.panel(
            "seat/_lot",
            phase=state.phase,
            count=words.question_count(view),
            title=words.lot_title(view),
            headline=title_of(page),
            calls=words.call_words(view.calls) if view.phase is Phase.BIDDING else "",
        ),
        "centre": page.panel(
            "seat/_centre",
            state=state,
            phase=phase_shown(page),
            ending=ending_of(page),
            duel=duel,
            duellists=duellists,
            asks_duellist=asks,
            waiting=waiting,
            reprimand=_reprimand(page),
            wheel=wheel_of(page) if page.around.started else None,
            variants=variants_of(view.question),
            result_sentence=words.result_sentence(view.result, view) if view.result else "",
            dropped=words.dropped_sentence(view),
            evening=evening_of(page),
            prize_note=prize_note(view.result) if view.result else "",
            box=open_box_of(page),
            boxes=boxes_at_the_end(page),
            rewards=own_rewards(page),
            show_answerer=view.answerer is not None and not (captain and view.answerer.captain),
            tables=opening_tables(page),
            mine_answers=view.answering is not None and view.answering == view.audience.team,
            standings=sorted(view.teams, key=lambda team: (team.out, -team.points)),
        ),
        "looks": looks_panel(page),
        "notice": page.panel("parts/_notice"),
        "others": page.panel("seat/_others"),
        "chat": chat_panel(page.around),
        "room": chat_panel(page.around, room=True, captain=captain),
    }
    if captain:
        panels["consent"] = consent_panel(page)
        decides = not page.around.finished
        panels["actions"] = page.panel(
            "seat/_actions",
            bids=_bids(page) if decides else (),
            helps=_helps(page) if decides else (),
            answerers=_answerers(page) if decides else (),
            duellists=duellists if decides else (),
            asks_duellist=asks and decides,
        )
    return panels


def _waiting(page: Page) -> str:
    """One sentence in every phase, for those at no table, too."""
    view = page.view
    aside = waiting_aside(page)
    if aside:
        return aside
    if not page.around.started:
        return _("The game has not started yet.")
    end = own_end(page)
    if end:
        return end
    return final_words.opening_sentence(view) if view.opening else words.waiting_sentence(view)


def _reprimand(page: Page) -> str:
    """§16: what not bidding would bring, and after the bidding what it brought."""
    view, penalty = page.view, page.session.game.parameters.reprimand_penalty
    if not page.around.started:
        return ""
    if view.audience.team in reprimand_list(page.session.game):
        return reprimand_threat(view, penalty)
    over = view.phase in (Phase.TIE, Phase.ROUND_OVER, Phase.FINISHED)  # then there is no next time
    return reprimand_sentence(view, 0 if over else penalty)


def _may(page: Page, *, captain: bool) -> tuple[str, ...]:
    asked = ("consent",) if page.view.proposals else ()
    return (*asked, *_may_play(page, captain=captain))


def _may_play(page: Page, *, captain: bool) -> tuple[str, ...]:
    view, me = page.view, page.view.mine
    if me is None or me.out:
        return ()
    if view.duel is not None and view.duel.step != "answering":
        return ("buzz", "strike") if captain and may_strike(page) else ("buzz",)
    match view.phase:
        case Phase.BIDDING if captain:
            risk = "risk-prize" if view.in_special_lot else "risk-answer"
            return ("line", "bid", risk) if me.can_raise else ("line", risk)
        case Phase.ANSWERING if view.answering == me.id and _awaits_answer(page):
            named = view.answerer is not None and not view.answerer.captain
            return ("answer",) if captain != named else ()
        case _:
            return ()


def _awaits_answer(page: Page) -> bool:
    view = page.view
    if view.question is None or not view.question.on_screens or view.answer is not None:
        return False
    return view.hint is None or not view.hint.taken or view.question.variants_on_screens


def _bids(page: Page) -> tuple[Button, ...]:
    """+1, +5 and the number that blocks; what each would bid stands on it."""
    own = _own(page)
    if own is None or own.minimum is None:
        return ()
    buttons = [_bid(page, own.minimum, "", "bid-plus-1")]
    if own.minimum + STEP - 1 <= own.maximum:
        buttons.append(_bid(page, own.minimum + STEP - 1, "", "bid-plus-5"))
    if own.block is not None:
        buttons.append(_bid(page, own.block, _("blocks"), "bid-block"))
    return tuple(buttons)


def _own(page: Page) -> BiddingView | None:
    return next((entry for entry in page.view.bidding if entry.team == page.view.audience.team), None)


def _bid(page: Page, number: int, note: str, handle: str) -> Button:
    return command_button(page, "bid", str(number), {"points": number}, note=note, handle=handle)


def _helps(page: Page) -> tuple[Button, ...]:
    """§19: the hint with its price, or a token instead."""
    view = page.view
    if view.phase is not Phase.ANSWERING or view.answering != view.audience.team or view.hint is None:
        return ()
    if view.hint.taken or view.answer is not None or view.question is None or not view.question.on_screens:
        return ()
    me = view.mine
    team = {"team": view.audience.team or ""}
    left = (
        _("%(points)d remain") % {"points": me.points - view.hint.price} if me and me.points >= view.hint.price else ""
    )
    buttons = [
        command_button(
            page,
            "buy_hint",
            _("Hint for %(price)d") % {"price": view.hint.price},
            team,
            handle="buy-hint",
            note=left,
            check=True,
        )
    ]
    if view.hint.tokens:
        tokens = _("%(left)d left") % {"left": view.hint.tokens}
        buttons.append(
            command_button(page, "use_hint", _("Use a hint token"), team, handle="use-hint", note=tokens, check=True)
        )
    return tuple(buttons)


def _answerers(page: Page) -> tuple[Button, ...]:
    """§17: the captain, or whom the captain names; after a hint the captain (§19), in a duel the duellist (§25)."""
    view = page.view
    if view.duel is not None:
        return ()
    if view.phase is not Phase.ANSWERING or view.answering != view.audience.team or view.answer is not None:
        return ()
    if view.hint is not None and view.hint.taken:
        return ()
    players = players_of(page, view.answering)
    if len(players) < 2:
        return ()
    now = view.answerer.id if view.answerer else ""
    return tuple(
        command_button(
            page,
            "name_answerer",
            player.name,
            {"team": view.audience.team or "", "player": player.id},
            handle=f"answerer-{player.id}",
            tone="chosen" if player.id == now else "",
        )
        for player in players
    )
