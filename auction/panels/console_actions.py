"""The console's actions: the one that comes next, and the others in groups."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from auction import name_words, words
from auction.panels.boxes import closed_boxes, open_button
from auction.panels.buttons import command_button
from auction.panels.context import Page
from auction.panels.duel import duel_groups
from auction.panels.shared import players_of
from auction.panels.tables import final_button
from auction.rules import moves
from auction.rules.stage import Settings
from auction.rules.state import Phase
from tournaments.name_words import isolate
from tournaments.panels.buttons import Button, Looks
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Group:
    """Buttons that belong together."""

    title: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Overdue:
    """A button that takes the primary one's place at a moment, ms since the epoch by the server's clock."""

    since: int
    button: Button


def primary_button(page: Page) -> Button | None:
    """The one thing that comes next; Space does it in every phase."""
    looks: Looks = {"key": "Space", "handle": "primary", "tone": "primary"}
    view, around = page.view, page.around
    if around.finished:
        return Button("reopen", _("Open the game again"), post=around.links.get("reopen", ""), handle="reopen")
    if around.held:
        return Button("resume", _("Go on with the evening"), post=around.links.get("resume", ""), **looks)
    if not around.started:
        return Button("start", _("Start the game"), post=around.links.get("start", ""), **looks)
    if view.phase is Phase.TIE and not moves.is_tie_decided_by_answers(page.session):
        return Button("", _("Decide the tie…"), opens="dialog-tie", **looks)
    if view.phase is Phase.ROUND_OVER:
        return final_button(page)
    move = moves.primary_move(page.session, page.around.now)
    if move.label == "decide":
        return Button("", words.move_label(move, view), opens="dialog-verdict", **looks)
    if move.label in ("name_duellist", "strike"):  # the captain's to choose, in whose stead the host does
        looks["team"] = str(move.fields["team"])
        return Button("", words.move_label(move, view), opens="dialog-duel", **looks)
    if move.do == "draw" and around.redraw and around.wheel:
        return Button("", _("Draw again…"), opens="dialog-redraw", **looks)
    if move.do == "open_box":
        return open_button(page, int(move.fields["box"]), **looks)
    looks["note"] = _primary_note(page, move)
    looks["team"] = (view.leader or "") if view.phase is Phase.BIDDING else ""
    return command_button(
        page,
        move.do,
        words.move_label(move, view),
        _primary_fields(page, move),
        refusal=_primary_refusal(page, move),
        **looks,
    )


def overdue(page: Page) -> Overdue | None:
    """What the primary action turns into by itself: a clock that ran out in silence has decided (§17)."""
    clock = page.view.clock
    around = page.around
    if not around.started or around.finished or around.held or clock is None or clock.deadline is None:
        return None
    if moves.primary_move(page.session, page.around.now).label != "stop_clock":
        return None
    label = words.move_label(moves.Move("out_of_time", "judge"), page.view)
    button = command_button(
        page, "judge", label, {"correct": False}, check=True, key="Space", handle="primary-overdue", tone="primary"
    )
    return Overdue(clock.deadline + page.session.settings.grace_ms, button)


def is_host_to_decide(page: Page) -> bool:
    """Whether the verdict has to be chosen: the primary action asks for it then."""
    return page.view.phase is Phase.ANSWERING and moves.primary_move(page.session, page.around.now).label == "decide"


def verdict_buttons(page: Page) -> tuple[Button, ...]:
    """The two verdicts, as the dialog that asks for one offers them."""
    return _verdict_pair(page, "verdict-right", "verdict-wrong") if is_host_to_decide(page) else ()


def settings_changed(page: Page) -> int:
    """How many settings of the game are not as the rulebook writes them."""
    stage, written = asdict(page.session.settings), asdict(Settings())
    return len(page.session.game.parameters.to_json()) + len([name for name in written if stage[name] != written[name]])


def _primary_fields(page: Page, move: moves.Move) -> dict[str, object]:
    """The move's fields, and the reasons that the record asks for."""
    match move.label:
        case "reserve":
            return {**move.fields, "reason": _("The hall saw the question before an undo")}
        case "open" if page.view.duel is not None and page.around.redraw:  # another question is drawn (docs/draws.md)
            return {**move.fields, "reason": _("The start of the duel was taken back")}
        case "break_tie":
            return {**move.fields, "by": "answers", "reason": _("More right answers in the round")}
        case _:
            return dict(move.fields)


def _primary_note(page: Page, move: moves.Move) -> str:
    if move.label == "break_tie":
        return _("more right answers in the round")
    if move.label not in ("sold", "no_buyer") or not page.view.reprimanded:
        return ""
    names = ", ".join(name_words.team_name(page.view, team) for team in page.view.reprimanded)
    return _("reprimanded, unless excused below: %(teams)s") % {"teams": names}


def _primary_refusal(page: Page, move: moves.Move) -> Refusal | None:
    """What the bank refuses; the rules themselves always allow the primary move."""
    if move.label == "draw" and not page.around.wheel:
        return Refusal("9", "wheel_empty")
    if move.label == "reserve" and not page.around.reserves:
        return Refusal("9", "no_reserve", {"category": page.session.scene.category})
    return None


def action_groups(page: Page) -> list[Group]:
    """The other actions of the phase."""
    if not page.around.started or page.around.finished:
        return []
    match page.view.phase:
        case Phase.BIDDING:
            groups = [_selling(page)]
        case Phase.ANSWERING:
            groups = [_verdicts(page), _clock(page), _showing(page), _helping(page)]
        case Phase.DRAWN | Phase.DUEL if page.view.duel is not None:
            groups = [Group(title, buttons) for title, buttons in duel_groups(page)] + [_showing(page)]
        case Phase.DUEL:
            groups = [_bare_duel(page)]
        case Phase.ROUND_OVER:
            groups = [_closing(), _boxes(page)]
        case Phase.FINISHED:
            groups = [_boxes(page)]
        case _:
            groups = []
    return [group for group in groups if group.buttons]


def _bare_duel(page: Page) -> Group:
    """A duel begun on paper has no buzzers here: the host says who was first."""
    return Group(
        _("First to buzz"),
        tuple(
            command_button(
                page,
                "buzz",
                name_words.short_name(team.command),
                {"team": team.id},
                team=team.id,
                handle=f"buzz-{team.id}",
            )
            for team in page.view.teams
            if not team.out
        ),
    )


def _selling(page: Page) -> Group:
    view = page.view
    if view.leader is None:
        label = _("Close without a buyer")
    else:
        label = _("Sell at once: %(team)s %(points)d") % {
            "team": name_words.team_name(view, view.leader),
            "points": view.top,
        }
    at_once = view.calls < 2
    return Group(_("Hammer"), (command_button(page, "close", label, key="s", handle="sell-now"),) if at_once else ())


def _closing() -> Group:
    """The other way from here: no final is played."""
    return Group(_("Or"), (Button("", _("Close without a final…"), opens="dialog-close", handle="close-early"),))


def _showing(page: Page) -> Group:
    """What the hall may see next; what it sees already needs no button."""
    question, lot = page.view.question, page.view.hint
    buttons = []
    if question is not None and not question.on_screens:
        buttons.append(
            command_button(page, "show_question", _("Question"), key="q", handle="show-question", check=True)
        )
    if question is not None and not question.variants_on_screens and lot is not None and lot.taken:
        buttons.append(command_button(page, "show_hint", _("Hint"), key="h", handle="show-hint", check=True))
    return Group(_("Show"), tuple(buttons))


def _clock(page: Page) -> Group:
    clock = page.view.clock

    def action(name: str, label: str, key: str, handle: str, **fields: int) -> Button:
        return command_button(page, "clock", label, {"action": name, **fields}, key=key, handle=handle, check=True)

    if clock is None:
        toggle = action("start", _("Start"), "c", "clock-start")
    elif clock.deadline is not None:
        toggle = action("stop", _("Stop"), "c", "clock-stop")
    else:
        toggle = action("resume", _("Go on"), "c", "clock-resume")
    if clock is None:
        return Group(_("Clock"), (toggle,))
    return Group(
        _("Clock"),
        (
            toggle,
            action("add", _("−5 s"), "-", "clock-minus", seconds=-5),
            action("add", _("+5 s"), "+", "clock-plus", seconds=5),
            action("restart", _("Restart"), "r", "clock-restart"),
        ),
    )


def _verdicts(page: Page) -> Group:
    return Group(_("Verdict"), _verdict_pair(page, "judge-right", "judge-wrong"))


def _verdict_pair(page: Page, right: str, wrong: str) -> tuple[Button, Button]:
    """Right and wrong, with their handles; both keep still until the hall has seen the question."""
    yes = words.move_label(moves.Move("judge_right", "judge"), page.view)
    no = words.move_label(moves.Move("judge_wrong", "judge"), page.view)
    return (
        command_button(page, "judge", yes, {"correct": True}, check=True, key="y", handle=right, tone="right"),
        command_button(page, "judge", no, {"correct": False}, check=True, key="n", handle=wrong, tone="wrong"),
    )


def _helping(page: Page) -> Group:
    """What the answering captain can do, done by the host."""
    view = page.view
    team = {"team": view.answering or ""}
    buttons = []
    if view.hint is not None and not view.hint.taken:
        price = _("Buy the hint for %(price)d") % {"price": view.hint.price}
        buttons.append(command_button(page, "buy_hint", price, team, key="b", handle="host-buy-hint", check=True))
        if view.hint.tokens:
            label = _("Use a hint token (%(left)d left)") % {"left": view.hint.tokens}
            buttons.append(command_button(page, "use_hint", label, team, handle="host-use-hint", check=True))
    if view.answer is None and view.duel is None and not (view.hint is not None and view.hint.taken):
        for player in players_of(page, view.answering):
            if view.answerer is not None and player.id != view.answerer.id:
                label = isolate(player.name)
                buttons.append(
                    command_button(
                        page,
                        "name_answerer",
                        label,
                        {**team, "player": player.id},
                        handle=f"host-answerer-{player.id}",
                        note=_("answers"),
                    )
                )
    return Group(_("Captain"), tuple(buttons))


def _boxes(page: Page) -> Group:
    """Black boxes still closed; closing the game is possible without them, and says so (§6)."""
    waiting, primary = closed_boxes(page), moves.primary_move(page.session)
    offered = primary.fields.get("box") if primary.do == "open_box" else None
    buttons = [
        open_button(page, line.number, handle=f"open-box-{line.number}") for line in waiting if line.number != offered
    ]
    if offered is not None:
        note = _("unopened: %(teams)s") % {"teams": ", ".join(line.owner for line in waiting)}
        buttons.append(command_button(page, "finish", _("Close the game"), handle="finish", note=note))
    return Group(_("Black box"), tuple(buttons))
