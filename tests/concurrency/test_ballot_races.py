"""Two tabs, twenty presses, all players at once: each has one ballot, and the season one owl."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from chgk.models import Ballot, BestPlayerVote, Fixture, Owl
from chgk.services.ballots import cast_ballot, close_vote
from tests.club_finals import NAMES, finish_final, game_of, link_of, make_final, seat_of
from tests.concurrency.crowd import at_once
from tournaments.models import AuditEntry, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import reopen_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def won(season: Season, host_user: User, host: Actor) -> Fixture:
    final = make_final(season, host_user)
    finish_final(final, host)
    return final


def press(fixture: Fixture, actor: Actor, choice: str) -> str:
    """The code of the refusal, "" if the ballot was taken."""
    assert actor.player is not None
    try:
        cast_ballot(game_id=fixture.game_id or 0, player=actor.player, choice=choice, actor=actor)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_twenty_presses_are_one_ballot(won: Fixture) -> None:
    vera, players = seat_of(won, "Вера"), [link_of(won, name).player for name in NAMES]
    told = at_once([partial(press, won, vera, players[number % 3]) for number in range(20)])
    assert sorted(told) == ["", *["ballot_already_cast"] * 19]
    assert Ballot.objects.count() == 1 and AuditEntry.objects.filter(action="cast_ballot").count() == 1


def test_all_at_once_end_the_vote_once(won: Fixture) -> None:
    glib = link_of(won, "Глеб").player
    seats = [seat_of(won, name) for name in NAMES]
    told = at_once([partial(press, won, seat, glib) for seat in (*seats, *seats)])
    assert sorted(told) == ["", "", "", *["ballot_already_cast"] * 3]
    assert Owl.objects.get().name == "Глеб" and AuditEntry.objects.filter(action="end_vote").count() == 1
    assert set(Ballot.objects.values_list("choice", flat=True)) == {""}


def test_the_last_ballot_and_the_curators_end_meet(won: Fixture, host: Actor) -> None:
    glib = link_of(won, "Глеб").player
    for name in ("Вера", "Дина"):
        assert press(won, seat_of(won, name), glib) == ""

    def close() -> str:
        try:
            close_vote(fixture_id=won.pk, actor=host)
        except Refusal as refusal:
            return refusal.code
        return ""

    jobs: list[Callable[[], str]] = [partial(press, won, seat_of(won, "Глеб"), glib), close]
    told = at_once(jobs)
    assert told in (["", "ballot_closed"], ["ballot_closed", ""])
    assert Owl.objects.count() == 1 and BestPlayerVote.objects.get().agreed == glib


def test_a_ballot_and_the_reopening_of_the_final_meet(won: Fixture, host: Actor) -> None:
    def reopen() -> str:
        return "" if reopen_game(game_id=game_of(won).pk, actor=host).accepted else "refused"

    first = partial(press, won, seat_of(won, "Вера"), link_of(won, "Глеб").player)
    jobs: list[Callable[[], str]] = [first, reopen]
    told = at_once(jobs)
    assert told[1] == "" and told[0] in ("", "vote_not_open")
    assert Ballot.objects.count() == (told[0] == "") and BestPlayerVote.objects.count() == (told[0] == "")
