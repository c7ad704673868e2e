"""What the page of a game's draws shows: each series with its promise, each draw with its working."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.draw_texts import explain_abandoned, explain_finding, explain_subject
from tournaments.models import LiveGame
from tournaments.rules.draw import Ticket, find_ticket
from tournaments.rules.draw_check import Check, Claims, Drawn, Series, State
from tournaments.selectors.draws import check_game

FEW = 8  # choices that stand in the line; more are folded


Text = str | Promise


@dataclass(frozen=True, slots=True)
class DrawWords:
    """What a game calls what is drawn, and what it says around it. Functions are asked in the active language."""

    title: Callable[[int], str]  # of the series of a round
    choice: Callable[[str], str]  # a name as it stands in the log
    result: Callable[[str, str], str]  # what was drawn: its subject, its name
    lead: Text  # what chance decides
    promise: Text  # when the seed is made and promised
    publication: Text  # when it is published
    secret: Text  # instead of a seed that is not public yet
    later: Text  # instead of a verdict on a draw until then
    waiting: Callable[[int], str]  # how many draws wait for it
    before: Text  # the page of a game that has not started


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice of a draw, with its weight and whether it was drawn."""

    name: str
    weight: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw as a row of the page."""

    n: int
    of: str
    at: datetime.datetime | None
    choices: tuple[ChoiceView, ...]
    result: str
    state: State
    undone: bool
    reason: str
    ticket: Ticket | None  # once the seed is published

    @property
    def is_long(self) -> bool:
        """Whether the choices are better folded."""
        return len(self.choices) > FEW


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A seed and what was drawn with it. ``nonces`` are empty texts as long as more may join in."""

    number: int
    title: str
    commitment: str
    at: datetime.datetime | None
    nonces: tuple[tuple[str, str], ...]
    seed: str
    key: str
    abandoned: str
    draws: tuple[DrawView, ...]

    @property
    def shell_nonces(self) -> str:
        """The nonces as the argument of printf, sorted."""
        return "\\n".join(sorted(nonce for _team, nonce in self.nonces))


@dataclass(frozen=True, slots=True)
class ByHandView:
    """Something drawn by hand; ``result`` is empty where nobody wrote it down."""

    of: str
    result: str
    at: datetime.datetime | None  # of entering it


@dataclass(frozen=True, slots=True)
class DrawsPage:
    """The whole page."""

    words: DrawWords = field(repr=False)
    series: tuple[SeriesView, ...]
    findings: tuple[str, ...]
    right: int
    hidden: int
    by_hand: tuple[ByHandView, ...] = ()

    @property
    def waiting(self) -> str:
        """That some draws cannot be checked yet."""
        return self.words.waiting(self.hidden)

    @property
    def example(self) -> SeriesView | None:
        """A published series with a draw, to check by hand."""
        return next((one for one in self.series if one.seed and one.draws), None)


def read_draws_page(game: LiveGame, needed: Claims, words: DrawWords) -> DrawsPage:
    """The page of a game, also while it runs: what is not public yet is not in it. ``needed``: its draws by command."""
    check = check_game(game, needed)
    teams = {team["id"]: team["command"] for team in game.team_entries}
    redrawn = frozenset(_redrawn(check))
    states = [drawn.state for drawn in check.draws]
    return DrawsPage(
        words=words,
        series=tuple(_series(one, teams, redrawn, words) for one in check.series),
        findings=tuple(_findings(check, running=game.finished_at is None)),
        right=states.count(State.RIGHT),
        hidden=states.count(State.HIDDEN),
        by_hand=tuple(
            ByHandView(
                explain_subject(each.of), words.result(each.of, each.result) if each.result else "", _moment(each.at)
            )
            for each in check.by_hand
        ),
    )


def _findings(check: Check, *, running: bool) -> Iterator[str]:
    """As sentences. That the seed of a round that goes on is secret is nothing to find fault with."""
    for finding in check.findings:
        open_series = check.series[-1] if check.series else None
        if finding.code == "never_published" and running and open_series and finding.line == open_series.line:
            continue
        yield _("line %(line)d: %(what)s") % {"line": finding.line, "what": explain_finding(finding)}


def _redrawn(check: Check) -> Iterator[int]:
    """The lines of draws that took the place of an undone one: their reasons are for everybody."""
    for before, drawn in pairwise(check.draws):
        if before.undone and drawn.line != before.line:
            yield drawn.line


def _series(series: Series, teams: dict[str, str], redrawn: frozenset[int], words: DrawWords) -> SeriesView:
    fixed = bool(series.draws) or bool(series.closed)
    return SeriesView(
        number=series.number,
        title=words.title(series.round),
        commitment=series.commitment,
        at=_moment(series.at),
        nonces=tuple((teams.get(team, team), nonce if fixed else "") for team, nonce in series.nonces.items()),
        seed=series.seed,
        key=series.key,
        abandoned=explain_abandoned(series.abandoned) if series.abandoned else "",
        draws=tuple(_draws(series, redrawn, words)),
    )


def _draws(series: Series, redrawn: frozenset[int], words: DrawWords) -> Iterator[DrawView]:
    """A reason stands at the first draw of its command."""
    line = 0
    for drawn in series.draws:
        yield _draw(drawn, series.key, words, redrawn=drawn.line in redrawn and drawn.line != line)
        line = drawn.line


def _draw(drawn: Drawn, key: str, words: DrawWords, *, redrawn: bool) -> DrawView:
    proof = drawn.proof
    return DrawView(
        n=proof.n,
        of=explain_subject(proof.of),
        at=_moment(drawn.at),
        choices=tuple(ChoiceView(words.choice(name), weight, name == proof.result) for name, weight in proof.choices),
        result=words.result(proof.of, proof.result),
        state=drawn.state,
        undone=drawn.undone,
        reason=drawn.reason if redrawn else "",
        ticket=find_ticket(key, proof.n, proof.choices) if key else None,
    )


def _moment(ms: int | None) -> datetime.datetime | None:
    """None too for what a foreign record calls a time."""
    if ms is None or not 0 < ms < 4_102_444_800_000:
        return None
    return datetime.datetime.fromtimestamp(ms / 1000, tz=datetime.UTC)
