"""What the page of a season says: table, way to the final, calendar, end. Everything follows from facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from chgk import season_words
from chgk.models import ClubSeason, Fixture, Owl
from chgk.rules import standings
from chgk.rules.standings import Missing, Result
from chgk.season_words import Said
from chgk.selectors import Calendar, Slot, SlotState, read_calendar
from tournaments.models import House, LiveGame


class Stage(StrEnum):
    """Where a game of the calendar stands."""

    UNPLANNED = "unplanned"
    PLANNED = "planned"
    LAID = "laid"  # questions and line-up are there, the game has not started
    RUNNING = "running"
    SUSPENDED = "suspended"
    OVER = "over"  # won, but not closed on the console
    FINISHED = "finished"
    NO_SHOW = "no_show"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table."""

    place: int | None
    house: House
    own: int | None = None
    authors: int | None = None
    difference: str = ""
    questions: int | None = None
    missing: str = ""  # why there is no result, in words
    came: bool = True
    in_the_final: bool = False
    champion: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Where a game can be looked at."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the calendar, as everybody sees it."""

    fixture: Fixture
    title: str
    house: House | None  # None: the final, as long as nobody is in it
    stage: Stage
    score: str = ""  # «4:2», once the game has started
    winner: str = ""  # «team», «authors»; "" if nobody has won
    moves: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season's page."""

    calendar: Calendar
    lines: tuple[Line, ...]
    lead: Said
    end: Said | None
    entries: tuple[Entry, ...]
    owl: Owl | None
    rules: tuple[tuple[str, str, str], ...]

    @property
    def outcome(self) -> standings.Outcome:
        """The champion, or why there is none."""
        return self.calendar.outcome

    @property
    def final(self) -> Entry | None:
        """The final's entry."""
        return next((entry for entry in self.entries if entry.fixture.is_final), None)

    @property
    def swatches(self) -> list[dict[str, str]]:
        """The houses' colours, for the page."""
        return [{"id": line.house.key, "colour": line.house.colour} for line in self.lines]


def read_season(club: ClubSeason) -> SeasonPage:
    """Everything that the page shows; four queries, however many games."""
    calendar = read_calendar(club)
    houses = {team.house.key: team.house for team in calendar.teams}
    lead = calendar.finalist
    slots = [*calendar.slots, *([] if calendar.final is None else [calendar.final])]
    entries = tuple(_entry(slot, None if lead is None else lead.house) for slot in slots)
    final = entries[-1] if calendar.final is not None else None
    return SeasonPage(
        calendar=calendar,
        lines=tuple(_lines(calendar, houses)),
        lead=season_words.lead_sentence(calendar.table, calendar.names),
        end=season_words.outcome_sentence(calendar.outcome, calendar.names, final.score if final is not None else ""),
        entries=entries,
        owl=club.owls.filter(annulled_at=None).first(),
        rules=tuple(season_words.rules_in_short(club.rules, club.final_rules, club.settings)),
    )


def stage_of(slot: Slot) -> Stage:
    """Where the game stands."""
    fixture, game = slot.fixture, slot.fixture.game
    if slot.state is SlotState.NO_SHOW:
        return Stage.NO_SHOW
    if game is None:
        return Stage.UNPLANNED if fixture.planned_at is None else Stage.PLANNED
    if game.finished_at is not None:
        return Stage.FINISHED
    if slot.state is SlotState.LAID:
        return Stage.LAID
    if slot.state is SlotState.OVER:
        return Stage.OVER
    return Stage.SUSPENDED if game.is_suspended else Stage.RUNNING


def _lines(calendar: Calendar, houses: Mapping[str, House]) -> Iterable[Line]:
    lead = calendar.table.lead.team if isinstance(calendar.table.lead, standings.Finalist) else None
    for row in calendar.table.rows:
        house = houses[row.team]
        if isinstance(row.outcome, Result):
            yield Line(
                place=row.place,
                house=house,
                own=row.outcome.own,
                authors=row.outcome.authors,
                difference=season_words.signed(row.outcome.difference),
                questions=row.outcome.questions,
                in_the_final=row.team == lead,
                champion=row.team == calendar.outcome.champion,
            )
        else:
            came = row.outcome is not Missing.NO_SHOW
            yield Line(place=None, house=house, missing=_("to play") if came else _("did not come"), came=came)


def _entry(slot: Slot, finalist: House | None) -> Entry:
    fixture, now = slot.fixture, slot.standing
    house = slot.team.house if slot.team is not None else finalist if fixture.is_final else None
    return Entry(
        fixture=fixture,
        title=season_words.fixture_title(fixture),
        house=house,
        stage=stage_of(slot),
        score=f"{now.team}:{now.authors}" if now is not None else "",
        winner=str(now.winner) if now is not None and now.winner is not None else "",
        moves=tuple(season_words.move_sentence(move) for move in slot.moves),
        links=tuple(_links(fixture.game)) if fixture.game is not None else (),
    )


def _links(game: LiveGame) -> Iterable[Link]:
    """The game's pages that this installation has, and that everybody may open now."""
    if game.started_at is None:
        return
    finished = game.finished_at is not None
    yield Link(_("How it went") if finished else _("Watch"), reverse("chgk:spectator", args=[game.pk]))
    if not finished:
        yield Link(_("Projector"), reverse("chgk:projector", args=[game.pk]))
        return
    pages = (("protocol", _("Protocol")), ("replay", _("Replay")), ("record", _("Record")), ("draws", _("Draws")))
    for name, label in pages:
        if url := page_of_game(name, game.pk):
            yield Link(label, url)


def page_of_game(name: str, game_id: int) -> str:
    """The address of a game's page; "" where this installation has no such page."""
    try:
        return reverse(f"chgk:{name}", args=[game_id])
    except NoReverseMatch:
        return ""
