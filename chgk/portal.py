"""What the club tells people's own pages and calendars: dates of its seasons, results, ballots, crystal owls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk import portal_bank
from chgk.models import BestPlayerVote, Fixture, Magister, Owl
from chgk.rules.score import standing
from chgk.rules.snapshot import load_game
from chgk.season_words import fixture_title
from tournaments.models import AccessLink, LiveGame, Person, User
from tournaments.portal_calendar import Move, say_postponed
from tournaments.selectors.calendar import CalendarEvent
from tournaments.selectors.holding import players_of
from tournaments.selectors.my_page import Honour
from tournaments.selectors.waiting import Waiting
from tournaments.services.access_links import link_token

EVENING = 90  # minutes
_ALL_SUMMER = timedelta(days=300)


def events(person: Person | None) -> Iterator[CalendarEvent]:
    """The games of open seasons with a date: everybody's, or those that the person plays or hosts. Two queries."""
    dated = Q(planned_at__isnull=False) | Q(moves__isnull=False)
    lately = Q(club__closed_at=None) | Q(planned_at__gt=timezone.now() - _ALL_SUMMER)
    fixtures = Fixture.objects.filter(dated, lately)
    if person is not None:
        own = Q(team__members__person=person)
        if person.user_id is not None:
            own |= Q(game__hosts=person.user_id)
        fixtures = fixtures.filter(own)
    fixtures = Fixture.objects.filter(pk__in=fixtures.values("pk")).order_by("club", "number")
    found = fixtures.select_related("club__season", "team__house", "game").defer("game__snapshot", "game__setup")
    for fixture in found.prefetch_related("moves"):
        yield _event(fixture)


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Packages of questions, and the ballot for the best player (§3.2.3) of whoever has not voted yet."""
    yield from portal_bank.waiting(user, person, now)
    if person is None:
        return
    ids = players_of(person)
    votes = BestPlayerVote.objects.filter(over_at=None, agreed="", named="").select_related("fixture")
    for vote in votes.prefetch_related("ballots"):
        voted = {ballot.voter for ballot in vote.ballots.all()}
        mine = [one["id"] for one in vote.players if one["id"] in ids and one["id"] not in voted]
        link = AccessLink.objects.filter(game=vote.fixture.game_id, player__in=mine, revoked_at=None).first()
        if link is not None:
            text = _("Vote for the best player of the final (§3.2.3)")
            yield Waiting(text, reverse("tournaments:join", args=[link_token(link)]), key=f"vote-{vote.pk}")


def results(games: Sequence[LiveGame]) -> Mapping[int, str]:
    """The score of each game: the team's points, then the authors'. One query."""
    rows = LiveGame.objects.filter(pk__in=[game.pk for game in games]).exclude(snapshot="")
    scores = {
        pk: standing(load_game(json.loads(text)["state"]["game"])) for pk, text in rows.values_list("pk", "snapshot")
    }
    return {pk: f"{score.team}:{score.authors}" for pk, score in scores.items()}


def honours(person: Person) -> Iterator[Honour]:
    """Crystal owls that stand, and the title of Magister. Two queries."""
    page = reverse("chgk:hall_of_fame")
    for owl in Owl.objects.filter(person=person, annulled_at=None).select_related("club__season").order_by("given_at"):
        yield Honour(_("Crystal owl of %(season)s") % {"season": owl.club.season.name}, page)
    if Magister.objects.filter(person=person).exists():
        yield Honour(_("Magister of the game"), page, kind="title")


def _event(fixture: Fixture) -> CalendarEvent:
    moves = list(fixture.moves.all())
    before = next((move.before for move in reversed(moves) if move.before is not None), fixture.club.opened_at)
    missed, off = fixture.no_show_at is not None, fixture.planned_at is None
    names = {"game": fixture_title(fixture), "season": fixture.club.season.name}
    title = _("%(game)s of the club, %(season)s") % names
    summary = title if fixture.team is None else f"{title}: {fixture.team.house.name}"
    changes = [fixture.club.opened_at, *(move.decided_at for move in moves)]
    return CalendarEvent(
        uid=f"fixture-{fixture.pk}",
        starts_at=fixture.planned_at or before,
        minutes=EVENING,
        summary=summary[:1].upper() + summary[1:],
        place=fixture.place,
        notes=_why(fixture, moves, missed=missed, off=off),
        url=f"{reverse('chgk:season', args=[fixture.club_id])}#game-{fixture.number}",
        sequence=len(moves) + missed,
        cancelled=missed or off,
        changed_at=max([*changes, fixture.no_show_at] if fixture.no_show_at is not None else changes),
        game=fixture.game_id,
    )


def _why(fixture: Fixture, moves: Sequence[Move], *, missed: bool, off: bool) -> str:
    if missed:
        return _("The team did not come: %(reason)s") % {"reason": fixture.no_show_reason}
    return say_postponed(moves, off=off)
