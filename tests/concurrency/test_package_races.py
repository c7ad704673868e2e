"""Packages under a race: one seal a game, nothing changes under a seal that is being set."""

from __future__ import annotations

from functools import partial

import pytest

from chgk.models import ClubSeason, Package
from chgk.rules.packages import Move, Role
from chgk.services.package_moves import move_package, seal_package
from chgk.services.packages import reorder_questions
from tests.club_games import make_package
from tests.club_seasons import curator_of, fixture_of, lay, make_club
from tests.concurrency.test_season_races import codes
from tournaments.models import Season, User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
ROLES = frozenset(Role)


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


def test_one_package_is_sealed_for_one_game_and_a_game_has_one_seal(club: ClubSeason, host_user: User) -> None:
    actor, package = curator_of(host_user), make_package(club.season)
    seal = partial(seal_package, seen=0, actor=actor, roles=ROLES)
    games = [fixture_of(club, key).pk for key in ("owls", "lions")]
    outcome = codes([partial(seal, package_id=package.pk, fixture_id=game) for game in games])
    assert sorted(outcome) == ["", "package_is_sealed"]
    others = [make_package(club.season, title=title) for title in ("А", "Б")]
    free = next(game for game in games if game != Package.objects.get(pk=package.pk).fixture_id)
    outcome = codes([partial(seal, package_id=other.pk, fixture_id=free) for other in others])
    assert sorted(outcome) == ["", "fixture_has_package"]


def test_a_seal_and_a_table_a_return_or_an_order_do_not_pass_each_other(club: ClubSeason, host_user: User) -> None:
    actor = curator_of(host_user)
    package, fixture, other = make_package(club.season), fixture_of(club, "owls"), fixture_of(club, "lions")
    seal = partial(seal_package, package_id=package.pk, fixture_id=fixture.pk, seen=0, actor=actor, roles=ROLES)
    ids = list(package.questions.order_by("number").values_list("pk", flat=True))
    order = partial(reorder_questions, package_id=package.pk, table=ids[::-1], spares=[], seen=0, actor=actor)
    give_back = partial(
        move_package, package_id=package.pk, move=Move.RETURN, seen=0, reason="ещё раз", actor=actor, roles=ROLES
    )
    outcome = codes([seal, give_back, order, partial(lay, other, host_user, package=package)])
    found = Package.objects.get()
    assert outcome.count("") == 1 or found.revision > 1, outcome
    assert (found.game_id is not None) == (outcome[3] == "") and not (outcome[0] == outcome[3] == "")
    if found.state in ("sealed", "approved"):
        assert list(package.questions.order_by("number").values_list("pk", flat=True)) == ids
