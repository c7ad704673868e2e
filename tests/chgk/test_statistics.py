"""What the bank tells about questions of games that are over, and nothing about any other."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chgk.models import Question
from chgk.selectors.statistics import fate_of, read_statistics
from tests.club_games import make_club_game, play_out
from tests.club_seasons import curator_of, fixture_of, make_club, play_fixture
from tests.playing import give
from tournaments.models import LiveGame, Season, User
from tournaments.services.games import finish_game, reopen_game

URL = reverse("chgk:bank_statistics")


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """Won by the team: five questions answered and missed, the first removed afterwards, four never asked."""
    club = make_club(season, host_user, teams=1)
    return play_fixture(fixture_of(club, "owls"), host_user, "TATTT")


@pytest.fixture
def page(client: Client, host_user: User) -> Any:
    """How the page looks to somebody with an account."""
    client.force_login(host_user)
    return lambda **more: client.get(URL, more)


def test_only_what_was_asked_in_a_finished_game_is_told(
    game: LiveGame, page: Any, season: Season, host_user: User
) -> None:
    found = read_statistics(season)
    asked = [one for one in found.questions if one.fate is not None]
    assert len(asked) == 5
    assert (found.whole.asked, found.whole.answered, found.whole.share) == (5, 4, 80)
    text = page().content.decode()
    secrets = [one.question.text for one in found.questions if one.fate is None]
    assert len(secrets) >= 4
    assert not [secret for secret in secrets if secret in text]
    assert all(one.question.text in text for one in asked)
    running = make_club_game(season, host_user)
    play_out(running, curator_of(host_user), "TA")
    assert read_statistics(season).whole.asked == 5
    assert fate_of(Question.objects.filter(package__game=running)[0]) is None


def test_a_ruling_moves_the_figures(game: LiveGame, page: Any, client: Client, season: Season, host_user: User) -> None:
    first = next(one for one in read_statistics(season).questions if one.fate is not None)
    number = first.question.number
    reopen_game(game_id=game.pk, actor=curator_of(host_user))
    assert give(game, curator_of(host_user), "rule", question=number, verdict="remove", reason="ошибка").accepted
    finish_game(game_id=game.pk, actor=curator_of(host_user), reason="решено")
    whole = read_statistics(season).whole
    assert whole.removed == 1
    assert "removed" in page().content.decode()
    question_page = client.get(reverse("chgk:bank_question", args=[first.question.pk])).content.decode()
    assert 'data-testid="fate"' in question_page
    assert "Removed" in question_page


def test_seasons_and_authors_narrow_it(game: LiveGame, page: Any, season: Season) -> None:
    asked = next(one for one in read_statistics(None).questions if one.fate is not None)  # which ones, the top decides
    author = asked.question.authors.partition(",")[0]
    assert page(season=season.pk, author=author).context["questions"]
    assert page(season="12345").status_code == 404
    assert page(season="x").status_code == 404
    other = Season.objects.create(name="later")
    assert read_statistics(other).whole.asked == 0


def test_the_page_costs_the_same_with_one_game_and_three(season: Season, host_user: User, page: Any) -> None:
    club = make_club(season, host_user, teams=3)

    def cost(key: str) -> int:
        play_fixture(fixture_of(club, key), host_user, "TTTT")
        with CaptureQueriesContext(connection) as seen:
            page()
        return len(seen)

    first, _second, third = map(cost, ("owls", "lions", "snakes"))
    assert first == third
