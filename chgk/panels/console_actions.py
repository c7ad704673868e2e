"""The console's actions: the one that comes next, the others in groups, and what puts things right."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from chgk import words
from chgk.panels.page import Page
from chgk.rules import moves
from tournaments.panels.buttons import Button, Looks
from tournaments.rules.engine import Refusal

STEP = 10  # seconds that a press gives or takes


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons that belong together."""

    title: str
    buttons: tuple[Button, ...]


def primary_button(page: Page) -> Button:
    """The one thing that comes next; Space does it in every phase."""
    looks: Looks = {"key": "Space", "handle": "primary", "tone": "primary"}
    around = page.around
    if around.finished:
        return Button("reopen", _("Open the game again"), post=around.links.get("reopen", ""), handle="reopen")
    if around.held:
        return Button("resume", _("Go on with the evening"), post=around.links.get("resume", ""), **looks)
    if not around.started:
        return Button("start", _("Start the game"), post=around.links.get("start", ""), **looks)
    return _next(page, looks)


def _next(page: Page, looks: Looks) -> Button:
    """The rules' own next move."""
    view, move = page.view, moves.primary_move(page.session)
    label = words.move_label(move, view, page.session.scene.time)
    match move.label:
        case "finish":
            return Button("finish", label, post=page.around.links.get("finish", ""), **looks)
        case "decide":
            return Button("", label, opens="dialog-verdict", **looks)
        case "table_empty":
            decidable = page.buttons.why_not({"do": "close_game", "winner": "team", "reason": "a"}) is None
            return Button("", label, opens="dialog-close-game" if decidable else "dialog-close", **looks)
        case "replace_burnt":
            reason = {"reason": _("The hall saw the question before an undo")}
            return page.buttons.command(move.do, label, reason, **looks)
        case "spin":
            return _spin(page, label, looks)
        case _:
            return page.buttons.command(move.do, label, move.fields, **looks)


def _spin(page: Page, label: str, looks: Looks) -> Button:
    """The top; what should be known before it is started stands on the button."""
    view = page.view
    if page.around.redraw:
        return Button("", _("Spin the top again…"), opens="dialog-redraw", **looks)
    if view.deciding_offered:
        looks["note"] = _("the captain is being asked about the deciding round")
    elif view.result is not None and view.result.removed and view.envelopes:
        looks["note"] = _("a spare has come to the table")
    return page.buttons.command("ask", label, **looks)


def action_groups(page: Page) -> list[Group]:
    """The other actions of the phase."""
    if not page.around.started or page.around.finished:
        return []
    match page.phase:
        case "ready" if page.view.deciding_offered:
            groups = [_deciding(page)]
        case "reading" | "discussion" | "answer":
            groups = [Group(_("Verdict"), verdict_pair(page, "judge-right", "judge-wrong")), _clock(page)]
        case _:
            groups = []
    return [group for group in groups if group.buttons]


def verdict_pair(page: Page, right: str, wrong: str) -> tuple[Button, Button]:
    """Right and wrong, with their handles."""
    view, time = page.view, page.session.scene.time
    make = page.buttons.command
    yes = words.move_label(moves.Move("judge_right", "judge"), view, time)
    no = words.move_label(moves.Move("judge_wrong", "judge"), view, time)
    return (
        make("judge", yes, {"correct": True}, check=True, key="y", handle=right, tone="right"),
        make("judge", no, {"correct": False}, check=True, key="n", handle=wrong, tone="wrong"),
    )


def _deciding(page: Page) -> Group:
    """§3.1.4: what the captain says aloud, noted by the host; the captain's own screen offers the same."""
    dialog = page.buttons.dialog
    return Group(
        _("Captain"),
        (
            dialog(
                "dialog-deciding",
                _("Takes the deciding round…"),
                fields={"do": "take_deciding_round"},
                key="d",
                handle="host-deciding-take",
            ),
            dialog(
                "dialog-deciding",
                _("Plays on…"),
                fields={"do": "decline_deciding_round"},
                handle="host-deciding-decline",
            ),
        ),
    )


def _clock(page: Page) -> Group:
    clock = page.view.clock

    def action(name: str, label: str, key: str, handle: str, **fields: int) -> Button:
        return page.buttons.command("clock", label, {"action": name, **fields}, key=key, handle=handle, check=True)

    if clock is None:
        return Group(_("Clock"), (action("start", _("Start"), "c", "clock-start"),))
    if clock.deadline is not None:
        toggle = action("stop", _("Stop"), "c", "clock-stop")
    else:
        toggle = action("resume", _("Go on"), "c", "clock-resume")
    return Group(
        _("Clock"),
        (
            toggle,
            action("add", _("−%(seconds)d s") % {"seconds": STEP}, "-", "clock-minus", seconds=-STEP),
            action("add", _("+%(seconds)d s") % {"seconds": STEP}, "+", "clock-plus", seconds=STEP),
            action("restart", _("Restart"), "r", "clock-restart"),
        ),
    )


def corrections(page: Page) -> tuple[Button, ...]:
    """What puts things right: they stand beside undo and redo."""
    if not page.around.started or page.around.finished:
        return ()
    dialog, why_not = page.buttons.dialog, page.buttons.why_not
    faulty = why_not({"do": "remove_question", "reason": "a"})
    spares = _("%(count)d spare") % {"count": page.view.spares_left}
    buttons = [
        dialog("dialog-remove", _("Remove the question…"), faulty, key="f", handle="faulty", note=spares, tone="quiet"),
        dialog("dialog-captain", _("Captain of the day…"), key="k", handle="captain-of-day", tone="quiet"),
    ]
    ending = why_not({"do": "close_game", "winner": "team", "reason": "a"})
    if ending is None or page.view.needs_ruling:
        buttons.append(
            dialog("dialog-close-game", _("The curator ends the game…"), ending, handle="close-game", tone="quiet")
        )
    if page.phase == "ready" and not page.view.over:
        buttons.append(dialog("dialog-close", _("Close the game…"), handle="close-early", tone="quiet"))
    return tuple(buttons)


def ruling_button(page: Page, number: int | str) -> Button | None:
    """§5.2.2: a ruling on a question that was played; for a closed game the host opens it again first."""
    if not page.takes_commands:
        return None
    refusal = page.buttons.why_not({"do": "rule", "question": number, "verdict": "none", "reason": "a"})
    if number in page.appealed:
        refusal = Refusal("5.4.1", "ruling_of_appeal", {"number": page.appealed[number]})
    fields = {"question": number}
    return page.buttons.dialog("dialog-ruling", _("Ruling…"), refusal, fields, handle=f"ruling-{number}", tone="quiet")
