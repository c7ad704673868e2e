"""What a person's own page shows: teams, games with their results, rights, lessons, the way to their seats."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.models import AccessLink, LiveGame, Person, Privilege, TeamMember, User
from tournaments.selectors.holding import games_of, players_of


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game that somebody plays or played in. ``link``: their own seat, while the game is open."""

    game: LiveGame
    team: Mapping[str, Any]
    is_captain: bool
    result: str = ""
    link: AccessLink | None = None


@dataclass(frozen=True, slots=True)
class Honour:
    """Something won for good: a crystal owl, a title."""

    text: str
    url: str
    kind: str = "owl"


@dataclass(frozen=True, slots=True)
class Door:
    """A way from somebody's own page to another one. ``key`` tells it apart on the page."""

    text: str
    url: str
    key: str


Doors = Callable[[User, Person | None], Iterable[Door]]
Results = Callable[[Sequence[LiveGame]], Mapping[int, str]]
Honours = Callable[[Person], Iterable[Honour]]
_results: dict[str, Results] = {}
_honours: dict[str, Honours] = {}
_doors: dict[str, Doors] = {}


def register_results(discipline: str, reader: Results) -> None:
    """``reader(games)`` says how finished games of the discipline came out, in few words; called from ``ready()``."""
    _results[discipline] = reader


def register_honours(name: str, reader: Honours) -> None:
    """``reader(person)`` answers with what the person has won for good; called from ``ready()``."""
    _honours[name] = reader


def register_doors(name: str, reader: Doors) -> None:
    """``reader(user, person)``: the app's pages that somebody may want to go to; called from ``ready()``."""
    _doors[name] = reader


def doors_of(user: User, person: Person | None) -> list[Door]:
    """Where every app's own pages for this account are."""
    return [door for reader in _doors.values() for door in reader(user, person)]


def memberships(person: Person) -> list[TeamMember]:
    """The person's teams over the seasons, the newest first. One query."""
    rows = TeamMember.objects.filter(person=person).select_related("team__season", "team__house")
    return list(rows.order_by("-team__season__created_at", "team__discipline", "pk"))


def played_by(person: Person, seasons: Collection[int]) -> list[MyGame]:
    """The games in which the person sits in a team, the newest first. Four queries, and one a discipline.

    Who is meant by a player's number is certain where they were in a team of the game's season, or had a seat in it:
    a record from elsewhere may number its own people alike.
    """
    ids = players_of(person)
    links = {link.game_id: link for link in AccessLink.objects.filter(player__in=ids).order_by("pk")}
    games = [game for game in games_of(ids) if game.season_id in seasons or game.pk in links]
    found = [(game, *seat) for game in games if not game.is_rehearsal and (seat := _seat_in(game, ids)) is not None]
    results = _results_of([game for game, _team, _captain in found if game.finished_at is not None])
    return [
        MyGame(game, team, captain, results.get(game.pk, ""), _open(links.get(game.pk), game))
        for game, team, captain in found
    ]


def rights_of(person: Person, now: datetime | None = None) -> list[Privilege]:
    """Rights in the chat that the person has now, those that end first on top. One query."""
    now = now or timezone.now()
    rows = Privilege.objects.filter(
        person=person, withdrawn=False, revoked_at=None, starts_at__lte=now, ends_at__gt=now
    )
    return list(rows.select_related("game").defer("game__snapshot", "game__setup").order_by("ends_at"))


def honours_of(person: Person) -> list[Honour]:
    """Everything won for good."""
    return [honour for reader in _honours.values() for honour in reader(person)]


def _seat_in(game: LiveGame, ids: Collection[str]) -> tuple[Mapping[str, Any], bool] | None:
    for team in game.team_entries:
        for player in team.get("players", ()):
            if player.get("id") in ids:
                return team, bool(player.get("captain"))
    return None


def _open(link: AccessLink | None, game: LiveGame) -> AccessLink | None:
    """The link, if it still seats somebody."""
    if link is None or link.revoked_at is not None or game.finished_at is not None:
        return None
    return link if link.expires_at is None or link.expires_at > timezone.now() else None


def _results_of(games: Iterable[LiveGame]) -> dict[int, str]:
    by_discipline: dict[str, list[LiveGame]] = {}
    for game in games:
        by_discipline.setdefault(game.discipline, []).append(game)
    found: dict[int, str] = {}
    for discipline, its_games in by_discipline.items():
        if discipline in _results:
            found.update(_results[discipline](its_games))
    return found
