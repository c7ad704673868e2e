"""Links follow the seats: out at once, in with a link, back with the old one, and nobody else's touched."""

from dataclasses import replace
from unittest.mock import patch

import pytest

from auction.rules.session import open_session
from tests.auction_games import make_auction_game
from tournaments.models import AccessLink, AuditEntry
from tournaments.rules.lineup import Player
from tournaments.services.access_links import (
    LinkPassedOn,
    LinkRevoked,
    link_token,
    redeem_token,
    reissue_link,
    revoke_link,
)
from tournaments.services.seating import follow_seats

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NEWCOMER = Player("p99", "Ola")


@pytest.fixture
def game(season, host_user):
    return make_auction_game(season, host_user)


@pytest.fixture
def seats(game):
    return open_session(game.setup).seats


def with_newcomer(seats, place=1, player=NEWCOMER):
    """Red's player at ``place`` replaced."""
    red, *others = seats
    players = tuple(player if at == place else one for at, one in enumerate(red.players))
    return (replace(red, players=players), *others)


def links():
    return {(link.team, link.player): link for link in AccessLink.objects.exclude(player="")}


def test_the_same_seats_cost_nothing(game, seats, host, django_assert_num_queries):
    with django_assert_num_queries(0):
        follow_seats(game=game, before=seats, after=seats, actor=host)


def test_who_leaves_is_out_and_who_comes_has_a_link(game, seats, host, django_capture_on_commit_callbacks):
    before = links()
    left = before["red", seats[0].players[1].id]
    with patch("tournaments.live.hub.end") as end, django_capture_on_commit_callbacks(execute=True):
        follow_seats(game=game, before=seats, after=with_newcomer(seats), actor=host)
    end.assert_called_once_with(game.pk, "moved", seat=left.seat_key)
    with pytest.raises(LinkPassedOn):
        redeem_token(link_token(left))
    after = links()
    came = after.pop(("red", "p99"))
    assert (came.role, came.name, came.revoked_at) == ("player", "Ola", None)
    assert redeem_token(link_token(came)) == came
    others = {key: link_token(link) for key, link in before.items() if link != left}
    assert {key: link_token(after[key]) for key in others} == others
    actions = list(AuditEntry.objects.order_by("-pk").values_list("action", flat=True)[:2])
    assert sorted(actions) == ["issue_link", "vacate_link"]


def test_back_in_the_seat_by_the_old_address(game, seats, host):
    left = links()["red", seats[0].players[1].id]
    token = link_token(left)
    changed = with_newcomer(seats)
    follow_seats(game=game, before=seats, after=changed, actor=host)
    follow_seats(game=game, before=changed, after=seats, actor=host)
    assert redeem_token(token).pk == left.pk
    with pytest.raises(LinkPassedOn):
        redeem_token(link_token(links()["red", "p99"]))
    follow_seats(game=game, before=seats, after=changed, actor=host)
    assert AccessLink.objects.filter(player="p99").count() == 1


def test_what_the_host_took_back_stays_taken_back(game, seats, host):
    left = links()["red", seats[0].players[1].id]
    revoke_link(link_id=left.pk, actor=host)
    changed = with_newcomer(seats)
    follow_seats(game=game, before=seats, after=changed, actor=host)
    follow_seats(game=game, before=changed, after=seats, actor=host)
    with pytest.raises(LinkRevoked):
        redeem_token(link_token(left))


def test_who_has_left_gets_no_new_address(game, seats, host):
    left = links()["red", seats[0].players[1].id]
    follow_seats(game=game, before=seats, after=with_newcomer(seats), actor=host)
    with pytest.raises(LinkPassedOn):
        reissue_link(link_id=left.pk, actor=host)


def test_a_new_captain_keeps_the_address(game, seats, host, django_capture_on_commit_callbacks):
    red, *others = seats
    old, new, third = red.players
    players = (replace(old, captain=False), replace(new, captain=True), third)
    token = link_token(links()["red", new.id])
    with patch("tournaments.live.hub.end") as end, django_capture_on_commit_callbacks(execute=True):
        follow_seats(game=game, before=seats, after=(replace(red, players=players), *others), actor=host)
    assert redeem_token(token).role == "captain"
    assert links()["red", old.id].role == "player"
    assert {call.kwargs["seat"] for call in end.call_args_list} == {
        links()["red", one.id].seat_key for one in (old, new)
    }
