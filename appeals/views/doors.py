"""Who asks: by an account bound to a person, or by the captain's seat of a game; and what they may see of an appeal."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from appeals.models import Appeal
from appeals.permissions import audience_of, can_file, can_run_appeal
from appeals.rules.projection import Audience, Reader, Seen, project
from appeals.rules.state import Appeal as State
from appeals.selectors.folds import read_state
from appeals.selectors.people import person_of_id
from chgk.models import ClubSeason
from chgk.permissions import can_curate
from chgk.services.games import DISCIPLINE
from chgk.views.curators import curator_actor
from tournaments.models import AccessLink, LiveGame, Person, User
from tournaments.selectors.offices import person_of
from tournaments.services.actors import Actor, own_actor
from tournaments.views.seats import NoSeat, find_seat, remembered_seats


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody before an appeal."""

    row: Appeal
    state: State
    seen: Seen
    audience: Audience
    person: Person | None
    actor: Actor
    curates: bool

    @property
    def is_team(self) -> bool:
        """Whether they speak for the team."""
        return self.audience.reader is Reader.TEAM

    @property
    def is_juror(self) -> bool:
        """Whether they sit in its jury."""
        return self.audience.reader is Reader.JUROR


@dataclass(frozen=True, slots=True)
class Captain:
    """Who appeals for a team: a person of the school, or whoever holds the captain's seat."""

    person: Person | None
    user: User | None
    actor: Actor


def find_visitor(request: HttpRequest, appeal_id: int) -> Visitor:
    """The appeal as this visitor may see it; 404 for whoever may not know of it. Seven queries at most."""
    rows = Appeal.objects.select_related("club__season", "club__curator", "game", "captain", "jury")
    row = get_object_or_404(rows, pk=appeal_id)
    state, person = read_state(row), person_of(request.user)
    seat = captains_seat(request, row.game)
    audience = audience_of(request.user, person, row, state, seated=seat is not None)
    seen = project(state, audience)
    if seen is None:
        raise Http404
    curates = can_run_appeal(request.user, row) and audience.reader is Reader.CURATOR
    return Visitor(
        row, state, seen, audience, person, _actor(request, seat, club=row.club if curates else None), curates
    )


def find_captain(request: HttpRequest, game: LiveGame) -> Captain | None:
    """The captain of the game's team who asks; None for everybody else. By the same order as ``audience_of``."""
    person = person_of(request.user)
    if can_file(person, game):
        user = request.user if isinstance(request.user, User) else None
        return Captain(person, user, _actor(request, None))
    if can_curate(request.user, game.fixture.club):
        return None
    seat = captains_seat(request, game)
    if seat is None:
        return None
    return Captain(person_of_id(seat.player), None, _actor(request, seat))


def find_club_game(pk: str) -> LiveGame:
    """A game of a season of the club; 404 for any other."""
    if not pk.isascii() or not pk.isdigit() or len(pk) > 9:
        raise Http404
    games = LiveGame.objects.select_related("season", "fixture__club__season")
    return get_object_or_404(games, pk=int(pk), discipline=DISCIPLINE, fixture__isnull=False)


def captains_seat(request: HttpRequest, game: LiveGame) -> AccessLink | None:
    """The captain's open seat of this game in this browser; no query for a browser without seats."""
    for pk in remembered_seats(request):
        try:
            link = find_seat(request, game, pk)
        except NoSeat:
            continue
        if link.role == "captain":
            return link
    return None


def _actor(request: HttpRequest, seat: AccessLink | None, *, club: ClubSeason | None = None) -> Actor:
    """``club``: whose curator they are, or a deputy of; None if as somebody else."""
    if isinstance(request.user, User):
        if club is not None:
            return curator_actor(request.user, club)
        return own_actor(request.user)
    if seat is not None:
        return Actor(key=seat.seat_key, role=seat.role, team=seat.team, name=seat.name, player=seat.player or None)
    return Actor(key="", role="spectator")
