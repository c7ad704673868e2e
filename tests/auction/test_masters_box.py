"""The Masters' box (§28): the head of the house names who sits there next time, the host finds them; or the winners."""

from __future__ import annotations

import datetime
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from auction.models import BoxSeat
from auction.services.masters import Sitter, last_champions
from auction.services.masters_box import box_fingerprint, name_representatives
from tests.auction_games import make_auction_game
from tests.concurrency.crowd import at_once
from tournaments.models import AuditEntry, Deputy, House, LedgerEntry, LiveGame, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAGE = "/masters-box/"


@pytest.fixture
def won(season: Season, host_user: User, host: Actor) -> LiveGame:
    """A game whose first team won the box for its house, with a head who has an account."""
    game = make_auction_game(season, host_user, houses=2)
    assert start_game(game_id=game.pk, actor=host).accepted
    house = House.objects.get(key=game.team_entries[0]["house"])
    LedgerEntry.objects.create(
        season=season, house=house, game=game, paragraph="28", points=0, kind="masters",
        reason={"code": "new_masters"}, entered_by="user:1",
    )  # fmt: skip
    head = Person.objects.create(name="Minerwa", house=house, kind="staff", user=User.objects.create_user("minerwa"))
    House.objects.filter(pk=house.pk).update(head=head)
    return game


@pytest.fixture
def house(won: LiveGame) -> House:
    return House.objects.get(head__isnull=False)


@pytest.fixture
def head(house: House) -> User:
    assert house.head is not None and house.head.user is not None
    return house.head.user


def names() -> list[str]:
    champions = last_champions()
    assert champions is not None
    return [sitter.name for sitter in champions.players]


def name(user: User, *people: Person, captain: int = 0, seen: str = "") -> str:
    """Names them; the code of the refusal, "" if there is none."""
    champions = last_champions()
    assert champions is not None
    sitters = [Sitter(one.name, one.pk, captain=place == captain) for place, one in enumerate(people)]
    try:
        name_representatives(sitters=sitters, seen=seen or box_fingerprint(champions), user=user)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_the_head_names_others_and_the_winners_come_back(house: House, head: User) -> None:
    winners = names()
    assert len(winners) == 3
    ala, ola = (Person.objects.create(name=name, house=house) for name in ("Ala", "Ola"))
    assert name(head, ala, ola, captain=1) == ""
    champions = last_champions()
    assert champions is not None and names() == ["Ala", "Ola"] and champions.named_by == "Minerwa"
    assert [sitter.captain for sitter in champions.players] == [False, True]
    assert [sitter.name for sitter in champions.winners] == winners
    assert name(head, ala, ola, captain=1, seen="stale") == ""  # pressed twice
    assert name(head) == "" and names() == winners and not BoxSeat.objects.exists()
    assert AuditEntry.objects.filter(action="name_representatives").count() == 2


def test_who_may_not_sit_there_is_refused(house: House, head: User, season: Season) -> None:
    ala, gone = Person.objects.create(name="Ala", house=house), Person.objects.create(name="Ewa", house=house)
    Person.objects.filter(pk=gone.pk).update(left_at=datetime.date(2026, 1, 1))
    other = Person.objects.exclude(house=house).exclude(house=None).first()
    assert other is not None
    assert name(head, other) == "masters_not_of_house"
    assert name(head, gone) == "masters_person_left"
    assert name(head, ala, ala) == "masters_twice"
    assert name(head, ala, captain=7) == "masters_one_captain"
    assert name(head, ala, ala, ala, ala) == "masters_too_many"
    assert name(head, ala, seen="stale") == "masters_box_moved_on"
    assert name(User.objects.create_superuser("root"), ala) == "not_the_head"
    assert not BoxSeat.objects.exists()
    LedgerEntry.objects.create(
        season=season, house=house, points=0, kind="counter", corrects=LedgerEntry.objects.get(kind="masters"),
        reason={"code": "game_reopened"}, entered_by="user:1",
    )  # fmt: skip
    with pytest.raises(Refusal, match="masters_nobody_won"):
        name_representatives(sitters=[], seen="", user=head)


def test_a_deputy_names_and_the_box_says_so(house: House, head: User) -> None:
    now, deputy = timezone.now(), User.objects.create_user("filius")
    day = datetime.timedelta(days=1)
    Deputy.objects.create(office="head", principal=head, deputy=deputy, starts_at=now - day, ends_at=now + day)
    assert name(deputy, Person.objects.create(name="Ala", house=house)) == ""
    champions = last_champions()
    assert champions is not None and champions.named_by == "filius (for Minerwa)"
    assert AuditEntry.objects.get(action="name_representatives").details["in_place_of"] == "Minerwa"


def login(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def test_the_heads_page(house: House, head: User, host_user: User, won: LiveGame) -> None:
    browser, ala = login(head), Person.objects.create(name="Ala Nowak", house=house)
    Person.objects.create(name="Jan Kot", house=house)
    Person.objects.create(name="Jan Kot", house=house)
    page = browser.get(PAGE).text
    assert "box-save" in page and "Nobody else is named" in page
    assert f"Ala Nowak #{ala.pk}" in browser.get(f"{PAGE}people/", {"person1": "ala"}).text
    seen = page.split('name="seen" value="')[1].split('"')[0]
    wrong = browser.post(PAGE, {"seen": seen, "person1": "Jan Kot", "person2": "Nikt", "captain": "1"})
    assert wrong.status_code == 422 and 'value="Nikt"' in wrong.text
    assert "Several people are called so" in wrong.text and "Nobody of the house is called so" in wrong.text
    assert browser.post(PAGE, {"seen": seen, "captain": "1"}).status_code == 422
    fields: dict[str, Any] = {"seen": seen, "person1": "Ala Nowak", "captain": "1"}
    assert browser.post(PAGE, fields).status_code == 302 and names() == ["Ala Nowak"]
    assert "Named by Minerwa" in login(host_user).get(PAGE).text
    desk = login(host_user).get(f"/games/{won.pk}/setup/masters/").text
    assert "named-by-head" in desk and "Minerwa has named who sits there" in desk
    assert "to-box" in browser.get("/cup/").text and "to-box" not in Client().get("/cup/").text
    assert browser.post(PAGE, {"seen": "old", "person1": f"x #{ala.pk}", "captain": "2"}).status_code == 422
    now = browser.get(PAGE).text.split('name="seen" value="')[1].split('"')[0]
    assert browser.post(PAGE, {"seen": now, "as-won": "1"}).status_code == 302 and not BoxSeat.objects.exists()


def test_the_office_names_for_a_house_that_nobody_heads(house: House, head: User, host_user: User) -> None:
    office = login(User.objects.create_user("office", is_staff=True))
    assert "box-save" not in office.get(PAGE).text and office.post(PAGE, {"as-won": "1"}).status_code == 403
    House.objects.filter(pk=house.pk).update(head=None)
    ala = Person.objects.create(name="Ala Nowak", house=house)
    other = Person.objects.exclude(house=house).exclude(house=None).first()
    assert other is not None
    page = office.get(PAGE).text
    assert "box-save" in page and f"Ala Nowak #{ala.pk}" in office.get(f"{PAGE}people/", {"person1": "ala"}).text
    seen = page.split('name="seen" value="')[1].split('"')[0]
    wrong = office.post(PAGE, {"seen": seen, "person1": f"x #{other.pk}", "captain": "1"})
    assert wrong.status_code == 422 and other.name not in wrong.text  # a number tells no name of another house
    fields = {"seen": seen, "person1": f"x #{ala.pk}", "captain": "1"}
    assert office.post(PAGE, fields).status_code == 302 and names() == ["Ala Nowak"]
    assert login(head).get(PAGE).status_code == 403 and login(host_user).get(f"{PAGE}people/").status_code == 403


def test_whose_page_it_is(house: House, head: User, host_user: User) -> None:
    other = House.objects.exclude(pk=house.pk).first()
    assert other is not None
    stranger = User.objects.create_user("severus")
    House.objects.filter(pk=other.pk).update(head=Person.objects.create(name="S", house=other, user=stranger))
    assert login(stranger).get(PAGE).status_code == 403  # the names of another house's pupils are not theirs
    assert login(User.objects.create_user("pupil")).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
    assert login(host_user).post(PAGE, {"as-won": "1"}).status_code == 403
    assert login(host_user).get(f"{PAGE}people/").status_code == 403
    LedgerEntry.objects.filter(kind="masters")._raw_delete("default")
    assert "Nobody's yet" in login(stranger).get(PAGE).text


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_name_one_team(house: House, head: User) -> None:
    people = [Person.objects.create(name=f"P {number}", house=house) for number in range(2)]
    champions = last_champions()
    assert champions is not None
    seen = box_fingerprint(champions)
    outcomes = at_once([partial(name, head, one, seen=seen) for one in people])
    assert sorted(outcomes) == ["", "masters_box_moved_on"] and BoxSeat.objects.count() == 1
