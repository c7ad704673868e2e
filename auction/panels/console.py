"""The host's console: who (teams), what now (centre and actions), what happened (history, feed, chat)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from auction import name_words, words
from auction.lot_words import prize_note
from auction.panels.boxes import boxes_at_the_end, evening_of
from auction.panels.buttons import command_button
from auction.panels.console_actions import (
    action_groups,
    is_host_to_decide,
    overdue,
    primary_button,
    settings_changed,
    verdict_buttons,
)
from auction.panels.console_history import corrections, redo_button, undo_button
from auction.panels.console_teams import team_rows
from auction.panels.context import Page
from auction.panels.duel import duel_choice, duel_panel
from auction.panels.ends import ending_of, phase_shown, title_of
from auction.panels.rewards import explain_rewards
from auction.panels.shared import stage_state, variants_of, wheel_of
from auction.panels.substitutions import substitutions_panel
from auction.panels.tables import looks_panel, masters_panel, opening_tables, round_teams_panel
from auction.rules import moves
from auction.rules.state import Phase
from tournaments.panels.buttons import Button
from tournaments.panels.chat import chat_panel


def console_panels(page: Page) -> dict[str, str]:
    """The panels of the console."""
    view, around = page.view, page.around
    state = stage_state(page, _may(page))
    return {
        "head": page.panel(
            "console/_head",
            state=state,
            count=words.question_count(view),
            title=words.lot_title(view),
            clock_note=_clock_note(page),
            grace=page.session.settings.grace_ms,
            choices=_choices(page),
        ),
        "teams": page.panel("console/_teams", rows=team_rows(page)),
        "centre": page.panel("console/_centre", **_centre(page), state=state),
        "actions": page.panel("console/_actions", **_actions(page)),
        "verdict": page.panel("console/_verdict", buttons=verdict_buttons(page)),
        "choice": page.panel("console/_choice", choice=duel_choice(page)),
        "history": page.panel(
            "console/_history", undo=undo_button(page), redo=redo_button(page), corrections=corrections(page)
        ),
        "looks": looks_panel(page),
        "round_teams": round_teams_panel(page),
        "masters": masters_panel(page),
        "notice": page.panel("parts/_notice"),
        "feed": page.panel("console/_feed"),
        "substitutions": substitutions_panel(page),
        "chat": chat_panel(around, host=True),
    }


def _may(page: Page) -> tuple[str, ...]:
    view = page.view
    if duel_choice(page):
        return ("topup", "duel")
    match view.phase:
        case Phase.DUEL if view.duel is not None:
            return ("buzz",)
        case Phase.DRAWN if view.kind is None or not view.kind.special:
            return ("topup",)
        case Phase.BIDDING:
            risk = "risk-prize" if view.in_special_lot else "risk-answer"
            return ("bid", risk, "excuse") if view.reprimanded else ("bid", risk)
        case Phase.ROUND_OVER if not page.around.finished:
            return ("final",) if page.around.masters is not None else ("final", "guests")
        case Phase.ANSWERING if is_host_to_decide(page):
            return ("verdict",)
        case Phase.ANSWERING if view.question is not None and view.question.on_screens and view.answer is None:
            return ("answer",)
        case _:
            return ()


def _choices(page: Page) -> dict[str, str]:
    """Which teams the page's own fields may offer: for the captains, in a tie, to come back."""
    view = page.view
    return {
        "bid": " ".join(team.id for team in view.teams if not team.out),
        "tie": " ".join(view.tied),
        "out": " ".join(team.id for team in view.teams if team.out),
    }


def _actions(page: Page) -> dict[str, object]:
    around = page.around
    return {
        "primary": primary_button(page),
        "overdue": overdue(page),
        "groups": action_groups(page),
        "waiting": not around.started and not around.finished,
        "changed": settings_changed(page),
    }


def _clock_note(page: Page) -> str:
    clock = page.view.clock
    if clock is None or clock.deadline is not None or clock.remaining == 0:
        return ""
    return _("stopped")


# --- centre: what now ---------------------------------------------------------------------------------------------


def _centre(page: Page) -> dict[str, object]:
    view = page.view
    return {
        "phase": phase_shown(page),
        "headline": title_of(page),
        "ending": ending_of(page),
        "duel": duel_panel(page, desk=True) if page.around.started else None,
        "title": words.lot_title(view),
        "wheel": wheel_of(page) if page.around.started else None,
        "pot_note": _pot_note(page),
        "leader_blocks": _leader_blocks(page),
        "preview": view.phase is Phase.BIDDING and view.question is not None,
        "result_sentence": words.result_sentence(view.result, view) if view.result else "",
        "dropped": words.dropped_sentence(view),
        "variants": variants_of(view.question),
        "likeness": words.likeness_words(view.likeness),
        "tables": opening_tables(page),
        "tie_sentence": _tie_sentence(page) if view.phase is Phase.TIE else "",
        "tie_buttons": _tie_buttons(page) if view.phase is Phase.TIE else (),
        "rewards": explain_rewards(page),
        "evening": evening_of(page),
        "prize_note": prize_note(view.result) if view.result else "",
        "boxes": boxes_at_the_end(page),
        "standings": sorted(view.teams, key=lambda team: (team.out, -team.points)),
    }


def _pot_note(page: Page) -> str:
    view = page.view
    parts = []
    if view.in_special_lot:
        return _("%(points)d wait for the next question") % {"points": view.pot} if view.pot else ""
    if view.phase in (Phase.DRAWN, Phase.BIDDING):
        if view.carried:
            parts.append(_("%(points)d carried over") % {"points": view.carried})
        if view.added:
            parts.append(_("%(points)d from the host") % {"points": view.added})
    elif view.phase is Phase.READY and view.pot:
        parts.append(_("carried over"))
    return " · ".join(parts)


def _leader_blocks(page: Page) -> str:
    """Which bid would end the race, or that nobody can top the leader any more."""
    view = page.view
    if view.phase is not Phase.BIDDING:
        return ""
    if view.leader is not None and not any(entry.minimum for entry in view.bidding if entry.team != view.leader):
        return _("nobody can top it")
    blocks = [entry.block for entry in view.bidding if entry.block is not None]
    return _("%(points)d blocks") % {"points": min(blocks)} if blocks else ""


def _tie_sentence(page: Page) -> str:
    names = ", ".join(name_words.team_name(page.view, team) for team in page.view.tied)
    if moves.is_tie_decided_by_answers(page.session):
        proposed = name_words.team_name(page.view, moves.propose_finalist(page.session))
        return _("%(teams)s have equally many points. %(proposed)s gave more right answers in this round.") % {
            "teams": names,
            "proposed": proposed,
        }
    return _("%(teams)s have equally many points and right answers. Ask an extra question or draw a lot.") % {
        "teams": names
    }


def _tie_buttons(page: Page) -> tuple[Button, ...]:
    """Each of the teams, or the lot; one that was taken back is drawn again for a reason in the host's words."""
    lot = {"by": "lot", "reason": _("drawn by lot")}
    teams = tuple(
        Button(
            "",
            _("Into the final: %(team)s") % {"team": name_words.team_name(page.view, team)},
            (("team", team),),
            opens="dialog-tie",
            team=team,
            handle=f"tie-{team}",
        )
        for team in page.view.tied
    )
    if page.around.redraw:
        return (*teams, Button("", _("Draw again…"), opens="dialog-redraw-tie", handle="tie-lot"))
    return (*teams, command_button(page, "break_tie", _("Draw lots"), lot, handle="tie-lot"))
