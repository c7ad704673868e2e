"""The chat: order, length, disguises, silence."""

import pytest
from django.utils import timezone

from tests.playing import BLUE, RED
from tournaments.models import AccessLink, AuditEntry, ChatMessage
from tournaments.rules.engine import Refusal
from tournaments.selectors.chat import chat_messages, muted_voices
from tournaments.services.access_links import issue_link
from tournaments.services.actors import Actor
from tournaments.services.chat import clean_text, mute_voice, post_message, release_voice, remove_message

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def say(game, actor, text, **more):
    return post_message(game_id=game.pk, actor=actor, text=text, **more)


def test_messages_are_numbered_in_the_servers_order_game_by_game(game, make_game, host, django_assert_num_queries):
    other = make_game()
    assert [say(game, RED, "a").message.number, say(other, RED, "x").message.number] == [1, 1]
    say(game, BLUE, "b")
    say(game, host, "c")
    game.refresh_from_db()
    assert game.chat_seq == 3
    with django_assert_num_queries(1):
        assert [(m.number, m.text, m.team) for m in chat_messages(game)] == [
            (1, "a", "red"),
            (2, "b", "blue"),
            (3, "c", ""),
        ]
    assert [m.text for m in chat_messages(game, limit=2)] == ["b", "c"]


def test_a_repeated_message_is_said_once(game):
    first = say(game, RED, "hello", message_id="m1")
    assert say(game, RED, "hello", message_id="m1").message == first.message
    assert say(game, BLUE, "hello", message_id="m1").message != first.message
    assert ChatMessage.objects.count() == 2


def test_a_room_is_its_teams_alone(game, host):
    assert say(game, RED, "plan", room="red").accepted
    assert say(game, host, "hint", room="red").refusal == Refusal("", "room_of_the_team")
    assert say(game, BLUE, "spy", room="red").refusal == Refusal("", "not_your_room")
    assert [m.text for m in chat_messages(game)] == []
    assert [m.text for m in chat_messages(game, ("", "red"))] == ["plan"]


def test_in_the_room_the_captain_removes_and_a_trace_stays(game, host):
    say(game, RED, "rude", room="red")
    player = Actor(key="seat:7", role="player", team="red")
    for actor, code in ((host, "room_of_the_team"), (BLUE, "not_your_room"), (player, "captain_only")):
        assert remove_message(game_id=game.pk, number=1, actor=actor).refusal == Refusal("", code)
    assert remove_message(game_id=game.pk, number=1, actor=RED).accepted
    (trace,) = chat_messages(game, ("red",))
    assert trace.removed_at is not None
    entry = AuditEntry.objects.get(action="remove_message")
    assert "rude" not in str(entry.details)


def test_a_voice_muted_in_the_hall_still_speaks_in_its_room(game, host):
    mute_voice(game_id=game.pk, voice_key=RED.key, actor=host)
    assert say(game, RED, "plan", room="red").accepted
    assert say(game, RED, "hey").refusal == Refusal("", "voice_muted")


@pytest.mark.parametrize("change", [{"revoked_at": timezone.now()}, {"role": "player"}, {"team": "blue"}])
def test_who_has_left_the_seat_meanwhile_says_nothing(game, host, change):
    link = issue_link(game_id=game.pk, role="captain", team="red", player="p1", actor=host)
    waiting = Actor(key=link.seat_key, role="captain", team="red", player="p1")
    assert say(game, waiting, "hello", room="red").accepted
    AccessLink.objects.filter(pk=link.pk).update(**change)
    for room in ("", "red"):
        assert say(game, waiting, "hello", room=room).refusal == Refusal("", "seat_gone")
    assert remove_message(game_id=game.pk, number=1, actor=waiting).refusal == Refusal("", "seat_gone")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("  a\tb\r\nc  ", "a b c"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\ufeff", "ab"),
        ("nul\0", "nul"),
        ("half\ud800", "half"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>{{ x }}</b>", "<b>{{ x }}</b>"),
        ("line\u2028break", "line break"),
    ],
)
def test_disguises_are_taken_off(typed, said):
    assert clean_text(typed) == said


@pytest.mark.parametrize("text", ["", "   ", "\u00a0\u3000", "\u200d\u200c", "\u202e", "\0"])
def test_nothing_to_read_is_no_message(game, text):
    assert say(game, RED, text).refusal == Refusal("", "message_empty")


def test_five_hundred_characters_fit(game):
    assert say(game, RED, "ż" * 500).accepted
    assert say(game, RED, "ż" * 501).refusal == Refusal("", "message_too_long", {"length": 501, "limit": 500})


def test_a_muted_voice_is_told_so_until_released(game, host):
    assert mute_voice(game_id=game.pk, voice_key=RED.key, actor=host).accepted
    assert mute_voice(game_id=game.pk, voice_key=RED.key, actor=host).accepted
    assert muted_voices(game) == {RED.key}
    assert say(game, RED, "hey").refusal == Refusal("", "voice_muted")
    assert say(game, BLUE, "hey").accepted
    release_voice(game_id=game.pk, voice_key=RED.key, actor=host)
    release_voice(game_id=game.pk, voice_key=RED.key, actor=host)
    assert say(game, RED, "hey").accepted and muted_voices(game) == set()
    mute_voice(game_id=game.pk, voice_key=RED.key, actor=host)
    actions = AuditEntry.objects.filter(action__endswith="voice").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["mute_voice", "release_voice", "mute_voice"]


def test_a_removed_message_is_hidden_and_kept(game, host):
    say(game, RED, "rude")
    for _ in range(2):
        assert remove_message(game_id=game.pk, number=1, actor=host).accepted
    assert chat_messages(game) == []
    message = ChatMessage.objects.get()
    assert message.text == "rude" and message.removed_by == host.key
    assert AuditEntry.objects.filter(action="remove_message").count() == 1


def test_only_the_host_moderates(game, host):
    say(game, RED, "mine")
    refusal = Refusal("", "host_only")
    assert remove_message(game_id=game.pk, number=1, actor=RED).refusal == refusal
    assert mute_voice(game_id=game.pk, voice_key=BLUE.key, actor=RED).refusal == refusal
    assert release_voice(game_id=game.pk, voice_key=RED.key, actor=RED).refusal == refusal
    assert mute_voice(game_id=game.pk, voice_key=host.key, actor=host).refusal == Refusal("", "host_not_muted")
