"""The door for records: the page in two steps, and the command; nothing is stored that was not shown and confirmed."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from tests.auction.test_records import DRAW, GOLDEN, HEADER, WRONG
from tournaments.models import AuditEntry, GameCommand, LiveGame, Season, User
from tournaments.selectors.home import list_games

pytestmark = pytest.mark.django_db
EVENING = next(path for path in GOLDEN if path.stem == "a_whole_evening")
REFUSED = next(path for path in GOLDEN if path.stem == "refused_commands")
PAGE = "/games/import/"


@pytest.fixture
def browser(client: Client, season: Season) -> Client:
    client.force_login(User.objects.create_user("staff", is_staff=True))
    return client


def upload(browser: Client, content: bytes, name: str = "wieczór.jsonl") -> tuple[int, str]:
    response = browser.post(PAGE, {"file": SimpleUploadedFile(name, content)})
    return response.status_code, html.unescape(response.content.decode())


def confirm(browser: Client, page: str, **fields: Any) -> Any:
    digest = re.search(r'name="digest" value="(\w+)"', page)
    assert digest is not None
    given = {"title": "Wieczór", "season": Season.objects.get().pk, "digest": digest[1], **fields}
    return browser.post(PAGE, given)


def test_a_record_is_shown_first_and_stored_when_confirmed(browser: Client) -> None:
    status, page = upload(browser, EVENING.read_bytes())
    assert status == 200 and "Import as a finished game" in page and 'value="wieczór"' in page
    assert not LiveGame.objects.exists()
    response = confirm(browser, page)
    game = LiveGame.objects.get()
    assert response.status_code == 302 and response["Location"] == f"/games/{game.pk}/protocol/"
    assert (game.title, game.for_ranking, game.finished_at is not None) == ("Wieczór", False, True)
    assert [user.username for user in game.hosts.all()] == ["staff"]
    assert list(list_games(None).finished) == [game]
    assert AuditEntry.objects.filter(action="import_game", target=f"game:{game.pk}").count() == 1
    home = browser.get("/").content.decode()
    assert f"/games/{game.pk}/replay/" in home and f"/games/{game.pk}/protocol/" in home


def test_what_is_refused_is_listed_before_anything_is_stored(browser: Client) -> None:
    _, page = upload(browser, REFUSED.read_bytes())
    assert page.count("#p11") >= 5 and "In the command «judge»" in page
    assert "Import without the 12 refused commands" in page
    assert confirm(browser, page).status_code == 302
    assert GameCommand.objects.filter(accepted=False).count() == 12


def test_the_same_record_again_says_so(browser: Client) -> None:
    _, page = upload(browser, EVENING.read_bytes())
    confirm(browser, page)
    _, again = upload(browser, EVENING.read_bytes() + b"\r\n")
    assert "This record is here already" in again and 'name="digest"' not in again
    assert LiveGame.objects.count() == 1


def test_two_who_confirm_the_same_record_make_one_game(browser: Client) -> None:
    other = Client()
    other.force_login(User.objects.create_user("other", is_staff=True))
    pages = [upload(one, EVENING.read_bytes())[1] for one in (browser, other)]
    first, second = (confirm(one, page) for one, page in zip((browser, other), pages, strict=True))
    assert first["Location"] == second["Location"]
    assert LiveGame.objects.count() == 1


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_no_record_is_a_form_error_that_names_the_line(browser: Client, name: str) -> None:
    content, line, _ = WRONG[name]
    status, page = upload(browser, content)
    assert status == 422 and f"Line {line}: " in page
    assert not LiveGame.objects.exists()


def test_no_file_is_a_form_error(browser: Client) -> None:
    response = browser.post(PAGE, {})
    assert response.status_code == 422 and "Choose a file." in response.content.decode()


@pytest.mark.parametrize("fields", [{"title": ""}, {"title": "x" * 201}, {"season": 999}, {"season": "a"}])
def test_a_wrong_title_or_season_shows_the_record_again(browser: Client, fields: dict[str, Any]) -> None:
    _, page = upload(browser, EVENING.read_bytes())
    response = confirm(browser, page, **fields)
    assert response.status_code == 422 and "What the record says" in response.content.decode()
    assert not LiveGame.objects.exists()


def test_only_what_was_shown_can_be_confirmed(browser: Client) -> None:
    _, page = upload(browser, EVENING.read_bytes())
    upload(browser, REFUSED.read_bytes())
    response = confirm(browser, page)
    assert response.status_code == 302 and response["Location"] == PAGE
    assert not LiveGame.objects.exists()


def test_the_page_is_for_hosts_and_staff(client: Client, season: Season) -> None:
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    client.force_login(User.objects.create_user("visitor"))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {}).status_code == 403


# --- the command ----------------------------------------------------------------------------------------------------


def run(*args: object, **options: Any) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("import_record", *map(str, args), stdout=out, stderr=err, no_color=True, **options)
    except SystemExit as stop:
        status = int(str(stop.code))
    return status, out.getvalue(), err.getvalue()


def test_the_command_imports_records(season: Season, host_user: User, tmp_path: Path) -> None:
    status, out, err = run(EVENING, host="ela", title="Wieczór")
    assert (status, err) == (0, "") and "game" in out
    game = LiveGame.objects.get()
    assert (game.title, list(game.hosts.all())) == ("Wieczór", [host_user])
    status, out, err = run(EVENING)
    assert status == 1 and "imported before" in err and out == ""
    status, out, err = run(REFUSED)
    assert status == 1 and "line 4: §11:" in err and LiveGame.objects.count() == 1
    status, out, err = run(REFUSED, with_refused=True)
    assert status == 0 and LiveGame.objects.count() == 2
    bad = tmp_path / "bad.jsonl"
    bad.write_text(HEADER + DRAW + "{", encoding="utf-8")
    fine = tmp_path / "fine.jsonl"
    fine.write_text(HEADER + DRAW, encoding="utf-8")
    status, out, err = run(bad, tmp_path / "missing", fine)
    assert status == 2 and "line 3: not JSON" in err and "cannot be read" in err
    assert LiveGame.objects.count() == 3
    call_command("check_games", stdout=io.StringIO())


def test_the_command_asks_for_a_season_and_a_host_that_there_are(season: Season) -> None:
    for options in ({"season": "1999"}, {"host": "nobody"}):
        with pytest.raises(CommandError):
            run(EVENING, **options)
    season.delete()
    with pytest.raises(CommandError, match="no current season"):
        run(EVENING)
