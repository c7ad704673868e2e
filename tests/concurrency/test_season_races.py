"""Two people at the season's desk in the same moment: one deed counts, the other is told what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from chgk import selectors
from chgk.models import ClubSeason, Package, TieDecision
from chgk.rules.standings import Finalist
from chgk.services.calendar import record_no_show
from chgk.services.tables_laid import change_lineup
from chgk.services.ties import decide_tie
from tests.club_games import make_package
from tests.club_seasons import fixture_of, lay, make_club, people_of, play_fixture
from tests.concurrency.crowd import at_once
from tests.playing import code_of
from tournaments.models import LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.play import Outcome

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


def codes(jobs: Sequence[Callable[[], Any]]) -> list[str]:
    """What each job was refused for, "" for one that was carried out."""

    def told(job: Callable[[], Any]) -> str:
        try:
            outcome = job()
        except Refusal as refusal:
            return refusal.code
        return code_of(outcome) if isinstance(outcome, Outcome) else ""

    return at_once([partial(told, job) for job in jobs])


def test_two_tables_at_once_are_one_table(club: ClubSeason, host_user: User) -> None:
    packages = [make_package(club.season, title=title) for title in ("А", "Б")]
    fixture = fixture_of(club, "owls")
    outcome = codes([partial(lay, fixture, host_user, package=package) for package in packages])
    assert sorted(outcome) == ["", "table_already_laid"]
    assert LiveGame.objects.count() == 1 and Package.objects.filter(game=None).count() == 1


def test_one_package_does_not_lie_on_two_tables(club: ClubSeason, host_user: User) -> None:
    package = make_package(club.season)
    outcome = codes([partial(lay, fixture_of(club, key), host_user, package=package) for key in ("owls", "lions")])
    assert sorted(outcome) == ["", "package_on_another_table"]


def test_of_two_decisions_on_a_tie_one_is_made(club: ClubSeason, host_user: User, host: Actor) -> None:
    for key in ("owls", "lions"):
        play_fixture(fixture_of(club, key), host_user, "TTTT")
    decide = partial(decide_tie, club_id=club.pk, reason="так решено", actor=host)
    outcome = codes([partial(decide, team=team) for team in ("owls", "lions")])
    assert sorted(outcome) == ["", "tie_already_decided"]
    lead = selectors.season_table(club).lead
    assert isinstance(lead, Finalist) and lead.team == TieDecision.objects.get().team


def test_a_start_and_the_desk_at_once_agree(club: ClubSeason, host_user: User, host: Actor) -> None:
    owls, lions = fixture_of(club, "owls"), fixture_of(club, "lions")
    game, other = lay(owls, host_user), lay(lions, host_user)
    people = people_of(owls.team) if owls.team else []
    absent = partial(record_no_show, fixture_id=lions.pk, reason="не пришли", actor=host)
    assert sorted(codes([partial(start_game, game_id=other.pk, actor=host), absent])) in (
        ["", "fixture_no_show"],
        ["", "fixture_started"],
    )
    fewer = partial(change_lineup, fixture_id=owls.pk, players=people[:3], captain=people[0], actor=host)
    started, changed = codes([partial(start_game, game_id=game.pk, actor=host), fewer])
    assert started == "" and changed in ("", "lineup_locked")
    game.refresh_from_db()
    assert len(game.setup["team"]["players"]) == (3 if changed == "" else 4)
