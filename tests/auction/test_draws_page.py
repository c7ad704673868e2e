"""What everybody can see of the draws, and that nobody sees a seed before it is published."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from auction.models import AuctionQuestion
from auction.panels import render_panels
from auction.services.history import record_of
from tests.auction.test_draws import MASTERS, captain, drawn, first_round, game, nonce, play_lot, seed
from tests.playing import give, state
from tournaments.models import AuditEntry, DrawSeed, GameCommand, GameEvent, LiveGame, User
from tournaments.rules.draw import draw_key
from tournaments.services.access_links import link_token
from tournaments.services.games import finish_game
from tournaments.services.replay_log import load_session

pytestmark = pytest.mark.django_db
__all__ = ["game"]  # the fixture
SCREENS = [
    ("console", "host"), ("captain", "captain:red"), ("player", "player:red"), ("spectator", "public"),
    ("projector", "public"),
]  # fmt: skip


def fresh(game: LiveGame) -> LiveGame:
    return LiveGame.objects.get(pk=game.pk)


def panels(game: LiveGame, screen: str, audience: str) -> dict[str, str]:
    now = fresh(game)
    return dict(render_panels(now, load_session(now), screen, audience, "en"))


def page(game: LiveGame) -> str:
    response = Client().get(f"/games/{game.pk}/draws/")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def browsers(game: LiveGame, host_user: User) -> Iterator[tuple[str, Client]]:
    yield "nobody", Client()
    hosting, office = Client(), Client()
    hosting.force_login(host_user)
    yield "host", hosting
    for role in ("captain", "player"):
        seated = Client()
        seated.get(f"/join/{link_token(game.links.filter(role=role, team='red').earliest('pk'))}/")
        yield role, seated
    root = User.objects.filter(username="root").first() or User.objects.create_superuser("root")
    office.force_login(root)
    yield "admin", office


def addresses(game: LiveGame) -> list[str]:
    one = [
        reverse(f"auction:{name}", args=[game.pk]) for name in ("spectator", "projector", "console", "record", "draws")
    ]
    links = [reverse("auction:seat", args=[game.pk, link.pk]) for link in game.links.all()]
    row = DrawSeed.objects.filter(game=game).latest("series").pk
    admin = [
        reverse("admin:tournaments_drawseed_changelist"),
        reverse("admin:tournaments_drawseed_change", args=[row]),
        reverse("admin:tournaments_livegame_change", args=[game.pk]),
        *(reverse("admin:tournaments_gamecommand_change", args=[pk])
          for pk in GameCommand.objects.filter(game=game).values_list("pk", flat=True)),
    ]  # fmt: skip
    return [*one, *links, *admin, "/", reverse("auction:setup", args=[game.pk])]


def everything_said(game: LiveGame, host_user: User) -> str:
    """All pages for everybody, all panels of the streams, the record, the log, the audit."""
    said = [text for screen, audience in SCREENS for text in panels(game, screen, audience).values()]
    for _who, browser in browsers(game, host_user):
        said += looks_around(browser, addresses(game))
    said += record_of(fresh(game))
    said += [json.dumps(row.command) for row in GameCommand.objects.all()]
    said += [json.dumps(row.data) for row in GameEvent.objects.all()]
    said += [json.dumps(row.details) for row in AuditEntry.objects.all()]
    return html.unescape("\n".join(said)) + fresh(game).snapshot


def looks_around(browser: Client, places: Iterable[str]) -> list[str]:
    """Each address, and where it leads to; many lead to the same page, which is read once."""
    said, led = [], set()
    waiting = list(places)
    while waiting:
        answer = browser.get(waiting.pop())
        said.append(answer.content.decode())
        place = answer.get("Location", "").partition("?")[0]  # who is not logged in is asked to, again and again
        if place and place not in led:
            led.add(place)
            waiting.append(answer["Location"])
    return said


def test_a_secret_seed_and_its_key_are_nowhere(game, host, host_user):
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    now = seed(game)
    hidden = [now.seed, draw_key(now.seed, [nonce(1)])]
    moments = [
        lambda: None,
        lambda: drawn(game, host),
        lambda: [give(game, host, "open"), give(game, host, "bid", team="red", points=9)],
        lambda: give(game, host, "undo") and give(game, host, "add_nonce", nonce=nonce(3)),
    ]
    for moment in moments:
        moment()
        said = everything_said(game, host_user)
        assert now.commitment in said
        assert not [one for one in hidden if one in said]
    first = seed(game)
    for do in ("undo", "undo"):
        give(game, host, do)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert first.seed in everything_said(game, host_user)  # the search would find it


def test_the_page_tells_nothing_of_questions_but_their_numbers(game, host):
    first_round(game, host)
    give(game, host, "open_final", masters=MASTERS)
    drawn(game, host)
    said = page(game)
    assert not [q for q in AuctionQuestion.objects.all() if q.text in said or q.answer in said]
    assert f"no. {seed(game).game.commands.filter(command__do='draw').latest('pk').command['question']['id']}" in said


def test_values_of_nonces_are_public_from_the_first_draw_on(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(171))
    said = page(game)
    assert nonce(171) not in said and "has joined in; shown with the first draw" in said and "Czerwoni" in said
    drawn(game, host)
    assert nonce(171) in page(game)


def test_the_page_while_a_round_goes_on(game, host):
    drawn(game, host)
    said = page(game)
    assert "secret until the round is over" in said and "after the round" in said
    assert "2 draws wait for the end of the round" in said
    assert "does not add up" not in said and seed(game).commitment in said


def test_the_page_after_the_round_shows_that_every_draw_follows(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    first_round(game, host)
    said = page(game)
    assert "4 draws follow from their seed" in said and "does not follow" not in said
    assert f"printf %s {seed(game).seed} | sha256sum" in said
    assert f"printf '{nonce(1)}' | openssl dgst -sha256 -hmac {seed(game).seed}" in said


def test_the_page_shows_undone_draws_and_why_they_were_made_again(game, host):
    drawn(game, host)
    give(game, host, "undo")
    play_lot(game, host, reason="<b>palec</b> się omsknął")
    content = Client().get(f"/games/{game.pk}/draws/").content.decode()
    assert content.count("draws-undone") == 2
    assert content.count("&lt;b&gt;palec&lt;/b&gt; się omsknął") == 1 and "<b>palec" not in content


def test_the_page_of_a_game_that_waits_or_has_no_draws(game, season, host_user):
    waiting = LiveGame.objects.create(discipline="auction", season=season, title="W", setup=game.setup)
    assert "The game has not started" in page(waiting)
    assert Client().get("/games/99999/draws/").status_code == 404


def test_a_finished_record_is_verified_by_the_command(game, host, tmp_path, capsys):
    first_round(game, host)
    give(game, host, "open_final", masters=MASTERS)
    play_lot(game, host)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    path = tmp_path / "game.jsonl"
    path.write_bytes(Client().get(f"/games/{game.pk}/record/").content)
    call_command("verify_draws", str(path))
    told = json.loads(capsys.readouterr().out)
    assert (told["series"], told["draws"], told["right"], told["findings"]) == (2, 6, 6, [])


# --- the line on the screens -----------------------------------------------------------------------------------------


def test_every_screen_shows_the_promise_and_then_the_seed(game, host):
    for screen, audience in SCREENS:
        line = panels(game, screen, audience)["draws"]
        assert seed(game).commitment in line and f"/games/{game.pk}/draws/" in line
    first_round(game, host)
    for screen, audience in SCREENS:
        assert seed(game).seed in panels(game, screen, audience)["draws"]


def test_only_a_captains_screen_asks_the_device_and_only_while_it_can_join(game, host):
    def asks(screen: str, audience: str) -> bool:
        return f'data-nonce-for="{seed(game).commitment}"' in panels(game, screen, audience)["draws"]

    asking = [audience for screen, audience in [*SCREENS, ("captain", "captain:yellow")] if asks(screen, audience)]
    assert asking == ["captain:red", "captain:yellow"]
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    assert not asks("captain", "captain:red") and asks("captain", "captain:yellow")
    assert "yours too" in panels(game, "captain", "captain:red")["draws"]
    drawn(game, host)
    assert not asks("captain", "captain:yellow")


def test_the_console_asks_for_a_reason_after_an_undone_draw(game, host):
    assert 'data-opens="dialog-redraw"' not in panels(game, "console", "host")["actions"]
    drawn(game, host)
    give(game, host, "undo")
    assert 'data-opens="dialog-redraw"' in panels(game, "console", "host")["actions"]
    drawn(game, host, reason="raz jeszcze")
    give(game, host, "open")
    give(game, host, "close", excused=["red", "yellow"])
    assert 'data-opens="dialog-redraw"' not in panels(game, "console", "host")["actions"]


def test_the_hosts_feed_is_about_the_game(game, host):
    give(game, captain("red"), "add_nonce", nonce=nonce(1))
    give(game, captain("red"), "add_nonce", nonce=nonce(2))
    feed = panels(game, "console", "host")["feed"]
    assert "nonce" not in feed and "x-draw" not in feed


def test_a_tie_can_be_drawn_from_the_console(game, host):
    for team in ("red", "yellow"):
        play_lot(game, host, team=team)
    assert state(game)["game"]["phase"] == "tie"
    parts: dict[str, Any] = panels(game, "console", "host")
    assert 'data-testid="tie-lot"' in parts["centre"] and 'name="by" value="lot"' in parts["centre"]

    give(game, host, "break_tie", by="lot", reason="losowanie")
    give(game, host, "undo")
    centre = panels(game, "console", "host")["centre"]
    assert 'data-opens="dialog-redraw-tie"' in centre and 'name="by" value="lot"' not in centre
