"""A rehearsal plays like the evening and touches nothing of it: no question, no ranking, no row after the wipe."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from auction import selectors
from auction.models import AuctionQuestion, QuestionUse
from auction.services.rehearsals import BANK, make_rehearsal
from tests.auction_games import make_auction_game, make_bank
from tests.playing import code_of, give
from tournaments.models import AuditEntry, LiveGame, Season, User
from tournaments.models.wiping import tables_of_a_game
from tournaments.selectors.games import current_game
from tournaments.selectors.home import list_games
from tournaments.services.access_links import link_token
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.hosting import hand_over
from tournaments.services.wiping import wipe_rehearsal

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def game(season: Season, host_user: User) -> LiveGame:
    """An evening that waits."""
    make_bank(6)
    game = make_auction_game(season, host_user, title="Evening")
    game.setup = {**game.setup, "special": {"hint": 0, "black_box": 0, "one_on_one": 0}}
    game.save()
    return game


@pytest.fixture
def rehearsal(game: LiveGame, host: Actor) -> LiveGame:
    """Its rehearsal, started."""
    _outcome, made = make_rehearsal(game_id=game.pk, actor=host)
    assert made is not None
    assert start_game(game_id=made.pk, actor=host).accepted
    return LiveGame.objects.select_related("season").get(pk=made.pk)


def play_a_question(game: LiveGame, host: Actor) -> None:
    for do, fields in (
        ("draw", {}), ("open", {}), ("bid", {"team": "red", "points": 9}), ("close", {}),
        ("show_question", {}), ("clock", {"action": "start"}), ("judge", {"correct": True}),
    ):  # fmt: skip
        outcome = give(game, host, do, **fields)
        assert outcome.accepted, (do, outcome.refusal)


def test_the_supply_is_enough_for_both_rounds_and_a_duel() -> None:
    bank = json.loads(BANK.read_text(encoding="utf-8"))["categories"]
    assert len({entry["name"] for entry in bank}) == len(bank) >= 12
    questions = [question for entry in bank for question in entry["questions"]]
    assert len(questions) >= 24
    for question in questions:
        assert len(set(question["variants"])) == 4
        right = question["variants"][question["right"]]
        assert right.casefold() in {question["answer"].casefold(), *(text.casefold() for text in question["accepted"])}


def test_no_question_of_the_evening_is_asked_nor_spent(game: LiveGame, rehearsal: LiveGame, host: Actor) -> None:
    evening = set(selectors.unused_questions(game=game).values_list("pk", flat=True))
    for _lot in range(3):
        play_a_question(rehearsal, host)
    asked = {
        int(command.command["question"]["id"])
        for command in rehearsal.commands.filter(command__do="draw", accepted=True)
    }
    assert len(asked) == 3 and not asked & evening
    assert AuctionQuestion.objects.filter(pk__in=asked, for_rehearsal=True).count() == 3
    assert not QuestionUse.objects.exists()
    assert set(selectors.unused_questions(game=game).values_list("pk", flat=True)) == evening


def test_an_evening_never_draws_from_the_rehearsals_supply(game: LiveGame, rehearsal: LiveGame) -> None:
    assert not selectors.unused_questions(game=game).filter(for_rehearsal=True).exists()
    assert set(selectors.playable_categories(season=game.season)) == {"Historia"}


def test_one_at_a_time_and_only_before_the_start(game: LiveGame, rehearsal: LiveGame, host: Actor) -> None:
    again, same = make_rehearsal(game_id=game.pk, actor=host)
    assert again.repeated and same == rehearsal
    assert code_of(make_rehearsal(game_id=rehearsal.pk, actor=host)[0]) == "already_started"
    red = Actor(key="seat:1", role="captain", team="red")
    assert code_of(make_rehearsal(game_id=game.pk, actor=red)[0]) == "host_only"
    wipe_rehearsal(game_id=rehearsal.pk, actor=host)
    assert start_game(game_id=game.pk, actor=host).accepted
    assert code_of(make_rehearsal(game_id=game.pk, actor=host)[0]) == "already_started"


def test_links_of_the_evening_lead_into_the_rehearsal_and_back(
    game: LiveGame, rehearsal: LiveGame, host: Actor
) -> None:
    captain = game.links.get(role="captain", team="red")
    twin = rehearsal.links.get(role="captain", team="red")
    phone = Client()
    join = f"/join/{link_token(captain)}/"
    assert phone.get(join).headers["Location"] == f"/games/{rehearsal.pk}/seat/{twin.pk}/"
    screen = phone.get(f"/games/{rehearsal.pk}/seat/{twin.pk}/").text
    assert 'data-testid="rehearsal"' in screen
    assert phone.get(f"/games/{game.pk}/seat/{captain.pk}/").headers["Location"].endswith(f"/seat/{twin.pk}/")
    wipe_rehearsal(game_id=rehearsal.pk, actor=host)
    assert phone.get(join).headers["Location"] == f"/games/{game.pk}/seat/{captain.pk}/"
    assert phone.get(f"/games/{rehearsal.pk}/seat/{twin.pk}/").status_code == 404
    assert phone.get(f"/games/{game.pk}/seat/{captain.pk}/").status_code == 200


def test_the_public_does_not_meet_it(game: LiveGame, rehearsal: LiveGame, host_user: User, host: Actor) -> None:
    assert rehearsal not in list(list_games(None))
    assert rehearsal in list(list_games(host_user))
    assert current_game() == rehearsal
    start_game(game_id=game.pk, actor=host)
    assert current_game() == game


def test_a_played_rehearsal_is_wiped_to_the_last_row(game: LiveGame, rehearsal: LiveGame, host: Actor) -> None:
    play_a_question(rehearsal, host)
    number, before = rehearsal.pk, game.setup
    assert wipe_rehearsal(game_id=number, actor=host).accepted
    for model, path in tables_of_a_game():
        assert not model._base_manager.filter(**{path: number}).exists(), model
    assert LiveGame.objects.get(pk=game.pk).setup == before
    assert AuditEntry.objects.filter(action="wipe_rehearsal").count() == 1


def test_whoever_conducts_the_evening_now_wipes_its_rehearsal(game: LiveGame, rehearsal: LiveGame, host: Actor) -> None:
    ewa = User.objects.create_user("ewa", is_staff=True)
    assert hand_over(game_id=game.pk, to=ewa, seen="", actor=host).accepted
    assert code_of(wipe_rehearsal(game_id=rehearsal.pk, actor=host)) == "handed_over"
    assert wipe_rehearsal(game_id=rehearsal.pk, actor=Actor(key=f"user:{ewa.pk}", role="host")).accepted
