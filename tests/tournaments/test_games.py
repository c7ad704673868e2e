"""Setting up, starting and finishing a game; checking all games."""

from io import StringIO

import pytest
from django.core.management import call_command

from tests.playing import RED, give
from tournaments.models import AuditEntry, GameCommand, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.games import current_game
from tournaments.services.games import change_setup, finish_game, reopen_game, start_game
from tournaments.texts import explain

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def actions():
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


def test_the_start_pins_the_setup_and_is_pressed_once(make_game, host):
    game = make_game(started=False, total=7)
    assert change_setup(game_id=game.pk, setup={"total": 8}, actor=host).accepted
    assert start_game(game_id=game.pk, actor=host).accepted
    again = start_game(game_id=game.pk, actor=host)
    assert again.accepted and again.repeated
    assert change_setup(game_id=game.pk, setup={}, actor=host).refusal == Refusal("", "already_started")
    game.refresh_from_db()
    assert '"total":8' in game.snapshot and game.started_at is not None
    assert actions() == ["change_setup", "start_game"]
    details = AuditEntry.objects.get(action="change_setup").details
    assert (details["before"], details["after"]) == ({"total": 7}, {"total": 8})


def test_a_setup_that_cannot_be_played_is_refused_by_the_rules(make_game, host):
    game = make_game(started=False, total=-1)
    assert start_game(game_id=game.pk, actor=host).refusal == Refusal("1", "below_zero")
    assert change_setup(game_id=game.pk, setup={"total": -2}, actor=host).refusal == Refusal("1", "below_zero")
    game.refresh_from_db()
    assert game.started_at is None and game.setup == {"total": -1} and actions() == []


def test_a_setup_that_makes_no_sense_is_refused_with_what_is_wrong(make_game, host):
    game = make_game(started=False, total="much")
    refusal = Refusal("", "bad_setup", {"reason": "total"})
    assert start_game(game_id=game.pk, actor=host).refusal == refusal
    assert change_setup(game_id=game.pk, setup={"total": None}, actor=host).refusal == refusal
    assert explain(game, refusal) == "The game cannot be played with these settings: total"


def test_only_a_host_starts_and_finishes(make_game):
    game = make_game(started=False)
    for service in (start_game, finish_game, reopen_game):
        assert service(game_id=game.pk, actor=RED).refusal == Refusal("", "host_only")
    assert change_setup(game_id=game.pk, setup={}, actor=RED).refusal == Refusal("", "host_only")


def test_a_game_finished_too_soon_is_opened_again(make_game, host):
    game = make_game(started=False)
    assert reopen_game(game_id=game.pk, actor=host).refusal == Refusal("", "not_started")
    start_game(game_id=game.pk, actor=host)
    assert reopen_game(game_id=game.pk, actor=host).repeated
    finish_game(game_id=game.pk, actor=host)
    assert not reopen_game(game_id=game.pk, actor=host).repeated
    game.refresh_from_db()
    assert game.finished_at is None
    assert actions() == ["start_game", "finish_game", "reopen_game"]


def test_a_game_is_finished_once_and_not_before_the_start(make_game, host):
    game = make_game(started=False)
    assert finish_game(game_id=game.pk, actor=host).refusal == Refusal("", "not_started")
    start_game(game_id=game.pk, actor=host)
    assert not finish_game(game_id=game.pk, actor=host).repeated
    assert finish_game(game_id=game.pk, actor=host).repeated
    assert actions() == ["start_game", "finish_game"]


def test_the_current_game_is_the_one_that_runs(make_game, host):
    assert current_game() is None
    finished, running, waiting = make_game(), make_game(), make_game(started=False)
    finish_game(game_id=finished.pk, actor=host)
    assert current_game() == running
    finish_game(game_id=running.pk, actor=host)
    assert current_game() == waiting
    waiting.delete()
    assert current_game() == running


def check(*games):
    out, errors = StringIO(), StringIO()
    try:
        call_command("check_games", *games, stdout=out, stderr=errors)
    except SystemExit as end:
        return end.code, out.getvalue(), errors.getvalue()
    return 0, out.getvalue(), errors.getvalue()


def test_check_games_names_every_game_whose_snapshot_is_not_its_log(make_game, host):
    good, changed, behind = make_game(), make_game(), make_game()
    make_game(started=False)
    for game in (good, changed, behind):
        give(game, host, "add", amount=1)
        give(game, host, "add", amount=2)
        give(game, host, "undo")
    assert check() == (0, "4 games checked, 0 differ\n", "")

    changed.refresh_from_db()
    LiveGame.objects.filter(pk=changed.pk).update(snapshot=changed.snapshot.replace('"total":1', '"total":2'))
    LiveGame.objects.filter(pk=behind.pk).update(seq=2)
    code, out, errors = check()
    assert (code, out) == (1, "4 games checked, 2 differ\n")
    assert errors == (
        f"game {changed.pk}: the snapshot is not the fold of the log\ngame {behind.pk}: seq is 2, the log ends at 3\n"
    )
    assert check(str(good.pk)) == (0, "1 games checked, 0 differ\n", "")


def test_check_games_says_when_a_log_cannot_be_folded(make_game, host):
    game = make_game()
    give(game, host, "add", amount=1)
    LiveGame.objects.filter(pk=game.pk).update(discipline="forgotten")
    code, _, errors = check()
    assert code == 1 and errors == f"game {game.pk}: the log cannot be folded: KeyError: 'forgotten'\n"


def test_before_its_rules_have_ended_it_a_game_is_closed_with_a_reason_alone(game, host):
    assert give(game, host, "clock", running=True).accepted
    for reason in ("", " … "):
        refused = finish_game(game_id=game.pk, actor=host, reason=reason)
        assert refused.refusal == Refusal("", "reason_missing"), reason
    assert finish_game(game_id=game.pk, actor=host, reason="  fire\n alarm ").accepted
    note = GameCommand.objects.get(game=game, command__do="x-close")
    assert note.command["reason"] == "fire alarm"


def test_a_game_that_is_over_needs_no_reason_and_notes_none(game, host):
    assert finish_game(game_id=game.pk, actor=host, reason="tired").accepted
    assert not GameCommand.objects.filter(game=game, command__do="x-close").exists()
