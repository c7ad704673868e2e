"""Many at once: one winner, one effect, nothing lost, nothing doubled."""

import datetime
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from tests.concurrency.crowd import at_once
from tests.playing import BLUE, RED, give, state
from tournaments.models import (
    AuditEntry,
    ChatMessage,
    GameCommand,
    GameEvent,
    House,
    LedgerEntry,
    LiveGame,
    Privilege,
)
from tournaments.services.access_links import issue_link, link_token
from tournaments.services.actors import Actor
from tournaments.services.awards import revoke_privilege
from tournaments.services.chat import post_message
from tournaments.services.games import finish_game, reopen_game, start_game
from tournaments.services.ranking import counter_entry, enter_decision, find_ledger_differences, settle_game
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def all_is_well(game):
    fresh = LiveGame.objects.get(pk=game.pk)
    numbers = list(GameEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    return numbers == list(range(1, fresh.seq + 1)) and find_differences(fresh) == []


def test_twenty_identical_posts_make_one_event_and_one_answer(game, host):
    link = issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    phone = Client()
    phone.get(f"/join/{link_token(link)}/")
    cookie = phone.cookies["sessionid"].value

    def press() -> tuple[int, dict]:
        browser = Client(headers={"Accept": "application/json"})
        browser.cookies["sessionid"] = cookie
        fields = {"seat": link.pk, "do": "bid", "points": "12", "command_id": "one-gesture"}
        response = browser.post(f"/games/{game.pk}/do/", fields)
        return response.status_code, response.json()

    answers = at_once([press] * 20)
    assert GameEvent.objects.count() == GameCommand.objects.count() == 1
    assert sum(answer.pop("repeated") for _, answer in answers) == 19
    assert all(answer == answers[0] for answer in answers) and answers[0][0] == 200
    assert all_is_well(game)


def test_twenty_identical_refused_posts_are_one_refusal(game):
    outcomes = at_once([partial(give, game, RED, "bid", team="red", points=0, command_id="one")] * 20)
    assert GameCommand.objects.count() == 1 and GameEvent.objects.count() == 0
    assert {outcome.refusal for outcome in outcomes} == {outcomes[0].refusal} and not outcomes[0].accepted


def test_two_captains_bid_the_same_two_hundred_times(game, host):
    for number in range(200):
        bids = [partial(give, game, actor, "bid", team=actor.team, points=7) for actor in (RED, BLUE)]
        outcomes = at_once(bids)
        assert sorted(outcome.accepted for outcome in outcomes) == [False, True], number
        now = state(game)
        assert list(now["stakes"].values()) == [7] and now["leader"] in now["stakes"]
        assert give(game, host, "settle").accepted
        purses = state(game)["purses"]
        assert sum(purses.values()) == 200 and min(purses.values()) >= 0
    assert all_is_well(game)


def test_a_hundred_commands_within_two_hundred_milliseconds_add_up(game, host):
    start = datetime.datetime(2026, 11, 30, 18, tzinfo=datetime.UTC)

    def device(number: int) -> list[bool]:
        actor = Actor(key=f"user:{number}", role="host", name=str(number))
        amounts = range(number * 10 + 1, number * 10 + 11)
        return [
            give(game, actor, "add", amount=amount, at=start + datetime.timedelta(milliseconds=2 * amount)).accepted
            for amount in amounts
        ]

    assert all(accepted for device in at_once([partial(device, number) for number in range(10)]) for accepted in device)
    assert state(game)["total"] == sum(range(1, 101))
    assert sorted(GameEvent.objects.values_list("data__amount", flat=True)) == list(range(1, 101))
    assert LiveGame.objects.get(pk=game.pk).seq == 100 and all_is_well(game)


def test_one_stale_press_of_two_is_refused(game, host):
    other = Actor(key="user:999", role="host", name="Second console")
    for number in range(20):
        seq = LiveGame.objects.get(pk=game.pk).seq
        jobs = [partial(give, game, actor, "add", amount=1, expected_seq=seq) for actor in (host, other)]
        outcomes = at_once(jobs)
        assert sorted(outcome.accepted for outcome in outcomes) == [False, True], number
        assert {outcome.refusal.code for outcome in outcomes if outcome.refusal} == {"game_moved_on"}
    assert state(game)["total"] == 20 and all_is_well(game)


def test_undo_races_with_bids_and_the_log_still_folds(game, host):
    def bids(actor: Actor) -> None:
        for points in range(1, 40):
            give(game, actor, "bid", team=actor.team, points=points)

    def undos() -> None:
        for _ in range(15):
            give(game, host, "undo")
            give(game, host, "redo")

    jobs: list[Callable[[], None]] = [partial(bids, RED), partial(bids, BLUE), undos]
    at_once(jobs)
    assert all_is_well(game)


def test_two_games_at_once_keep_apart(make_game, host):
    games = [make_game(), make_game()]

    def play_all(game: LiveGame, amount: int) -> None:
        for _ in range(30):
            assert give(game, host, "add", amount=amount).accepted

    at_once([partial(play_all, game, amount) for game in games for amount in (1, 100)])
    assert [state(game)["total"] for game in games] == [3030, 3030]
    assert all(all_is_well(game) for game in games)


def test_a_start_pressed_ten_times_starts_once(make_game, host):
    game = make_game(started=False)
    outcomes = at_once([partial(start_game, game_id=game.pk, actor=host)] * 10)
    assert all(outcome.accepted for outcome in outcomes)
    assert sum(outcome.repeated for outcome in outcomes) == 9
    assert AuditEntry.objects.filter(action="start_game").count() == 1


def test_chat_numbers_have_no_gap_and_one_gesture_says_one_thing(game):
    def chatter(number: int) -> None:
        actor = Actor(key=f"seat:{number}", role="player", team="red", name=str(number))
        for line in range(5):
            post_message(game_id=game.pk, actor=actor, text=f"{number} {line}", message_id=str(line))

    at_once([partial(chatter, number // 2) for number in range(8)])
    messages = ChatMessage.objects.order_by("number")
    assert [message.number for message in messages] == list(range(1, 21))
    for number in range(4):
        said = [message.text for message in messages if message.author_key == f"seat:{number}"]
        assert said == [f"{number} {line}" for line in range(5)]


def test_a_game_finished_and_opened_by_many_at_once_is_in_the_ledger_once(make_game, host):
    House.objects.create(key="red", name="Red", command="Red")
    game = make_game()
    give(game, host, "add", amount=41)
    give(game, host, "show", thing="p1")
    outcomes = at_once([partial(finish_game, game_id=game.pk, actor=host)] * 8)
    assert sum(outcome.repeated for outcome in outcomes) == 7
    assert [entry.points for entry in LedgerEntry.objects.all()] == [41] and Privilege.objects.count() == 1
    at_once([partial(settle_game, game_id=game.pk, actor=host)] * 4)
    at_once([partial(service, game_id=game.pk, actor=host) for service in (finish_game, reopen_game) * 4])
    fresh = LiveGame.objects.get(pk=game.pk)
    assert find_ledger_differences(fresh) == []
    total = sum(entry.points for entry in LedgerEntry.objects.all())
    assert total == (0 if fresh.finished_at is None else 41)


def test_a_right_is_taken_away_once_and_a_decision_taken_back_once(make_game, host, season):
    game = make_game()
    give(game, host, "show", thing="p1")
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    right = Privilege.objects.get()
    ends = at_once([partial(revoke_privilege, privilege_id=right.pk, reason=f"no {n}", actor=host) for n in range(6)])
    assert sum(end.accepted for end in ends) == 1
    house = House.objects.create(key="red", name="Red", command="Red")
    entry = enter_decision(season=season, house=house, points=5, reason="a deed", actor=host).entry
    assert entry is not None
    backs = at_once([partial(counter_entry, entry_id=entry.pk, reason="no deed", actor=host)] * 6)
    assert sum(back.accepted for back in backs) == 1 and LedgerEntry.objects.count() == 2
