"""The club's screens: nobody reads what is not public yet, and everybody finds what is theirs to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from chgk.happenings import Teller
from chgk.panels import render_panels
from chgk.rules.moves import primary_move
from chgk.rules.session import Session, open_session
from chgk.services.games import DISCIPLINE
from tests.chgk.rules.table import setup
from tests.chgk.stage_evening import (
    AUDIENCES,
    EVENING,
    PUBLIC,
    SHOW,
    START,
    around,
    ask,
    carry_out,
    evening,
    panels,
    played,
    sheet,
    text_of,
)
from tests.club_games import accepted, make_club_game, play_out
from tournaments.models import LiveGame, Season, User
from tournaments.selectors.games import Deed
from tournaments.services.actors import Actor
from tournaments.services.chat import post_message
from tournaments.services.replay_log import load_session


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def hidden_parts(session: Session) -> list[str]:
    """What nobody but the host may know now."""
    stage, hidden = session.stage, []
    for number in (1, 2, 3, 4, 5, 101):
        parts = sheet(number)
        on_stage = stage.sheet is not None and stage.sheet.number == number
        hidden += [*parts["accepted"], *parts["rejected"]]
        if not (on_stage and stage.shown):
            hidden.append(parts["text"])
        if not (on_stage and stage.shown and stage.result is not None):
            hidden += [parts["answer"], parts["comment"], parts["source"]]
    return hidden


@pytest.mark.parametrize(("screen", "audience"), PUBLIC)
def test_nothing_is_seen_before_it_is_public(screen: str, audience: str) -> None:
    for step, session in enumerate(evening()):
        for finished in (False, True):
            text = text_of(panels(session, screen, audience, step=step, finished=finished))
            assert [secret for secret in hidden_parts(session) if secret in text] == [], (step, finished)


def test_before_the_start_nothing_of_a_question_stands_anywhere() -> None:
    for screen, audience in AUDIENCES:
        text = text_of(panels(played(0), screen, audience, started=False))
        assert not re.search(r"(text|answer|accepted|rejected|comment|source)-\d", text)


def test_the_host_sees_what_the_others_do_not() -> None:
    """The leak test above would pass on screens that show nothing at all."""
    text = text_of(panels(played(1), "console", "host"))
    for part in ("text-1", "answer-1", "accepted-1", "rejected-1", "comment-1", "source-1", "category 2"):
        assert part in text
    assert "Only you see this" in text


def test_what_has_been_shown_is_seen_by_all_and_its_answer_after_the_verdict() -> None:
    for screen, audience in PUBLIC:
        assert "text-1" in text_of(panels(played(2), screen, audience))
        judged = text_of(panels(played(7), screen, audience))
        assert "answer-1" in judged and "comment-1" in judged
        assert "Автор 1 (Томск)" in text_of(panels(played(1), screen, audience))


def test_an_answer_is_the_tables_and_the_hosts_until_the_verdict() -> None:
    readers = [pair for pair in AUDIENCES if "сказанное" in text_of(panels(played(6), *pair))]
    assert readers == AUDIENCES[:3]


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_the_room_is_on_the_tables_screens_alone(screen: str, audience: str) -> None:
    for session in evening():
        assert ("у-камина" in text_of(panels(session, screen, audience))) == (screen in ("captain", "player"))


def test_the_console_has_one_primary_action_in_every_state() -> None:
    for step, session in enumerate(evening()):
        actions = panels(session, "console", "host", step=step)["actions"]
        assert actions.count('data-testid="primary"') == 1 and 'data-key="Space"' in actions
        if primary_move(session).label != "decide":
            assert " disabled" not in actions.split('data-testid="primary"')[1].split(">")[0], step


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_every_screen_of_every_state_is_drawn_in_every_language(language: str) -> None:
    with translation.override(language):
        for step, session in enumerate(evening()):
            for screen, audience in AUDIENCES:
                for changes in ({}, {"started": False}, {"finished": True}, {"held": "suspended"}, {"redraw": True}):
                    drawn = panels(session, screen, audience, step=step, **changes)
                    assert drawn["head"].count("data-stage-state") == 1
                    assert "%(" not in text_of(drawn) and "None" not in text_of(drawn)


def offers(session: Session, screen: str, audience: str) -> str:
    return panels(session, screen, audience).get("actions", "")


def test_the_deciding_round_is_offered_at_its_moment_to_the_captain_of_the_day() -> None:
    """In this evening Dina stands in for Vera by then."""
    offered = [step for step, session in enumerate(evening()) if "deciding-offer" in offers(session, *AUDIENCES[2])]
    assert offered == [len(EVENING) - 7]
    moment = played(offered[0])
    assert 'data-only-player="p3"' in offers(moment, *AUDIENCES[2]) and offers(moment, *AUDIENCES[1]) == ""
    assert "deciding-confirm" in offers(moment, *AUDIENCES[2]) and "3:1" in offers(moment, *AUDIENCES[2])
    assert "deciding-status" in panels(moment, "console", "host")["centre"]
    for screen in ("spectator", "projector"):
        assert "Will the captain take the deciding round?" in text_of(panels(moment, screen, "public"))


def test_the_captain_is_told_who_decides() -> None:
    """The captain's own phone says «you»; the others name the captain, and so does it while another stands in."""
    commands: list[dict[str, Any]] = []
    for number in (1, 2, 3):
        commands += [ask(number), SHOW, START, {"do": "judge", "correct": True}]
    session = open_session(setup())
    for step, command in enumerate(commands):
        session = carry_out(session, command, step)
    absent = carry_out(session, {"do": "set_captain", "player": "p3", "reason": "Веры нет"}, len(commands))
    told = [text_of({"": panels(one, *who)["centre"]}) for one in (session, absent) for who in AUDIENCES[1:3]]
    assert ["You decide" in text for text in told] == [True, False, False, False]
    assert ["The captain decides" in text for text in told] == [False, True, True, True]


def test_a_pause_is_no_answer() -> None:
    """The host stops the clock, or suspends the evening: nobody reads that somebody answers; the clock goes on."""
    session = open_session(setup())
    for step, command in enumerate([ask(1), SHOW, START, {"do": "clock", "action": "stop"}]):
        session = carry_out(session, command, step)
    assert primary_move(session).label == "resume_clock"
    assert "the clock runs again" in panels(session, "console", "host")["actions"]
    for who in AUDIENCES[1:]:
        drawn = panels(session, *who)
        assert 'data-phase="discussion"' in drawn["head"] and "The clock is stopped" in text_of(drawn)
        assert 'data-testid="paused"' in drawn["centre"] and 'data-testid="answers"' not in drawn["centre"]
        assert "Time to answer" not in text_of(drawn)
    said = carry_out(session, {"do": "end_discussion"}, 5)  # the table may have an answer nevertheless
    on_again = carry_out(said, {"do": "clock", "action": "resume"}, 6)
    phases = ["answer", "discussion"]
    for state, phase in zip((said, on_again), phases, strict=True):
        assert f'data-phase="{phase}"' in panels(state, "projector", "public")["head"]
    assert primary_move(said).label == "decide" and primary_move(on_again).label == "end_discussion"


def test_no_deciding_round_is_offered_while_no_question_is_left_for_it() -> None:
    """Taking it would leave the team at 0:0 with nothing to play."""
    session = open_session(setup(table=3, spares=0))
    for step, number in enumerate((1, 2, 3)):
        for command in (ask(number), SHOW, START, {"do": "judge", "correct": True}):
            session = carry_out(session, command, step)
    assert offers(session, *AUDIENCES[1]) == ""
    for who in AUDIENCES[1:3]:
        assert "No envelope is left" in panels(session, *who)["centre"]
    assert "Will the captain" not in panels(session, "projector", "public")["centre"]


@pytest.mark.parametrize(("letters", "mark"), [(60, ""), (200, "is-full"), (900, "is-fullest")])
def test_a_long_verdict_is_set_smaller_where_nobody_can_scroll(letters: int, mark: str) -> None:
    """An answer of up to 300 letters and any comment: on the projector they must not reach the score."""
    question = ask(1)
    question["sheet"] |= {"answer": "о" * min(letters, 300), "comment": "к" * letters}
    session = open_session(setup())
    for step, command in enumerate([question, SHOW, START, {"do": "judge", "correct": False}]):
        centre = panels(session, "projector", "public")["centre"]
        assert "is-full" not in centre, step  # nothing tells how long an answer is before its verdict
        session = carry_out(session, command, step)
    found = re.findall(r"\bis-full\w*", panels(session, "projector", "public")["centre"])
    assert found == ([mark] if mark else [])


def test_the_end_says_who_won_and_why() -> None:
    won = len(EVENING) - 1
    for screen, audience in AUDIENCES:
        text = text_of(panels(played(won), screen, audience))
        assert "Victory: Львы" in text and "took the deciding round and won: 4:0, 5 questions in all" in text


def test_a_deciding_round_that_a_ruling_would_forbid_is_shown_to_the_host() -> None:
    assert "needs-ruling" in panels(played(len(EVENING)), "console", "host")["table"]


def test_a_disabled_button_says_why() -> None:
    history = text_of({"": panels(played(0), "console", "host")["history"]})
    assert "No envelope is open." in history


def test_what_a_player_types_is_text() -> None:
    wild = '<script>alert("x")</script>'
    assert wild not in panels(played(6), "console", "host", undo=wild, title=wild)["history"]
    assert around().links["do"] == "/do/"


@pytest.mark.parametrize("do", ["set_captain", "remove_question", "close_game", "x-close"])
def test_what_was_refused_for_want_of_a_reason_has_no_empty_brackets(do: str) -> None:
    told = Teller("Львы", {"p2": "Глеб"}).sentence(Deed({"do": do, "player": "p2", "winner": "team", "reason": ""}))
    assert "()" not in told and not told.endswith((":", " "))


# --- with the log ---


@pytest.mark.django_db
def test_the_feed_and_the_notice_keep_what_is_secret(season: Season, host_user: User, host: Actor) -> None:
    game = make_club_game(season, host_user)
    assert game.discipline == DISCIPLINE
    play_out(game, host, "TA")
    captain = Actor(key="seat:9900901", role="captain", team="lions", name="Вера", player="c1")
    assert post_message(game_id=game.pk, actor=captain, text="только у камина", room="lions").refusal is None
    fresh = LiveGame.objects.get(pk=game.pk)
    session = load_session(fresh)
    drawn: dict[str, Any] = {
        pair: text_of(render_panels(LiveGame.objects.get(pk=game.pk), session, *audience_of(pair), "en"))
        for pair in ("console host", "captain captain:lions", "player player:lions", "spectator public")
    }
    assert "The top: envelope" in drawn["console host"] and "Wrong: the authors +1" in drawn["console host"]
    assert [pair for pair in drawn if "только у камина" in drawn[pair]] == [
        "captain captain:lions",
        "player player:lions",
    ]


@pytest.mark.django_db
def test_a_ruling_changes_the_verdict_that_still_stands_on_the_screens(
    season: Season, host_user: User, host: Actor
) -> None:
    """§5.2.2: nobody reads «the authors +1» over a score without it; what was ruled is told, its reason is not."""
    game = make_club_game(season, host_user)
    play_out(game, host, "TA")
    last = list(load_session(LiveGame.objects.get(pk=game.pk)).game.opening)[-1].label
    for verdict, told, result in (
        ("remove", f"Ruling on question {last}: it is removed", f"Question {last} has been removed"),
        ("accept", f"Ruling on question {last}: the answer counts", "Right: Львы +1"),
        ("none", f"Ruling on question {last}: withdrawn", "Wrong: the authors +1"),
    ):
        accepted(game, host, "rule", question=last, verdict=verdict, reason="по апелляции")
        for who in AUDIENCES[1:]:
            fresh = LiveGame.objects.get(pk=game.pk)
            drawn = render_panels(fresh, load_session(fresh), *who, "en")
            assert told in drawn["notice"] and "апелляции" not in text_of(drawn)
            assert result in drawn["centre"], (verdict, who)
    accepted(game, host, "ask")
    fresh = LiveGame.objects.get(pk=game.pk)
    assert "Ruling" not in render_panels(fresh, load_session(fresh), *AUDIENCES[4], "en")["notice"]


@pytest.mark.django_db
def test_everybody_reads_why_the_curator_ended_the_game(season: Season, host_user: User, host: Actor) -> None:
    """§1.5: a ruling takes the winning point away; the curator decides, with a reason."""
    game = make_club_game(season, host_user)
    play_out(game, host, "TTTT")
    first = next(iter(load_session(LiveGame.objects.get(pk=game.pk)).game.opening))
    accepted(game, host, "rule", question=first.label, verdict="remove", reason="ошибка в факте")
    accepted(game, host, "close_game", winner="team", reason="счёт 3:0 достаточен")
    for who in AUDIENCES:
        fresh = LiveGame.objects.get(pk=game.pk)
        drawn = text_of(render_panels(fresh, load_session(fresh), *who, "en"))
        assert "The curator ended the game at 3:0" in drawn and "счёт 3:0 достаточен" in drawn, who
    accepted(game, host, "undo")
    fresh = LiveGame.objects.get(pk=game.pk)
    assert "достаточен" not in render_panels(fresh, load_session(fresh), *AUDIENCES[4], "en")["centre"]


def audience_of(pair: str) -> tuple[str, str]:
    screen, _space, audience = pair.partition(" ")
    return screen, audience
