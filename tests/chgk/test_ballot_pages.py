"""The ballot's page and what all other pages say of a vote: who has voted, never what stands in a ballot."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest
from django.contrib import admin
from django.core.signals import got_request_exception
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.views.debug import ExceptionReporter

from chgk.models import Ballot, BestPlayerVote, Fixture, Owl
from chgk.services import ballots
from chgk.services.ballot_box import seal_choice
from chgk.services.ballots import close_vote
from tests.club_finals import NAMES, finish_final, game_of, link_of, make_final, phone_of, vote
from tournaments.models import AuditEntry, GameCommand, LiveGame, Season, User
from tournaments.services.access_links import revoke_link
from tournaments.services.actors import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(season: Season, host_user: User) -> Fixture:
    return make_final(season, host_user)


@pytest.fixture
def won(final: Fixture, host: Actor) -> Fixture:
    finish_final(final, host)
    return final


def address(fixture: Fixture, name: str, view: str = "chgk:ballot") -> str:
    return reverse(view, args=[fixture.game_id, link_of(fixture, name).pk])


def cast(fixture: Fixture, voter: str, choice: str, phone: Client | None = None) -> Any:
    browser = phone or phone_of(fixture, voter)
    return browser.post(address(fixture, voter), {"choice": choice}, follow=True)


# --- voting ----------------------------------------------------------------------------------------------------------


def test_a_player_votes_by_the_private_link(won: Fixture) -> None:
    phone = phone_of(won, "Вера")
    seat = phone.get(address(won, "Вера", "chgk:seat")).text
    assert 'href="ballot/"' in seat and "Still to vote" in seat
    page = phone.get(address(won, "Вера")).text
    assert page.count('type="radio"') == 3 and "checked" not in page
    response = cast(won, "Вера", "c2", phone)
    assert response.redirect_chain == [(address(won, "Вера"), 302)]
    assert "Your ballot is in the box" in response.text and 'type="radio"' not in response.text
    assert Ballot.objects.get().voter == "c1"
    assert "no-store" in response["Cache-Control"] and "ETag" not in response


def test_the_last_ballot_shows_the_owl(won: Fixture) -> None:
    for voter in NAMES:
        page = cast(won, voter, "c2").text
    assert "The crystal owl" in page and "named by the players" in page and Owl.objects.get().name == "Глеб"
    for name in ("chgk:spectator", "chgk:projector"):
        assert 'data-testid="ending-owl"' in Client().get(reverse(name, args=[won.game_id])).text
    assert 'href="ballot/"' not in phone_of(won, "Глеб").get(address(won, "Глеб", "chgk:seat")).text


@pytest.mark.parametrize(
    ("choice", "sentence"), [("", "The ballot is empty"), ("zoe", "did not play in the winning team")]
)
def test_a_ballot_that_names_nobody_is_refused(won: Fixture, choice: str, sentence: str) -> None:
    response = cast(won, "Вера", choice)
    assert response.status_code == 422 and sentence in response.text and "§3.2.3" in response.text
    assert response.text.count('type="radio"') == 3 and not Ballot.objects.exists()


def test_a_second_ballot_is_refused_and_does_not_say_what_the_first_was(won: Fixture) -> None:
    assert cast(won, "Вера", "c2").status_code == 200
    pages = []
    for choice in ("c2", "c3"):
        response = cast(won, "Вера", choice)
        assert response.status_code == 422 and "votes once" in response.text and "§3.2.3" in response.text
        pages.append(plain(response.text))
    assert pages[0] == pages[1] and Ballot.objects.count() == 1


def test_before_the_final_is_won_and_after_the_end_nobody_votes(final: Fixture, host: Actor) -> None:
    assert "nothing to vote on" in phone_of(final, "Вера").get(address(final, "Вера")).text
    response = cast(final, "Вера", "c2")
    assert response.status_code == 422 and "There is no vote" in response.text
    finish_final(final, host)
    close_vote(fixture_id=final.pk, actor=host)
    response = cast(final, "Вера", "c2")
    assert response.status_code == 422 and "is closed" in response.text and not Ballot.objects.exists()


def test_strangers_and_seats_that_were_taken_back_are_shown_out(won: Fixture, season: Season, host: Actor) -> None:
    other = make_final(Season.objects.create(name="2027"), User.objects.get(username="ela"))
    finish_final(other, host)
    gone = phone_of(won, "Глеб")
    revoke_link(link_id=link_of(won, "Глеб").pk, actor=host)
    curator = Client()
    curator.force_login(User.objects.get(username="ela"))
    visitors = [(Client(), "Вера"), (phone_of(other, "Вера"), "Вера"), (gone, "Глеб"), (curator, "Вера")]
    visitors.append((phone_of(won, "Дина"), "Вера"))  # a player of the team, at another's address
    for browser, name in visitors:
        for response in (browser.get(address(won, name)), browser.post(address(won, name), {"choice": "c1"})):
            assert response.status_code == 302 and response["Location"].startswith("/join/"), name
    assert not Ballot.objects.exists()


def test_an_address_casts_no_ballot(won: Fixture) -> None:
    phone_of(won, "Вера").get(address(won, "Вера"), {"choice": "c2"})
    assert not Ballot.objects.exists()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone_of(won, "Вера").cookies
    assert strict.post(address(won, "Вера"), {"choice": "c2"}).status_code == 403 and not Ballot.objects.exists()


# --- what nobody reads -----------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """A page without what differs from one request to the next."""
    text = re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken"|nonce|data-stream|data-ticket-url)(=|: )"[^"]*"', "", text)
    return re.sub(r"\b1[0-9]{12}\b", "", text)


def everything(fixture: Fixture) -> dict[str, str]:
    """Every page that might tell, as everybody sees it, the backoffice and the record included."""
    game, root = game_of(fixture), Client()
    root.force_login(User.objects.get(username="root"))
    pages: dict[str, str] = {}
    for name in ("chgk:spectator", "chgk:projector", "chgk:record"):
        pages[name] = Client().get(reverse(name, args=[game.pk])).text
    for name in ("chgk:console", "chgk:setup", "chgk:record"):
        pages[f"host {name}"] = root.get(reverse(name, args=[game.pk])).text
    for who in NAMES:
        phone = phone_of(fixture, who)
        pages[f"{who} seat"] = phone.get(address(fixture, who, "chgk:seat")).text
        pages[f"{who} ballot"] = phone.get(address(fixture, who)).text
    pages["hall"] = Client().get(reverse("chgk:hall_of_fame")).text
    deed = reverse("chgk:vote_deed", args=[fixture.club_id, "name"])
    pages["desk"] = root.post(deed, {"player": "c1", "reason": "так"}).text
    chgk = [model for model in admin.site._registry if model._meta.app_label == "chgk"]
    models: list[type[Model]] = [*chgk, LiveGame, GameCommand, AuditEntry]
    for model in models:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        pages[label] = root.get(reverse(f"admin:{label}_changelist")).text
    row = BestPlayerVote.objects.get(fixture=fixture)
    pages["vote"] = root.get(reverse("admin:chgk_bestplayervote_change", args=[row.pk])).text
    return {name: plain(text) for name, text in pages.items()}


def test_no_page_depends_on_what_was_chosen(won: Fixture) -> None:
    """Only the choice differs between the two readings, so whatever tells of it would differ, too."""
    User.objects.create_superuser("root")
    vote(won, "Вера", "Глеб")
    vote(won, "Дина", "Дина")
    for name in NAMES:
        phone_of(won, name)  # a first visit leaves its traces
    before = everything(won)
    assert "Not everybody has voted yet" in before["desk"]
    row = BestPlayerVote.objects.get()
    Ballot.objects.filter(voter="c1").update(choice=seal_choice(vote_id=row.pk, voter="c1", place=0))
    Ballot.objects.filter(voter="c3").update(choice=seal_choice(vote_id=row.pk, voter="c3", place=1))
    after = everything(won)
    assert [name for name in before if before[name] != after[name]] == []


def test_the_answer_to_a_ballot_is_the_same_whatever_it_says(season: Season, host_user: User, host: Actor) -> None:
    answers = set()
    for number, choice in enumerate(("c1", "c2", "c3")):
        fixture = make_final(Season.objects.create(name=f"200{number}"), host_user)
        finish_final(fixture, host)
        phone = phone_of(fixture, "Вера")
        response = phone.post(address(fixture, "Вера"), {"choice": choice})
        assert response.status_code == 302 and not set(response.cookies) - {"csrftoken"}
        page = plain(phone.get(response["Location"]).text)
        answers.add(page.replace(f"/{fixture.game_id}/", "").replace(f"/{link_of(fixture, 'Вера').pk}/", ""))
    assert len(answers) == 1


def test_nobody_feels_the_way_to_a_choice_by_filters(won: Fixture) -> None:
    vote(won, "Вера", "Глеб")
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    assert Ballot not in admin.site._registry
    asked = [
        ("chgk_bestplayervote", "ballots__choice__startswith"),
        ("chgk_owl", "fixture__vote__ballots__choice__startswith"),
        ("tournaments_livegame", "fixture__vote__ballots__choice__startswith"),
    ]
    for model, lookup in asked:
        response = root.get(reverse(f"admin:{model}_changelist"), {lookup: "a"})
        assert response.status_code == 400 or response["Location"].endswith("?e=1"), model


def test_an_error_report_has_no_choice_in_it(won: Fixture, settings: Any, monkeypatch: Any, caplog: Any) -> None:
    settings.DEBUG = False
    reports = []

    def report(request: Any, **_: Any) -> None:
        reporter = ExceptionReporter(request, *sys.exc_info())
        reports.extend([reporter.get_traceback_html(), reporter.get_traceback_text()])

    def fail(*_: Any) -> None:
        raise RuntimeError("no room left")

    monkeypatch.setattr(ballots, "_require_own_seat", fail)
    got_request_exception.connect(report)
    phone = phone_of(won, "Вера")
    phone.raise_request_exception = False
    try:
        response = phone.post(address(won, "Вера"), {"choice": "marker-7f3a"})
    finally:
        got_request_exception.disconnect(report)
    assert response.status_code == 500 and len(reports) == 2 and "no room left" in reports[0]
    assert not [text for text in (*reports, response.text, caplog.text) if "marker-7f3a" in text]


def test_the_screens_follow_each_ballot(won: Fixture, monkeypatch: Any) -> None:
    published: list[int] = []
    monkeypatch.setattr(ballots, "publish_after_commit", published.append)
    vote(won, "Вера", "Глеб")
    assert published == [won.game_id]
    page = Client().get(reverse("chgk:spectator", args=[won.game_id])).text
    assert "naming the best" in page and game_of(won).finished_at is not None
