"""What the auction's evenings tell people's own pages and calendars: dates, results, a captain's consent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from auction.name_words import points, short_name
from auction.rules.substitution import open_proposal
from tournaments.models import AccessLink, LedgerEntry, LiveGame, Person, User
from tournaments.portal_calendar import say_postponed
from tournaments.selectors.calendar import CalendarEvent
from tournaments.selectors.holding import games_of, players_of
from tournaments.selectors.waiting import Waiting
from tournaments.services.access_links import link_token
from tournaments.services.replay_log import load_session

DISCIPLINE = "auction"
EVENING = 150  # minutes
_ALL_SUMMER = timedelta(days=300)  # that a game of an earlier season stays in the calendar


def events(person: Person | None) -> Iterator[CalendarEvent]:
    """The evenings of this season with a date: everybody's, or those in which the person plays or hosts."""
    games = LiveGame.objects.filter(discipline=DISCIPLINE, rehearsal_of=None).filter(
        Q(planned_at__isnull=False) | Q(postponements__isnull=False)
    )
    lately = timezone.now() - _ALL_SUMMER
    games = games.filter(Q(season__is_current=True) | Q(planned_at__gt=lately))
    games = LiveGame.objects.filter(pk__in=games.values("pk")).order_by("pk")
    if person is not None:
        own = Q(pk__in=[game.pk for game in games_of(players_of(person))])
        if person.user_id is not None:
            own |= Q(pk__in=LiveGame.hosts.through.objects.filter(user=person.user_id).values("livegame"))
        games = games.filter(own)
    for game in games.defer("snapshot", "setup").prefetch_related("postponements"):
        yield _event(game)


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """A substitute that a captain is asked about (§5), in the games that go on."""
    if person is None:
        return
    links = AccessLink.objects.filter(
        game__discipline=DISCIPLINE,
        game__finished_at=None,
        game__started_at__isnull=False,
        role="captain",
        player__in=players_of(person),
        revoked_at=None,
    ).select_related("game")
    for link in links:
        if open_proposal(load_session(link.game).proposals, link.team) is not None:
            text = _("Do you agree to a substitute? %(game)s (§5)") % {"game": link.game.title}
            yield Waiting(text, reverse("tournaments:join", args=[link_token(link)]), key=f"consent-{link.game_id}")


def results(games: Sequence[LiveGame]) -> Mapping[int, str]:
    """What each game brought for the house ranking. One query."""
    won: dict[int, dict[str, int]] = {}
    rows = LedgerEntry.objects.filter(game__in=[game.pk for game in games]).select_related("house")
    for row in rows.order_by("pk"):
        if row.game_id is not None:
            houses = won.setdefault(row.game_id, {})
            houses[row.house.name] = houses.get(row.house.name, 0) + row.points
    return {
        game: ", ".join(f"{short_name(house)} {points(amount)}" for house, amount in houses.items())
        for game, houses in won.items()
    }


def _event(game: LiveGame) -> CalendarEvent:
    moves = list(game.postponements.all())
    before = next((move.before for move in reversed(moves) if move.before is not None), game.created_at)
    off = game.planned_at is None
    return CalendarEvent(
        uid=f"game-{game.pk}",
        starts_at=game.planned_at or before,
        minutes=EVENING,
        summary=game.title,
        place=game.place,
        notes="\n".join(filter(None, [game.note, say_postponed(moves, off=off)])),
        url=reverse("auction:edition", args=[game.pk]),
        sequence=len(moves),
        cancelled=off,
        changed_at=moves[-1].decided_at if moves else game.created_at,
        game=game.pk,
    )
