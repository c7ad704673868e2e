"""What the tests of appeals share."""

from __future__ import annotations

import pytest

from tests.appeals.evening import Evening, make_evening
from tournaments.models import Season, User


@pytest.fixture
def evening(season: Season, host_user: User) -> Evening:
    """The owls have lost 0:4."""
    return make_evening(season, host_user)
