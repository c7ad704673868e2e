"""The settings of a season: one form for games, final and times; what follows, what stays, and who may change it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chgk.models import ClubSeason
from chgk.rulebook import FINAL, SETTINGS
from chgk.rules.parameters import FINAL_TARGET, Parameters
from chgk.services.season_settings import fingerprint, save_settings
from chgk.settings_form import SeasonSettingsForm, season_values
from tests.club_seasons import curator_of, fixture_of, lay, make_club
from tournaments.models import AuditEntry, LiveGame, User
from tournaments.rules.engine import Refusal
from tournaments.services.games import start_game

pytestmark = pytest.mark.django_db
DEFAULTS = {setting.key: str(setting.default) for setting in SETTINGS}


@pytest.fixture
def club(season, host_user) -> ClubSeason:
    """Two teams; the host is the curator."""
    return make_club(season, host_user, teams=2)


@pytest.fixture
def desk(host_user: User) -> Client:
    """The curator's browser."""
    browser = Client()
    browser.force_login(host_user)
    return browser


def url_of(club: ClubSeason) -> str:
    return reverse("chgk:season_settings", args=[club.pk])


def typed(club: ClubSeason, **changed: Any) -> dict[str, Any]:
    """The form as its page offers it, with these changes."""
    return {**DEFAULTS, "seen": fingerprint(club), **{key: str(value) for key, value in changed.items()}}


def kept(club: ClubSeason) -> tuple[Any, Any, Any]:
    fresh = ClubSeason.objects.get(pk=club.pk)
    return fresh.rules, fresh.final_rules, fresh.settings


def close(club: ClubSeason) -> None:
    ClubSeason.objects.filter(pk=club.pk).update(closed_at=timezone.now())


# --- the form --------------------------------------------------------------------------------------------------------


def test_every_setting_stands_there_with_its_paragraph(desk: Client, club: ClubSeason) -> None:
    page = desk.get(url_of(club)).text
    for setting in SETTINGS:
        assert f'id="setting-{setting.key}"' in page and f'name="{setting.key}"' in page
        assert f"/rules/chgk/#p{setting.paragraph}" in page
    assert f'value="{fingerprint(club)}"' in page


def test_the_defaults_are_the_text_and_keep_nothing(desk: Client, club: ClubSeason) -> None:
    assert desk.post(url_of(club), typed(club)).status_code == 302
    assert kept(club) == ({}, {}, {})
    assert not AuditEntry.objects.filter(action="change_rules").exists()


def test_what_differs_is_kept_and_comes_back(desk: Client, club: ClubSeason) -> None:
    changed = {
        "target": 5,
        "deciding_at": 4,
        "deciding_worth": 5,
        "final_deciding_at": 3,
        "final_deciding_worth": 4,
        "final_deciding_window": "while_at_point",
        "discussion_seconds": 60,
    }
    assert desk.post(url_of(club), typed(club, **changed)).status_code == 302
    final = {"deciding_at": 3, "deciding_worth": 4, "deciding_window": "while_at_point"}
    assert kept(club) == ({"target": 5}, final, {"discussion_seconds": 60})
    club.refresh_from_db()
    assert season_values(club) == {setting.key: setting.default for setting in SETTINGS} | changed
    page = desk.get(url_of(club)).text
    assert 'name="target" id="id_target" value="5"' in page
    again = {key: str(value) for key, value in season_values(club).items()}
    assert desk.post(url_of(club), {**again, "seen": fingerprint(club)}).status_code == 302
    assert kept(club) == ({"target": 5}, final, {"discussion_seconds": 60})
    assert AuditEntry.objects.filter(action="change_rules").count() == 1


@pytest.mark.parametrize("target", [1, 3, 4, 6, 50])
@pytest.mark.parametrize("worth", [1, 4, 6])
def test_what_is_kept_reads_as_what_was_typed(club: ClubSeason, target: int, worth: int) -> None:
    values = {"target": target, "deciding_at": target - 1, "deciding_worth": worth}
    form = SeasonSettingsForm(typed(club, **values, **{FINAL + key: value for key, value in values.items()}), club=club)
    assert form.is_valid(), form.errors
    wanted = (target, target - 1, worth)
    for rules in (form.rules(), {"target": FINAL_TARGET, **form.final_rules()}):
        read = Parameters.from_json(rules)
        assert (read.target, read.deciding_at, read.deciding_worth) == wanted


@pytest.mark.parametrize("key", [setting.key for setting in SETTINGS if not setting.choices])
@pytest.mark.parametrize("text", ["-1", "1000000000", "1e9", "٣", "", "4,0", "4.0", "four"])
def test_a_wrong_number_is_said_beside_its_field(club: ClubSeason, key: str, text: str) -> None:
    form = SeasonSettingsForm(typed(club, **{key: text}), club=club)
    assert not form.is_valid() and list(form.errors) == [key]


@pytest.mark.parametrize("setting", [each for each in SETTINGS if each.minimum], ids=lambda setting: setting.key)
def test_nought_is_not_enough(club: ClubSeason, setting: Any) -> None:
    assert setting.key in SeasonSettingsForm(typed(club, **{setting.key: 0}), club=club).errors


@pytest.mark.parametrize("prefix", ["", FINAL])
def test_no_deciding_round_once_the_game_is_won(club: ClubSeason, prefix: str) -> None:
    form = SeasonSettingsForm(typed(club, **{f"{prefix}target": 3, f"{prefix}deciding_at": 3}), club=club)
    assert list(form.errors) == [f"{prefix}deciding_at"]
    assert "3" in form.errors[f"{prefix}deciding_at"][0]


def test_an_unknown_reading_is_refused(club: ClubSeason) -> None:
    assert "deciding_window" in SeasonSettingsForm(typed(club, deciding_window="always"), club=club).errors


def test_a_wrong_number_loses_nothing_that_was_typed(desk: Client, club: ClubSeason) -> None:
    response = desk.post(url_of(club), typed(club, target="4,0", answer_grace="17"))
    assert response.status_code == 422 and kept(club) == ({}, {}, {})
    assert 'value="4,0"' in response.text and 'value="17"' in response.text
    assert 'id="id_target_error"' in response.text and 'aria-invalid="true"' in response.text
    assert response.text.count("Enter a whole number.") == 2  # in the list above, and beside the field


def test_a_deciding_question_that_does_not_decide_is_pointed_out(desk: Client, club: ClubSeason) -> None:
    page = desk.post(url_of(club), typed(club, target=5), follow=True).text
    assert "A deciding question is now worth less" in page and "In the final" not in page.split("data-toasts")[-1]
    club.refresh_from_db()
    page = desk.post(url_of(club), typed(club), follow=True).text
    assert "The settings are saved" in page and "now worth less" not in page


# --- two curators ----------------------------------------------------------------------------------------------------


def test_a_stale_page_is_told_and_overwrites_nothing(desk: Client, club: ClubSeason) -> None:
    before = typed(club, target=5, deciding_at=4, deciding_worth=5, answer_grace=9)
    assert desk.post(url_of(club), typed(club, answer_grace=20)).status_code == 302
    response = desk.post(url_of(club), before)
    assert response.status_code == 422 and kept(club) == ({}, {}, {"answer_grace": 20})
    assert "since you opened this page" in response.text and "/rules/chgk/#p1.6.2" in response.text
    assert "saved: 20; yours: 9" in response.text and 'value="9"' in response.text
    club.refresh_from_db()
    assert f'value="{fingerprint(club)}"' in response.text
    assert desk.post(url_of(club), before | {"seen": fingerprint(club)}).status_code == 302
    assert kept(club) == ({"target": 5}, {}, {"answer_grace": 9})


def test_a_page_that_is_wrong_and_stale_stays_stale(desk: Client, club: ClubSeason) -> None:
    before = typed(club, answer_grace=9)
    assert desk.post(url_of(club), typed(club, answer_grace=20)).status_code == 302
    wrong = desk.post(url_of(club), before | {"target": "?"})
    assert wrong.status_code == 422 and f'name="seen" value="{before["seen"]}"' in wrong.text
    assert desk.post(url_of(club), before).status_code == 422
    assert kept(club) == ({}, {}, {"answer_grace": 20})


@pytest.mark.parametrize("seen", ["", "0" * 16])
def test_nobody_saves_unseen(desk: Client, club: ClubSeason, seen: str) -> None:
    assert desk.post(url_of(club), typed(club, target=5) | {"seen": seen}).status_code == 422
    assert kept(club) == ({}, {}, {})


def test_the_service_refuses_what_has_moved(club: ClubSeason, host_user: User) -> None:
    parts: dict[str, Any] = {"final_rules": {}, "settings": {}, "actor": curator_of(host_user)}
    seen = fingerprint(club)
    save_settings(club_id=club.pk, seen=seen, rules={"target": 5}, **parts)
    with pytest.raises(Refusal) as refused:
        save_settings(club_id=club.pk, seen=seen, rules={"target": 6}, **parts)
    assert (refused.value.paragraph, refused.value.code) == ("1.6.2", "settings_moved")
    save_settings(club_id=club.pk, seen=seen, rules={"target": 5}, **parts)  # pressed twice
    assert kept(club)[0] == {"target": 5}


# --- which games follow ----------------------------------------------------------------------------------------------


def test_a_started_game_keeps_its_settings_and_a_laid_one_follows(desk, club, host_user) -> None:
    started, laid = lay(fixture_of(club, "owls"), host_user), lay(fixture_of(club, "lions"), host_user)
    assert start_game(game_id=started.pk, actor=curator_of(host_user)).accepted
    assert desk.post(url_of(club), typed(club, target=5, deciding_at=4, deciding_worth=5)).status_code == 302
    rules = {game.pk: game.setup["rules"] for game in LiveGame.objects.all()}
    assert Parameters.from_json(rules[started.pk]).target == 4 and Parameters.from_json(rules[laid.pk]).target == 5
    page = " ".join(desk.get(url_of(club)).text.split())
    owls, lions = page.index("<bdi>Owls</bdi>"), page.index("<bdi>Lions</bdi>")
    assert "keeps its settings" in page[owls:lions] and "4 (now 5)" in page[owls:lions]
    assert "it follows" in page[lions:] and page.count("keeps its settings") == 1


def test_the_page_costs_the_same_whatever_the_season_holds(
    desk, club, host_user, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(8):
        desk.get(url_of(club))


# --- who may ---------------------------------------------------------------------------------------------------------


def test_others_read_and_are_told_who_changes_it(client: Client, club: ClubSeason) -> None:
    ClubSeason.objects.filter(pk=club.pk).update(rules={"target": 5}, settings={"answer_grace": 0})
    client.force_login(User.objects.create_user("ola", is_staff=True))
    for browser in (client, Client()):
        page = browser.get(url_of(club)).text
        assert '<form id="settings-form"' not in page and "for the curator of the season to change" in page
        assert "as written: 4" in page
    assert client.post(url_of(club), typed(club)).status_code == 403
    assert Client().post(url_of(club), typed(club))["Location"].startswith("/accounts/login/")
    assert kept(club)[0] == {"target": 5}


def test_a_closed_season_is_read_and_says_why(desk: Client, club: ClubSeason) -> None:
    close(club)
    page = desk.get(url_of(club)).text
    assert '<form id="settings-form"' not in page and "nothing here changes any more" in page
    assert "was not played" in page
    response = desk.post(url_of(club), typed(club, target=5))
    assert response.status_code == 422 and kept(club) == ({}, {}, {})
    assert "is closed" in response.text and "saved: 4; yours: 5" in response.text


def test_a_season_that_is_not_there_is_not_found(desk: Client) -> None:
    assert desk.get("/club/seasons/999/settings/").status_code == 404


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_the_page_speaks_the_readers_language(desk: Client, club: ClubSeason, language: str) -> None:
    page = desk.get(url_of(club), headers={"Accept-Language": language}).text
    assert {"pl": "Zasady i czasy", "ru": "Правила и время"}[language] in page
