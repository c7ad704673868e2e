"""The questions of an evening: chosen for it alone, sealed, played from, let go; the seal checked afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db.models import ProtectedError

from auction import selectors
from auction.models import (
    AuctionQuestion,
    Category,
    QuestionSeal,
    QuestionSet,
    QuestionUse,
    ReservedQuestion,
    SetOpening,
)
from auction.question_pages import check_seal, read_state
from auction.services import seals
from auction.services.question_sets import change_sizes, choose_question, propose_questions, put_question_back
from tests.auction.sealed_games import CATEGORIES, fill_bank, make_game, question, seal
from tests.auction.test_draws import check, codes, drawn, play_lot
from tests.concurrency.crowd import at_once
from tests.playing import give
from tournaments.models import AuditEntry, GameCommand, LiveGame, Person, User
from tournaments.rules.engine import Refusal
from tournaments.services.games import finish_game, reopen_game, start_game
from tournaments.services.hosting import hand_over_by_link, take_back
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def game(season, host_user):
    return make_game(season, host_user)


def reserved(game):
    return ReservedQuestion.objects.filter(set__game=game, released_at=None)


def refused(call, **arguments):
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    return caught.value.code


def start(game, host):
    assert start_game(game_id=game.pk, actor=host).accepted
    return LiveGame.objects.get(pk=game.pk)


# choosing


def test_chance_takes_two_and_two_spares_of_each_category(game, host_user):
    assert propose_questions(game_id=game.pk, user=host_user) == 24
    for name in CATEGORIES:
        rows = reserved(game).filter(question__category__name=name)
        assert (rows.filter(is_spare=False).count(), rows.filter(is_spare=True).count()) == (2, 2)
    assert propose_questions(game_id=game.pk, user=host_user) == 0


def test_chance_keeps_what_a_hand_has_chosen_and_fills_the_rest(game, host_user):
    picked = AuctionQuestion.objects.filter(category__name="Film").latest("pk")
    choose_question(game_id=game.pk, question_id=picked.pk, is_spare=False, user=host_user)
    propose_questions(game_id=game.pk, user=host_user)
    assert reserved(game).get(question=picked).is_spare is False
    assert reserved(game).filter(question__category__name="Film").count() == 4


def test_chance_takes_nothing_played_switched_off_incomplete_or_reserved(game, season, host_user):
    other = make_game(season, host_user, "Other")
    film = list(AuctionQuestion.objects.filter(category__name="Film").order_by("pk"))
    QuestionUse.objects.create(question=film[0], season=season, game=other)
    AuctionQuestion.objects.filter(pk=film[1].pk).update(is_active=False)
    AuctionQuestion.objects.filter(pk=film[2].pk).update(variant_c="")
    choose_question(game_id=other.pk, question_id=film[3].pk, is_spare=False, user=host_user)
    propose_questions(game_id=game.pk, user=host_user)
    assert set(reserved(game).filter(question__category__name="Film").values_list("question_id", flat=True)) == {
        film[4].pk,
        film[5].pk,
    }
    for number, code in ((0, "question_unfit"), (1, "question_unfit"), (2, "question_unfit"), (3, "question_taken")):
        call = partial(choose_question, game_id=game.pk, is_spare=False, user=host_user)
        assert refused(call, question_id=film[number].pk) == code


def test_a_reserved_question_is_asked_nowhere_else_not_even_without_a_set(game, season, host_user):
    propose_questions(game_id=game.pk, user=host_user)
    other = make_game(season, host_user, "Other")
    elsewhere = set(selectors.unused_questions(game=other).values_list("pk", flat=True))
    assert not elsewhere & set(reserved(game).values_list("question_id", flat=True))
    assert len(elsewhere) == 12


def test_a_question_goes_back_and_is_anybodys(game, season, host_user):
    propose_questions(game_id=game.pk, user=host_user)
    number = reserved(game).first().question_id
    put_question_back(game_id=game.pk, question_id=number, user=host_user)
    put_question_back(game_id=game.pk, question_id=number, user=host_user)
    other = make_game(season, host_user, "Other")
    choose_question(game_id=other.pk, question_id=number, is_spare=True, user=host_user)
    assert reserved(other).get().question_id == number


def test_sizes_are_the_hosts(game, host_user):
    change_sizes(game_id=game.pk, wanted=1, spares=0, user=host_user)
    assert propose_questions(game_id=game.pk, user=host_user) == 6
    assert refused(change_sizes, game_id=game.pk, wanted=0, spares=0, user=host_user) == "set_sizes"
    assert refused(change_sizes, game_id=game.pk, wanted=21, spares=0, user=host_user) == "set_sizes"


def test_what_is_reserved_is_not_deleted_and_says_what_holds_it(game, host_user, admin_client):
    propose_questions(game_id=game.pk, user=host_user)
    row = reserved(game).first()
    with pytest.raises(ProtectedError):
        row.question.delete()
    page = admin_client.post(f"/admin/auction/auctionquestion/{row.question_id}/delete/", {"post": "yes"})
    assert "protected" in page.content.decode() and "Derby" in page.content.decode()
    assert AuctionQuestion.objects.filter(pk=row.question_id).exists()


# who may


def test_only_named_hosts_choose(game, host_user):
    root = User.objects.create_superuser("root")
    assert refused(propose_questions, game_id=game.pk, user=root) == "questions_hosts_only"
    assert refused(propose_questions, game_id=game.pk, user=User.objects.create_user("x")) == "questions_hosts_only"


def test_a_host_who_plays_is_kept_out(game, host_user):
    player = game.setup["teams"][0]["players"][1]
    Person.objects.filter(pk=int(player["id"][1:])).update(name=" ela  SOWA ")
    assert refused(propose_questions, game_id=game.pk, user=host_user) == "questions_not_for_players"


def test_a_host_whose_account_is_a_players_is_kept_out_whatever_the_name(game, host_user):
    player = game.setup["teams"][0]["players"][1]
    Person.objects.filter(pk=int(player["id"][1:])).update(user=host_user)
    assert refused(propose_questions, game_id=game.pk, user=host_user) == "questions_not_for_players"


# sealing


def test_the_seal_copies_promises_and_closes(game, host_user):
    chosen = seal(game, host_user)
    promised = QuestionSeal.objects.get()
    game.refresh_from_db()
    assert chosen.is_sealed and game.is_sealed and len(promised.lines) == 24
    assert all(
        (row.copy or {})["text"] == row.question.text and row.mark.startswith("q-") for row in chosen.reserved.all()
    )
    assert AuditEntry.objects.get(action="seal_questions").details["commitment"] == promised.commitment
    assert "xyzzy" not in str(AuditEntry.objects.values_list("details", flat=True))
    for call in (propose_questions, partial(put_question_back, question_id=1)):
        assert refused(call, game_id=game.pk, user=host_user) == "set_is_sealed"


def test_a_seal_needs_the_list_as_the_host_saw_it(game, host_user):
    assert refused(seals.seal_set, game_id=game.pk, seen="", user=host_user) == "set_is_empty"
    propose_questions(game_id=game.pk, user=host_user)
    seen = seals.fingerprint(seals.read_rows(QuestionSet.objects.get(game=game)))
    edited = reserved(game).first().question
    edited.text = "Edited meanwhile?"
    edited.save()
    assert refused(seals.seal_set, game_id=game.pk, seen=seen, user=host_user) == "set_moved_on"
    assert not QuestionSeal.objects.exists() and not reserved(game).exclude(mark="").exists()


def test_what_cannot_be_played_any_more_is_not_sealed(game, host_user):
    propose_questions(game_id=game.pk, user=host_user)
    row = reserved(game).first()
    AuctionQuestion.objects.filter(pk=row.question_id).update(is_active=False)
    seen = seals.fingerprint(seals.read_rows(QuestionSet.objects.get(game=game)))
    with pytest.raises(Refusal) as caught:
        seals.seal_set(game_id=game.pk, seen=seen, user=host_user)
    assert caught.value.code == "set_unfit" and caught.value.params["numbers"] == [str(row.question_id)]


def test_a_seal_is_broken_with_a_reason_and_stays_visible(game, host_user):
    chosen = seal(game, host_user)
    first = QuestionSeal.objects.get().commitment
    assert refused(seals.unseal_set, game_id=game.pk, reason=" … ", user=host_user) == "set_reason_missing"
    seals.unseal_set(game_id=game.pk, reason="a category too many", user=host_user)
    game.refresh_from_db()
    assert not game.is_sealed and not chosen.reserved.exclude(copy=None).exists()
    seal(game, host_user)
    state = read_state(game)
    assert [one.commitment for one in state.broken] == [first] and state.broken[0].reason == "a category too many"
    assert state.seal is not None and state.seal.commitment != first


def test_an_opening_is_written_down_before_anything_is_read(game, host_user):
    chosen = seal(game, host_user)
    assert refused(seals.open_set, game_id=game.pk, why="", user=host_user) == "set_reason_missing"
    opening = seals.open_set(game_id=game.pk, why="a complaint", user=host_user)
    opened = seals.read_opened(opening)
    assert {one.text for one, _spare in opened} == {row.question.text for row in chosen.reserved.all()}
    assert (opening.who, opening.why) == ("Ela Sowa", "a complaint")
    with pytest.raises(ValueError, match="written down"):
        seals.read_opened(SetOpening(set=chosen))


def test_who_becomes_a_host_after_the_sealing_stands_in_the_log_and_opens_nothing(game, host_user):
    chosen = seal(game, host_user)
    root = User.objects.create_superuser("root")
    game.hosts.add(root)
    assert [(one.kind, one.who) for one in chosen.openings.all()] == [("new_host", "root")]
    assert refused(seals.open_set, game_id=game.pk, why="curious", user=root) == "set_not_for_new_hosts"
    late = User.objects.create_user("late")
    late.hosted_games.add(game)
    assert chosen.openings.filter(who="late").exists()


def test_whoever_is_handed_the_console_of_a_sealed_game_stands_in_the_log(game, host_user):
    chosen = seal(game, host_user)
    game.refresh_from_db()
    for key, name in ((f"user:{host_user.pk}", "Ela Sowa"), ("seat:77", "A guest")):
        game.conductor = {"key": key, "name": name, "at": ""}
        game.save(update_fields=["conductor"])
    assert [(one.kind, one.who) for one in chosen.openings.all()] == [("new_host", "A guest")]


# played


def test_every_draw_comes_from_the_set_main_ones_first(game, host, host_user):
    fill_bank(each=6)
    chosen = seal(game, host_user)
    game = start(game, host)
    main = dict(chosen.reserved.filter(is_spare=False).values_list("mark", "question__text"))
    seen = set()
    for number in range(150):
        command = drawn(game, host, reason=f"once more {number}")
        assert main[command["question"]["id"]] == command["question"]["text"]
        assert set(command["draws"][1]["choices"]) <= set(main)
        seen.add(command["question"]["id"])
        assert give(game, host, "undo").accepted
    assert len(seen) == len(main) == 12
    drawn(game, host, reason="the last one")
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert codes(check(game)) == []


def test_spares_come_when_the_main_ones_of_a_category_are_spent(game, host, host_user):
    change_sizes(game_id=game.pk, wanted=1, spares=1, user=host_user)
    chosen = seal(game, host_user)
    film = chosen.reserved.filter(question__category__name="Film")
    main, spare = film.get(is_spare=False).mark, film.get(is_spare=True).mark
    game.refresh_from_db()

    def left(**how: Any) -> list[Any]:
        found = selectors.unused_questions(game=game, **how).filter(category__name="Film")
        return list(found.values_list("mark", flat=True))  # type: ignore[misc]  # annotated

    assert left() == [main] and left(burnt={main}) == [spare]
    assert left(reserve=True) == [spare] and left(reserve=True, burnt={spare}) == [main]
    assert left(burnt={main, spare}) == []


def test_a_reserve_is_a_spare_and_the_record_verifies(game, host, host_user):
    chosen = seal(game, host_user)
    game = start(game, host)
    spares = set(chosen.reserved.filter(is_spare=True).values_list("mark", flat=True))
    play_lot(game, host)
    drawn(game, host)
    give(game, host, "open")
    give(game, host, "bid", team="red", points=10)
    give(game, host, "close", excused=["red", "yellow"])
    for _faulty in range(3):
        assert give(game, host, "replace_question", reason="a misprint").accepted
        command = GameCommand.objects.filter(game=game, command__do="replace_question").latest("pk").command
        dealt, left = command["question"]["id"], set(command["draws"][0]["choices"])
        assert dealt in spares or not left & spares
    assert not give(game, host, "replace_question", reason="a misprint").accepted
    assert QuestionUse.objects.filter(game=game).count() == 1 + 3
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert codes(check(game)) == [] and find_differences(LiveGame.objects.get(pk=game.pk)) == []


def test_the_bank_changes_nothing_in_a_sealed_evening(game, host, host_user):
    seal(game, host_user)
    AuctionQuestion.objects.update(text="changed?", is_active=False)
    Category.objects.update(is_active=False)
    game = start(game, host)
    assert drawn(game, host)["question"]["text"].startswith("xyzzytext")


def test_without_a_seal_a_list_is_let_go_with_the_start(game, host, host_user):
    propose_questions(game_id=game.pk, user=host_user)
    game = start(game, host)
    assert not reserved(game).exists()
    assert drawn(game, host)["question"]["id"].isdigit()
    assert refused(propose_questions, game_id=game.pk, user=host_user) == "set_game_started"


def test_the_end_lets_go_what_was_not_played_and_a_reopened_game_takes_back_what_is_left(game, season, host, host_user):
    seal(game, host_user)
    game = start(game, host)
    played = play_lot(game, host)["question"]["id"]
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()
    assert not reserved(game).exists() and not game.is_sealed
    other = make_game(season, host_user, "Other")
    taken = ReservedQuestion.objects.filter(set__game=game).exclude(mark=played).earliest("pk").question_id
    choose_question(game_id=other.pk, question_id=taken, is_spare=False, user=host_user)
    reopen_game(game_id=game.pk, actor=host)
    game.refresh_from_db()
    assert game.is_sealed and reserved(game).count() == 24 - 2
    state = selectors.unused_questions(game=game)
    assert taken not in state.values_list("pk", flat=True)


def test_a_game_that_goes_frees_its_questions(game, host_user):
    seal(game, host_user)
    game.links.all().delete()
    game.delete()
    assert not ReservedQuestion.objects.exists() and AuctionQuestion.objects.count() == 36


def test_the_check_after_the_game(game, host, host_user):
    chosen = seal(game, host_user)
    promised = QuestionSeal.objects.get()
    game = start(game, host)
    mark = play_lot(game, host)["question"]["id"]
    assert check_seal(game, promised) is None
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()
    found = check_seal(game, promised)
    assert found is not None and found.is_right and [one.mark for one in found.played] == [mark]
    chosen.reserved.filter(mark=mark).update(salt="00")
    found = check_seal(game, promised)
    assert found is not None and found.holds and not found.is_right
    promised.lines[0]["digest"] = "0" * 64
    found = check_seal(game, promised)
    assert found is not None and not found.holds


# at the same moment


@pytest.mark.django_db(transaction=True)
def test_two_evenings_reach_for_the_last_question_at_once(season, host_user):
    question(Category.objects.create(name="Film"), "last").save()
    last_one = AuctionQuestion.objects.get()
    games = [make_game(season, host_user, f"Game {number}") for number in range(4)]
    for game in games:
        LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "categories": ["Film"]})
    added = at_once([partial(propose_questions, game_id=game.pk, user=host_user) for game in games])
    assert sorted(added) == [0, 0, 0, 1] and ReservedQuestion.objects.get().question == last_one


@pytest.mark.django_db(transaction=True)
def test_a_list_is_sealed_once_and_as_it_was_seen(season, host_user):
    game = make_game(season, host_user)
    propose_questions(game_id=game.pk, user=host_user)
    seen = seals.fingerprint(seals.read_rows(QuestionSet.objects.get(game=game)))
    number = reserved(game).first().question_id

    def outcome(job):
        try:
            job()
        except Refusal as refusal:
            return refusal.code
        return "done"

    press: Callable[[], Any] = partial(seals.seal_set, game_id=game.pk, seen=seen, user=host_user)
    other: Callable[[], Any] = partial(put_question_back, game_id=game.pk, question_id=number, user=host_user)
    pressed = [press, press, press, other]
    found = at_once([partial(outcome, job) for job in pressed])
    assert found.count("done") == 1
    assert QuestionSeal.objects.count() == (0 if found[3] == "done" else 1)


def test_while_another_conducts_a_host_neither_chooses_nor_opens(game, host, host_user):
    hand_over_by_link(game_id=game.pk, name="Ewa", seen="", actor=host)
    assert refused(propose_questions, game_id=game.pk, user=host_user) == "handed_over"
    assert take_back(game_id=game.pk, actor=host).accepted
    propose_questions(game_id=game.pk, user=host_user)
    seal(game, host_user)
    hand_over_by_link(game_id=game.pk, name="Ewa", seen=host.key, actor=host)
    assert refused(seals.open_set, game_id=game.pk, why="x", user=host_user) == "handed_over"
    assert refused(seals.unseal_set, game_id=game.pk, reason="x", user=host_user) == "handed_over"
