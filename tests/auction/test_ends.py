"""Every end is reached by a played record, survives a snapshot, and says why on every screen in three languages."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.utils import timezone, translation

from auction import end_words
from auction.models import QuestionUse
from auction.panels import build_panels
from auction.panels.context import Around
from auction.rules import session as rules
from auction.rules import snapshots
from auction.rules.ends import CODES, explain_end
from auction.rules.session import Session
from auction.rules.state import Phase
from tests.auction.ends_played import PLAYED, session_at
from tests.auction.stage_round import AUDIENCES, NOW, ROUND, carry_out, played
from tests.auction.test_records import as_file, bring_in, play_round
from tournaments.models import GameCommand, LiveGame
from tournaments.rules.audience import Audience
from tournaments.rules.engine import Refusal
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.play import play
from tournaments.services.replay_log import load_session

LANGUAGES = ("en", "pl", "ru")
SCREENS = [*AUDIENCES, ("captain", "captain:masters"), ("player", "player:masters")]
CLOSED = {"closed_without_final": len(ROUND), "closed_early": 9}


def shown(session: Session, screen: str, audience: str, **more: Any) -> dict[str, str]:
    around = Around(game_id=1, title="Wieczór", seq=1, links={"rules": "/rules/auction/"}, **more)
    return build_panels(session, screen, Audience.parse(audience), around)


def test_the_table_knows_every_end() -> None:
    assert {*PLAYED, *CLOSED} == set(CODES) == set(end_words.CODES)


@pytest.mark.parametrize("code", PLAYED)
def test_every_end_is_reached_by_a_played_record_and_survives_a_snapshot(code: str) -> None:
    session = session_at(code)
    end = explain_end(session.game, session.ends)
    assert end is not None and end.code == code and end.round == session.game.round
    assert end.team == (session.game.winner if session.game.phase is Phase.FINISHED else session.game.finalist)
    again = snapshots.load_session(snapshots.dump_session(session))
    assert again == session and explain_end(again.game, again.ends) == end


@pytest.mark.parametrize("code", PLAYED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_says_why_on_every_screen_with_its_paragraph(code: str, language: str) -> None:
    session = session_at(code)
    names = {team.id: team.command for team in session.game.teams}
    with translation.override(language):
        end = session.ends[-1]
        why, pot = end_words.why(end, names.__getitem__), end_words.pot(end, names.__getitem__)
        assert "%" not in why and why.endswith(".") and bool(pot) == bool(end.pot)
        for screen, audience in SCREENS:
            page = html.unescape(shown(session, screen, audience)["centre"])
            assert f'data-end="{code}"' in page and why in page and pot in page, (screen, audience)
            assert f"/rules/auction/#p{end.paragraph}" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CLOSED)
def test_a_game_closed_by_the_host_says_so_everywhere(code: str, language: str) -> None:
    session = played(*ROUND[: CLOSED[code]])
    with translation.override(language):
        for screen, audience in AUDIENCES:
            panels = shown(session, screen, audience, finished=True, closed_because="brak czasu")
            page = html.unescape(panels["centre"])
            assert f'data-end="{code}"' in page and "brak czasu" in page, (screen, audience)
            assert "tekst-1" not in page and 'name="points"' not in "".join(panels.values())


def test_each_team_reads_what_the_end_means_for_it() -> None:
    def waiting(code: str, team: str) -> str:
        found = re.search(
            r'data-testid="waiting">(.*?)</p>', shown(session_at(code), "captain", f"captain:{team}")["centre"]
        )
        assert found is not None
        return html.unescape(found[1])

    assert "You are in the final: you meet the Masters, 59 points each" in waiting("most_points", "red")
    assert waiting("most_points", "blue") == "Your evening as a player ends here. 47 points for your house (§22)."
    assert "dropped out" in waiting("last_standing", "blue")
    assert "47 points for your house (§22)" in waiting("final_tie", "blue")
    assert waiting("final_tie", "masters") == "You have won as Masters."
    assert "second" in waiting("final_tie", "red")
    assert "sits in their box" in waiting("final_most_points", "red")
    assert "beaten" in waiting("final_most_points", "masters")
    assert "nobody has won" in waiting("nobody_left", "green")


def test_a_tie_said_to_be_decided_by_answers_is_decided_by_them() -> None:
    commands, questions = PLAYED["tie_by_answers"]
    session = played(*commands[:-1], questions_per_round=questions)
    with pytest.raises(Refusal) as refused:
        rules.decide(session, {**commands[-1], "team": "yellow", "at": NOW})
    assert (refused.value.paragraph, refused.value.code) == ("21", "tie_not_by_answers")


def test_the_final_begins_on_a_clean_stage_with_the_two_tables() -> None:
    commands, questions = PLAYED["final_tie"]
    opened = played(*commands[:7], questions_per_round=questions)
    for screen, audience in SCREENS:
        page = shown(opened, screen, audience)["centre"]
        assert page.count('data-testid="table-') == 2 and "Sara Lancaster" in page, (screen, audience)
        assert "data-end" not in page and "tekst-1" not in page
    head = shown(opened, "console", "host")["head"]
    assert "Final · question 1 of 1" in head
    drawn = carry_out(opened, commands[7], 9)
    assert 'data-testid="table-' not in shown(drawn, "projector", "public")["centre"]


@pytest.mark.django_db
@pytest.mark.database
def test_the_reason_of_a_host_stands_in_the_log_the_protocol_and_the_record(season, host, client, host_user):
    game = play_round(season, host, finish=False)
    game.hosts.add(host_user)
    client.force_login(host_user)
    refused = client.post(f"/games/{game.pk}/finish/", {"seat": "host", "reason": " … ", "command_id": "c"})
    assert refused.status_code == 422 and LiveGame.objects.get(pk=game.pk).finished_at is None
    client.post(f"/games/{game.pk}/finish/", {"seat": "host", "reason": "brak Mistrzów", "command_id": "d"})
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/protocol/"):
        assert "brak Mistrzów" in client.get(address).content.decode(), address
    assert (
        "Zieloni had the most points after the last question"
        in client.get(f"/games/{game.pk}/protocol/").content.decode()
    )
    known = bring_in(as_file(LiveGame.objects.get(pk=game.pk)), season, host).game
    assert "brak Mistrzów" in client.get(f"/games/{known.pk}/").content.decode()
    assert reopen_game(game_id=game.pk, actor=host).accepted
    again = finish_game(game_id=game.pk, actor=host)
    assert again.refusal == Refusal("", "reason_missing"), "each closing has its reason"
    assert GameCommand.objects.filter(game=game, command__do="x-close").count() == 1


def test_between_two_lots_of_both_rounds_and_in_a_tie_the_console_offers_to_close_the_game() -> None:
    def offered(session: Session) -> bool:
        panels = shown(session, "console", "host")
        return panels["history"].count('data-testid="close-early"') == 1 and "dialog-close" in panels["history"]

    commands, questions = PLAYED["final_tie"]
    phases = {}
    for step in range(len(commands) + 1):
        session = played(*commands[:step], questions_per_round=questions)
        phases.setdefault((session.game.round, session.game.phase.value), set()).add(offered(session))
    assert phases[(1, "ready")] == phases[(2, "ready")] == {True}
    assert phases[(1, "bidding")] == phases[(2, "answering")] == phases[(2, "finished")] == {False}
    commands, questions = PLAYED["tie_by_host"]
    assert offered(played(*commands[:-1], questions_per_round=questions)), "a tie"


@pytest.mark.django_db
@pytest.mark.database
def test_a_game_closed_between_two_lots_says_so_everywhere(season, host, client):
    game = LiveGame.objects.create(discipline="auction", season=season, title="W", setup=_setup(3))
    from tournaments.services.games import start_game

    assert start_game(game_id=game.pk, actor=host).accepted
    assert finish_game(game_id=game.pk, actor=host).refusal == Refusal("", "reason_missing")
    assert finish_game(game_id=game.pk, actor=host, reason="alarm w szkole").accepted
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/screen/", f"/games/{game.pk}/protocol/"):
        assert "alarm w szkole" in client.get(address).content.decode(), address
    (line,) = [line for line in map(json.loads, as_file(game).decode().splitlines()) if line.get("do") == "x-close"]
    assert line["reason"] == "alarm w szkole"


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("code", ["final_tie", "final_most_points", "tie_by_host"])
def test_undo_takes_the_end_back_and_a_record_comes_to_the_same(season, host, code):
    commands, questions = PLAYED[code]
    game = LiveGame.objects.create(discipline="auction", season=season, title="W", setup=_setup(questions))
    from tournaments.services.games import start_game

    assert start_game(game_id=game.pk, actor=host).accepted

    def give(number: int, command: dict[str, Any]) -> None:
        outcome = play(
            game_id=game.pk, command=command, actor=host, command_id=f"c{number}", expected_seq=None,
            received_at=timezone.now(),
        )  # fmt: skip
        assert outcome.accepted, (command, outcome.refusal)

    for number, command in enumerate(commands):
        give(number, command)
    whole = load_session(LiveGame.objects.get(pk=game.pk))
    give(1000, {"do": "undo"})
    assert len(load_session(LiveGame.objects.get(pk=game.pk)).ends) == len(whole.ends) - 1
    give(1001, {"do": "redo"})
    assert load_session(LiveGame.objects.get(pk=game.pk)) == whole
    finish_game(game_id=game.pk, actor=host)
    QuestionUse.objects.all().delete()  # the questions of the record are in no bank
    known = load_session(bring_in(as_file(LiveGame.objects.get(pk=game.pk)), season, host).game)
    assert known.ends == whole.ends and known.seats == whole.seats


def _setup(questions: int) -> dict[str, Any]:
    from tests.auction.stage_round import setup

    return setup(questions_per_round=questions)
