"""The duel on the screens (§25): who faces whom, what is struck, who may press, and how close it was."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from auction import duel_words, name_words
from auction.panels.buttons import command_button, dialog_button
from auction.panels.context import Page
from auction.panels.shared import players_of
from auction.rules import moves
from auction.rules.duel import ARRIVAL
from auction.rules.duel_view import DuelView
from auction.rules.projection import TeamView
from tournaments.name_words import isolate
from tournaments.panels.buttons import Button

BEFORE = ("naming", "striking", "ready")  # the lot is drawn, the duel has not begun
AT_THE_BUZZERS = ("ready", "question", "armed", "collecting", "tie")  # the duellist's phone shows the buzzer


@dataclass(frozen=True, slots=True)
class Time:
    """When a duellist pressed, and when the press arrived."""

    team: TeamView
    player: str
    pressed: str
    arrived: str
    first: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two."""

    team: TeamView
    player: str  # empty until named
    turn: bool = False
    first: bool = False
    time: Time | None = None  # once it is decided who was first


@dataclass(frozen=True, slots=True)
class Category:
    """One of the seven. ``number`` is its place in the list."""

    number: int
    name: str
    by: TeamView | None = None  # who struck it
    left: bool = False
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class DuelPanel:
    """The duel as the templates show it; what the audience may not know is not in the view that it is made from."""

    step: str
    headline: str
    sign: str
    sides: tuple[Side, ...]
    categories: tuple[Category, ...]
    left: str
    decision: str
    first: str
    times: tuple[Time, ...]
    times_note: str
    by_arrival: bool  # which of the two times counts
    # for the script of the own side's phone
    face: str
    attempt: str
    duellist: str  # whose buzzer is shown; empty while there is none
    duellist_named: bool
    locked_until: int

    @property
    def is_before(self) -> bool:
        """Whether the question is still to come."""
        return self.step in BEFORE

    @property
    def is_armed(self) -> bool:
        """Whether the buzzers are open, as far as this audience knows."""
        return self.step in ("armed", "collecting")

    @property
    def is_tie(self) -> bool:
        """Whether nobody was first."""
        return self.step == "tie"


def duel_panel(page: Page, *, desk: bool = False) -> DuelPanel | None:
    """The duel of this lot, or None. ``desk``: with buttons for what an absent captain would strike."""
    view, duel = page.view, page.view.duel
    if duel is None:
        return None
    order = page.session.settings.duel_order
    me = duel.my_side.team if duel.my_side is not None else ""
    mine = duel.duellists.get(me)
    times = _times(page, duel)
    return DuelPanel(
        step=duel.step,
        headline=duel_words.headline(view, duel),
        sign=duel_words.sign(view, duel),
        sides=tuple(_side(page, duel, team, times) for team in duel.duellists),
        categories=_categories(page, duel, desk=desk),
        left=duel.left or "",
        decision=duel_words.decision(view, duel, order),
        first=duel.first or "",
        times=times,
        times_note=duel_words.times_note(order),
        by_arrival=order == ARRIVAL,
        face=_face(duel),
        attempt=f"{duel.go_at or 'closed'}.{duel.locked_until.get(me, 0)}",
        duellist=mine.id if mine is not None and duel.step in AT_THE_BUZZERS else "",
        duellist_named=mine is not None,
        locked_until=duel.locked_until.get(me, 0),
    )


def _team(page: Page, team: str) -> TeamView:
    return next(each for each in page.view.teams if each.id == team)


def _side(page: Page, duel: DuelView, team: str, times: tuple[Time, ...]) -> Side:
    named = duel.duellists[team]
    return Side(
        team=_team(page, team),
        player=name_words.short_name(named.name) if named is not None else "",
        turn=duel.step == "striking" and duel.turn == team,
        first=duel.first == team,
        time=next((time for time in times if time.team.id == team), None),
    )


def _categories(page: Page, duel: DuelView, *, desk: bool) -> tuple[Category, ...]:
    struck = dict(duel.categories)
    return tuple(
        Category(
            number,
            name,
            by=_team(page, by) if by is not None else None,
            left=name == duel.left,
            button=_strike(page, duel, number, name, desk=desk) if by is None else None,
        )
        for number, (name, by) in enumerate(struck.items(), 1)
    )


def _strike(page: Page, duel: DuelView, number: int, name: str, *, desk: bool) -> Button | None:
    if desk and duel.step == "striking":
        return _strike_for(page, duel, number, name)
    return _strike_after_asking(number, name) if may_strike(page) else None


def _strike_for(page: Page, duel: DuelView, number: int, name: str, handle: str = "") -> Button:
    """At the console, in an absent captain's stead: beside the category, or with its name in a dialog."""
    fields = {"team": duel.turn or "", "category": name}
    label = isolate(name) if handle else _("Strike")
    return command_button(page, "strike", label, fields, handle=f"{handle or 'strike-'}{number}", team=duel.turn or "")


def _times(page: Page, duel: DuelView) -> tuple[Time, ...]:
    return tuple(
        Time(
            team=_team(page, press.team),
            player=duel_words.player_name(page.view, press.team),
            pressed=duel_words.seconds(press.adjusted),
            arrived=duel_words.seconds(press.raw),
            first=duel.first == press.team,
        )
        for press in sorted(duel.presses, key=lambda press: press.adjusted)
    )


def _face(duel: DuelView) -> str:
    """What the buzzer shows, the phone's own knowledge aside (stage-buzzer.js)."""
    match duel.step:
        case "armed":
            return "armed"
        case "collecting":
            return "arrived"
        case "tie":
            return "tie"
        case "question" if duel.my_side is not None and duel.my_side.press is None:
            return "wait"
        case _:
            return "soon"


# --- what a captain decides ---------------------------------------------------------------------------------------


def duellist_buttons(page: Page, team: str, handle: str = "duellist-") -> tuple[Button, ...]:
    """Who of a team can stand up; the one named is marked, and may be changed until the buzzers open."""
    duel = page.view.duel
    if duel is None or duel.step == "answering":
        return ()
    named = duel.duellists.get(team)
    others = [player for player in players_of(page, team) if named is None or player.id != named.id]
    change = {"do": "name_duellist", "team": team, "player": others[0].id if others else "", "at": 0}
    if moves.why_not(page.session, change) is not None:
        return ()
    return tuple(
        command_button(
            page,
            "name_duellist",
            player.name,
            {"team": team, "player": player.id},
            handle=f"{handle}{player.id}",
            tone="chosen" if named is not None and named.id == player.id else "",
        )
        for player in players_of(page, team)
    )


def may_strike(page: Page) -> bool:
    """Whether the captain who looks is the one to strike."""
    duel = page.view.duel
    return duel is not None and duel.step == "striking" and duel.my_side is not None and duel.my_side.strike is None


def _strike_after_asking(number: int, name: str) -> Button:
    """On the captain's phone: the whole row, and it asks once more before the category is struck."""
    note = pgettext("button", "strike…")
    label = isolate(name)
    return Button("", label, (("category", name),), opens="dialog-strike", handle=f"strike-{number}", note=note)


def duel_choice(page: Page) -> tuple[Button, ...]:
    """What the console's primary action asks for: whom a side sends, what it strikes."""
    duel = page.view.duel
    if duel is None or not page.around.started:
        return ()
    unnamed = [team for team, player in duel.duellists.items() if player is None]
    if duel.step == "naming" and unnamed:
        return duellist_buttons(page, unnamed[0], handle="choose-")
    if duel.step == "striking":
        return tuple(
            _strike_for(page, duel, number, name, handle="choose-strike-")
            for number, (name, by) in enumerate(duel.categories, 1)
            if by is None
        )
    return ()


# --- what the host can do -----------------------------------------------------------------------------------------


def duel_groups(page: Page) -> list[tuple[str, tuple[Button, ...]]]:
    """The console's other actions in a duel: for absent captains, and at the buzzers."""
    duel = page.view.duel
    if duel is None:
        return []
    asked = page.view.question is not None and page.view.question.on_screens
    teams = () if asked else tuple(duel.duellists)  # the captains' phones still can change whom they send
    names = [(name_words.team_name(page.view, team), duellist_buttons(page, team)) for team in teams]
    return names if duel.step in BEFORE else [(_("Buzzers"), _at_the_buzzers(page, duel)), *names]


def _at_the_buzzers(page: Page, duel: DuelView) -> tuple[Button, ...]:
    buttons = []
    if duel.tie:
        repeat = _("Press again")
        buttons.append(command_button(page, "repeat_buzz", repeat, key="r", handle="repeat-buzz", check=True))
    else:
        label = _("Open") if duel.go_at is None else _("Open anew")
        buttons.append(command_button(page, "open_buzzers", label, key="o", handle="open-buzzers", check=True))
    for team in duel.duellists:
        command = {"do": "buzz", "team": team, "reason": "a", "at": 0}
        player = duel_words.player_name(page.view, team)
        buttons.append(
            dialog_button(
                page,
                "dialog-buzz",
                _("%(player)s answers…") % {"player": player},
                moves.why_not(page.session, command),
                handle=f"decide-buzz-{team}",
                team=team,
                fields=(("team", team), ("player", player)),
            )
        )
    buttons.append(command_button(page, "no_answer", _("Nobody answers"), key="n", handle="no-answer", check=True))
    return tuple(buttons)
