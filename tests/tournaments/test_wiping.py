"""A rehearsal leaves no row behind; of a real game nothing can be wiped."""

import datetime
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from tests.playing import RED, give
from tournaments.models import AuditEntry, ChatMute, DrawSeed, LiveGame, Postponement, Privilege
from tournaments.models.wiping import tables_of_a_game, wipe_rows
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import issue_link
from tournaments.services.chat import post_message
from tournaments.services.wiping import wipe_rehearsal

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def rehearsal(make_game, game, host):
    made = make_game()
    LiveGame.objects.filter(pk=made.pk).update(rehearsal_of=game, for_ranking=False)
    return LiveGame.objects.get(pk=made.pk)


def fill(game, host):
    """A row in every table that the loop itself writes."""
    give(game, host, "add", amount=1)
    give(game, RED, "bid", team="red", points=0)
    issue_link(game_id=game.pk, role="captain", team="red", actor=host)
    post_message(game_id=game.pk, actor=host, text="hello")
    ChatMute.objects.create(game=game, voice_key="seat:1")
    DrawSeed.objects.create(game=game, series=9, round=1, commitment="c", seed="s", revealed_at=game.created_at)
    Postponement.objects.create(game=game, reason="x", decided_by="x")
    Privilege.objects.create(
        holder="p1", name="x", season=game.season, game=game, paragraph="28", kind="half_op",
        starts_at=game.created_at, ends_at=game.created_at + datetime.timedelta(weeks=1),
    )  # fmt: skip


def rows(game):
    return {
        model._meta.label: model._base_manager.filter(**{path: game.pk}).count() for model, path in tables_of_a_game()
    }


def test_every_table_of_a_game_is_known():
    labels = {model._meta.label for model, _path in tables_of_a_game()}
    assert labels >= {
        "tournaments.GameCommand", "tournaments.GameEvent", "tournaments.AccessLink", "tournaments.ChatMessage",
        "tournaments.ChatMute", "tournaments.DrawSeed", "tournaments.LedgerEntry", "tournaments.Privilege",
        "tournaments.Postponement", "tournaments.LiveGame_hosts", "auction.QuestionUse", "auction.ImportedRecord",
    }  # fmt: skip
    assert not labels & {"tournaments.LiveGame", "tournaments.Person", "tournaments.User", "auction.AuctionQuestion"}


def test_a_rehearsal_leaves_no_row_but_one_of_the_audit(rehearsal, game, host):
    fill(game, host)
    fill(rehearsal, host)
    kept, written = rows(game), AuditEntry.objects.count()
    assert wipe_rehearsal(game_id=rehearsal.pk, actor=host).accepted
    assert not LiveGame.objects.filter(pk=rehearsal.pk).exists()
    assert set(rows(rehearsal).values()) == {0}
    assert rows(game) == kept and LiveGame.objects.filter(pk=game.pk).exists()
    entry = AuditEntry.objects.latest("pk")
    assert (AuditEntry.objects.count() - written, entry.action, entry.target) == (
        1,
        "wipe_rehearsal",
        f"game:{game.pk}",
    )


def test_no_path_wipes_a_real_game(game, rehearsal, host):
    fill(game, host)
    kept = rows(game)
    assert wipe_rehearsal(game_id=game.pk, actor=host).refusal == Refusal("", "not_a_rehearsal")
    assert wipe_rows(game.pk) == {}
    assert rows(game) == kept
    assert wipe_rehearsal(game_id=rehearsal.pk, actor=RED).refusal == Refusal("", "host_only")
    assert LiveGame.objects.filter(pk=rehearsal.pk).exists()


def test_a_game_that_counts_can_never_be_called_a_rehearsal(game, make_game):
    counting = make_game()
    change = LiveGame.objects.filter(pk=counting.pk).update
    with pytest.raises(IntegrityError), transaction.atomic():
        change(rehearsal_of=game)


def test_a_command_for_a_wiped_rehearsal_finds_no_game(rehearsal, host):
    command = partial(give, rehearsal, host, "add", amount=1)
    wipe_rehearsal(game_id=rehearsal.pk, actor=host)
    with pytest.raises(LiveGame.DoesNotExist):
        command()
