"""The pages of the packages: what each reader sees and may press; orders, refusals, the closed package, the booklet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chgk.models import ClubSeason, Package, Question, QuestionImage
from chgk.services.package_moves import seal_package
from tests.chgk.test_packages import EVERYTHING
from tests.club_games import make_package
from tests.club_seasons import curator_of, fixture_of, make_club
from tournaments.models import Person, Season, User

pytestmark = pytest.mark.django_db
LIST = "/club/bank/"


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    return make_club(season, host_user, teams=2)


@pytest.fixture
def desk(client: Client, host_user: User) -> Client:
    """The curator's browser."""
    client.force_login(host_user)
    return client


@pytest.fixture
def editor(db: None) -> Person:
    return Person.objects.create(name="Ада Редактор", kind="staff", user=User.objects.create_user("editor"))


@pytest.fixture
def office(editor: Person) -> Client:
    """The editor's browser."""
    return browser_of(editor.user)


@pytest.fixture
def package(club: ClubSeason, editor: Person) -> Package:
    """A draft of nine questions and two spare ones."""
    package = make_package(club.season, title="Осень <b>&")
    Package.objects.filter(pk=package.pk).update(state="draft", editor=editor)
    return package


def browser_of(user: User | None) -> Client:
    browser = Client()
    assert user is not None
    browser.force_login(user)
    return browser


def page_of(package: Package) -> str:
    return reverse("chgk:bank_package", args=[package.pk])


def do(browser: Client, package: Package, what: str, **fields: Any) -> Any:
    seen = Package.objects.get(pk=package.pk).revision
    return browser.post(reverse("chgk:bank_package_deed", args=[package.pk, what]), {"seen": seen, **fields})


def sealed(package: Package, club: ClubSeason) -> None:
    Package.objects.filter(pk=package.pk).update(state="approved")
    fixture, actor = fixture_of(club, "owls"), curator_of(club.curator)
    seal_package(package_id=package.pk, fixture_id=fixture.pk, seen=0, actor=actor, roles=EVERYTHING)


def test_an_editor_hands_in_and_the_curator_approves_and_seals(
    desk: Client, office: Client, package: Package, club: ClubSeason
) -> None:
    page = office.get(page_of(package)).text
    assert "Осень &lt;b&gt;&amp;" in page and "text-3-text" in page and 'data-testid="move-approve"' not in page
    assert do(office, package, "approve").status_code == 422
    assert do(office, package, "hand-in").status_code == 302
    waiting = desk.get(LIST).text
    assert "Waits for you" in waiting and waiting.count("handed in</span>") == 2
    assert do(desk, package, "return", reason="").status_code == 422
    kept = do(desk, package, "return", reason="12345").text
    assert ">12345</textarea>" in kept and "needs a reason in words" in kept
    assert do(desk, package, "approve").status_code == 302
    page = desk.get(page_of(package)).text
    assert 'data-testid="save-order"' not in page and "Game 1: Owls" in page
    assert do(desk, package, "seal", fixture=fixture_of(club, "owls").pk).status_code == 302
    assert "text-3-text" not in desk.get(page_of(package)).text
    assert do(desk, package, "approve").status_code == 422
    assert do(desk, package, "seal", fixture="x").status_code == do(desk, package, "play").status_code == 404


def test_who_knows_of_a_package_and_who_does_not(desk: Client, package: Package, club: ClubSeason) -> None:
    stranger = browser_of(User.objects.create_user("stranger"))
    pupil = Person.objects.get(name="lions 1")
    pupil.user = User.objects.create_user("pupil")
    pupil.save()
    other = browser_of(pupil.user)
    for browser in (stranger, other):
        assert browser.get(page_of(package)).status_code == 404 and "Осень" not in browser.get(LIST).text
        assert do(browser, package, "test").status_code == 404
    Package.objects.filter(pk=package.pk).update(state="played")
    page = other.get(page_of(package))
    assert page.status_code == 200 and "text-3-text" in page.text and 'data-testid="history"' not in page.text
    assert "Осень" in other.get(LIST).text and stranger.get(page_of(package)).status_code == 404
    assert do(other, package, "archive").status_code == 403
    assert Client().get(LIST).headers["Location"].startswith("/accounts/login/")


def test_an_order_is_saved_step_by_step_without_a_script(office: Client, package: Package) -> None:
    ids = list(package.questions.order_by("number").values_list("pk", flat=True))
    order = {"table": ids[:9], "spares": ids[9:]}
    assert do(office, package, "order", **order, up=ids[1]).status_code == 302
    assert list(package.questions.order_by("number").values_list("pk", flat=True)[:2]) == [ids[1], ids[0]]
    order["table"] = [ids[1], ids[0], *ids[2:9]]
    assert do(office, package, "order", **order, down=ids[8]).status_code == 302
    assert Question.objects.get(pk=ids[8]).is_spare
    assert do(office, package, "order", table=order["table"][:8], spares=ids[8:], up=ids[1]).status_code == 302
    assert Question.objects.get(pk=ids[1]).number == 1


def test_a_stale_order_is_kept_on_the_page(office: Client, package: Package) -> None:
    ids = list(package.questions.order_by("number").values_list("pk", flat=True))
    answer = do(office, package, "order", table=ids[8::-1], spares=ids[9:], seen=7)
    assert answer.status_code == 422 and "Somebody has changed the package" in answer.text
    shown = re.findall(r'name="table" value="(\d+)"', answer.text)
    assert shown == [str(pk) for pk in ids[8::-1]] and "data-unsaved" in answer.text
    assert Question.objects.get(pk=ids[0]).number == 1


def test_title_and_note_are_the_editors_and_the_rest_the_curators(
    desk: Client, office: Client, package: Package, editor: Person, club: ClubSeason
) -> None:
    assert 'name="editor"' not in office.get(page_of(package)).text
    assert do(office, package, "change", title="Новое имя", note="позже", editor="").status_code == 302
    found = Package.objects.get()
    assert (found.title, found.note, found.editor) == ("Новое имя", "позже", editor)
    empty = do(office, package, "change", title=" ", note="не потерять")
    assert empty.status_code == 422 and "не потерять</textarea>" in empty.text
    fields = {"title": "Имя", "note": "", "editor": editor.pk, "fixture": fixture_of(club, "owls").pk}
    stale = do(desk, package, "change", **fields, seen=0)
    assert stale.status_code == 422 and 'value="Имя"' in stale.text
    assert do(desk, package, "change", **fields).status_code == 302
    assert Package.objects.get().fixture == fixture_of(club, "owls")


def test_a_new_package_is_made_by_who_curates(desk: Client, office: Client, club: ClubSeason, editor: Person) -> None:
    address = reverse("chgk:bank_new_package")
    assert office.get(address).status_code == 403
    fields = {"season": club.season_id, "title": "Зима", "editor": editor.pk, "note": ""}
    assert desk.post(address, {**fields, "title": ""}).status_code == 422
    assert desk.post(address, fields).status_code == 302
    assert Package.objects.get().editor == editor


def test_a_sealed_package_opens_at_a_press_for_one_page_view(
    desk: Client, office: Client, package: Package, club: ClubSeason
) -> None:
    sealed(package, club)
    closed = office.get(page_of(package))
    assert closed.status_code == 200 and "text-3-text" not in closed.text and "open-package" not in closed.text
    address = reverse("chgk:bank_open_package", args=[package.pk])
    assert office.post(address).status_code == 403 and not package.readings.exists()
    opened = desk.post(address)
    assert "answer-3-answer" in opened.text and "no-store" in opened.headers["Cache-Control"]
    page = desk.get(page_of(package)).text
    assert "answer-3-answer" not in page and page.count("Ela Sowa</bdi>: opened the package") == 1
    assert 'data-testid="readings"' not in office.get(page_of(package)).text


def test_the_booklet_has_every_part_and_is_logged_while_closed(
    desk: Client, office: Client, package: Package, club: ClubSeason
) -> None:
    question = package.questions.get(number=1)
    Question.objects.filter(pk=question.pk).update(handout="раздатка & текст")
    QuestionImage.objects.create(
        question=question, name="x.png", media_type="image/png", width=1, height=1, data=b"abc", description="Сова"
    )
    address = reverse("chgk:bank_booklet", args=[package.pk])
    page = office.get(address).text
    for part in ("text", "answer", "accepted", "rejected", "comment", "source"):
        assert f"{part}-1-{part}" in page
    assert "раздатка &amp; текст" in page and 'alt="Сова"' in page and "data:image/png;base64,YWJj" in page
    assert "Автор 1, Томск" in page and not package.readings.exists()
    sealed(package, club)
    for browser in (desk, office):
        assert browser.get(address).status_code == 302
    assert office.post(address).status_code == 403
    assert "answer-1-answer" in desk.post(address).text
    answer = desk.post(address, {"format": "pdf"})
    assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
    assert list(package.readings.values_list("what", flat=True)) == ["booklet", "booklet"]


def test_lists_cost_the_same_with_one_package_and_three(desk: Client, club: ClubSeason, editor: Person) -> None:
    def cost(address: str) -> int:
        desk.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert desk.get(address).status_code == 200
        return len(captured)

    first = make_package(club.season, table=1, spares=1)
    Package.objects.filter(pk=first.pk).update(state="draft", editor=editor)
    counts = [cost(LIST), cost(page_of(first))]
    for number in (2, 3):
        more = make_package(club.season, table=7, title=f"Пакет {number}")
        Package.objects.filter(pk=more.pk).update(state="draft", editor=editor, fixture=fixture_of(club, "owls"))
    for number in range(10, 16):
        Question.objects.create(package=first, number=number, text="more")
    assert [cost(LIST), cost(page_of(first))] == counts
