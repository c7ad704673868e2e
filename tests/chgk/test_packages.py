"""Packages by their services: made, ordered, handed in, approved, sealed, opened before witnesses, played."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from chgk.bank_permissions import can_read_package, roles_of
from chgk.models import ClubSeason, Package, PackageReading, Question
from chgk.rules.packages import Move, Role
from chgk.services.package_moves import move_package, seal_package
from chgk.services.package_readings import open_package
from chgk.services.packages import Assignment, change_package, create_package, reorder_questions
from tests.club_games import make_package, play_out
from tests.club_seasons import curator_of, fixture_of, lay, make_club
from tournaments.models import AuditEntry, Deputy, LiveGame, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]
EVERYTHING = frozenset({Role.EDITOR, Role.CURATOR, Role.KEEPER})


@pytest.fixture
def club(season: Season, host_user: User) -> ClubSeason:
    """Two houses; ela is the curator."""
    return make_club(season, host_user, teams=2)


@pytest.fixture
def curator(host_user: User) -> Actor:
    return curator_of(host_user)


@pytest.fixture
def editor(db: None) -> Person:
    """Somebody of the school with an account and an address."""
    user = User.objects.create_user("editor", email="editor@example.org")
    return Person.objects.create(name="Ада Редактор", kind="staff", user=user)


def move(package: Package, what: Move, actor: Actor, **more: Any) -> Package:
    seen = Package.objects.get(pk=package.pk).revision
    fields: dict[str, Any] = {"seen": seen, "roles": EVERYTHING, **more}
    return move_package(package_id=package.pk, move=what, actor=actor, **fields)


def seal(package: Package, club: ClubSeason, actor: Actor, key: str = "owls") -> Package:
    seen = Package.objects.get(pk=package.pk).revision
    fields: dict[str, Any] = {"fixture_id": fixture_of(club, key).pk, "seen": seen, "roles": EVERYTHING}
    return seal_package(package_id=package.pk, actor=actor, **fields)


def code_of(caught: Any) -> str:
    return str(caught.value.code)


def test_a_package_goes_its_way_and_everybody_hears_of_it(
    club: ClubSeason, curator: Actor, editor: Person, django_capture_on_commit_callbacks: Any
) -> None:
    User.objects.filter(pk=club.curator_id).update(email="ela@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        package = make_package(club.season, title="Тайный тур")
        Package.objects.filter(pk=package.pk).update(state="draft", editor=editor)
        move(package, Move.TEST, curator)
        move(package, Move.HAND_IN, curator)
        move(package, Move.RETURN, curator, reason="Вопрос 3 слишком прост")
        returned = Package.objects.get()
        assert returned.state == "draft" and returned.handed_in_at is None and returned.returned_at is not None
        move(package, Move.HAND_IN, curator)
        assert Package.objects.get().return_reason == ""
        approved = move(package, Move.APPROVE, curator)
        assert approved.approved_by.startswith("Ela Sowa") and approved.handed_in_at is None
        seal(package, club, curator)
    told = {(letter.to[0], letter.subject) for letter in mail.outbox}
    assert told == {
        ("ela@example.org", "The package «Тайный тур» waits for you"),
        ("editor@example.org", "The package «Тайный тур» has come back"),
        ("editor@example.org", "The package «Тайный тур» is approved"),
    }
    trail = AuditEntry.objects.filter(target=f"package:{package.pk}")
    assert trail.count() == 6 and "-text" not in str(list(trail.values("details")))
    assert not any("-text" in letter.body or "-answer" in letter.body for letter in mail.outbox)


def test_what_is_stale_or_without_a_reason_changes_nothing(club: ClubSeason, curator: Actor) -> None:
    package = make_package(club.season)
    with pytest.raises(Refusal) as caught:
        move(package, Move.RETURN, curator, reason="…")
    assert code_of(caught) == "reason_without_words"
    with pytest.raises(Refusal) as caught:
        move(package, Move.RETURN, curator, reason="a word", seen=package.revision + 1)
    assert code_of(caught) == "package_moved_on"
    with pytest.raises(Refusal) as caught:
        move(package, Move.RETURN, curator, reason="a word", roles={Role.EDITOR})
    assert code_of(caught) == "package_for_curator"
    assert Package.objects.get().state == "approved" and not AuditEntry.objects.filter(action="move_package").exists()


def test_an_editor_does_not_play_in_the_game(club: ClubSeason, curator: Actor, editor: Person) -> None:
    player = Person.objects.get(name="owls 1")
    with pytest.raises(Refusal) as caught:
        create_package(season=club.season, title="Тур", editor=player, fixture=fixture_of(club, "owls"), actor=curator)
    assert code_of(caught) == "editor_plays" and not Package.objects.exists()
    package = create_package(season=club.season, title=" Тур \n1 ", editor=player, actor=curator)
    assert package.title == "Тур 1" and package.state == "draft"
    final = Assignment(player, fixture_of(club))
    with pytest.raises(Refusal) as caught:
        change_package(package_id=package.pk, title="Тур", note="", seen=0, actor=curator, assignment=final)
    assert code_of(caught) == "editor_plays"
    changed = change_package(
        package_id=package.pk, title="Тур", note="", seen=0, actor=curator, assignment=Assignment(editor, None)
    )
    assert changed.editor == editor and changed.revision == 1
    with pytest.raises(Refusal) as caught:
        change_package(package_id=package.pk, title="\u202e ", note="", seen=1, actor=curator)
    assert code_of(caught) == "package_without_title"


def test_a_new_order_numbers_the_questions_anew(club: ClubSeason, curator: Actor) -> None:
    package = make_package(club.season, table=4, spares=1)
    Package.objects.filter(pk=package.pk).update(state="draft")
    Question.objects.filter(package=package, number=4).update(number=9)
    ids = list(package.questions.order_by("number").values_list("pk", flat=True))  # 1, 2, 3, 5 (spare), 9
    fields: dict[str, Any] = {"package_id": package.pk, "actor": curator}
    reorder_questions(table=[ids[4], ids[0], ids[3], ids[1]], spares=[ids[2]], seen=0, **fields)
    rows = package.questions.order_by("number").values_list("pk", "number", "is_spare")
    assert list(rows) == [
        (ids[4], 1, False),
        (ids[0], 2, False),
        (ids[3], 3, False),
        (ids[1], 4, False),
        (ids[2], 5, True),
    ]
    for table in ([], ids, [*ids[:4], ids[0]], [*ids, 10**8]):
        with pytest.raises(Refusal) as caught:
            reorder_questions(table=table, spares=[ids[4]] if table == ids else [], seen=1, **fields)
        assert code_of(caught) == "package_order_differs" or table == ids
    Package.objects.filter(pk=package.pk).update(state="approved")
    with pytest.raises(Refusal) as caught:
        reorder_questions(table=ids, spares=[], seen=1, **fields)
    assert code_of(caught) == "package_is_approved"


def test_a_seal_is_for_one_game_and_a_game_has_one_seal(club: ClubSeason, curator: Actor, host_user: User) -> None:
    first, second = make_package(club.season, title="Первый"), make_package(club.season, title="Второй")
    seal(first, club, curator)
    with pytest.raises(Refusal) as caught:
        seal(second, club, curator)
    assert code_of(caught) == "fixture_has_package"
    with pytest.raises(Refusal) as caught:
        lay(fixture_of(club, "lions"), host_user, package=first)
    assert code_of(caught) == "package_sealed_elsewhere"
    small = make_package(club.season, table=6, title="Малый")
    with pytest.raises(Refusal) as caught:
        seal(small, club, curator, "lions")
    assert code_of(caught) == "package_too_small"
    game = lay(fixture_of(club, "owls"), host_user, package=first)
    assert Package.objects.get(pk=first.pk).sealed_by.startswith("Ela Sowa")
    with pytest.raises(Refusal) as caught:
        move(first, Move.UNSEAL, curator, reason="a typo")
    assert code_of(caught) == "package_stays_on_table" and game.started_at is None
    seal(second, club, curator, "lions")
    unsealed = move(second, Move.UNSEAL, curator, reason="a typo")
    assert unsealed.state == "approved" and unsealed.sealed_at is None and unsealed.fixture == fixture_of(club, "lions")


def test_the_package_follows_its_game(club: ClubSeason, curator: Actor, host_user: User) -> None:
    game = lay(fixture_of(club, "owls"), host_user)
    package = Package.objects.get()
    assert package.state == "sealed" and package.fixture == fixture_of(club, "owls")
    start_game(game_id=game.pk, actor=curator)
    play_out(game, curator, "TTTT")
    assert Package.objects.get().state == "sealed" and Package.objects.get().is_closed
    for _press in range(2):
        finish_game(game_id=game.pk, actor=curator)
        assert Package.objects.get().state == "played" and not Package.objects.get().is_closed
    move(package, Move.ARCHIVE, curator)
    reopen_game(game_id=game.pk, actor=curator)
    assert Package.objects.get().state == "sealed" and Package.objects.get().is_closed
    finish_game(game_id=game.pk, actor=curator)
    assert Package.objects.get().state == "played"


def test_a_game_closed_early_has_played_its_package(club: ClubSeason, curator: Actor, host_user: User) -> None:
    game = lay(fixture_of(club, "owls"), host_user)
    start_game(game_id=game.pk, actor=curator)
    assert finish_game(game_id=game.pk, actor=curator, reason="пожарная тревога").accepted
    assert Package.objects.get().state == "played"


def test_whoever_opens_a_sealed_package_is_written_down_first(
    club: ClubSeason, curator: Actor, host_user: User, editor: Person
) -> None:
    package = seal(make_package(club.season), club, curator)
    Package.objects.filter(pk=package.pk).update(editor=editor)
    root = User.objects.create_superuser("root")
    deputy = User.objects.create_user("deputy", is_staff=True)
    now = timezone.now()
    Deputy.objects.create(
        office="curator", principal=host_user, deputy=deputy, starts_at=now, ends_at=now + datetime.timedelta(days=1)
    )
    assert editor.user is not None
    for user in (root, deputy, editor.user):
        assert not can_read_package(user, package)
        with pytest.raises(Refusal) as caught:
            open_package(package_id=package.pk, what=PackageReading.What.OPENED, user=user)
        assert code_of(caught) == "package_not_yours_to_open"
    assert Role.KEEPER not in roles_of(root, package) | roles_of(deputy, package) and not package.readings.exists()
    for what in (PackageReading.What.OPENED, PackageReading.What.BOOKLET):
        assert open_package(package_id=package.pk, what=what, user=host_user) is not None
    assert list(package.readings.values_list("who", "what")) == [("Ela Sowa", "opened"), ("Ela Sowa", "booklet")]
    assert AuditEntry.objects.filter(action="open_package", target=f"package:{package.pk}").count() == 2


def test_what_is_not_closed_is_opened_without_a_line(club: ClubSeason, host_user: User) -> None:
    package = make_package(club.season)
    assert open_package(package_id=package.pk, what=PackageReading.What.OPENED, user=host_user) is None
    assert not PackageReading.objects.exists()


def test_a_warm_up_lies_in_no_envelope(club: ClubSeason, host_user: User) -> None:
    package = make_package(club.season)
    parts = {name: f"{name} of a warm-up" for name in ("text", "answer", "comment", "source")}
    Question.objects.create(package=package, number=0, kind="warm-up", **parts)
    game = lay(fixture_of(club, "owls"), host_user, package=package)
    assert LiveGame.objects.get(pk=game.pk).setup["table"] == list(range(1, 10))
