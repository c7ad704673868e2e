"""Lists of appeals: a captain's, a juror's, a curator's, everybody's."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from appeals.models import Appeal, AppealEvent
from appeals.rules.state import WITH_THE_JURY, Phase, Sheet
from appeals.selectors.folds import read_state
from appeals.selectors.people import ids_of
from chgk.models import ClubSeason, Fixture
from tournaments.models import AccessLink, LiveGame, Person
from tournaments.rules.likeness import normalise

_WITH = ("club__season", "club__curator", "game", "captain", "jury")


def appeals_of_captain(person: Person | None, seats: Mapping[str, int] | None = None) -> list[Appeal]:
    """What a person has written, and what concerns a game whose captain's seat the browser holds; two queries."""
    games = _seat_games(seats)
    mine = Q(game__in=games)
    if person is not None:
        mine |= Q(captain=person)
    return list(Appeal.objects.filter(mine).select_related(*_WITH).order_by("-made_at", "-pk"))


def appeals_of_juror(person: Person | None) -> list[Appeal]:
    """The appeals that lie with a jury in which the person sits, the nearest deadline first; one query."""
    if person is None:
        return []
    phases = [phase.value for phase in WITH_THE_JURY]
    rows = Appeal.objects.filter(jury__seats__person=person, phase__in=phases)
    return list(rows.select_related(*_WITH).order_by("decide_by", "pk"))


def filed_appeals(club: ClubSeason) -> list[Appeal]:
    """A season's appeals for its curator, by number; one query."""
    rows = Appeal.objects.filter(club=club, number__isnull=False)
    return list(rows.select_related(*_WITH).order_by("number"))


def undecided_appeals(club: ClubSeason) -> list[Appeal]:
    """A season's appeals that nobody has announced or withdrawn, those sent back for a fault too; one query."""
    over = (Phase.DRAFT.value, Phase.WITHDRAWN.value, Phase.ANNOUNCED.value)
    rows = Appeal.objects.filter(club=club, number__isnull=False).exclude(phase__in=over)
    return list(rows.select_related("club__season").order_by("number"))


def announced_appeals() -> QuerySet[Appeal]:
    """Everybody's, the newest first; before them those whose procedure is being repeated, on every database."""
    rows = Appeal.objects.filter(was_announced())
    return rows.select_related(*_WITH).order_by(F("announced_at").desc(nulls_first=True), "-pk")


def was_announced() -> Q:
    """Of an appeal: that it has been announced at least once. A subquery: no snapshots are compared for it."""
    told = AppealEvent.objects.filter(appeal=OuterRef("pk"), kind="ruling_announced")
    return Q(phase=Phase.ANNOUNCED.value) | Q(Exists(told))


def games_of_captain(person: Person | None, seats: Mapping[str, int] | None = None) -> list[LiveGame]:
    """The club's games that have begun and whose team the person, or the seat in this browser, leads."""
    games = LiveGame.objects.filter(fixture__isnull=False, started_at__isnull=False).select_related("season")
    ids = ids_of(person)
    by_seat = set(_seat_games(seats))
    teams = Fixture.objects.filter(team__members__person=person, team__members__is_captain=True) if person else None
    led = set(teams.values_list("game_id", flat=True)) if teams is not None else set()
    return [
        game
        for game in games.order_by("-started_at")
        if game.pk in led or game.pk in by_seat or ids & _seated_captains(game)
    ]


def _seated_captains(game: LiveGame) -> frozenset[str]:
    return frozenset(player["id"] for player in game.setup["team"]["players"] if player.get("captain"))


def _seat_games(seats: Mapping[str, int] | None) -> list[int]:
    """The games whose captain's seat is open to this browser. ``seats``: the generation of each link by its number."""
    generations = {int(pk): generation for pk, generation in (seats or {}).items() if pk.isdigit()}
    if not generations:
        return []
    links = AccessLink.objects.filter(pk__in=generations, role="captain", revoked_at=None)
    open_links = links.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
    return [link.game_id for link in open_links if link.generation == generations[link.pk]]


def equal_appeals(row: Appeal, sheet: Sheet | None) -> list[Appeal]:
    """The season's other appeals for the same thing on the same question, not announced yet; one query.

    An answer that this ruling accepts settles those whose team gave it as well: their own game counts it by itself.
    """
    if sheet is None:
        return []
    open_phases = [phase.value for phase in (Phase.FILED, *WITH_THE_JURY, Phase.CURATOR, Phase.DECIDED)]
    rows = Appeal.objects.filter(club=row.club_id, kind=row.kind, phase__in=open_phases)
    found = []
    for other in rows.exclude(pk=row.pk).select_related(*_WITH):
        theirs = read_state(other).sheet
        if theirs is not None and normalise(theirs.text) == normalise(sheet.text):
            found.append(other)
    return found
