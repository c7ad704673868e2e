"""Nobody learns from a screen what is not public yet: not from the game's state, nor from its log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from auction.panels import render_panels
from auction.rules.session import Session
from tests.auction.stage_round import AUDIENCES, PUBLIC, ROUND, panels, played, question, setup, text_of, whole_round
from tournaments.models import LiveGame, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.play import play
from tournaments.services.replay_log import load_session


def secrets(session: Session) -> list[str]:
    """What nobody but the host may know now."""
    stage, hidden = session.stage, []
    for number in (1, 2, 3, 4, 5, 55, 6):
        parts = question(number, "")
        shown = stage.shown and stage.question is not None and stage.question.id == str(number)
        judged = (
            stage.result is not None
            and stage.result.correct is not None
            and stage.question is not None
            and stage.question.id == str(number)
        )
        hidden += [*parts["accepted"]]
        if not (shown or judged):
            hidden.append(parts["text"])
        if not judged:
            hidden += [parts["answer"], parts["comment"], parts["source"]]
        if not (stage.hint_shown and shown) and not judged:
            hidden += parts["variants"]
    return hidden


@pytest.mark.parametrize(("screen", "audience"), PUBLIC)
def test_nothing_is_seen_before_it_is_public(screen: str, audience: str) -> None:
    for step, session in enumerate(whole_round()):
        text = text_of(panels(session, screen, audience, step=step))
        leaked = [secret for secret in secrets(session) if re.search(rf"{re.escape(secret)}(?!\d)", text)]
        assert not leaked, (step, session.game.phase, leaked)


def test_the_host_sees_what_the_others_do_not() -> None:
    """The leak test above would pass on screens that show nothing at all."""
    session = played(*ROUND[:9])
    text = text_of(panels(session, "console", "host"))
    for part in ("tekst-1", "odpowiedź-1", "uznana-1", "komentarz-1", "źródło-1", "wariant-1-c"):
        assert part in text
    assert "Only you see this" in text


def test_what_has_been_shown_is_seen_by_all() -> None:
    shown, hinted, judged = played(*ROUND[:10]), played(*ROUND[:15]), played(*ROUND[:17])
    for screen, audience in PUBLIC:
        assert "tekst-1" in text_of(panels(shown, screen, audience))
        assert "wariant-1-c" in text_of(panels(hinted, screen, audience))
        assert "odpowiedź-1" in text_of(panels(judged, screen, audience))


def test_only_the_host_and_the_own_team_read_an_answer_before_the_verdict() -> None:
    session = played(*ROUND[:16])
    readers = {
        (screen, audience) for screen, audience in AUDIENCES if "nie wiem" in text_of(panels(session, screen, audience))
    }
    assert readers == {("console", "host"), ("captain", "captain:blue"), ("player", "player:blue")}


@pytest.fixture
def auction_game(season: Any, host_user: User, host: Actor) -> LiveGame:
    game = LiveGame.objects.create(discipline="auction", season=season, title="Wieczór", setup=setup())
    game.hosts.add(host_user)
    assert start_game(game_id=game.pk, actor=host).accepted
    return game


def give(game: LiveGame, host: Actor, command: dict[str, Any], number: int) -> None:
    game.refresh_from_db()
    outcome = play(
        game_id=game.pk,
        command=command,
        actor=host,
        command_id=f"c{number}",
        expected_seq=game.seq,
        received_at=timezone.now(),
    )
    assert outcome.accepted, outcome.refusal
    game.refresh_from_db()


def rendered(game: LiveGame, screen: str, audience: str) -> dict[str, str]:
    """The panels as the hub gets them."""
    return render_panels(game, load_session(game), screen, audience, "en")


def test_screens_of_a_stored_game(auction_game: LiveGame, host: Actor, django_assert_max_num_queries: Any) -> None:
    """The host's feed and the undo in words; never more than a handful of queries, and no leak through the log."""
    for number, command in enumerate(ROUND[:8]):
        give(auction_game, host, command, number)
    with django_assert_max_num_queries(12):
        console = rendered(auction_game, "console", "host")
    assert "Undo: Sold: Niebiescy 12" in text_of(console)
    assert "Niebiescy 12" in console["feed"]
    for screen, audience in PUBLIC:
        with django_assert_max_num_queries(6):
            text = text_of(rendered(auction_game, screen, audience))
        assert not re.search(r"(tekst|odpowiedź|uznana|komentarz|źródło|wariant)-1", text)


def test_after_an_undo_every_screen_says_what_was_taken_back(auction_game: LiveGame, host: Actor) -> None:
    for number, command in enumerate([*ROUND[:5], {"do": "undo"}]):
        give(auction_game, host, command, number)
    for screen, audience in AUDIENCES:
        assert "Taken back: Niebiescy 12" in rendered(auction_game, screen, audience)["notice"]
