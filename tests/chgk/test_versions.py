"""The scratch list at the fireplace: who may propose when, what stands on the list, and whose choice it is (§3.1.5)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from chgk.models import Favour, Version
from chgk.selectors.fireplace import versions_of
from chgk.services import versions
from tests.club_games import CAPTAIN, PLAYER, accepted, make_club_game
from tests.playing import give
from tournaments.models import AuditEntry, GameCommand, GameEvent, LiveGame, Season, User
from tournaments.models.wiping import tables_of_a_game
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import issue_link, revoke_link
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game
from tournaments.services.replay_log import load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]
STRANGER = Actor(key="seat:9900903", role="captain", team="tigers", name="Чужой", player="x1")
_GESTURES = itertools.count()


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """A game of the lions, started."""
    return make_club_game(season, host_user)


def read_out(game: LiveGame, host: Actor) -> int:
    """A question is asked and read; its number."""
    accepted(game, host, "ask")
    accepted(game, host, "show_question")
    return on_stage(game)


def on_stage(game: LiveGame) -> int:
    sheet = load_session(LiveGame.objects.get(pk=game.pk)).stage.sheet
    assert sheet is not None
    return int(sheet.number)


def propose(game: LiveGame, actor: Actor, text: str, question: int | None = None, **more: Any) -> Version:
    """A version of the question on the stage, or of another one."""
    number = on_stage(game) if question is None else question
    return versions.propose_version(game_id=game.pk, question=number, text=text, actor=actor, **more).version


def refused(deed: Any, *args: Any, **fields: Any) -> tuple[str, str]:
    """Why it was refused."""
    with pytest.raises(Refusal) as caught:
        deed(*args, **fields)
    assert "тайна" not in str(caught.value.params)
    return caught.value.paragraph, caught.value.code


def test_versions_stand_in_their_order_with_who_proposed_them(game, host, django_assert_num_queries) -> None:
    number = read_out(game, host)
    for actor, text in ((PLAYER, " лампа\n"), (CAPTAIN, "свеча"), (PLAYER, "👨‍👩‍👧 и «ключ»")):
        propose(game, actor, text)
    with django_assert_num_queries(2):
        lines = versions_of(game, number)
    assert [(line.place, line.text, line.author) for line in lines] == [
        (1, "лампа", "Глеб"),
        (2, "свеча", "Вера"),
        (3, "👨‍👩‍👧 и «ключ»", "Глеб"),
    ]
    fresh = LiveGame.objects.get(pk=game.pk)
    assert fresh.chat_seq == 3  # screens know by it which state is newer


def test_a_repeated_gesture_proposes_once(game, host) -> None:
    read_out(game, host)
    first = propose(game, PLAYER, "лампа", message_id="m1")
    assert propose(game, PLAYER, "лампа", message_id="m1") == first
    assert propose(game, CAPTAIN, "ключ", message_id="m1") != first
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.create(
            game=game, number=99, question=1, text="x", author_key=PLAYER.key, author_name="", message_id="m1"
        )


def test_the_same_words_are_a_voice_for_what_stands_there(game, host) -> None:
    number = read_out(game, host)
    first = propose(game, PLAYER, "Зелёная лампа")
    again = versions.propose_version(game_id=game.pk, question=number, text="зеленая  ЛАМПА!", actor=CAPTAIN)
    assert again.seconded and again.version == first
    assert propose(game, PLAYER, "зелёная лампа") == first
    (line,) = versions_of(game, number)
    assert dict(line.favours) == {"c1": "Вера"} and line.supporters == "Вера"
    versions.strike_version(game_id=game.pk, number=first.number, actor=PLAYER)
    assert propose(game, CAPTAIN, "зелёная лампа") != first  # a struck one may be proposed anew


@pytest.mark.parametrize(
    ("text", "code"), [(" \u200b\u202e ", "version_empty"), ("", "version_empty"), ("т" * 201, "version_too_long")]
)
def test_what_is_no_version(game, host, text: str, code: str) -> None:
    read_out(game, host)
    assert refused(propose, game, PLAYER, text) == ("3.1.5", code)
    assert propose(game, PLAYER, "т" * 200).text == "т" * 200


def test_a_list_has_an_end(game, host, monkeypatch) -> None:
    monkeypatch.setattr(versions, "MOST_VERSIONS", 2)
    read_out(game, host)
    propose(game, PLAYER, "раз")
    propose(game, PLAYER, "два")
    assert refused(propose, game, PLAYER, "тайна") == ("3.1.5", "too_many_versions")


def test_versions_are_taken_from_the_reading_to_the_answer(game, host, season, host_user) -> None:
    waiting = make_club_game(season, host_user, started=False)
    assert refused(propose, waiting, PLAYER, "тайна", 1) == ("3.1.5", "nothing_discussed")
    assert refused(propose, game, PLAYER, "тайна", 1) == ("3.1.5", "nothing_discussed")
    accepted(game, host, "ask")
    first = on_stage(game)
    assert refused(propose, game, PLAYER, "тайна") == ("3.1.5", "nothing_discussed")
    accepted(game, host, "show_question")
    propose(game, PLAYER, "при чтении")
    accepted(game, host, "clock", action="start")
    lamp = propose(game, PLAYER, "лампа")
    accepted(game, CAPTAIN, "end_discussion")
    propose(game, PLAYER, "в последний миг")
    accepted(game, CAPTAIN, "answer", text="лампа", by="Вера")
    assert refused(propose, game, PLAYER, "тайна") == ("3.1.5", "discussion_answered")
    accepted(game, host, "judge", correct=False)
    assert refused(propose, game, PLAYER, "тайна", first) == ("3.1.5", "discussion_over")
    number = read_out(game, host)
    assert refused(propose, game, PLAYER, "тайна", first) == ("3.1.5", "discussion_over")
    for deed in (versions.strike_version, versions.favour_version, versions.choose_version):
        assert refused(deed, game_id=game.pk, number=lamp.number, actor=CAPTAIN) == ("3.1.5", "discussion_over")
    assert versions_of(game, number) == () and len(versions_of(game)) == 3
    assert finish_game(game_id=game.pk, actor=host, reason="хватит").accepted
    assert refused(propose, game, PLAYER, "тайна", number) == ("3.1.5", "fireplace_over")


def test_an_undone_verdict_opens_the_list_again(game, host) -> None:
    number = read_out(game, host)
    propose(game, PLAYER, "лампа")
    accepted(game, host, "judge", correct=True)
    accepted(game, host, "undo")
    propose(game, CAPTAIN, "свеча")
    assert [line.text for line in versions_of(game, number)] == ["лампа", "свеча"]


def test_the_fireplace_is_the_tables_alone(game, host) -> None:
    read_out(game, host)
    version = propose(game, PLAYER, "лампа")
    root = Actor(key="user:1", role="host", team="lions", name="root")
    for actor in (host, root, STRANGER, Actor(key="system:x", role="system")):
        assert refused(propose, game, actor, "тайна") == ("3.1.5", "not_your_fireplace")
        for deed in (versions.strike_version, versions.favour_version, versions.choose_version):
            fields = {"game_id": game.pk, "number": version.number, "actor": actor}
            assert refused(deed, **fields) == ("3.1.5", "not_your_fireplace")
    assert Version.objects.count() == 1 and Favour.objects.count() == 0


def test_whose_seat_has_changed_hands_has_left_the_room(game, host) -> None:
    read_out(game, host)
    link = issue_link(game_id=game.pk, role="player", team="lions", player="c3", name="Дина", actor=host)
    dina = Actor(key=link.seat_key, role="player", team="lions", name="Дина", player="c3")
    propose(game, dina, "лампа")
    revoke_link(link_id=link.pk, actor=host)
    assert refused(propose, game, dina, "тайна") == ("", "seat_gone")


def test_a_suspended_evening_takes_none(game, host) -> None:
    read_out(game, host)
    LiveGame.objects.filter(pk=game.pk).update(suspension={"at": "2026-11-30T18:00:00+00:00", "reason": "x"})
    assert refused(propose, game, PLAYER, "тайна") == ("", "suspended")


def test_striking_out_restoring_and_being_for_it(game, host) -> None:
    number = read_out(game, host)
    version = propose(game, PLAYER, "лампа")
    fields: dict[str, Any] = {"game_id": game.pk, "number": version.number}
    for _press in range(2):
        versions.favour_version(**fields, actor=CAPTAIN)
    versions.favour_version(**fields, actor=PLAYER)
    (line,) = versions_of(game, number)
    assert line.voices == "c1 c2" and line.supporters == "Вера, Глеб"
    versions.withdraw_favour(**fields, actor=CAPTAIN)
    versions.strike_version(**fields, actor=CAPTAIN)
    (line,) = versions_of(game, number)
    assert line.is_struck and line.struck == "Вера" and line.voices == "c2"
    assert refused(versions.favour_version, **fields, actor=CAPTAIN) == ("3.1.5", "version_struck")
    assert refused(versions.choose_version, **fields, actor=CAPTAIN) == ("3.1.5", "version_struck")
    versions.restore_version(**fields, actor=PLAYER)
    assert not versions_of(game, number)[0].is_struck
    with pytest.raises(Version.DoesNotExist):
        versions.strike_version(game_id=game.pk, number=999, actor=PLAYER)


def test_the_choice_is_the_captains_one_a_question_and_answers_nothing(game, host) -> None:
    number = read_out(game, host)
    first, second = propose(game, PLAYER, "лампа"), propose(game, PLAYER, "свеча")
    choose = {"game_id": game.pk, "actor": CAPTAIN}
    assert refused(versions.choose_version, game_id=game.pk, number=first.number, actor=PLAYER) == (
        "2.2.2",
        "captain_decides",
    )
    for version in (first, second, second):
        versions.choose_version(**choose, number=version.number)
    assert [line.chosen for line in versions_of(game, number)] == [False, True]
    versions.strike_version(game_id=game.pk, number=second.number, actor=PLAYER)
    assert not any(line.chosen for line in versions_of(game, number))
    versions.choose_version(**choose, number=first.number)
    versions.withdraw_choice(**choose, number=first.number)
    assert not any(line.chosen for line in versions_of(game, number))
    assert load_session(LiveGame.objects.get(pk=game.pk)).stage.answer is None
    give(game, host, "set_captain", player="c2", reason="Веры нет")  # §2.2.2: who stands in decides
    assert refused(versions.choose_version, **choose, number=first.number) == ("2.2.2", "captain_decides")
    versions.choose_version(game_id=game.pk, number=first.number, actor=PLAYER)
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.update(chosen_at="2026-11-30T18:00:00+00:00")


def test_it_leaves_no_trace_but_its_own_rows(game, host) -> None:
    read_out(game, host)
    counts = [model.objects.count() for model in (AuditEntry, GameCommand, GameEvent)]
    version = propose(game, PLAYER, "тайна")
    fields: dict[str, Any] = {"game_id": game.pk, "number": version.number, "actor": CAPTAIN}
    for name in (
        "favour_version", "withdraw_favour", "choose_version", "withdraw_choice", "strike_version", "restore_version"
    ):  # fmt: skip
        getattr(versions, name)(**fields)
    assert counts == [model.objects.count() for model in (AuditEntry, GameCommand, GameEvent)]
    assert "тайна" not in f"{version} {version!r}"
    labels = {model._meta.label for model, _path in tables_of_a_game()}
    assert labels >= {"chgk.Version", "chgk.Favour"}  # a rehearsal's go with it
