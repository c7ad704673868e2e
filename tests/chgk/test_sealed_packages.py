"""No word of a sealed package anywhere: backoffice, searches, history, audit, letters, logs, streams of its game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from chgk.models import ClubSeason, Package, Question, QuestionImage
from chgk.rules.packages import Move
from chgk.services.package_moves import move_package
from tests.chgk.test_packages import EVERYTHING
from tests.chgk.test_packages import seal as seal_it
from tests.club_games import make_package
from tests.club_seasons import curator_of, fixture_of, lay, make_club
from tournaments.models import AuditEntry, Letter, LiveGame, Person, Season, User
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
MARK = "xyzzy"
PARTS = ("text", "handout", "answer", "accepted", "rejected", "comment", "source", "authors")
LOOKUPS = ("startswith", "icontains", "regex")


class Club:
    """A sealed package, another on the table of a running game, and everybody who would like to know."""

    def __init__(self, season: Season, curator: User) -> None:
        self.club: ClubSeason = make_club(season, curator, teams=2)
        self.editor = Person.objects.create(name="Редактор", kind="staff", user=User.objects.create_user("editor"))
        self.sealed, self.laid = (self._package(season, title) for title in ("Осень", "Зима"))
        actor = curator_of(curator)
        move_package(
            package_id=self.sealed.pk, move=Move.RETURN, seen=0, reason="ещё раз", actor=actor, roles=EVERYTHING
        )
        Package.objects.filter(pk=self.sealed.pk).update(state="approved")
        seal_it(self.sealed, self.club, actor)
        self.game: LiveGame = lay(fixture_of(self.club, "lions"), curator, package=self.laid)
        assert start_game(game_id=self.game.pk, actor=actor).accepted
        self.root = User.objects.create_superuser("root")
        self.staff = User.objects.create_user("staff", is_staff=True)
        self.staff.user_permissions.set(Permission.objects.all())

    def _package(self, season: Season, title: str) -> Package:
        package = make_package(season, title=title)
        Package.objects.filter(pk=package.pk).update(editor=self.editor, note=f"{MARK}note")
        for question in package.questions.all():
            for part in PARTS:
                setattr(question, part, f"{MARK}{part}{question.number} и слова")
            question.save()
        first = package.questions.get(number=1)
        QuestionImage.objects.create(
            question=first, name=f"{MARK}.png", media_type="image/png", width=1, height=1, data=b"", description=MARK
        )
        return package

    def numbers(self) -> list[int]:
        return list(Question.objects.values_list("pk", flat=True))


@pytest.fixture
def world(season: Season, host_user: User) -> Club:
    return Club(season, host_user)


def betrays(response: Any) -> bool:
    return MARK in response.content.decode(errors="replace") + json.dumps(dict(response.headers))


def browser_of(user: User | None) -> Client:
    browser = Client()
    assert user is not None
    browser.force_login(user)
    return browser


def backoffice(world: Club) -> list[str]:
    """Every page of the backoffice that could know something."""
    found = ["/admin/"]
    for model in admin.site._registry:
        listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        found += [listing, f"{listing}?q={MARK}"] if MARK not in listing else []
    rows = [("package", world.sealed.pk), ("package", world.laid.pk)]
    rows += [("question", package.questions.get(number=1).pk) for package in (world.sealed, world.laid)]
    for name, number in rows:
        found += [f"/admin/chgk/{name}/{number}/{page}/" for page in ("change", "delete", "history")]
    for name, field in (("question", "package"), ("packagereading", "package")):
        found.append(f"/admin/autocomplete/?app_label=chgk&model_name={name}&field_name={field}&term={MARK}")
    return found


def test_the_backoffice_and_its_searches_say_nothing(world: Club) -> None:
    for user in (world.root, world.staff):
        browser = browser_of(user)
        for address in backoffice(world):
            page = browser.get(address, follow=True)
            said = page.content.decode()
            for echo in (f'value="{MARK}"', f"q={MARK}", f"q%3D{MARK}", f"term={MARK}"):
                said = said.replace(echo, "")
            assert MARK not in said, address
        for name in ("package", "question"):
            fields = {"action": "delete_selected", "_selected_action": world.numbers()}
            assert not betrays(browser.post(f"/admin/chgk/{name}/", fields, follow=True))
        edited = browser.post(f"/admin/chgk/package/{world.sealed.pk}/change/", {"title": "x", "_save": "1"})
        assert edited.status_code == 403 and Package.objects.get(pk=world.sealed.pk).title == "Осень"
        assert browser.post(f"/admin/chgk/package/{world.sealed.pk}/delete/", {"post": "yes"}).status_code == 403


def test_no_filter_in_the_address_feels_its_way_to_a_text(world: Club) -> None:
    browser = browser_of(world.root)
    tries = [("package", "note")] + [("package", f"questions__{part}") for part in PARTS]
    tries += [("question", part) for part in PARTS] + [("packagereading", "package__questions__text")]
    tries += [("packagereading", "package__note")]
    for model, path in tries:
        for lookup in LOOKUPS:
            answer = browser.get(f"/admin/chgk/{model}/?{path}__{lookup}={MARK}")
            assert answer.status_code in (302, 400), (model, path, lookup)


def test_what_is_written_down_on_the_way_has_no_word_of_it(
    world: Club, host_user: User, caplog: pytest.LogCaptureFixture
) -> None:
    curator = browser_of(host_user)
    for package in (world.sealed, world.laid):
        for name in ("bank_open_package", "bank_booklet"):
            opened = curator.post(reverse(f"chgk:{name}", args=[package.pk]))
            assert betrays(opened) and "no-store" in opened.headers["Cache-Control"] and "ETag" not in opened.headers
            assert "<title>" in opened.text and MARK not in opened.text.split("</title>")[0]
    for row in AuditEntry.objects.all():
        assert MARK not in json.dumps(row.details)
    assert not Letter.objects.filter(body__contains=MARK).exists() and MARK not in str([m.body for m in mail.outbox])
    assert MARK not in caplog.text
    for model in apps.get_app_config("chgk").get_models():
        assert MARK not in " ".join(map(str, model._base_manager.all())), model  # what rows are called


def test_editor_office_and_players_find_nothing_on_the_site(world: Club) -> None:
    player = Person.objects.get(name="lions 1")
    player.user = User.objects.create_user("player")
    player.save()
    pages = ["/", "/me/", "/club/", "/club/bank/", f"/club/seasons/{world.club.pk}/"]
    for package in (world.sealed, world.laid):
        pages += [reverse(f"chgk:{name}", args=[package.pk]) for name in ("bank_package", "bank_booklet")]
        pages += [reverse(f"chgk:{name}", args=[package.pk]) for name in ("bank_export", "bank_package_likenesses")]
        pages += [reverse("chgk:bank_question", args=[row.pk]) for row in package.questions.filter(number__in=(1, 10))]
    pages += [f"{reverse('chgk:bank_search')}?q=слова", reverse("chgk:bank_likenesses"), reverse("chgk:bank_questions")]
    names = ("spectator", "projector", "draws", "record", "protocol", "replay", "console", "setup")
    pages += [reverse(f"chgk:{name}", args=[world.game.pk]) for name in names]
    for user in (world.editor.user, player.user, world.root, world.staff):
        browser = browser_of(user)
        for address in pages:
            assert not betrays(browser.get(address, follow=True)), (user, address)
        for name in ("bank_open_package", "bank_booklet"):
            for package in (world.sealed, world.laid):
                refused = browser.post(reverse(f"chgk:{name}", args=[package.pk]))
                assert refused.status_code in (403, 404) and not betrays(refused), (user, name)
        deed = browser.post(
            reverse("chgk:bank_package_deed", args=[world.sealed.pk, "unseal"]),
            {"seen": Package.objects.get(pk=world.sealed.pk).revision, "reason": "так надо"},
        )
        assert deed.status_code in (403, 404, 422) and not betrays(deed)
    assert Package.objects.get(pk=world.sealed.pk).state == "sealed" and not world.sealed.readings.exists()


def test_a_host_of_its_game_opens_what_lies_on_the_table_and_nothing_else(world: Club) -> None:
    host = User.objects.create_user("gospodarz")
    world.game.hosts.add(host)
    browser = browser_of(host)
    opened = browser.post(reverse("chgk:bank_open_package", args=[world.laid.pk]))
    assert betrays(opened) and world.laid.readings.get().who_key == f"user:{host.pk}"
    assert browser.post(reverse("chgk:bank_open_package", args=[world.sealed.pk])).status_code == 404
