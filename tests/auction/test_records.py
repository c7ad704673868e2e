"""Records go out and come in again: the same states, nothing stored that is wrong, nothing stored twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from auction.models import ImportedRecord, QuestionUse
from auction.rules.record import replay_lines
from auction.rules.recorded import read_recording
from auction.services.history import read_history, record_of
from auction.services.records import Import, find_imported, import_record, read_upload
from tests.auction.stage_round import ROUND, setup
from tournaments.models import GameCommand, GameEvent, LiveGame, Season, User
from tournaments.rules.records import RecordError
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, start_game
from tournaments.services.play import play
from tournaments.services.replay_log import find_differences

pytestmark = pytest.mark.django_db
GOLDEN = sorted((Path(__file__).parent / "rules" / "golden").glob("*.jsonl"))


def play_round(season: Season, host: Actor, commands: list[dict[str, Any]] = ROUND, *, finish: bool = True) -> LiveGame:
    """The round of the panel tests, played in the database."""
    game = LiveGame.objects.create(discipline="auction", season=season, title="Wieczór", setup=setup())
    assert start_game(game_id=game.pk, actor=host).accepted
    game = play_on(game, host, commands)
    if finish:
        assert finish_game(game_id=game.pk, actor=host, reason="dość na dziś").accepted
    return LiveGame.objects.get(pk=game.pk)


def play_on(game: LiveGame, host: Actor, commands: list[dict[str, Any]], first: int = 0) -> LiveGame:
    """More commands, the first of them with this number."""
    for number, command in enumerate(commands, first):
        outcome = play(
            game_id=game.pk,
            command=command,
            actor=host,
            command_id=f"c{number}",
            expected_seq=None,
            received_at=timezone.now(),
        )
        assert outcome.accepted, (command, outcome.refusal)
    QuestionUse.objects.all().delete()  # the questions of the round are in no bank
    return LiveGame.objects.get(pk=game.pk)


def bring_in(content: bytes, season: Season, host: Actor, user: User | None = None, **fields: Any) -> Import:
    return import_record(
        recording=read_upload(content), season=season, title=fields.pop("title", ""), host=user, actor=host, **fields
    )


def as_file(game: LiveGame) -> bytes:
    return ("\n".join(record_of(game)) + "\n").encode()


def final(content: bytes) -> dict[str, Any]:
    return dict(replay_lines(content.splitlines()).state)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_record_comes_in_and_goes_out_with_the_same_state(path: Path, season: Season, host: Actor) -> None:
    content = path.read_bytes()
    game = bring_in(content, season, host).game
    assert game.started_at is not None and game.finished_at is not None
    assert find_differences(game) == []
    again = as_file(game)
    assert {**final(again), "refused": None} == {**final(content), "refused": None}
    assert final(again)["refused"] == []
    assert GameCommand.objects.filter(game=game, accepted=False).count() == len(final(content)["refused"])


def test_a_game_played_here_survives_export_and_import(season: Season, host: Actor, host_user: User) -> None:
    undone = [*ROUND[:5], {"do": "undo"}, *ROUND[4:]]
    played = play_round(season, host, undone)
    content = as_file(played)
    game = bring_in(content, season, host, host_user).game
    assert find_differences(game) == []
    assert game.title == played.title
    assert game.started_at is not None and played.started_at is not None
    assert abs((game.started_at - played.started_at).total_seconds()) < 0.001
    assert list(game.hosts.all()) == [host_user]
    assert as_file(game).decode().splitlines()[1:] == content.decode().splitlines()[1:]
    header, before = (json.loads(one.splitlines()[0]) for one in (as_file(game), content))
    assert header == before
    assert [one["players"] for one in game.setup["teams"]] == [one["players"] for one in played.setup["teams"]]
    assert read_history(game).course == read_history(played).course


def test_a_record_has_of_a_question_what_the_hall_has_seen(season: Season, host: Actor) -> None:
    text = as_file(play_round(season, host)).decode()
    assert "tekst-1" in text and "wariant-1-c" in text and "odpowiedź-1" in text
    assert "wariant-3" not in text  # no hint was bought
    assert "tekst-2" not in text and "odpowiedź-2" not in text  # nobody bid
    assert "tekst-5" in text and '"tekst-5"' not in text  # replaced while face down: only its reserve, 55, was seen
    assert "uznana" not in text
    open_game = as_file(play_round(season, host, ROUND[:9], finish=False)).decode()
    assert "tekst-1" not in open_game
    asked = as_file(play_round(season, host, ROUND[:13], finish=False)).decode()
    assert "tekst-1" in asked and "odpowiedź-1" not in asked and "wariant-1" not in asked


def test_the_same_record_is_imported_once(season: Season, host: Actor) -> None:
    content = GOLDEN[0].read_bytes()
    first = bring_in(content, season, host)
    second = bring_in(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"), season, host, title="Another title")
    assert not first.repeated and second.repeated and second.game == first.game
    assert bring_in(as_file(first.game), season, host).repeated
    assert ImportedRecord.objects.count() == LiveGame.objects.count() == 1
    assert find_imported(read_upload(content).digest) == first.game


HEADER = '{"record": "auction", "version": 1, "teams": [{"id": "red", "command": "Żółci"}, {"id": "blue"}]}\n'
DRAW = '{"do": "draw", "category": "Film"}\n'
WRONG: dict[str, tuple[bytes, int, str]] = {
    "empty": (b"", 1, "empty"),
    "blank": (b"\n\n  \r\n", 1, "empty"),
    "binary": (bytes(range(128, 256)) * 20, 1, "not UTF-8"),
    "zip": (b"PK\x03\x04\x14\x00\x06\x00\x08\x00" * 20, 1, "not JSON"),
    "cp1250": (HEADER.encode("cp1250"), 1, "not UTF-8"),
    "cp1250 further down": ((HEADER + DRAW).encode() + '{"do": "x-ż"}'.encode("cp1250"), 3, "not UTF-8"),
    "no header": (DRAW.encode(), 1, "no header"),
    "another game": (b'{"record": "chess", "version": 1}', 1, "unknown kind"),
    "the club's game": (b'{"record": "chgk", "version": 1}', 1, "unknown kind"),
    "another version": (HEADER.replace("1,", "2,", 1).encode(), 1, "unknown version"),
    "malformed": ((HEADER + DRAW + '{"do": "open"\n').encode(), 3, "not JSON"),
    "a list": ((HEADER + DRAW + "\n[1]\n").encode(), 4, "not a JSON object"),
    "one team": (b'\n{"record": "auction", "version": 1, "teams": [{"id": "red"}]}', 2, "at least two"),
    "bad rules": (HEADER.replace('"teams"', '"rules": {"ante": -1}, "teams"').encode(), 1, "ante"),
    "nested": ((HEADER + '{"do": "open", "a": ' + "[" * 5000 + "]" * 5000 + "}").encode(), 2, ""),
    "half a letter": ((HEADER + '{"do": "x-a", "text": "\\ud83e"}').encode(), 2, "cannot be stored"),
    "NUL": ((HEADER + '{"do": "x-a", "text": "\\u0000"}').encode(), 2, "cannot be stored"),
    "absurd number": ((HEADER + '{"do": "bid", "points": ' + "9" * 1001 + "}").encode(), 2, "cannot be stored"),
    "odd UTF-16": (b"\xff\xfea", 1, "not UTF-8"),
    "too large": (HEADER.encode() + b" " * (5 * 1024 * 1024), 1, "larger"),
    "too long": (HEADER.encode() + b"\n" * 50_001, 50_001, "longer"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_names_its_line_and_stores_nothing(name: str, season: Season, host: Actor) -> None:
    content, line, reason = WRONG[name]
    with pytest.raises(RecordError) as caught:
        bring_in(content, season, host)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert not LiveGame.objects.exists() and not GameEvent.objects.exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_record_comes_in_however_an_editor_saves_it(encoding: str, end: str) -> None:
    text = (HEADER + DRAW + '{"do": "open"}\n{"do": "bid", "team": "red", "points": 3}\n').replace("\n", end)
    recording = read_upload(text.encode(encoding))
    assert [entry.line for entry in recording.refused] == [4]
    assert recording.state["phase"] == "bidding"
    assert recording.digest == read_upload(text.encode()).digest


def test_notes_and_foreign_keys_of_a_record_are_kept(season: Season, host: Actor) -> None:
    header = HEADER.replace('"version"', '"seeds": {"1": "abc"}, "version"')
    lines = (header + '{"do": "x-note", "text": "Gwiazda"}\n' + DRAW + '{"do": "x-show_question"}\n').encode()
    game = bring_in(lines, season, host).game
    again = record_of(game)
    assert json.loads(again[0])["seeds"] == {"1": "abc"}
    assert [json.loads(line)["do"] for line in again[1:]] == ["x-note", "draw", "x-show_question"]
    assert find_differences(game) == []


def test_a_literal_backslash_u0000_is_only_text() -> None:
    assert read_recording([HEADER, '{"do": "x-note", "text": "\\\\u0000"}']).entries[0].command["text"] == "\\u0000"
