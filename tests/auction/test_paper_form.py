"""The form that enters what was played on paper: what it keeps, shows, refuses and stores."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from auction.models import QuestionUse
from tests.auction.test_afterwards import balances, fresh, game
from tests.auction.test_paper_pages import desk, text_of, to_bidding, to_round_over
from tests.playing import give, state
from tournaments.models import AuditEntry, GameCommand, LiveGame
from tournaments.services.replay_log import find_differences

pytestmark = [pytest.mark.django_db]
__all__ = ["desk", "game"]
POISON = ["", "abc", "12abc", "1e3", "99999999999", "-5", "🦉", "<script>alert(1)</script>", "٣", "5.0", " ", "\x00"]


def typed(*lines: dict[str, str], **more: str) -> dict[str, Any]:
    """The form's fields; a line's names without their prefix."""
    data: dict[str, Any] = {"row": [str(number) for number in range(1, len(lines) + 1)], "press": "press1", **more}
    for number, fields in enumerate(lines, 1):
        data |= {f"r{number}-{name}": value for name, value in {"what": "question", **fields}.items()}
    return data


FILM = {"category": "Film", "stake-red": "20", "verdict": "right"}
SPORT = {"category": "Sport", "stake-blue": "9", "verdict": "wrong"}


def post(desk: Client, game: LiveGame, action: str, data: dict[str, Any], **headers: str) -> Any:
    return desk.post(f"/games/{game.pk}/afterwards/", data | {"action": action}, headers=headers)


def seen(response: Any, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())
    assert found is not None
    return found.group(1)


def store(desk: Client, game: LiveGame, data: dict[str, Any]) -> Any:
    """Preview, then store what was previewed."""
    preview = post(desk, game, "preview", data)
    assert preview.status_code == 200, text_of(preview)
    kept = {name: seen(preview, name) for name in ("press", "previewed", "expected_seq")}
    return post(desk, game, "store", data | kept)


def test_a_preview_shows_the_balances_and_stores_nothing(game, desk):
    count = GameCommand.objects.count()
    response = post(desk, game, "preview", typed(FILM, SPORT))
    page = text_of(response)
    assert response.status_code == 200 and GameCommand.objects.count() == count
    assert (
        "Czerwoni 59 +9" in page and "Sold: Czerwoni 20" in page and "Czerwoni 56 −3" in page and "Niebiescy 38" in page
    )


def test_what_was_previewed_is_stored_and_a_second_press_is_no_second_evening(game, desk):
    data = typed(FILM, SPORT)
    preview = post(desk, game, "preview", data)
    kept = {name: seen(preview, name) for name in ("press", "previewed", "expected_seq")}
    first = post(desk, game, "store", data | kept)
    assert first.status_code == 302 and first["Location"].endswith("/afterwards/?done=press1")
    assert balances(game)["red"] == 56 and not find_differences(fresh(game))
    count = GameCommand.objects.count()
    again = post(desk, game, "store", data | kept)
    assert again.status_code == 302 and GameCommand.objects.count() == count
    assert 'data-done="press1"' in desk.get(first["Location"]).content.decode()


def test_nothing_is_stored_that_was_not_previewed_just_so(game, desk):
    preview = post(desk, game, "preview", typed(FILM))
    kept = {name: seen(preview, name) for name in ("press", "previewed", "expected_seq")}
    count = GameCommand.objects.count()
    other = post(desk, game, "store", typed({**FILM, "stake-red": "21"}) | kept)
    assert other.status_code == 200 and GameCommand.objects.count() == count and "Sold: Czerwoni 21" in text_of(other)
    assert post(desk, game, "store", typed(FILM)).status_code == 200 and GameCommand.objects.count() == count


def test_a_refusal_stands_at_its_line_and_field_with_its_paragraph(game, desk):
    response = post(desk, game, "preview", typed(FILM, {**SPORT, "stake-blue": "99"}, FILM))
    body, page = response.content.decode(), text_of(response)
    assert response.status_code == 422 and 'href="#id_r2-stake-blue"' in body and 'href="/rules/auction/#p11"' in body
    assert "Not tried yet" in page and 'value="99"' in body
    assert re.search(r'<input[^>]*name="r2-stake-blue"[^>]*is-invalid|is-invalid[^>]*name="r2-stake-blue"', body) or (
        "is-invalid" in body
    )


def test_the_game_moved_on_and_what_changed_is_shown_with_everything_typed(game, host, desk):
    data = typed(FILM)
    preview = post(desk, game, "preview", data)
    kept = {name: seen(preview, name) for name in ("press", "previewed", "expected_seq")}
    assert give(game, host, "adjust", team="red", points=-4, reason="kara").accepted
    response = post(desk, game, "store", data | kept)
    page = text_of(response)
    assert "The game has moved on" in page and "Correction: Czerwoni −4 (kara)" in page
    assert (
        'value="20"' in response.content.decode() and not GameCommand.objects.filter(command__afterwards=True).exists()
    )
    assert store(desk, game, data).status_code == 302


@pytest.mark.parametrize(("written", "kept"), [("20.15", "20:15"), ("9:05", "09:05"), ("25:99", None), ("20:1", None)])
def test_a_time_is_a_time_of_day(game, desk, written, kept):
    response = post(desk, game, "preview", typed({**FILM, "at": written}))
    assert ("write it like 20:15" in text_of(response)) == (kept is None)
    assert f'value="{written}"' in response.content.decode(), "what was typed stays"
    if kept is not None:
        store(desk, game, typed({**FILM, "at": written}))
        assert GameCommand.objects.filter(command__afterwards=True).earliest("pk").command["on_paper_at"] == kept


@pytest.mark.parametrize("value", POISON)
@pytest.mark.parametrize("field", ["stake-red", "top_up", "question", "at"])
def test_bad_input_is_kept_and_never_a_fault_of_the_server(game, desk, field, value):
    response = post(desk, game, "preview", typed({**FILM, field: value}))
    assert response.status_code in (200, 422)
    assert "<script>alert" not in response.content.decode()
    assert not GameCommand.objects.filter(command__afterwards=True).exists()


@pytest.mark.parametrize(
    "data",
    [
        {"row": ["x", "1", "1", "٣", "99999999999"], "r1-what": "question"},
        {"row": ["1"], "r1-what": "treasure", "r1-verdict": "maybe", "r1-va_banque": "nobody"},
        {"row": [], "press": "../../etc"},
        {"row": [str(number) for number in range(20)], "expected_seq": "soon"},
    ],
)
@pytest.mark.parametrize("action", ["preview", "store", "add", "remove:1", "up:1", "down:7", "sing", ""])
def test_a_form_that_nobody_typed(game, desk, data, action):
    assert post(desk, game, action, data).status_code in (200, 422)


@pytest.mark.parametrize("action", ["store", "add"])
def test_a_form_longer_than_any_evening(game, desk, action):
    data = {"row": [str(number) for number in range(200)], "expected_seq": "soon"}
    assert post(desk, game, action, data).status_code in (200, 422)


def test_lines_are_added_moved_and_removed_with_everything_kept(game, desk):
    data = typed(FILM, SPORT)

    def order(response: Any) -> list[str]:
        return re.findall(r'name="row" value="(\d+)"', response.content.decode())

    assert order(post(desk, game, "add", data)) == ["1", "2", "3"]
    moved = post(desk, game, "up:2", data)
    assert order(moved) == ["2", "1"] and 'name="r2-stake-blue" value="9"' in moved.content.decode()
    assert order(post(desk, game, "down:1", data)) == ["2", "1"]
    assert order(post(desk, game, "remove:1", data)) == ["2"]
    assert order(post(desk, game, "up:1", data)) == order(post(desk, game, "keep", data)) == ["1", "2"]
    assert post(desk, game, "add", typed({"category": "", "stake-red": "x"})).status_code == 200, "nobody asked yet"


def test_the_open_lot_is_there_from_the_start(game, host, desk):
    to_bidding(game, host)
    category = state(game)["game"]["lot"]["category"]
    body = desk.get(f"/games/{game.pk}/afterwards/").content.decode()
    assert re.search(rf'<option value="{category}" selected', body) and 'value="13"' in body
    line = {"category": category, "stake-red": "13", "stake-blue": "15", "excused-yellow": "on", "verdict": "right"}
    assert store(desk, game, typed(line)).status_code == 302
    assert balances(game)["blue"] == 50 - 15 + 15 + 13 + 3 + 3 + 7


def test_a_printed_code_names_the_question(game, desk):
    desk.post(f"/games/{game.pk}/paper/questions/")
    marks = AuditEntry.objects.get(action="open_questions_for_paper").details["questions"]
    categories = list(game.setup["categories"])
    number = categories.index("Film") + 1
    assert store(
        desk, game, typed({**FILM, "question": "A"}, {**SPORT, "question": f"{categories.index('Sport') + 1}b"})
    )
    used = {str(pk) for pk in QuestionUse.objects.values_list("question_id", flat=True)}
    assert used == {marks["Film"][0], marks["Sport"][1]}
    again = post(desk, game, "preview", typed({"category": "Muzyka", "stake-red": "4", "question": f"{number}a"}))
    assert again.status_code == 422 and "no such question" in text_of(again)


def test_the_rest_of_the_evening_with_tie_and_final(game, desk):
    lines = [
        {**FILM, "stake-red": "4", "excused-blue": "on", "excused-green": "on", "excused-yellow": "on"},
        {"what": "hint", "stake-blue": "6"},
        {"what": "black_box", "va_banque": "green"},
        {**SPORT, "stake-blue": "5", "verdict": "right"},
        {"category": "Muzyka", "stake-red": "7", "verdict": "wrong", "hint": "bought", "at": "20:40"},
    ]
    assert store(desk, game, typed(*lines)).status_code == 302
    finalist = state(game)["game"]["finalist"]
    assert finalist in ("red", "blue") and state(game)["game"]["phase"] == "round_over"
    final = [
        {"what": "open_final", "masters": "Mistrzowie", "players": "Minerwa, Filius"},
        {"what": "one_on_one", "duel_category": "Film", "buzzed": "masters", "verdict": "right"},
        {"category": "Sztuka", f"stake-{finalist}": "9", "stake-masters": "5", "verdict": "wrong"},
    ]
    assert store(desk, game, typed(*final, press="final1")).status_code == 302
    assert state(game)["game"]["played"] == 2 and not find_differences(fresh(game))
    json.loads(fresh(game).snapshot)


def test_nobody_prepared_and_nobody_named_is_refused_at_its_field(game, host, desk):
    to_round_over(game, host)
    response = post(desk, game, "preview", typed({"what": "open_final"}))
    assert response.status_code == 422 and 'href="#id_r1-masters"' in response.content.decode()


def test_without_a_session_the_page_goes_to_the_login_and_back(game, client):
    response = client.post(f"/games/{game.pk}/afterwards/", typed(FILM), headers={"HX-Request": "true"})
    assert response.status_code == 401 and "/accounts/login/" in response["HX-Redirect"]


def test_a_preview_does_not_ask_more_of_the_database_for_more_lines(game, host, desk):
    def queries(*lines: dict[str, str]) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert post(desk, game, "preview", typed(*lines)).status_code == 200
        return len(captured)

    plain = {"verdict": "wrong", "stake-red": "4"}
    queries({**plain, "category": "Film"})
    one = queries({**plain, "category": "Film"})
    three = queries(*({**plain, "category": name} for name in ("Film", "Sport", "Sztuka")))
    assert one == three
