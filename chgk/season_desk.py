"""What the curator's desk says: everything due in order, each game with what can be done about it, the rosters."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk.models import ClubSeason
from chgk.roster_page import Roster, rosters_of
from chgk.rules import standings
from chgk.rules.standings import Close
from chgk.season_page import Entry, SeasonPage, Stage, page_of_game, read_season
from chgk.season_words import listed
from chgk.selectors.open_matters import OpenMatter, open_matters
from chgk.selectors.votes import VoteNow, VoteState, read_vote
from tournaments.models import LiveGame, User
from tournaments.name_words import isolate
from tournaments.selectors.offices import in_force

SOON = datetime.timedelta(days=2)
_PLAYED = (Stage.OVER, Stage.FINISHED, Stage.NO_SHOW)
_TO_COME = (Stage.UNPLANNED, Stage.PLANNED, Stage.LAID)


@dataclass(frozen=True, slots=True)
class Due:
    """A thing to do. The first one is the page's primary action."""

    key: str
    label: str
    why: str
    url: str


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the desk."""

    entry: Entry
    roster: Roster | None
    hosted: bool  # by this account: its console and links are open
    may_plan: bool
    may_postpone: bool
    may_lay: bool
    may_change: bool  # the line-up
    may_miss: bool  # a no-show may be recorded
    may_withdraw: bool  # it may be taken back
    moved_on: bool  # its table is laid for a team that is not the finalist any more
    plan_first: bool  # it has no date yet, and its team is known: the form is open
    setup_url: str = ""
    console_url: str = ""

    @property
    def number(self) -> int:
        """The game's number in the calendar."""
        return self.entry.fixture.number


@dataclass(frozen=True, slots=True)
class Desk:
    """The curator's page of a season."""

    page: SeasonPage
    due: tuple[Due, ...]
    cards: tuple[Card, ...]
    rosters: tuple[Roster, ...]
    vote: VoteNow | None  # on the best player of the final (§3.2.3)
    tied: tuple[tuple[str, str], ...]  # key and name of the teams that the curator chooses from
    may_close: bool
    why_not_close: str
    left_open: tuple[OpenMatter, ...]  # closing the season would leave it undecided

    @property
    def next(self) -> Due | None:
        """The one thing to do now."""
        return self.due[0] if self.due else None


def read_desk(club: ClubSeason, user: User) -> Desk:
    """Everything on the desk; a fixed number of queries, however many games and people."""
    page = read_season(club)
    rosters = rosters_of(page.calendar.teams)
    hosted = hosted_games(club, user)
    is_open = club.closed_at is None
    cards = tuple(_card(page, entry, rosters, hosted, is_open=is_open) for entry in page.entries)
    lead = page.calendar.table.lead
    tied = lead.teams if isinstance(lead, standings.Tie) and is_open else ()
    vote = read_vote(page.final.fixture) if page.final is not None else None
    why_not = _why_not_close(page, cards, vote)
    left_open = tuple(open_matters(club)) if is_open and not why_not else ()
    return Desk(
        page=page,
        due=tuple(_due(club, page, cards, vote, why_not, left_open)),
        cards=cards,
        rosters=tuple(rosters.values()),
        vote=vote,
        tied=tuple((team, page.calendar.names[team]) for team in tied),
        may_close=is_open and not why_not,
        why_not_close=why_not,
        left_open=left_open,
    )


def hosted_games(club: ClubSeason, user: User) -> frozenset[int]:
    """Which games of the season the account hosts; one query."""
    if user.is_superuser:
        return frozenset(pk for pk in club.fixtures.values_list("game_id", flat=True) if pk is not None)
    hosts = Q(user_id=user.pk) | Q(user__in=in_force("host").filter(deputy=user).values("principal"))
    rows = LiveGame.hosts.through.objects.filter(hosts, livegame__fixture__club=club)
    return frozenset(rows.values_list("livegame_id", flat=True))


def _card(page: SeasonPage, entry: Entry, rosters: dict[int, Roster], hosted: frozenset[int], *, is_open: bool) -> Card:
    fixture, game = entry.fixture, entry.fixture.game
    team = page.calendar.finalist if fixture.is_final else fixture.team
    to_come = is_open and entry.stage in _TO_COME
    final_began = page.final is not None and page.final.stage not in (*_TO_COME, Stage.NO_SHOW)
    mine = game is not None and game.pk in hosted
    return Card(
        entry=entry,
        roster=None if team is None else rosters.get(team.pk),
        hosted=mine,
        may_plan=to_come,
        may_postpone=to_come and fixture.planned_at is not None,
        may_lay=to_come and game is None and team is not None,
        may_change=to_come and game is not None,
        may_miss=to_come and team is not None,
        moved_on=_moved_on(entry, None if team is None else team.pk),
        plan_first=to_come and fixture.planned_at is None and team is not None,
        may_withdraw=is_open and entry.stage is Stage.NO_SHOW and not final_began,
        setup_url=_setup_url(game) if mine else "",
        console_url=reverse("chgk:console", args=[fixture.game_id]) if mine else "",
    )


def _moved_on(entry: Entry, finalist: int | None) -> bool:
    """§3.1.2: after a ruling the final may be another team's; its start is refused until its table is laid anew."""
    return entry.fixture.is_final and entry.stage is Stage.LAID and entry.fixture.team_id != finalist


def _setup_url(game: Any) -> str:
    """The page of an evening before its start, or that of its links."""
    return page_of_game("edition", game.pk) or page_of_game("setup", game.pk)


def _due(
    club: ClubSeason,
    page: SeasonPage,
    cards: tuple[Card, ...],
    vote: VoteNow | None,
    why_not_close: str,
    left_open: Sequence[OpenMatter],
) -> Iterable[Due]:
    """What is to do, the most pressing first."""
    if club.closed_at is not None:
        url = f"{reverse('chgk:new_season')}?after={club.pk}"
        yield Due("next-season", _("Start the next season"), _("This season is closed: nothing in it changes."), url)
        return
    yield from (_now_due(card) for card in cards if card.entry.stage not in (*_TO_COME, Stage.FINISHED, Stage.NO_SHOW))
    yield from (_undecided_due(card) for card in cards if card.entry.stage is Stage.FINISHED and not card.entry.winner)
    yield from (_laid_due(club, card) for card in cards if card.entry.stage is Stage.LAID)
    ordinary = [card for card in cards if not card.entry.fixture.is_final]
    pressing = [card for card in ordinary if card.entry.stage is Stage.PLANNED and _is_soon(card)]
    yield from (_lay_due(club, card) for card in sorted(pressing, key=_when))
    yield from (_plan_due(card) for card in ordinary if card.entry.stage is Stage.UNPLANNED)
    later = [card for card in ordinary if card.entry.stage is Stage.PLANNED and not _is_soon(card)]
    yield from (_lay_due(club, card) for card in sorted(later, key=_when))
    yield from _end_due(club, page, cards, vote, why_not_close, left_open)


def _now_due(card: Card) -> Due:
    entry = card.entry
    url = card.console_url or entry.links[0].url
    label = _("Host console: %(game)s") if card.hosted else _("Watch: %(game)s")
    said = {
        Stage.RUNNING: _("The game is on."),
        Stage.SUSPENDED: _("The game is suspended; it goes on from its console."),
        Stage.OVER: _("The game is won: it has still to be closed on its console."),
    }
    return Due(f"now-{card.number}", label % {"game": entry.title}, said[entry.stage], url)


def _undecided_due(card: Card) -> Due:
    """A game that was closed too early: without a result the table waits for it."""
    entry = card.entry
    why = _("The game was closed before anybody had won. Opened again on its console, it goes on.")
    label = _("Host console: %(game)s") if card.hosted else _("Watch: %(game)s")
    return Due(f"undecided-{card.number}", label % {"game": entry.title}, why, card.console_url or entry.links[0].url)


def _laid_due(club: ClubSeason, card: Card) -> Due:
    title = {"game": card.entry.title}
    if card.moved_on:
        url = reverse("chgk:lay_table", args=[club.pk, card.number])
        why = _("The final is another team's now: its table has to be laid for the finalist.")
        return Due(f"relay-{card.number}", _("Change the line-up: %(game)s") % title, why, url)
    if card.hosted:
        why = _("The table is laid: hand out the links, then start.")
        return Due(f"start-{card.number}", _("Links and start: %(game)s") % title, why, card.setup_url)
    why = _("The table is laid; its host hands out the links and starts.")
    return Due(f"start-{card.number}", _("See what is laid: %(game)s") % title, why, f"#game-{card.number}")


def _plan_due(card: Card) -> Due:
    label = _("Set a date: %(game)s") % {"game": card.entry.title}
    return Due(f"plan-{card.number}", label, _team_of(card), f"#game-{card.number}")


def _lay_due(club: ClubSeason, card: Card) -> Due:
    title = {"game": card.entry.title}
    if card.roster is not None and card.roster.problem is not None:
        label = _("Look at the roster: %(game)s") % title
        why = f"{_team_of(card)}: {card.roster.problem.text}"
        return Due(f"roster-{card.number}", label, why, f"#roster-{card.roster.team.pk}")
    url = reverse("chgk:lay_table", args=[club.pk, card.number])
    return Due(f"lay-{card.number}", _("Lay the table: %(game)s") % title, _team_of(card), url)


def _end_due(
    club: ClubSeason,
    page: SeasonPage,
    cards: tuple[Card, ...],
    vote: VoteNow | None,
    why_not_close: str,
    left_open: Sequence[OpenMatter],
) -> Iterable[Due]:
    lead = page.calendar.table.lead
    if isinstance(lead, standings.Tie):
        names = listed(lead.teams, page.calendar.names)
        yield Due(
            "tie", _("Decide who plays the final"), _("Equal in everything: %(teams)s.") % {"teams": names}, "#tie"
        )
    final = next((card for card in cards if card.entry.fixture.is_final), None)
    if final is not None and isinstance(lead, standings.Finalist):
        if final.entry.stage is Stage.UNPLANNED:
            yield _plan_due(final)
        if final.entry.stage in (Stage.UNPLANNED, Stage.PLANNED):
            yield _lay_due(club, final)
    if page.outcome.how is Close.FINAL_WON and page.owl is None and final is not None:
        if final.entry.stage is Stage.FINISHED and vote is not None:
            yield _vote_due(vote)
    elif vote is not None and vote.may_be_annulled:
        yield Due("owl", _("Look at the crystal owl"), why_not_close, "#vote")
    elif left_open:
        names = ", ".join(isolate(one.text) for one in left_open)
        yield Due("left-open", _("Decide what is still open"), f"{names}.", left_open[0].url)
    elif not why_not_close:
        yield Due("close", _("Close the season"), page.end.text if page.end else "", "#end")


def _vote_due(vote: VoteNow) -> Due:
    """§3.2.3, §3.2.4: the owl waits for the players, or for the curator."""
    match vote.state:
        case VoteState.UNOPENED:
            label, why = _("Open the vote on the best player"), _("The crystal owl waits for its outcome.")
        case VoteState.OPEN:
            names = ", ".join(map(isolate, vote.waiting))
            label, why = _("See the vote on the best player"), _("Not voted yet: %(names)s.") % {"names": names}
        case VoteState.TO_NAME:
            label, why = _("Name the best player"), _("The players differ, so the curator decides.")
        case _:
            label, why = _("See the vote on the best player"), _("The crystal owl waits for its outcome.")
    return Due("vote", label, why, "#vote")


def _why_not_close(page: SeasonPage, cards: tuple[Card, ...], vote: VoteNow | None) -> str:
    """Why the season cannot be closed yet, as its service would say; "" if it can."""
    if any(card.entry.stage in (Stage.RUNNING, Stage.SUSPENDED, Stage.OVER) for card in cards):
        return _("A game of the season is still open: its host closes it first.")
    if page.outcome.how is Close.FINAL_TO_PLAY:
        return _("The season's end is not known yet.")
    if vote is not None and vote.in_question:
        return _("A crystal owl stands for a final that is not won any more: annul it first.")
    if vote is not None and vote.owl_due:
        return _("The crystal owl has not been given yet: the best player of the final is to be known first.")
    return ""


def _is_soon(card: Card) -> bool:
    return _when(card) <= timezone.now() + SOON


def _when(card: Card) -> datetime.datetime:
    planned: datetime.datetime = card.entry.fixture.planned_at or timezone.now()
    return planned


def _team_of(card: Card) -> str:
    return isolate(card.entry.house.name) if card.entry.house is not None else ""
