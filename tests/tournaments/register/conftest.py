"""The school, for the tests of this folder."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.register.school import School
from tournaments.models import Season


@pytest.fixture
def school(season: Season) -> School:
    return School(season)


@pytest.fixture
def desk(school: School) -> Client:
    """The teacher's browser."""
    browser = Client()
    browser.force_login(school.user)
    return browser
