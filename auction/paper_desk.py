"""The page on which the paper is entered: its lines as forms, each tried on the game that the lines before it left."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse

from auction import refusals, words
from auction.happenings import Teller
from auction.name_words import short_name
from auction.paper_forms import RowForm, mark_of
from auction.rules.paper import PaperRow, Played, RowRefused, What, play_row
from auction.rules.questions import Question
from auction.rules.seating import MASTERS
from auction.rules.session import Session
from auction.rules.snapshots import dump_event
from auction.rules.state import Phase
from auction.services.afterwards import LONGEST_PAPER, questions_on_paper, seat_masters
from auction.services.paper_questions import printed_marks
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.games import Deed

KEY, LONGEST_KEY = "row", 6


@dataclass(frozen=True, slots=True)
class Balance:
    """A team after a line."""

    team: str
    name: str
    points: int
    moved: str
    out: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What a line comes to, to be compared with the paper."""

    told: tuple[str, ...]
    balances: tuple[Balance, ...]
    pot: int
    bank: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a line is refused: at which field, in a sentence, with its paragraph."""

    label: str
    field_id: str
    sentence: str
    paragraph: str = ""
    url: str = ""


@dataclass(slots=True)
class Line:
    """A line with its form. Neither a preview nor a stop: a line before it has to be put right first."""

    form: RowForm
    number: int
    preview: Preview | None = None
    stop: Stop | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """All lines. ``rows``: as the rules read them, if every one can be read."""

    lines: tuple[Line, ...]
    rows: tuple[PaperRow, ...]
    session: Session
    checked: bool

    @property
    def is_accepted(self) -> bool:
        """Whether everything may be stored as it stands."""
        return self.checked and bool(self.lines) and all(line.preview is not None for line in self.lines)

    @property
    def stops(self) -> list[Line]:
        """The lines that are refused."""
        return [line for line in self.lines if line.stop is not None]


def keys_of(data: QueryDict) -> list[str]:
    """The lines' keys in the order in which they stand on the page."""
    keys = [key for key in data.getlist(KEY) if key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY]
    return list(dict.fromkeys(keys))[:LONGEST_PAPER]


def rearrange(keys: Sequence[str], action: str) -> list[str]:
    """The lines after «add», «remove:3», «up:3» or «down:3»."""
    verb, _, key = action.partition(":")
    kept = list(keys)
    if verb == "add" and len(kept) < LONGEST_PAPER:
        kept.append(next(str(number) for number in count(1 + max(map(int, kept), default=0))))
    if key not in kept:
        return kept
    place = kept.index(key)
    if verb == "remove":
        kept.remove(key)
    elif verb == "up" and place:
        kept[place - 1 : place + 1] = [kept[place], kept[place - 1]]
    elif verb == "down":
        kept[place : place + 2] = reversed(kept[place : place + 2])
    return kept


def lay_out(
    game: LiveGame,
    session: Session,
    data: QueryDict | None,
    keys: Sequence[str],
    *,
    checked: bool,
    at: datetime.datetime,
) -> Desk:
    """Tries the lines one after the other. ``checked``: faults are shown; else it only keeps what is typed."""
    reader = _Reader(game, session, data, keys, checked, int(at.timestamp() * 1000))
    lines = tuple(reader.line(key, number) for number, key in enumerate(keys, 1))
    return Desk(lines, tuple(reader.rows), reader.session, checked)


class _Reader:
    """Goes down the paper; after the first fault the lines are still shown, but no longer tried."""

    def __init__(
        self, game: LiveGame, session: Session, data: QueryDict | None, keys: Sequence[str], checked: bool, at: int
    ) -> None:
        self.session, self.checked, self.at = session, checked, at
        self.rows: list[PaperRow] = []
        self._game, self._data, self._stopped = game, data, False
        self._codes = printed_marks(game, session) if data is not None else {}
        self._questions = self._find_questions(game, keys)
        self._names = {team.id: short_name(team.command) for team in session.game.teams}

    def line(self, key: str, number: int) -> Line:
        session, columns = self.session, self._columns(key)
        if not self._is_typed(key):
            self._stopped = True
            return Line(RowForm(key=key, session=session, columns=columns, initial=default_row(session)), number)
        line = Line(RowForm(self._data, key=key, session=session, columns=columns), number)
        if line.form.is_valid():
            self._try(line)
        else:
            self._stopped, line.stop = True, _first_error(line.form)
        if not self.checked:  # nobody has asked yet whether it is right
            initial = {name: line.form[name].value() for name in line.form.fields}
            line.form = RowForm(key=key, session=session, columns=columns, initial=initial)
            line.stop = line.preview = None
        return line

    def _try(self, line: Line) -> None:
        form = line.form
        try:
            row = form.to_row(self._questions, self._codes)
        except ValidationError as error:
            form.add_error("question", error)
            self._stopped, line.stop = True, _first_error(form)
            return
        try:
            if row.what is What.OPEN_FINAL and not self._stopped:
                row = replace(row, masters=seat_masters(game=self._game, session=self.session, plan=form.masters_plan))
        except Refusal as refusal:
            self._stopped, line.stop = True, self._stop(form, "masters", refusal)
            return
        self.rows.append(row)
        if self._stopped:
            return
        try:
            played = play_row(self.session, row, self.at)
        except RowRefused as refused:
            self._stopped, line.stop = True, self._stop(form, refused.at_field, refused.refusal)
            return
        self.session = played.after
        for team in played.after.game.teams:
            self._names.setdefault(team.id, short_name(team.command))
        line.preview = preview_of(played, self._names)

    def _stop(self, form: RowForm, at_field: str, refusal: Refusal) -> Stop:
        name = at_field if at_field in form.fields else "what"
        sentence = refusals.explain(refusal, self._names)
        url = f"{reverse('auction:rulebook')}#p{refusal.paragraph}" if refusal.paragraph else ""
        form.add_error(name, sentence)
        return Stop(str(form[name].label), form[name].id_for_label, sentence, refusal.paragraph, url)

    def _is_typed(self, key: str) -> bool:
        return self._data is not None and any(name.startswith(f"r{key}-") for name in self._data)

    def _columns(self, key: str) -> list[str]:
        """The teams of the round, and whoever else has something typed in this line."""
        known = [*self.session.game.playing, *(team.id for team in self.session.game.teams), MASTERS]
        columns = list(self.session.game.playing)
        for team in known:
            if team not in columns and self._data is not None and self._data.get(f"r{key}-stake-{team}", "").strip():
                columns.append(team)
        return columns

    def _find_questions(self, game: LiveGame, keys: Iterable[str]) -> dict[str, Question]:
        if self._data is None:
            return {}
        marks = set()
        for key in keys:
            category = self._data.get(f"r{key}-category") or self._data.get(f"r{key}-duel_category") or ""
            text = self._data.get(f"r{key}-question", "")[:20]
            marks.add(mark_of(text, category, self.session.categories, self._codes))
        return questions_on_paper(game=game, session=self.session, marks=marks - {""})


def default_row(session: Session) -> dict[str, Any]:
    """What a new line most likely says: the rest of the open lot, what the round waits for, or the next question."""
    game = session.game
    if game.lot is not None:
        stakes = {f"stake-{team}": total for team, total in game.lot.stakes.items() if team in game.lot.bidders}
        if not game.parameters.bid_includes_ante:
            stakes = {name: total - game.parameters.ante for name, total in stakes.items()}
        vabanque = game.lot.leader if game.lot.va_banque else ""
        return {"what": str(game.lot.kind), "category": game.lot.category, "va_banque": vabanque, **stakes}
    what = {Phase.TIE: What.BREAK_TIE, Phase.ROUND_OVER: What.OPEN_FINAL}.get(game.phase, What.QUESTION)
    return {"what": str(what)}


def preview_of(played: Played, names: Mapping[str, str]) -> Preview:
    """What happened in the words of the host's log, and the accounts afterwards."""
    players = {player.id: short_name(player.name) for seat in played.after.seats for player in seat.players}
    teller = Teller(dict(names), players)
    told = tuple(teller.sentence(Deed(step.command, _told(step.events))) for step in played.steps)
    before = {team.id: team.points for team in played.before.game.teams}
    game = played.after.game
    balances = tuple(
        Balance(
            team.id,
            names.get(team.id, team.id),
            team.points,
            words.signed(team.points - before[team.id]) if team.points != before.get(team.id, team.points) else "",
            team.out,
        )
        for team in game.teams
        if team.id in game.playing
    )
    return Preview(told, balances, game.pot, game.bank)


def _told(events: Iterable[Any]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    dumped = [dump_event(event) for event in events]
    return tuple((data["kind"], data) for data in dumped)


def _first_error(form: RowForm) -> Stop:
    name, errors = next(iter(form.errors.items()))
    shown = name if name in form.fields else "what"
    return Stop(str(form[shown].label), form[shown].id_for_label, str(errors[0]))
