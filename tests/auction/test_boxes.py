"""Black boxes in the database: sealed by the host, read by nobody, opened when all is decided, checked by everybody."""

from __future__ import annotations

import datetime
import hashlib
import html
import json
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from auction.models import AuctionQuestion, BlackBox, Category
from auction.panels import render_panels
from auction.services import boxes
from auction.services.boxes import seal_box, unseal_box
from auction.services.history import record_of
from auction.services.rehearsals import make_rehearsal
from auction.services.settings import save_settings
from tests.auction_games import make_auction_game
from tests.concurrency.crowd import at_once
from tests.playing import give, state
from tests.seeds import promise, seed_that_draws
from tournaments import records, texts
from tournaments.models import AuditEntry, GameCommand, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SECRET = "tajna latarnia z sową"
CAPTAIN = Actor(key="seat:red", role="captain", team="red", name="red")
SCREENS = [
    ("console", "host"), ("captain", "captain:red"), ("captain", "captain:yellow"), ("player", "player:red"),
    ("spectator", "public"), ("projector", "public"),
]  # fmt: skip


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.select_related("season").get(pk=game.pk)


@pytest.fixture
def game(season: Season, host_user: User, host: Actor, monkeypatch: pytest.MonkeyPatch) -> LiveGame:
    """Two teams, one question a round, a sealed box that the first draw takes; not started."""
    promise(monkeypatch, seed_that_draws((":black_box", ["K0", "K1", (":black_box", 9)])))
    for number in range(2):
        AuctionQuestion.objects.create(
            category=Category.objects.create(name=f"K{number}"), text=f"Pytanie {number}?", answer="a", source="x",
            variant_a="a", variant_b="b", variant_c="c", variant_d="d", right_variant=1,
        )  # fmt: skip
    game = make_auction_game(season, host_user, special={"hint": 0, "black_box": 9, "one_on_one": 0})
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 1}})
    assert seal_box(game_id=game.pk, number=1, contents=SECRET, actor=host).accepted
    return fresh(game)


def to_the_question(game: LiveGame, host: Actor) -> None:
    """Red has the box, the only question is about to be judged."""
    assert start_game(game_id=game.pk, actor=host).accepted
    for do, more in (
        ("draw", {}), ("open", {}), ("bid", {"team": "red", "points": 8}), ("close", {"excused": ["yellow"]}),
        ("draw", {}), ("open", {}), ("bid", {"team": "red", "points": 5}), ("close", {"excused": ["yellow"]}),
        ("show_question", {}),
    ):  # fmt: skip
        assert give(game, host, do, **more).accepted


def to_the_end(game: LiveGame, host: Actor) -> None:
    """The first round is over."""
    to_the_question(game, host)
    assert give(game, host, "judge", correct=True).accepted
    assert state(game)["game"]["phase"] == "round_over"


# --- sealing -------------------------------------------------------------------------------------------------------


def test_a_seal_is_the_hash_of_salt_and_contents_and_stands_in_the_setup(game):
    box = BlackBox.objects.get()
    assert box.commitment == hashlib.sha256((box.salt + SECRET).encode()).hexdigest()
    assert len(box.salt) == 64 and box.opened_at is None
    assert game.setup["boxes"] == [{"number": 1, "commitment": box.commitment}]


def test_settings_saved_in_another_tab_keep_the_boxes(game, host):
    special = {"hint": 1, "black_box": 1, "one_on_one": 1}
    assert save_settings(game_id=game.pk, rules={}, settings={}, special=special, actor=host).accepted
    assert len(fresh(game).setup["boxes"]) == 1


@pytest.mark.parametrize(
    ("contents", "code"),
    [("", "box_empty"), (" \n\t\u00a0 ", "box_empty"), ("\u200b\u202e", "box_empty"), ("...", "box_empty"),
     ("a" * 501, "box_too_long"), ("a\0b", "box_unreadable"), ("a\ud800", "box_unreadable")],
)  # fmt: skip
def test_what_is_no_contents_is_refused(game, host, contents, code):
    outcome = seal_box(game_id=game.pk, number=2, contents=contents, actor=host)
    assert outcome.refusal is not None and (outcome.refusal.paragraph, outcome.refusal.code) == ("6", code)
    assert texts.explain(game, outcome.refusal) and BlackBox.objects.count() == 1


@pytest.mark.parametrize(
    "contents",
    ["7", "🦉", "a" * 500, "<b>&amp;</b>", "مرحبا\u202eabc", "{{ 7|add:7 }}", "'\"; rm -rf /\nzwei", "ł" * 500],
)
def test_any_text_can_lie_in_a_box_and_comes_out_as_it_was(game, host, contents):
    assert seal_box(game_id=game.pk, number=2, contents=f"  {contents}\r\n", actor=host).accepted
    assert BlackBox.objects.get(number=2).contents == contents


@pytest.mark.parametrize("number", [0, 4, -1, 99])
def test_a_game_has_three_boxes_at_most(game, host, number):
    assert seal_box(game_id=game.pk, number=number, contents="x", actor=host).refusal == Refusal(
        "6", "box_no_more", {"most": 3}
    )


def test_a_second_press_is_the_same_press_and_a_guess_is_refused(game, host, monkeypatch):
    again = seal_box(game_id=game.pk, number=1, contents=SECRET, actor=host)
    assert again.accepted and again.repeated and BlackBox.objects.count() == 1
    sealed = Refusal("6", "box_sealed_already", {"box": 1})
    assert seal_box(game_id=game.pk, number=1, contents="anything else", actor=host).refusal == sealed
    other = Actor(key="user:999", role="host", name="Inna")
    assert seal_box(game_id=game.pk, number=1, contents=SECRET, actor=other).refusal == sealed, (
        "nobody learns by trying"
    )
    monkeypatch.setattr(boxes, "SAME_PRESS", datetime.timedelta(0))
    assert seal_box(game_id=game.pk, number=1, contents=SECRET, actor=host).refusal == sealed


def test_only_a_host_seals_and_only_before_the_start(game, host):
    assert seal_box(game_id=game.pk, number=2, contents="x", actor=CAPTAIN).refusal == Refusal("", "host_only")
    assert unseal_box(game_id=game.pk, number=1, reason="bo tak", actor=CAPTAIN).refusal == Refusal("", "host_only")
    assert start_game(game_id=game.pk, actor=host).accepted
    started = Refusal("", "already_started")
    assert seal_box(game_id=game.pk, number=2, contents="x", actor=host).refusal == started
    assert unseal_box(game_id=game.pk, number=1, reason="bo tak", actor=host).refusal == started


def test_a_box_is_thrown_away_unread_with_a_reason_that_stays(game, host):
    old = BlackBox.objects.get().commitment
    for reason in ("", "  ", "..."):
        refused = unseal_box(game_id=game.pk, number=1, reason=reason, actor=host).refusal
        assert refused == Refusal("6", "box_reason_missing", {})
    assert unseal_box(game_id=game.pk, number=1, reason="literówka", actor=host).accepted
    assert not BlackBox.objects.exists() and fresh(game).setup["boxes"] == []
    entry = AuditEntry.objects.get(action="unseal_box")
    assert entry.details["commitment"] == old and entry.details["reason"] == "literówka"
    gone = unseal_box(game_id=game.pk, number=1, reason="literówka", actor=host).refusal
    assert gone == Refusal("6", "box_not_sealed", {"box": 1})
    assert seal_box(game_id=game.pk, number=1, contents="inna", actor=host).accepted
    assert BlackBox.objects.get().commitment != old


def test_a_rehearsal_has_boxes_of_its_own(game, host):
    _outcome, rehearsal = make_rehearsal(game_id=game.pk, actor=host)
    assert rehearsal is not None
    stand_in = BlackBox.objects.get(game=rehearsal)
    assert stand_in.contents != SECRET
    assert rehearsal.setup["boxes"] == [{"number": 1, "commitment": stand_in.commitment}]
    assert fresh(game).setup["boxes"] != rehearsal.setup["boxes"]


# --- secrecy -------------------------------------------------------------------------------------------------------


def everything_written(game: LiveGame) -> str:
    """Log, audit, setup, snapshot, record."""
    game = fresh(game)
    rows = [json.dumps(row.command, ensure_ascii=False) for row in GameCommand.objects.filter(game=game)]
    audit = [json.dumps(entry.details, ensure_ascii=False) for entry in AuditEntry.objects.all()]
    setup = json.dumps(game.setup, ensure_ascii=False)
    return "\n".join([*rows, *audit, setup, game.snapshot, *(record_of(game) if game.started_at else ())])


def everything_shown(game: LiveGame) -> str:
    """Every screen of everybody, in three languages."""
    game = fresh(game)
    session = load_session(game)
    pages = (
        render_panels(game, session, screen, audience, language)
        for screen, audience in SCREENS
        for language in ("en", "pl", "ru")
    )
    return html.unescape("\n".join(panel for panels in pages for panel in panels.values()))


PAGES = ["", "screen/", "draws/", "setup/", "setup/boxes/", "setup/start/", "console/", "record/", "protocol/"]


def pages_of(game: LiveGame, client: Client) -> str:
    answers = [client.get(f"/games/{game.pk}/{page}", follow=True) for page in PAGES]
    answers += [client.get(path) for path in ("/", "/admin/", "/admin/auction/", "/admin/tournaments/auditentry/")]
    answers += [client.get(f"/admin/tournaments/auditentry/{row.pk}/change/") for row in AuditEntry.objects.all()]
    answers += [client.get(f"/admin/tournaments/livegame/{game.pk}/change/")]
    return html.unescape("\n".join(answer.content.decode() for answer in answers))


def test_nobody_reads_a_box_before_it_is_opened(game, host, host_user, client):
    host_user.is_staff = host_user.is_superuser = True
    host_user.save()
    client.force_login(host_user)
    salt = BlackBox.objects.get().salt
    steps = [lambda: None, lambda: to_the_question(game, host), lambda: give(game, host, "judge", correct=True)]
    for step in steps:
        step()
        seen = everything_written(game) + everything_shown(game) + pages_of(game, client)
        assert SECRET not in seen and salt not in seen
        assert BlackBox.objects.get().commitment in seen, "the search looks where the boxes are"


def test_a_refused_opening_leaves_nothing_in_the_log(game, host):
    to_the_question(game, host)
    assert give(game, host, "open_box", box=1).refusal == Refusal("6", "box_too_early", {"box": 1})
    assert give(game, CAPTAIN, "open_box", box=1).refusal == Refusal("10", "host_decides", {})
    assert SECRET not in everything_written(game) + everything_shown(game)


# --- opening -------------------------------------------------------------------------------------------------------


def test_the_box_is_opened_once_all_is_decided_and_moves_no_point(game, host):
    to_the_end(game, host)
    before = state(game)["game"]
    assert give(game, host, "open_box", box=1).accepted
    assert state(game)["game"] == before
    assert BlackBox.objects.get().opened_at is not None
    game = fresh(game)
    for screen, audience in SCREENS:
        shown = html.unescape("".join(render_panels(game, load_session(game), screen, audience, "pl").values()))
        assert SECRET in shown, (screen, audience)
    assert give(game, host, "open_box", box=1).refusal == Refusal("6", "box_opened_already", {"box": 1})
    for wrong in (2, 0, "1", None, True, 1.0):
        assert give(game, host, "open_box", box=wrong).refusal == Refusal("6", "box_unknown", {})
    assert find_differences(fresh(game)) == []


def test_what_a_client_says_of_the_contents_counts_for_nothing(game, host):
    to_the_end(game, host)
    assert give(game, host, "open_box", box=1, contents="podmiana", salt="00").accepted
    assert state(game)["specials"]["boxes"][0]["contents"] == SECRET


def test_a_text_that_was_changed_in_the_table_is_not_shown(game, host):
    to_the_end(game, host)
    BlackBox.objects.update(contents="podmiana")
    assert give(game, host, "open_box", box=1).refusal == Refusal("6", "box_does_not_match", {"box": 1})
    assert "podmiana" not in everything_written(game) + everything_shown(game)
    BlackBox.objects.all().delete()
    assert give(game, host, "open_box", box=1).refusal == Refusal("6", "box_does_not_match", {"box": 1})
    assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted, "the evening ends all the same"


def test_an_undo_cannot_make_it_unseen_and_it_is_opened_again_for_the_record(game, host):
    to_the_end(game, host)
    assert give(game, host, "open_box", box=1).accepted
    assert give(game, host, "undo").accepted, "takes the verdict back, and the opening along with it"
    assert state(game)["game"]["phase"] == "answering"
    assert state(game)["specials"]["boxes"][0]["contents"] == SECRET
    assert give(game, host, "judge", correct=False).accepted
    assert give(game, host, "open_box", box=1).accepted
    assert find_differences(fresh(game)) == []
    assert sum('"x-open_box"' in line for line in record_of(fresh(game))) == 1


def test_a_box_that_nobody_won_stays_closed(game, host):
    assert start_game(game_id=game.pk, actor=host).accepted
    for do, more in (
        ("draw", {}), ("open", {}), ("close", {"excused": ["red", "yellow"]}),
        ("draw", {}), ("open", {}), ("bid", {"team": "red", "points": 5}), ("close", {"excused": ["yellow"]}),
        ("show_question", {}), ("judge", {"correct": True}),
    ):  # fmt: skip
        assert give(game, host, do, **more).accepted
    assert give(game, host, "open_box", box=1).refusal == Refusal("6", "box_not_won", {"box": 1})
    assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted
    assert SECRET not in everything_written(game) + everything_shown(game)
    assert "Nobody won it: it stays closed." in everything_shown(game)


def test_the_record_tells_it_all_verifies_and_comes_back(game, host, client, tmp_path, capsys):
    to_the_end(game, host)
    assert give(game, host, "open_box", box=1).accepted
    assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted
    lines = record_of(fresh(game))
    header = json.loads(lines[0])
    (opened,) = [json.loads(line) for line in lines if '"x-open_box"' in line]
    (sealed,) = header["boxes"]
    assert hashlib.sha256((opened["salt"] + opened["contents"]).encode()).hexdigest() == sealed["commitment"]
    assert header["special"]["black_box"] == 9
    assert not records.check(lines).findings
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    call_command("import_record", str(path))
    imported = LiveGame.objects.latest("pk")
    assert imported.pk != game.pk and find_differences(imported) == []
    assert load_session(imported).specials.boxes[0].contents == SECRET
    page = html.unescape(client.get(f"/games/{imported.pk}/draws/").content.decode())
    assert SECRET in page and sealed["commitment"] in page


# --- the page ------------------------------------------------------------------------------------------------------


def test_the_host_seals_on_the_page_and_gets_no_text_back(game, host_user, client):
    client.force_login(host_user)
    address = f"/games/{game.pk}/setup/boxes/"
    answer = client.post(address, {"number": "2", "contents": "druga tajemnica"}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "druga tajemnica" not in answer.content.decode()
    assert BlackBox.objects.get(number=2).sealed_by


def test_a_refused_text_stays_in_the_form_with_the_reason(game, host_user, client):
    client.force_login(host_user)
    address = f"/games/{game.pk}/setup/boxes/"
    too_long = "<i>" + "x" * 498
    answer = client.post(address, {"number": "2", "contents": too_long})
    page = answer.content.decode()
    assert answer.status_code == 422 and html.escape(too_long) in page and "<i>x" not in page
    assert "these are 501" in page
    taken = client.post(address, {"number": "1", "contents": "po czasie, z drugiej karty"})
    assert taken.status_code == 422 and "po czasie, z drugiej karty" in taken.content.decode()
    for number in ("", "x", "-1", "٣", "9" * 50):
        assert client.post(address, {"number": number, "contents": "x"}).status_code == 422


def test_after_the_start_the_page_keeps_what_was_typed_and_says_why(game, host, host_user, client):
    client.force_login(host_user)
    start_game(game_id=game.pk, actor=host)
    answer = client.post(f"/games/{game.pk}/setup/boxes/", {"number": "2", "contents": "za późno"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "The game has started" in page and "za późno" in page
    assert client.post(f"/games/{game.pk}/setup/boxes/1/unseal/", {"reason": "x"}).status_code == 422


def test_throwing_away_on_the_page_wants_a_reason(game, host_user, client):
    client.force_login(host_user)
    address = f"/games/{game.pk}/setup/boxes/1/unseal/"
    answer = client.post(address, {"reason": " "})
    assert answer.status_code == 422 and "Say why the seal is broken" in answer.content.decode()
    assert client.post(address, {"reason": "pomyłka"}).status_code == 302
    assert not BlackBox.objects.exists()


def test_the_demo_has_a_sealed_box_and_weights(settings: Any) -> None:
    from auction.services.demo import seed_demo

    settings.SOWA_DEMO = True
    game = seed_demo()
    assert game.setup["special"] == {"hint": 2, "black_box": 2, "one_on_one": 2}
    assert BlackBox.objects.get(game=game).commitment == game.setup["boxes"][0]["commitment"]


@pytest.mark.django_db(transaction=True)
def test_two_hands_at_once_seal_one_box(season, host_user, host):
    game = make_auction_game(season, host_user)

    def press(text: str) -> Any:
        return seal_box(game_id=game.pk, number=1, contents=text, actor=host)

    outcomes = at_once([partial(press, text) for text in ("lewa", "prawa", "lewa", "prawa")])
    box = BlackBox.objects.get()
    assert sum(outcome.accepted for outcome in outcomes) == 2, "the one that was first, and its double"
    assert fresh(game).setup["boxes"] == [{"number": 1, "commitment": box.commitment}]
