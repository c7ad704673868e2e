"""What the home page lists: games, and the seats that this browser holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from tournaments.models import AccessLink, LiveGame, User
from tournaments.selectors.offices import in_force

FINISHED_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class GameList:
    """Games as they stand: ``is_hosted`` on each says whether this account may open its console."""

    live: list[LiveGame]
    upcoming: list[LiveGame]
    finished: Page[LiveGame]

    def __iter__(self) -> Iterator[LiveGame]:
        yield from (*self.live, *self.upcoming, *self.finished.object_list)


def list_games(user: User | None, page: str = "1") -> GameList:
    """All games, those of today first, the finished ones by pages; four queries, however many there are."""
    games = _with_hosting(LiveGame.objects.defer("snapshot").select_related("season"), user)
    games = games.filter(Q(rehearsal_of=None) | Q(is_hosted=True))  # a rehearsal is nobody else's business
    return GameList(
        live=list(games.filter(started_at__isnull=False, finished_at=None).order_by("-started_at", "-pk")),
        upcoming=list(games.filter(started_at=None, finished_at=None).order_by("-created_at", "-pk")),
        finished=Paginator(
            games.filter(finished_at__isnull=False).order_by("-finished_at", "-pk"), FINISHED_ON_A_PAGE
        ).get_page(page),
    )


def held_seats(seats: Mapping[str, int]) -> list[AccessLink]:
    """The open seats of unfinished games among those that a session remembers ({link pk: generation})."""
    if not seats:
        return []
    links = (
        AccessLink.objects.filter(
            Q(expires_at=None) | Q(expires_at__gt=timezone.now()),
            pk__in=[int(pk) for pk in seats if pk.isdigit()],
            revoked_at=None,
            game__finished_at=None,
        )
        .select_related("game")
        .defer("game__snapshot")
        .order_by("pk")
    )
    return [link for link in links if seats[str(link.pk)] == link.generation]


def _with_hosting(games: QuerySet[LiveGame], user: User | None) -> QuerySet[LiveGame]:
    if user is None:
        return games.annotate(is_hosted=Value(False))
    if user.is_superuser:
        return games.annotate(is_hosted=Value(True))
    hosting = LiveGame.hosts.through.objects.filter(livegame_id=OuterRef("pk"), user_id=user.pk)
    conducting = Q(conductor__key=f"user:{user.pk}") & ~Q(conductor__has_key="deputy_of")
    standing_in = in_force("host").filter(deputy=user, principal__hosted_games=OuterRef("pk"))
    mine = Exists(hosting) | conducting | Exists(standing_in)
    return games.annotate(is_hosted=Case(When(mine, then=Value(True)), default=Value(False)))


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its season a game stands, and the page that shows it."""

    text: str
    url: str


Places = Callable[[Sequence[LiveGame]], Mapping[int, Place]]
_readers: dict[str, Places] = {}


def register_places(discipline: str, reader: Places) -> None:
    """``reader(games)`` answers for the games of this discipline with at most one query; called from ``ready()``."""
    _readers[discipline] = reader


def places_of(games: Iterable[LiveGame]) -> dict[int, Place]:
    """The places of those games whose discipline has a calendar, by the game's number."""
    by_discipline: dict[str, list[LiveGame]] = {}
    for game in games:
        by_discipline.setdefault(game.discipline, []).append(game)
    found: dict[int, Place] = {}
    for discipline, its_games in by_discipline.items():
        if discipline in _readers:
            found.update(_readers[discipline](its_games))
    return found
