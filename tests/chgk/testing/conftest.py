"""What the tests of beta-tests share."""

from __future__ import annotations

import pytest

from tests.chgk.testing.world import World, make_world
from tournaments.models import Season, User


@pytest.fixture
def world(season: Season, host_user: User) -> World:
    """A package of three questions in testing; two testers were asked."""
    return make_world(season, host_user)
