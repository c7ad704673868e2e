"""A season from first to last (§3.1.1): opened with its teams, closed once its end is known, rolled over."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from chgk import selectors
from chgk.models import ClubSeason, Fixture
from chgk.rules.standings import Close
from chgk.selectors.open_matters import open_matters
from chgk.selectors.votes import read_vote
from chgk.services.desk import lock_club
from chgk.services.games import DISCIPLINE
from chgk.services.season_rules import change_rules
from tournaments.models import LiveGame, Season, Team, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.reasons import read_reason
from tournaments.services.seasons import begin_next_season

__all__ = ["change_rules", "close_season", "open_season", "roll_over"]

LONGEST_NAME = 200


def open_season(*, season: Season, curator: User, teams: Sequence[Team], actor: Actor) -> ClubSeason:
    """The club's season: a game for each team, in this order, and the final (§3.1.1).

    Rosters may still be empty; what they must be is checked when a table is laid. Refused: a second season of the club
    in ``season``, no team, a team of another season or discipline, the same one twice.
    """
    with write_lock(), transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if ClubSeason.objects.filter(season=season).exists():
            raise Refusal("3.1.1", "season_already_open", {"season": season.name})
        _check_teams(season, teams)
        club = ClubSeason.objects.create(season=season, curator=curator)
        fixtures = [Fixture(club=club, number=number, team=team) for number, team in enumerate(teams, 1)]
        fixtures.append(Fixture(club=club, number=len(fixtures) + 1, is_final=True))
        Fixture.objects.bulk_create(fixtures)
        details = {"season": season.pk, "curator": curator.pk, "teams": [team.pk for team in teams]}
        record_audit(actor=actor, action="open_season", target=f"club_season:{club.pk}", details=details)
    return club


def roll_over(*, club: ClubSeason, name: str, curator: User, actor: Actor) -> ClubSeason:
    """The next season, current from now on: the same houses with empty rosters, the same rules and times.

    ``name`` may be the school's current season, if the club does not play it yet: then it plays that one. Refused
    while ``club`` is not closed, without a name, and for one that another season has.
    """
    with write_lock(), transaction.atomic():
        old = ClubSeason.objects.select_for_update(of=("self",), no_key=True).select_related("season").get(pk=club.pk)
        if old.closed_at is None:
            raise Refusal("3.2.1", "season_not_closed", {"season": str(old)})
        waiting = Season.objects.filter(name=" ".join(name.split()), is_current=True, club=None).first()
        season = waiting if waiting is not None else begin_season(name, actor)
        houses = [slot.team.house_id for slot in selectors.read_calendar(old).slots if slot.team is not None]
        teams = [
            Team.objects.get_or_create(season=season, discipline=DISCIPLINE, house_id=house)[0] for house in houses
        ]
        new = open_season(season=season, curator=curator, teams=teams, actor=actor)
        new.rules, new.final_rules, new.settings = old.rules, old.final_rules, old.settings
        new.save(update_fields=["rules", "final_rules", "settings"])
        details = {"from": old.pk, "season": season.name}
        record_audit(actor=actor, action="roll_over", target=f"club_season:{new.pk}", details=details)
    return new


def close_season(*, club_id: int, actor: Actor, reason: str = "") -> ClubSeason:
    """The season is over: it has a champion, lost its final, or has no final; nothing in it changes any more.

    Refused while its end is not known, while a game's log is open, while its owl waits for the vote or for an
    annulment (§3.2.1), and a second time. With matters open that nothing can come of afterwards, appeals above all, it
    takes a ``reason`` in words, which is kept; without open matters none is asked, and none kept.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        games = LiveGame.objects.select_for_update(of=("self",)).filter(fixture__club=club).order_by("pk")
        if any(game.started_at is not None and game.finished_at is None for game in games):
            raise Refusal("3.2.1", "season_game_open", {})
        outcome = selectors.season_outcome(club)
        if outcome.how is Close.FINAL_TO_PLAY:
            raise Refusal("3.2.1", "season_not_decided", {})
        vote = read_vote(club.fixtures.filter(is_final=True).select_related("game").first())
        if vote is not None and vote.in_question:
            raise Refusal("3.2.1", "owl_in_question", {})
        if vote is not None and vote.owl_due:
            raise Refusal("3.2.1", "owl_to_give", {})
        left_open = [matter.text for matter in open_matters(club)]
        details: dict[str, object] = {"champion": outcome.champion, "how": outcome.how}
        if left_open:
            details |= {"left_open": left_open, "reason": _reason_to_leave(left_open, reason)}
        club.closed_at = timezone.now()
        club.save(update_fields=["closed_at"])
        record_audit(actor=actor, action="close_season", target=f"club_season:{club.pk}", details=details)
    return club


def _reason_to_leave(left_open: Sequence[str], reason: str) -> str:
    try:
        return read_reason(reason)
    except Refusal as refusal:
        raise Refusal("3.2.1", "matters_open", {"matters": ", ".join(left_open)}) from refusal


def _check_teams(season: Season, teams: Sequence[Team]) -> None:
    if not teams:
        raise Refusal("3.1.1", "season_without_teams", {})
    if len({team.house_id for team in teams}) < len(teams):
        raise Refusal("2.1.1", "team_twice", {})
    for team in teams:
        if team.season_id != season.pk or team.discipline != DISCIPLINE:
            raise Refusal("2.1.1", "team_of_another_season", {"team": team.house.name})


def begin_season(name: str, actor: Actor) -> Season:
    """The school's next season, current from now on, with the threshold of the one before (§1)."""
    name = " ".join(name.split())[:LONGEST_NAME].strip()
    if not name:
        raise Refusal("3.1.1", "season_without_name", {})
    if Season.objects.filter(name=name).exists():
        raise Refusal("3.1.1", "season_name_taken", {"season": name})
    try:
        return begin_next_season(name=name, actor=actor)
    except Refusal as refusal:  # a name of signs alone
        raise Refusal("3.1.1", "season_without_name", {}) from refusal
