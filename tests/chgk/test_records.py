"""Records of the club come in as they went out: the same states, nothing stored twice, nothing that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from chgk.rules.record import replay_lines
from chgk.rules.recorded import read_recording
from chgk.services.records import import_record, record_of
from tests.club_games import make_club_game, play_out
from tournaments.models import GameCommand, LiveGame, Season, User
from tournaments.rules.records import RecordError
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game
from tournaments.services.recordings import Import
from tournaments.services.replay_log import find_differences, load_session

DEMO = Path(__file__).resolve().parents[2] / "chgk" / "demo" / "records"
RECORDS = sorted(DEMO.glob("*.jsonl"))
HEADER = {"record": "chgk", "version": 1, "rules": {}, "team": "lions"}


def lines(*commands: dict[str, Any], **header: Any) -> list[str]:
    return [json.dumps(row, ensure_ascii=False) for row in ({**HEADER, **header}, *commands)]


def asked(number: Any, *, correct: bool) -> list[dict[str, Any]]:
    return [{"do": "ask", "question": number}, {"do": "judge", "correct": correct}]


def bring_in(record: list[str], season: Season, host: Actor, user: User | None = None) -> Import:
    return import_record(recording=read_recording(record), season=season, title="", host=user, actor=host)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_demo_record_is_carried_out_whole(path: Path) -> None:
    record = path.read_text(encoding="utf-8").splitlines()
    recording = read_recording(record)
    assert not recording.refused
    state = dict(replay_lines(record).state)
    assert state.pop("refused") == [] and recording.state == state and state["over"]
    assert recording.session.stage.sheet is not None and recording.session.stage.result is not None


@pytest.mark.django_db
def test_a_record_comes_in_as_the_game_that_it_is(season: Season, host: Actor, host_user: User) -> None:
    record = RECORDS[-1].read_text(encoding="utf-8").splitlines()
    done = bring_in(record, season, host, host_user)
    game = LiveGame.objects.get(pk=done.game.pk)
    assert not done.repeated and game.finished_at is not None and not game.for_ranking
    assert list(game.hosts.all()) == [host_user] and not list(find_differences(game))
    again = record_of(game)
    assert replay_lines(again).state == replay_lines(record).state
    assert read_recording(again).digest == read_recording(record).digest
    notes = [json.loads(line)["do"] for line in record[1:]]
    assert [json.loads(line)["do"] for line in again[1:]] == notes
    shown = [json.loads(line).get("sheet") for line in record]
    assert [json.loads(line).get("sheet") for line in again] == shown


@pytest.mark.django_db
def test_a_game_played_here_comes_in_elsewhere(season: Season, host: Actor, host_user: User) -> None:
    game = make_club_game(season, host_user)
    play_out(game, host, "TTAT!T")
    assert finish_game(game_id=game.pk, actor=host).accepted
    record = record_of(LiveGame.objects.get(pk=game.pk))
    copy = bring_in(record, season, host).game
    assert load_session(copy).game == load_session(LiveGame.objects.get(pk=game.pk)).game
    assert [player["name"] for player in copy.setup["team"]["players"]] == ["Вера", "Глеб", "Дина"]


@pytest.mark.django_db
def test_the_same_record_makes_one_game(season: Season, host: Actor) -> None:
    record = lines(*asked(1, correct=True), *asked(2, correct=False))
    first = bring_in(record, season, host)
    again = bring_in([*record, json.dumps({"do": "x-note", "text": "the same"})], season, host)
    assert again.repeated and again.game.pk == first.game.pk and LiveGame.objects.count() == 1


@pytest.mark.django_db
def test_a_bare_record_needs_neither_table_nor_players(season: Season, host: Actor) -> None:
    record = lines(*(row for number in ("а", "б", "в", "г") for row in asked(number, correct=True)))
    game = bring_in(record, season, host).game
    assert load_session(game).seat.players == () and not list(find_differences(game))
    assert replay_lines(record_of(game)).state["score"] == {"team": 4, "authors": 0}


@pytest.mark.django_db
def test_what_the_rules_refuse_stays_in_the_log_as_refused(season: Season, host: Actor) -> None:
    game = bring_in(lines({"do": "judge", "correct": True}, *asked(1, correct=True)), season, host).game
    refused = GameCommand.objects.get(game=game, accepted=False)
    assert refused.refusal is not None and refused.refusal["code"] == "judge_nothing_open"
    assert load_session(game).game.opening.until(9, 9).team == 1


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (lines(version=2), 1),
        (lines(rules={"target": 0}), 1),
        (lines(players=["Вера", "Глеб"]), 1),
        (lines(players=["Вера", "Глеб", "Дина"], captain="Егор"), 1),
        (lines(table=[1, 2], spares=[2]), 1),
        (lines({"do": "ask", "question": "\x00"}), 2),
        ([*lines(), "nothing"], 2),
    ],
)
def test_an_unreadable_record_names_its_line(record: list[str], line: int) -> None:
    with pytest.raises(RecordError) as error:
        read_recording(record)
    assert error.value.line == line


@pytest.mark.django_db
def test_the_command_takes_in_records_of_either_game(season: Season, tmp_path: Path, capsys: Any) -> None:
    Season.objects.update(is_current=True)
    other = tmp_path / "other.jsonl"
    other.write_text('{"record": "chess", "version": 1}\n')
    with pytest.raises(SystemExit) as error:
        call_command("import_record", str(RECORDS[0]), str(other))
    printed = capsys.readouterr()
    assert error.value.code == 2 and "unknown kind of game" in printed.err
    game = LiveGame.objects.get()
    assert game.discipline == "chgk" and f"game {game.pk}" in printed.out
    with pytest.raises(SystemExit) as error:
        call_command("import_record", str(RECORDS[0]))
    assert error.value.code == 1 and "imported before" in capsys.readouterr().err
