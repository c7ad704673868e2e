"""A game of the club in the database: set up, drawn, played, undone, exported, and replayed to the same end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chgk.discipline import Chgk
from chgk.models import Package
from chgk.rules import record
from chgk.rules.score import standing
from chgk.services.games import SetupError, create_club_game, team_entry
from chgk.services.records import record_of
from tests.club_games import CAPTAIN, PLAYER, TEAM, accepted, make_club_game, make_package, play_out
from tests.playing import code_of, give
from tournaments import records
from tournaments.models import AccessLink, AuditEntry, DrawSeed, GameCommand, House, LiveGame, Person, Season, User
from tournaments.rules.draw_lines import PROOFS
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import change_setup, finish_game
from tournaments.services.replay_log import find_differences, load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def club(season: Season, host_user: User) -> LiveGame:
    return make_club_game(season, host_user)


def session(game: LiveGame) -> Any:
    return load_session(LiveGame.objects.get(pk=game.pk))


def score(game: LiveGame) -> str:
    now = standing(session(game).game)
    return f"{now.team}:{now.authors}"


def replayed(game: LiveGame) -> dict[str, Any]:
    _kind, result = records.replay(record_of(LiveGame.objects.get(pk=game.pk)))
    return dict(result.state)


# --- setting up --------------------------------------------------------------------------------------------------


def test_a_game_has_its_envelopes_and_a_link_for_everybody_at_the_table(club: LiveGame) -> None:
    assert club.setup["table"] == list(range(1, 10)) and club.setup["spares"] == [10, 11]
    links = AccessLink.objects.filter(game=club).order_by("pk")
    assert [(link.role, link.team, link.player) for link in links] == [
        ("captain", "lions", "c1"),
        ("player", "lions", "c2"),
        ("player", "lions", "c3"),
    ]
    assert not club.for_ranking and AuditEntry.objects.filter(action="create_club_game").exists()


def test_a_final_goes_to_six(season: Season, host_user: User) -> None:
    parameters = session(make_club_game(season, host_user, is_final=True)).game.parameters
    assert (parameters.target, parameters.deciding_at, parameters.deciding_worth) == (6, 5, 6)


def test_a_package_lies_on_one_table_only(season: Season, host_user: User, club: LiveGame) -> None:
    fields: dict[str, Any] = {"season": season, "team": TEAM, "host": host_user, "title": "Ещё одна"}
    with pytest.raises(SetupError, match="another game"):
        create_club_game(package=Package.objects.get(), **fields)
    with pytest.raises(SetupError, match="no question"):
        create_club_game(package=Package.objects.create(title="Пустой", season=season, state="approved"), **fields)
    assert LiveGame.objects.count() == 1


@pytest.mark.parametrize(
    ("players", "paragraph", "code"),
    [(2, "2.1.2", "table_size"), (7, "2.2.1", "table_size"), (0, "2.1.2", "table_size")],
)
def test_a_table_that_the_regulation_refuses_makes_no_game(
    season: Season, host_user: User, players: int, paragraph: str, code: str
) -> None:
    team = {**TEAM, "players": [{"id": f"c{n}", "name": f"N{n}", "captain": n == 0} for n in range(players)]}
    with pytest.raises(Refusal) as caught:
        make_club_game(season, host_user, team=team)
    assert (caught.value.paragraph, caught.value.code) == (paragraph, code)
    assert not LiveGame.objects.exists() and Package.objects.get().game is None


def test_a_team_is_a_house_with_its_people_and_guests(db: None) -> None:
    house = House.objects.create(key="owls", name="Owls", command="Совы", colour="#123456", emblem="O")
    people = [Person.objects.create(name=name, house=house) for name in ("Анна", "Борис", "Вадим")]
    entry = team_entry(house, people, people[1])
    assert [player["captain"] for player in entry["players"]] == [False, True, False]
    assert entry["players"][0] == {"id": f"p{people[0].pk}", "name": "Анна", "captain": False}


def test_rules_and_line_up_are_pinned_once_the_game_has_started(club: LiveGame, host: Actor) -> None:
    before = club.setup
    outcome = change_setup(game_id=club.pk, setup={**before, "rules": {"target": 6}}, actor=host)
    assert code_of(outcome) == "already_started" and LiveGame.objects.get(pk=club.pk).setup == before


# --- the top -------------------------------------------------------------------------------------------------------


def test_the_top_draws_a_closed_envelope_and_deals_its_question(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    stage = session(club).stage
    assert stage.sheet.text == f"text-{stage.sheet.number}-text"
    assert [author.town for author in stage.sheet.authors] == ["Томск"]
    proof = GameCommand.objects.get(command__do="ask").command[PROOFS][0]
    assert (proof["of"], proof["result"]) == ("envelope", str(stage.sheet.number)) and len(proof["choices"]) == 9
    assert DrawSeed.objects.get(game=club).draws == 1


def test_a_question_is_never_the_clients_to_name(club: LiveGame) -> None:
    fields = {"do": "ask", "question": "3", "sheet": "{}"}
    assert Chgk().command_from_form(club, fields, "host", None) == {"do": "ask"}


def test_a_refused_spin_uses_up_no_draw(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    assert code_of(give(club, host, "ask")) == "ask_question_open"
    assert DrawSeed.objects.get(game=club).draws == 1


def test_after_an_undone_draw_the_top_asks_for_a_reason(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "undo")
    assert code_of(give(club, host, "ask")) == "redraw_needs_reason"
    assert code_of(give(club, host, "ask", reason="…")) == "redraw_needs_reason"
    accepted(club, host, "ask", reason="нажали по ошибке")
    assert DrawSeed.objects.get(game=club).draws == 2


def test_a_removed_question_brings_a_spare_that_is_played_next(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "ask")
    accepted(club, host, "show_question")
    assert code_of(give(club, host, "remove_question", reason="…")) == "reason_without_words"
    accepted(club, host, "remove_question", reason="ошибка в факте")
    assert score(club) == "0:0" and 10 in session(club).envelopes
    accepted(club, host, "ask")
    assert session(club).stage.sheet.number == 10


def test_a_question_that_the_hall_knows_is_drawn_only_when_no_other_is_left(season, host_user, host) -> None:
    game = make_club_game(season, host_user, package=make_package(season, table=2, spares=1))
    accepted(game, host, "ask")
    known = session(game).stage.sheet.number
    accepted(game, host, "show_question")
    accepted(game, host, "undo")
    accepted(game, host, "undo")
    accepted(game, host, "ask", reason="ещё раз")
    assert session(game).stage.sheet.number != known
    accepted(game, host, "show_question")
    accepted(game, host, "judge", correct=True)
    accepted(game, host, "ask")
    assert session(game).stage.sheet.number == known
    assert code_of(give(game, host, "show_question")) == "question_burnt"
    accepted(game, host, "remove_question", reason="зал уже видел")
    accepted(game, host, "ask")
    assert session(game).stage.sheet.number == 3


# --- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("evening", "ends"),
    [("TTTT", "4:0"), ("ATATTAT", "4:3"), ("AAAA", "0:4"), ("ATTT!T", "4:0"), ("TTT!A", "0:4")],
)
def test_a_game_ends_as_its_record_replays(club: LiveGame, host: Actor, evening: str, ends: str) -> None:
    play_out(club, host, evening)
    assert score(club) == ends and standing(session(club).game).over
    assert code_of(give(club, host, "ask")) == "ask_game_over"
    assert finish_game(game_id=club.pk, actor=host, reason="хватит").accepted
    state = replayed(club)
    assert state["refused"] == [] and state["over"]
    assert f"{state['score']['team']}:{state['score']['authors']}" == ends
    assert state == {**record.final_state(session(club).game), "refused": []}
    assert find_differences(LiveGame.objects.get(pk=club.pk)) == []


def test_a_record_with_everything_replays_and_its_draws_check(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "set_captain", player="c2", reason="Веры ещё нет")
    accepted(club, host, "set_captain", player="", reason="Вера пришла")
    accepted(club, host, "ask")
    accepted(club, host, "show_question")
    accepted(club, host, "clock", action="start")
    accepted(club, CAPTAIN, "name_answerer", player="c2")
    accepted(club, CAPTAIN, "end_discussion")
    accepted(club, PLAYER, "answer", text="что-то")
    accepted(club, host, "judge", correct=False)
    first = session(club).stage.sheet.number
    accepted(club, host, "ask")
    accepted(club, host, "undo")
    accepted(club, host, "ask", reason="нажали по ошибке")
    accepted(club, host, "show_question")
    accepted(club, host, "remove_question", reason="два верных ответа")
    play_out(club, host, "TTT!A")
    accepted(club, host, "rule", question=first, verdict="accept", reason="ответ верен")
    accepted(club, host, "rule", question=first, verdict="none", reason="решение отменено")
    assert finish_game(game_id=club.pk, actor=host, reason="хватит").accepted
    state = replayed(club)
    assert state["refused"] == [] and state["score"] == {"team": 0, "authors": 4} and state["winner"] == "authors"
    lines = record_of(LiveGame.objects.get(pk=club.pk))
    check = records.check(lines)
    assert check.findings == () and len(check.draws) == 7  # six that were played, one that was taken back
    assert "что-то" in "".join(lines)


def test_the_record_tells_of_a_question_what_everybody_knows(club: LiveGame, host: Actor) -> None:
    play_out(club, host, "T")
    shown = session(club).stage.sheet.number
    accepted(club, host, "ask")
    open_one = session(club).stage.sheet.number
    text = "\n".join(record_of(club))
    assert f"text-{shown}-text" in text and f"answer-{shown}-answer" in text
    assert f"accepted-{shown}-" not in text and f"rejected-{shown}-" not in text
    assert f"text-{open_one}-text" not in text and f"Автор {open_one}" in text
    accepted(club, host, "show_question")
    text = "\n".join(record_of(club))
    assert f"text-{open_one}-text" in text and f"answer-{open_one}-answer" not in text
    assert json.loads(text.splitlines()[0])["team"] == "lions"


# --- who may, and what is refused -----------------------------------------------------------------------------------


def test_bad_input_is_refused_with_its_paragraph_and_changes_nothing(club: LiveGame, host: Actor) -> None:
    play_out(club, host, "TT")
    before, unasked = LiveGame.objects.get(pk=club.pk).snapshot, session(club).envelopes[0]
    wrong: list[tuple[Actor, dict[str, Any], str, str]] = [
        (host, {"do": "judge", "correct": True}, "3.1.3", "judge_nothing_open"),
        (CAPTAIN, {"do": "take_deciding_round"}, "3.1.4", "deciding_not_at_point"),
        (PLAYER, {"do": "take_deciding_round"}, "2.2.2", "captain_decides"),
        (host, {"do": "take_deciding_round"}, "3.1.4", "captain_takes_it"),
        (host, {"do": "take_deciding_round", "for_captain": "?"}, "3.1.4", "reason_without_words"),
        (host, {"do": "ask", "question": 99, "sheet": {"number": 99, "text": "x", "answer": "y"}}, "3.1.3", "not_on"),
        (CAPTAIN, {"do": "judge", "correct": True}, "1.5", "host_decides"),
        (host, {"do": "rule", "question": unasked, "verdict": "accept", "reason": "да"}, "5.2.1", "question_unknown"),
        (host, {"do": "close_game", "winner": "team", "reason": "да"}, "1.5", "close_without_ruling"),
        (CAPTAIN, {"do": "name_answerer", "player": "c9"}, "3.1.5", "no_question_open"),
        (host, {"do": "set_captain", "player": "c9", "reason": "болен"}, "2.2.5", "not_at_the_table"),
    ]
    for actor, command, paragraph, code in wrong:
        outcome = give(club, actor, **command)
        assert outcome.refusal is not None, command
        assert outcome.refusal.paragraph == paragraph and outcome.refusal.code.startswith(code), outcome.refusal
        assert LiveGame.objects.get(pk=club.pk).snapshot == before


def test_a_stand_in_has_the_captains_word(club: LiveGame, host: Actor) -> None:
    accepted(club, host, "set_captain", player="c2", reason="Веры нет")
    play_out(club, host, "TTT")
    assert code_of(give(club, CAPTAIN, "take_deciding_round")) == "captain_decides"
    accepted(club, PLAYER, "take_deciding_round")
    assert session(club).game.ending is not None


def test_the_curator_ends_a_game_that_a_ruling_has_opened(club: LiveGame, host: Actor) -> None:
    play_out(club, host, "TTTT")
    first = next(iter(session(club).game.opening)).label
    accepted(club, host, "rule", question=first, verdict="remove", reason="ошибка в факте")
    assert score(club) == "3:0" and not standing(session(club).game).over
    assert code_of(give(club, host, "close_game", winner="team")) == "reason_without_words"
    accepted(club, host, "close_game", winner="team", reason="вопросов больше нет")
    assert finish_game(game_id=club.pk, actor=host, reason="хватит").accepted
    assert replayed(club)["winner"] == "team"
