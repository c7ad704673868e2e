"""Who × address × method. An address that is not in the table (permissions_table.py) fails the last test."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from auction.services.bank_uploads import keep_upload as keep_table
from chgk.models import ClubSeason, Fixture, Motion, Package, Question, QuestionImage, QuestionOffer
from chgk.services.question_uploads import keep_upload as keep_questions
from tests.appeals.filed import filed_appeal
from tests.chgk.originality_rows import originality_rows
from tests.chgk.testing.asked import asked_package
from tests.tournaments.permissions_rows import ACCOUNTS, EVERYBODY, HOSTS, SEATS, Row
from tests.tournaments.permissions_table import HIDDEN, PACKAGES, TABLE
from tournaments.models import (
    AccessLink,
    Application,
    Deputy,
    GuestInvitation,
    House,
    LedgerEntry,
    Lesson,
    LiveGame,
    Person,
    Privilege,
    RegisterUpload,
    RosterCall,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.actors import Actor
from tournaments.services.calendar_feed import feed_token
from tournaments.services.chat import post_message
from tournaments.services.games import finish_game, start_game
from tournaments.services.guests import invitation_token as guest_token
from tournaments.services.invitations import invitation_token, invite_person

pytestmark = pytest.mark.django_db

SEALED = "xyzzy"  # in every text of the sealed package
TEAMS = [
    {"id": team, "command": team, "house": team, "name": team, "colour": "#c0392b", "emblem": "X", "players": players}
    for team, players in (
        ("red", [{"id": "p1", "name": "Ruda", "captain": True}, {"id": "p2", "name": "Rak", "captain": False}]),
        ("blue", [{"id": "p3", "name": "Niebieski", "captain": True}]),
    )
]


class Evening:
    """A running auction game with everybody at the door."""

    def __init__(self, season: Season) -> None:
        root = Actor(key="system:test", role="system")
        self.accounts = {name: User.objects.create_user(name) for name in sorted(ACCOUNTS)}
        User.objects.filter(username="superuser").update(is_superuser=True, is_staff=True)
        User.objects.filter(username="staff").update(is_staff=True)
        self.house = House.objects.create(key="red", name="Red", command="red", head=self._person("head", "staff"))
        self.pupil = self._person("pupil", "pupil")
        Person.objects.filter(pk=self.pupil.pk).update(house=self.house)
        self.other = self._game(season, "other_host", root)
        self.game = self._game(season, "host", root)
        captain: dict[str, Any] = {"role": "captain", "team": "red", "player": "p1", "name": "Ruda", "actor": root}
        self.links = {
            "captain": issue_link(game_id=self.game.pk, **captain),
            "player": issue_link(game_id=self.game.pk, role="player", team="red", player="p2", name="Rak", actor=root),
            "host_seat": issue_link(game_id=self.game.pk, role="host", name="Tablet", actor=root),
            "elsewhere": issue_link(game_id=self.other.pk, **captain),
        }
        self.club = self._club(season, root)
        seats = (("captain", "c1", "Ruda"), ("player", "c2", "Rak"))
        self.club_links = {
            role: issue_link(game_id=self.club.pk, role=role, team="red", player=player, name=name, actor=root)
            for role, player, name in seats
        }
        post_message(game_id=self.game.pk, actor=root, text="hello")
        free = issue_link(game_id=self.game.pk, role="captain", team="blue", player="p3", name="N", actor=root)
        self.args = {
            "game": self.game.pk,
            "club": self.club.pk,
            "person": Person.objects.create(name="Вера").pk,
            "club_captain_link": self.club_links["captain"].pk,
            "club_player_link": self.club_links["player"].pk,
            "one": 1,
            "newcomer": (newcomer := Person.objects.create(name="Nowa Osoba", house=self.house)).pk,
            "house": self.house.pk,
            "invitation": (invitation := invite_person(person_id=newcomer.pk, actor=root)).pk,
            "invitation_token": invitation_token(invitation),
            "captain_link": self.links["captain"].pk,
            "player_link": self.links["player"].pk,
            "token": link_token(free),
            "season": season.pk,
            "club_season": self._club_season(season).pk,
            "package": self._sealed_package(season).pk,
            "privilege": self._privilege().pk,
            "entry": self._decision(season).pk,
            "lesson": Lesson.objects.create(season=season, held_on=timezone.localdate(), subject="Potions").pk,
            "upload": self._register_file(season).pk,
            **self._rosters(season),
            "application": Application.objects.create(
                season=season, discipline="auction", house=self.house, person_id=self.pupil.pk
            ).pk,
            "deputy": self._deputy().pk,
            "feed": feed_token(self.pupil),
        }
        self.args["motion"] = Motion.objects.create(
            club=ClubSeason.objects.get(), number=1, kind="other", title="Light", moved_by="host"
        ).pk
        package = Package.objects.create(title="Draft", season=season)
        self.args["draft"] = package.pk
        data, user = b"? Which bird?", self.accounts["host"]
        self.args["question_file"] = keep_questions(package=package, user=user, file_name="a", data=data).pk
        root_user = self.accounts["superuser"]
        self.args["table_of_questions"] = keep_table(user=root_user, file_name="b", data=b"a;b").pk
        self.args |= self._draft(season)
        self.args |= originality_rows(season, self.pupil)
        self.args["appeal"] = filed_appeal(ClubSeason.objects.get().pk, self.club).pk
        self.args |= asked_package(editor=self.house.head, tester=self.pupil, club_id=self.args["club_season"])

    def _game(self, season: Season, host: str, actor: Actor) -> LiveGame:
        setup = {"rules": {}, "settings": {}, "teams": TEAMS, "categories": ["Film"]}
        game = LiveGame.objects.create(discipline="auction", season=season, title=host, setup=setup)
        game.hosts.add(self.accounts[host])
        assert start_game(game_id=game.pk, actor=actor).accepted
        return game

    def _club(self, season: Season, actor: Actor) -> LiveGame:
        names = (("c1", "Ruda"), ("c2", "Rak"), ("c4", "Rys"))  # guests: no person of the school has these ids
        players = [{"id": pk, "name": name, "captain": pk == "c1"} for pk, name in names]
        setup = {"rules": {}, "settings": {}, "team": {**TEAMS[0], "players": players}, "table": [1, 2], "spares": [3]}
        game = LiveGame.objects.create(discipline="chgk", season=season, title="club", setup=setup)
        game.hosts.add(self.accounts["host"])
        assert start_game(game_id=game.pk, actor=actor).accepted
        return game

    def _rosters(self, season: Season) -> dict[str, Any]:
        """Dates for both games; the pupil leads the club's team, which has invited somebody."""
        due = timezone.now() + datetime.timedelta(days=1)
        calls = [RosterCall.objects.create(season=season, discipline=key, due_at=due) for key in ("auction", "chgk")]
        team = Team.objects.get(discipline="chgk")
        TeamMember.objects.create(team=team, person=self.pupil, is_captain=True)
        guest = Person.objects.create(name="Gość", house=House.objects.create(key="blue", name="Blue", command="blue"))
        row = GuestInvitation.objects.create(team=team, person=guest, invited_by="pupil")
        return {"auction_call": calls[0].pk, "club_call": calls[1].pk, "guest_token": guest_token(row)}

    def _club_season(self, season: Season) -> ClubSeason:
        team = Team.objects.create(season=season, discipline="chgk", house=self.house)
        club = ClubSeason.objects.create(season=season, curator=self.accounts["host"])
        Fixture.objects.create(club=club, number=1, team=team)
        Fixture.objects.create(club=club, number=2, is_final=True)
        return club

    def _register_file(self, season: Season) -> RegisterUpload:
        fields = {"file_name": "x.csv", "contents": b"name\n", "digest": "x"}
        return RegisterUpload.objects.create(season=season, uploaded_by=self.accounts["staff"], **fields)

    def _sealed_package(self, season: Season) -> Package:
        """On the table of the club's game; every text of it is marked."""
        package = Package.objects.create(title="Sealed", season=season, state="sealed", game=self.club, note=SEALED)
        parts = ("text", "handout", "answer", "accepted", "rejected", "comment", "source", "authors")
        Question.objects.create(package=package, number=1, **dict.fromkeys(parts, f"{SEALED} words"))
        return package

    def _person(self, account: str, kind: str) -> Person:
        number = 1000 + Person.objects.count()  # nobody of the games' tables: players' ids are people's numbers
        return Person.objects.create(pk=number, name=account.title(), kind=kind, user=self.accounts[account])

    def _deputy(self) -> Deputy:
        """The head's: somebody of the staff."""
        times = {"starts_at": timezone.now(), "ends_at": timezone.now() + datetime.timedelta(days=1)}
        people = {"principal": self.accounts["head"], "deputy": self.accounts["staff"]}
        return Deputy.objects.create(office="head", **people, **times)

    def _draft(self, season: Season) -> dict[str, Any]:
        """The pupil's, with a picture, before the head, who edits a package."""
        head = Person.objects.get(user=self.accounts["head"])
        package = Package.objects.create(title="Drafts", season=season, editor=head)
        question = Question.objects.create(text="Who?", written_by=self.pupil)
        image = {"name": "a.png", "media_type": "image/png", "width": 1, "height": 1, "data": b"x", "digest": "x"}
        picture = QuestionImage.objects.create(question=question, **image)
        offer = QuestionOffer.objects.create(question=question, package=package, offered_by=self.pupil)
        return {"drafts": package.pk, "question": question.pk, "picture": picture.pk, "offer": offer.pk}

    def _decision(self, season: Season) -> LedgerEntry:
        house = House.objects.create(key="cup", name="Cup", command="c")
        said: dict[str, Any] = {"kind": "decision", "reason": {"text": "a deed"}, "entered_by": "user:1"}
        return LedgerEntry.objects.create(season=season, house=house, points=5, **said)

    def _privilege(self) -> Privilege:
        now = timezone.now()
        return Privilege.objects.create(
            holder="p1",
            name="Ruda",
            season=self.game.season,
            game=self.game,
            paragraph="28",
            kind="half_op",
            starts_at=now,
            ends_at=now + datetime.timedelta(weeks=1),
        )

    def visitor(self, who: str) -> Client:
        """Their browser, logged in or seated."""
        browser = Client()
        if who in ACCOUNTS:
            browser.force_login(self.accounts[who])
        elif who in SEATS:
            browser.get(f"/join/{link_token(self.links[who])}/")
        if who in self.club_links:
            browser.get(f"/join/{link_token(self.club_links[who])}/")
        return browser

    def seat(self, who: str) -> str:
        """What their screen sends as ``seat``."""
        return str(self.links[who].pk) if who in ("captain", "player", "elsewhere") else "host"

    def address(self, name: str, row: Row) -> str:
        """The row's address in this game."""
        args = {key: value[1:] if value[0] == "=" else self.args[value] for key, value in row.args.items()}
        return reverse(name, kwargs=args)


@pytest.fixture
def evening(season: Season) -> Evening:
    return Evening(season)


def is_let_in(response: Any) -> bool:
    """Whether the visitor got what is behind the address; a refusal by the rules of the game counts as that."""
    if response.status_code in (301, 302):
        return not response["Location"].startswith(("/accounts/login/", "/join/"))
    if response.status_code == 422:
        return b"Only the host" not in response.content
    assert response.status_code in (200, 400, 401, 403, 404, 405, 409), response.status_code
    return response.status_code in (200, 400, 409)


def ask(evening: Evening, browser: Client, who: str, method: str, address: str, row: Row) -> Any:
    """The response, with everything that the request did undone."""
    fields = {"seat": evening.seat(who), **row.fields}
    fields = {key: evening.args.get(str(value).removeprefix("@"), value) for key, value in fields.items()}
    with transaction.atomic():
        response = browser.get(address, {"seat": fields["seat"]}) if method == "get" else browser.post(address, fields)
        transaction.set_rollback(True)
    return response


@pytest.mark.parametrize(
    ("name", "row"),
    [pytest.param(name, row, id=f"{name}-{number}") for name in TABLE for number, row in enumerate(TABLE[name])],
)
def test_everybody_gets_what_is_theirs_and_nothing_else(evening, name, row):
    address = evening.address(name, row)
    for who in sorted(EVERYBODY):
        browser = evening.visitor(who)
        for method, allowed in (("get", row.get), ("post", row.post)):
            response = ask(evening, browser, who, method, address, row)
            found = is_let_in(response)
            assert found == (who in allowed), f"{who} {method} {address}: {response.status_code}"
            if not allowed and name not in HIDDEN:
                assert response.status_code == 405, f"{who} {method} {address}: {response.status_code}"


@pytest.mark.parametrize("role", ["host", "captain", "spectator", "projector", "root"])
def test_the_short_cuts_exist_in_a_demo_only(evening, client, role):
    assert client.post(f"/demo/enter/{role}/", {"team": "red"}).status_code == 404
    assert not client.session.keys()


@pytest.mark.parametrize("page", ["replay", "protocol", "record"])
@pytest.mark.parametrize("discipline", ["auction", "chgk"])
def test_what_looks_back_is_everybodys_once_the_game_is_finished(evening, discipline, page):
    game = evening.game if discipline == "auction" else evening.club
    assert finish_game(game_id=game.pk, actor=Actor(key="system:test", role="system"), reason="dość").accepted
    address = reverse(f"{discipline}:{page}", args=[game.pk])
    for who in sorted(EVERYBODY):
        browser = evening.visitor(who)
        assert browser.get(address).status_code == 200, who
        assert browser.post(address).status_code == 405, who


def test_the_backoffice_is_for_staff_with_the_right(evening):
    addresses = [
        "/admin/",
        *(reverse(f"admin:{m._meta.app_label}_{m._meta.model_name}_changelist") for m in admin.site._registry),
    ]
    for who in sorted(EVERYBODY - {"superuser", "staff"}):
        browser = evening.visitor(who)
        for address in addresses:
            response = browser.get(address)
            assert response.status_code == 302 and response["Location"].startswith("/admin/login/"), (who, address)
    staff, root = evening.visitor("staff"), evening.visitor("superuser")
    assert staff.get("/admin/").status_code == 200
    for address in addresses[1:]:
        assert staff.get(address).status_code == 403, address
        assert root.get(address).status_code == 200, address


def test_no_page_shows_another_seats_link_or_a_sealed_question(evening):
    links = [*evening.links.values(), *evening.club_links.values()]
    tokens = [link_token(link).split(".")[1] for link in links]
    for who in sorted(EVERYBODY):
        browser = evening.visitor(who)
        for name, rows in TABLE.items():
            if who in HOSTS and name.startswith("auction:"):
                continue  # theirs are these links, and the club's package is nothing to the auction
            for row in rows:
                answer = ask(evening, browser, who, "get", evening.address(name, row), row)
                content = answer.content.decode(errors="replace")
                assert who in HOSTS or not any(token in content for token in tokens), (who, name)
                # the curator, too, reads it by pressing alone
                assert SEALED not in content + str(answer.headers), (who, name)
    assert AccessLink.objects.count() == 7


def names(patterns: Sequence[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    """Every address of the site by name; a package's are its namespace or the start of their names."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace == "admin":
                yield "admin"
            else:
                yield from names(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else space)
        else:
            name = f"{space}{pattern.name}"
            yield "account" if name.startswith("account_") else name


def test_every_address_is_in_the_table():
    found = set(names(get_resolver().url_patterns))
    assert found - PACKAGES == set(TABLE), "add a row to the table for each new address"
