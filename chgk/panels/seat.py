"""A phone at the table: the captain's decides and names who answers, a player's answers when named (§2.2.2, §3.1.5)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from chgk import words
from chgk.panels.hall import hall_facts
from chgk.panels.page import Page
from tournaments.panels.buttons import Button


def seat_panels(page: Page) -> dict[str, str]:
    """The panels of a captain's or a player's phone."""
    view, captain = page.view, page.view.audience.role == "captain"
    state = page.state(_may(page, captain=captain))
    return {
        "head": page.panel("chgk/screens/seat/_head", state=state),
        "top": page.panel("chgk/screens/seat/_top", count=words.question_count(view)),
        "centre": page.panel(
            "chgk/screens/seat/_centre",
            state=state,
            phase=page.phase,
            count=words.question_count(view),
            waiting=words.waiting_sentence(view, page.phase),
            stands_in=_stands_in(page, captain=captain),
            embers=() if page.takes_versions else page.versions,
            **hall_facts(page),
        ),
        "notice": page.panel("chgk/screens/parts/_notice"),
        "chat": page.chat(),
        "room": page.chat(room=True, captain=captain),
        "actions": page.panel("chgk/screens/seat/_actions", **_actions(page, captain=captain)),
        "fireplace": page.panel("chgk/screens/seat/_fireplace", **_fireplace(page, captain=captain)),
    }


def _decides(page: Page, *, captain: bool) -> bool:
    """Whether the captain's buttons stand on this screen: the captain's own, or that of who stands in (§2.2.2)."""
    return captain != page.view.acting


def _stands_in(page: Page, *, captain: bool) -> str:
    view = page.view
    if not view.acting or view.captain is None:
        return ""
    return _("%(name)s is captain today.") % {"name": view.captain.name}


def _may(page: Page, *, captain: bool) -> tuple[str, ...]:
    """The fields for versions and for the answer; a player's phone asks, too, whether this player has been named."""
    view = page.view
    if page.phase not in ("reading", "discussion", "answer") or view.answer is not None or view.answerer is None:
        return ()
    talk = ("versions",) if page.takes_versions else ()
    return (*talk, "answer") if not captain or view.answerer.captain else talk


def _actions(page: Page, *, captain: bool) -> dict[str, object]:
    view = page.view
    if not page.takes_commands or not _decides(page, captain=captain):
        return {}
    return {
        "only": "" if captain or view.captain is None else view.captain.id,
        "offer": _offer(page) if view.deciding_offered else None,
        "answerers": _answerers(page),
        "early": _early(page),
    }


def _fireplace(page: Page, *, captain: bool) -> dict[str, object]:
    """§3.1.5: the versions of the question that is being talked over; the captain of the day may mark one."""
    if not page.takes_versions or page.view.sheet is None:
        return {}
    lines = page.versions
    return {
        "question": page.view.sheet.number,
        "lines": lines,
        "newest": lines[-1] if lines else None,
        "chooses": _decides(page, captain=captain),
        "only": "" if captain or page.view.captain is None else page.view.captain.id,
    }


def _offer(page: Page) -> dict[str, object]:
    """§3.1.4: taken in two steps, declined in one; both mean what they say."""
    make = page.buttons.command
    return {
        "sentence": words.offer_sentence(page.view, page.session.settings.deciding_ms),
        "take": make("take_deciding_round", _("Take the deciding round"), handle="deciding-confirm", tone="strong"),
        "decline": make("decline_deciding_round", _("No, we play on"), handle="deciding-decline"),
    }


def _answerers(page: Page) -> tuple[Button, ...]:
    """§3.1.5: who of the table answers."""
    view = page.view
    if not view.is_open or view.answer is not None:
        return ()
    now = view.answerer.id if view.answerer else ""
    return tuple(
        page.buttons.command(
            "name_answerer",
            player.name,
            {"player": player.id},
            handle=f"answerer-{player.id}",
            tone="chosen" if player.id == now else "",
        )
        for player in view.seat.players
    )


def _early(page: Page) -> Button | None:
    """«We have an answer»: the minutes that are left are given back."""
    if page.phase != "discussion":
        return None
    running = page.view.clock is not None and page.view.clock.deadline is not None
    note = _("the clock stops") if running else ""
    return page.buttons.command("end_discussion", _("We have an answer"), handle="early", note=note, tone="strong")
