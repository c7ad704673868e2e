"""A pupil's full name stands on no page, stream or file that everybody can read, until the school has consent."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from auction.services.lineups import take_over_lineup
from chgk.models import ClubSeason, Owl
from tests.auction_games import make_auction_game
from tests.club_seasons import fixture_of, make_club, play_fixture
from tests.tournaments.permissions_rows import EVERYBODY
from tests.tournaments.permissions_table import TABLE
from tournaments.models import LiveGame, Person
from tournaments.services.access_links import link_token
from tournaments.services.games import finish_game, start_game
from tournaments.services.people import record_consent

pytestmark = pytest.mark.django_db
SECRET = "Tajemniczka"


@pytest.fixture
def minors(season, host_user):
    """Everybody in both games is a pupil whose last name is nobody's business."""
    make_auction_game(season, host_user)
    make_club(season, host_user)
    for person in Person.objects.all():
        person.name = f"Ola{person.pk} {SECRET}"
        person.save()
    return Person.objects.count()


def public_addresses(**numbers):
    """Every address that a stranger may open, with the numbers that it needs."""
    for name, rows in TABLE.items():
        for row in rows:
            values = {key: value[1:] if value[0] == "=" else numbers.get(value) for key, value in row.args.items()}
            if row.get >= EVERYBODY - {"superuser"} and None not in values.values():
                yield reverse(name, kwargs=values)


def read(address, browser=None):
    response = (browser or Client()).get(address)
    assert response.status_code in (200, 302), (address, response.status_code)
    content = b"".join(response) if response.streaming else response.content
    return content.decode("utf-8", "replace")


def looking_back(discipline, game):
    return [reverse(f"{discipline}:{page}", args=[game.pk]) for page in ("replay", "protocol", "record")]


def test_no_public_page_knows_the_full_name(minors, season, host_user, host):
    game = LiveGame.objects.get(discipline="auction")
    for team in game.setup["teams"]:
        take_over_lineup(game_id=game.pk, team=team["id"], actor=host)
    game.refresh_from_db()
    names = {player["name"] for team in game.setup["teams"] for player in team["players"]}
    assert len(names) == 6 and all(name.endswith(" T.") for name in names)
    assert start_game(game_id=game.pk, actor=host).accepted
    club = ClubSeason.objects.get()
    final = fixture_of(club)
    played = play_fixture(fixture_of(club, "owls"), host_user, "TTTT")
    player = Person.objects.get(pk=int(played.setup["team"]["players"][0]["id"][1:]))
    Owl.objects.create(club=club, fixture=final, person=player, name=player.public_name, decided_by="players")
    seats = [link for one in (game, played) for link in one.links.exclude(player="")]
    assert not any(SECRET in link.name for link in seats)

    phone = Client()
    for link in seats[:1] + seats[-1:]:
        phone.get(f"/join/{link_token(link)}/")
    seat = reverse("auction:seat", args=[game.pk, seats[0].pk])
    assert SECRET not in read(seat, phone)
    assert finish_game(game_id=game.pk, actor=host, reason="dość").accepted
    cache.clear()
    numbers = {"game": game.pk, "club": played.pk, "season": season.pk, "club_season": club.pk}
    addresses = [*public_addresses(**numbers), *looking_back("auction", game), *looking_back("chgk", played)]
    assert len(addresses) > 20
    told = {address for address in addresses if SECRET in read(address)}
    assert not told
    assert sum("Ola" in read(address) for address in addresses) >= 4, "the pages that name people do name them"


def test_with_consent_the_full_name_stands_on_what_is_set_up_from_then_on(minors, season, host_user, host):
    for person in Person.objects.all():
        record_consent(person_id=person.pk, day=season.created_at.date(), actor=host)
    played = play_fixture(fixture_of(ClubSeason.objects.get(), "owls"), host_user, "TTTT")
    assert SECRET in read(reverse("chgk:protocol", args=[played.pk]))


def test_the_hosts_and_the_curator_read_the_full_name(minors, host_user):
    desk = Client()
    desk.force_login(host_user)
    assert SECRET in read(reverse("chgk:desk", args=[ClubSeason.objects.get().pk]), desk)
