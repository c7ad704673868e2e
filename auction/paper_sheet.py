"""The sheet for playing on paper: where the game stands, what is still to play as blank tables, the rules in short.

It shows what the hall may know, no more: a question that has not been shown, and no answer, stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from auction.lot_words import lot_name
from auction.name_words import short_name, team_name
from auction.refusals import PHASES
from auction.rules.parameters import Parameters
from auction.rules.projection import TeamView, View, project
from auction.rules.session import Session
from auction.rules.state import Kind, Phase
from tournaments.rules.audience import Audience

DICE = 6  # eyes; two dice name one of 36 cells
LARGEST_POT = 300
SPARE_SPECIALS = 2  # blank tables for special lots


@dataclass(frozen=True, slots=True)
class Column:
    """A team's column in the tables."""

    id: str
    name: str
    emblem: str = ""
    stake: int | None = None  # what lies there already, in the open lot


@dataclass(frozen=True, slots=True)
class Block:
    """A lot as a table to fill in. ``open``: it was going on when the sheet was printed, as far as it went."""

    title: str
    columns: tuple[Column, ...]
    kind: str = "question"
    category: str = ""
    open: bool = False
    state: str = ""  # of an open lot, in words


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to draw: its number on the sheet, how many cells of the dice table it has."""

    number: int
    name: str
    weight: int
    is_special: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything on the sheet."""

    view: View
    where: str
    phase: str
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    specials: tuple[Block, ...]
    duel: Block | None
    choices: tuple[Choice, ...]
    dice: tuple[tuple[int | None, ...], ...]  # six rows of six; empty where too much is on the wheel for two dice
    rules: tuple[str, ...]
    prices: tuple[tuple[int, tuple[int, ...]], ...]  # the tens of a pot -> the price for each unit
    final_blocks: tuple[Block, ...] = field(default=())

    @property
    def captains(self) -> int:
        """Teams that still play."""
        return sum(not team.out for team in self.view.teams)


def make_sheet(session: Session, wheel: Sequence[str | tuple[str, int]], *, started: bool) -> Sheet:
    """The sheet of the game as it stands. ``wheel``: what may still be drawn, with weights where they are not one."""
    view = project(session, Audience("public"))
    parameters = session.game.parameters
    columns = tuple(_column(team) for team in view.teams)
    choices = _choices(wheel)
    final = view.round > 1
    later = () if final else (Column("", _("Finalist")), Column("", _("Masters")))
    return Sheet(
        view=view,
        where=_where(view, started=started),
        phase=str(PHASES.get(view.phase, view.phase)) if started else _("not started yet"),
        columns=columns,
        blocks=tuple(_blocks(view, columns)),
        specials=tuple(_special(columns) for _number in range(SPARE_SPECIALS)) if _goes_on(view) else (),
        duel=Block(_("One on one"), columns if final else later, kind="duel") if view.phase != Phase.FINISHED else None,
        choices=choices,
        dice=dice_table(choices),
        rules=tuple(_rules(parameters, session.settings.answer_ms // 1000)),
        prices=price_table(parameters),
        final_blocks=tuple(_final(view, later)),
    )


def dice_table(choices: Sequence[Choice]) -> tuple[tuple[int | None, ...], ...]:
    """Two dice, one after the other, name a cell. Each choice has as many as fit, by its weight; the rest is empty."""
    total, cells = sum(choice.weight for choice in choices), DICE * DICE
    if not 0 < total <= cells:
        return ()
    times = cells // total
    filled: list[int | None] = [choice.number for choice in choices for _cell in range(choice.weight * times)]
    filled += [None] * (cells - len(filled))
    return tuple(tuple(filled[row * DICE : (row + 1) * DICE]) for row in range(DICE))


def price_table(parameters: Parameters) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """What a hint costs (§19) for every pot up to 300, ten in a row."""
    return tuple(
        (tens, tuple((tens + unit) // parameters.hint_divisor for unit in range(10)))
        for tens in range(0, LARGEST_POT + 1, 10)
    )


def _column(team: TeamView) -> Column:
    return Column(team.id, short_name(team.command), team.emblem, team.stake)


def _goes_on(view: View) -> bool:
    """Whether this round still has lots."""
    return view.phase not in (Phase.TIE, Phase.ROUND_OVER, Phase.FINISHED)


def _where(view: View, *, started: bool) -> str:
    """«Final, question 2 of 5, bidding»."""
    stage = _("Final") if view.round > 1 else _("First round")
    if not started:
        return stage
    return f"{stage} · {_title(view, view.question_number)}"


def _blocks(view: View, columns: tuple[Column, ...]) -> Iterator[Block]:
    """The open lot first, then each question of the round that is still to be drawn."""
    if not _goes_on(view):
        return
    number, playing = view.played + 1, tuple(column for column in columns if not _is_out(view, column.id))
    if view.category is not None:
        counts = view.kind in (Kind.QUESTION, Kind.ONE_ON_ONE)
        title = _title(view, number) if counts else lot_name(view.category)
        yield Block(title, playing, str(view.kind), lot_name(view.category), open=True, state=_state(view))
        number += counts
    blank = tuple(Column(column.id, column.name, column.emblem) for column in playing)
    for each in range(number, view.questions_per_round + 1):
        yield Block(_title(view, each), blank)


def _final(view: View, columns: tuple[Column, ...]) -> Iterator[Block]:
    if view.round > 1 or view.phase == Phase.FINISHED:
        return
    for number in range(1, view.questions_per_round + 1):
        yield Block(_("Final, question %(number)d") % {"number": number}, columns)


def _special(columns: tuple[Column, ...]) -> Block:
    blank = tuple(Column(column.id, column.name, column.emblem) for column in columns)
    return Block(_("Special lot"), blank, kind="special")


def _title(view: View, number: int) -> str:
    return _("Question %(number)d of %(total)d") % {"number": number, "total": view.questions_per_round}


def _is_out(view: View, team: str) -> bool:
    found = view.team(team)
    return found is not None and found.out


def _state(view: View) -> str:
    """How far the open lot has come, in words."""
    leader = team_name(view, view.leader)
    match view.phase:
        case Phase.DRAWN:
            return _("The ante is paid; the bidding has not begun.")
        case Phase.BIDDING if view.leader is None:
            return _("The bidding is open; nobody has bid yet.")
        case Phase.BIDDING:
            return _("The bidding is open; %(team)s lead with %(points)d.") % {"team": leader, "points": view.top}
        case Phase.DUEL:
            return _("The duel is on; nobody has buzzed yet.")
        case _:
            team = team_name(view, view.answering)
            said = _("%(team)s answer.") % {"team": team}
            return f"{said} {_('VA BANQUE!')}" if view.va_banque else said


def _choices(wheel: Sequence[str | tuple[str, int]]) -> tuple[Choice, ...]:
    pairs = [(entry, 1) if isinstance(entry, str) else entry for entry in wheel]
    return tuple(
        Choice(number, lot_name(name), weight, lot_name(name) != name) for number, (name, weight) in enumerate(pairs, 1)
    )


def _rules(parameters: Parameters, seconds: int) -> Iterator[str]:
    """Ten lines, with this game's numbers; each names its paragraph."""
    facts: Mapping[str, int] = {
        "ante": parameters.ante,
        "count": parameters.questions_per_round,
        "step": parameters.min_raise,
        "penalty": parameters.reprimand_penalty,
        "divisor": parameters.hint_divisor,
        "seconds": seconds,
    }
    yield _("Draw a category. Every team puts %(ante)d into the pot; who has less is out (§9, §12).") % facts
    yield _("The host may add to the pot before the bidding, but not in a special lot (§20).") % facts
    if parameters.bid_includes_ante:
        bids = _("Captains name their team's whole stake, the ante in it; each bid at least %(step)d higher (§11).")
    else:
        bids = _("Captains name what they add to the ante; each bid at least %(step)d higher (§11).")
    yield bids % facts
    if parameters.va_banque_must_top:
        yield _("VA BANQUE: everything, and more than the highest bid; the bidding ends. Wrong: out of the game (§15).")
    else:
        yield _("VA BANQUE: everything, however little it is; the bidding ends at once. Wrong: out of the game (§15).")
    yield (
        _(
            "Who could bid and never did: a warning, from the second time %(penalty)d points off to the bank; "
            "after va banque nobody (§16)."
        )
        % facts
    )
    yield _(
        "The highest bidder answers within %(seconds)d seconds. Nobody bid: the antes stay in the pot (§14, §17)."
    ) % (facts)
    yield (
        _(
            "A hint costs the pot divided by %(divisor)d, rounded down, to the bank; a token instead is free; "
            "one hint a lot, after va banque only by token (§19)."
        )
        % facts
    )
    yield _("Right: the whole pot. Wrong: it carries to the next question (§18).")
    yield (
        _("Special lots: the winner gets the token or the box, the stakes go to the bank; no question is used up (§6).")
        if parameters.special_stakes == "bank"
        else _(
            "Special lots: the winner gets the token or the box, the stakes go to the pot; no question is used up (§6)."
        )
    )
    yield (
        _(
            "After %(count)d questions the richest team wins the round and takes what is left in the pot; "
            "a tie in the final goes to the Masters (§18, §21, §27)."
        )
        % facts
    )
