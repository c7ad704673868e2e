"""An evening interrupted and taken up again: nothing moves meanwhile, nothing is lost."""

import datetime

import pytest
from django.utils import timezone

from tests.playing import RED, code_of, give, state
from tournaments.models import AccessLink, AuditEntry, GameCommand, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import issue_link, link_token, redeem_token
from tournaments.services.games import change_setup, finish_game, reopen_game
from tournaments.services.interruptions import resume_game, suspend_game
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def fresh(game):
    return LiveGame.objects.get(pk=game.pk)


def test_nothing_is_taken_while_the_evening_is_suspended(game, host):
    assert give(game, host, "add", amount=3).accepted
    assert suspend_game(game_id=game.pk, reason="power cut", actor=host).accepted
    before = state(game)
    for actor, do, fields in (
        (host, "add", {"amount": 1}),
        (host, "undo", {}),
        (host, "redo", {}),
        (RED, "bid", {"team": "red", "points": 9}),
        (RED, "add_nonce", {"nonce": "0" * 32}),
    ):
        outcome = give(game, actor, do, **fields)
        assert code_of(outcome) == "suspended", do
    for use_case in (finish_game, reopen_game):
        assert code_of(use_case(game_id=game.pk, actor=host)) == "suspended"
    assert code_of(change_setup(game_id=game.pk, setup={}, actor=host)) == "suspended"
    assert state(game) == before
    assert resume_game(game_id=game.pk, actor=host).accepted
    assert give(game, host, "undo").accepted
    assert state(game)["total"] == 0
    assert find_differences(fresh(game)) == []


def test_the_log_and_the_audit_say_when_and_why(game, host):
    until = datetime.datetime(2026, 12, 7, 17, tzinfo=datetime.UTC)
    suspend_game(game_id=game.pk, reason="  power\n cut ", until=until, actor=host)
    assert suspend_game(game_id=game.pk, reason="again", actor=host).repeated
    resume_game(game_id=game.pk, actor=host)
    assert resume_game(game_id=game.pk, actor=host).repeated
    notes = list(GameCommand.objects.order_by("pk").values_list("command", "actor_name"))[-2:]
    assert [(said["do"], said.get("reason"), who) for said, who in notes] == [
        ("x-suspend", "power cut", "Ela Sowa"),
        ("x-resume", None, "Ela Sowa"),
    ]
    assert notes[0][0]["until"] == "2026-12-07T17:00:00+00:00"
    assert set(AuditEntry.objects.values_list("action", flat=True)) >= {"suspend_game", "resume_game"}


def test_a_reason_is_words_and_only_the_host_decides(game, make_game, host):
    assert suspend_game(game_id=game.pk, reason=" … ", actor=host).refusal == Refusal("", "reason_missing")
    assert suspend_game(game_id=game.pk, reason="no", actor=RED).refusal == Refusal("", "host_only")
    assert resume_game(game_id=game.pk, actor=RED).refusal == Refusal("", "host_only")
    waiting = make_game(started=False)
    assert suspend_game(game_id=waiting.pk, reason="no", actor=host).refusal == Refusal("", "not_started")
    finish_game(game_id=game.pk, actor=host)
    assert suspend_game(game_id=game.pk, reason="no", actor=host).refusal == Refusal("", "game_over")


def test_no_link_expires_meanwhile(game, host, monkeypatch):
    now = timezone.now()
    hour = datetime.timedelta(hours=1)
    short = issue_link(game_id=game.pk, role="captain", team="red", expires_at=now + hour, actor=host)
    endless = issue_link(game_id=game.pk, role="captain", team="blue", actor=host)
    gone = issue_link(game_id=game.pk, role="player", team="blue", expires_at=now - hour, actor=host)
    suspend_game(game_id=game.pk, reason="power cut", actor=host)
    later = now + datetime.timedelta(days=7)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert redeem_token(link_token(short)).pk == short.pk
    resume_game(game_id=game.pk, actor=host)
    ends = AccessLink.objects.get(pk=short.pk).expires_at
    assert ends is not None
    left = ends - later
    assert hour - datetime.timedelta(seconds=30) < left <= hour
    assert AccessLink.objects.get(pk=endless.pk).expires_at is None
    assert AccessLink.objects.get(pk=gone.pk).expires_at == now - hour
