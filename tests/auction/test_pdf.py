"""The protocol as PDF: with WeasyPrint a document, without it a word about printing; nothing is loaded from outside."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from tests.auction.stage_round import ROUND
from tests.auction.test_records import play_round
from tournaments.models import LiveGame, Season
from tournaments.pdf import NoPdf, make_pdf, read_static
from tournaments.services.actors import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(season: Season, host: Actor) -> LiveGame:
    return play_round(season, host, [*ROUND[:5], {"do": "undo"}, *ROUND[4:]])


def test_without_the_extra_the_page_offers_printing(game: LiveGame, client: Client, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr("tournaments.pdf.find_spec", lambda name: None)
    plain = client.get(f"/games/{game.pk}/protocol/").content.decode()
    assert "format=pdf" not in plain and "data-print" in plain
    asked = client.get(f"/games/{game.pk}/protocol/?format=pdf")
    assert asked.status_code == 200 and asked["Content-Type"].startswith("text/html")
    assert "makes no PDF" in asked.content.decode()


def test_without_pango_it_is_the_same(game: LiveGame, client: Client, monkeypatch: Any) -> None:
    class Broken(ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr("tournaments.pdf.find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "weasyprint", Broken("weasyprint"))
    monkeypatch.setitem(sys.modules, "weasyprint.urls", Broken("weasyprint.urls"))
    with pytest.raises(NoPdf):
        make_pdf("<p>")
    assert "makes no PDF" in client.get(f"/games/{game.pk}/protocol/?format=pdf").content.decode()


def test_with_the_extra_it_is_a_document(game: LiveGame, client: Client, monkeypatch: Any) -> None:
    """By a stand-in that keeps what it is given; the real one is tried where it is installed, below."""
    given: list[str] = []

    def make(html: str) -> bytes:
        given.append(html)
        return b"%PDF-1.7"

    monkeypatch.setattr("tournaments.views.protocols.make_pdf", make)
    monkeypatch.setattr("tournaments.pdf.find_spec", lambda name: object())
    assert "format=pdf" in client.get(f"/games/{game.pk}/protocol/").content.decode()
    response = client.get(f"/games/{game.pk}/protocol/?format=pdf")
    assert response["Content-Type"] == "application/pdf"
    assert f"protocol-{game.pk}.pdf" in response["Content-Disposition"]
    assert "<s>Niebiescy 12</s>" in given[0] and "<script" not in given[0]


def test_weasyprint_draws_it(game: LiveGame, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    try:
        make_pdf("<p>")
    except NoPdf as error:  # where that fails `make test` (tests/prerequisites.py)
        pytest.skip(f"needs Pango: {error}")
    response = client.get(f"/games/{game.pk}/protocol/?format=pdf")
    assert response.content.startswith(b"%PDF-") and len(response.content) > 5000
    assert "Failed to load" not in caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a.css", "file:///etc/passwd", "/etc/passwd", "http://sowa.invalid/etc/passwd",
        "http://sowa.invalid/static/../config/settings.py", "http://sowa.invalid/static/%2e%2e/config/settings.py",
        "data:text/css,a",
    ],
)  # fmt: skip
def test_a_document_loads_nothing_from_outside(url: str) -> None:
    from django.core.exceptions import SuspiciousFileOperation

    with pytest.raises((ValueError, SuspiciousFileOperation)):
        read_static(url)


def test_a_document_loads_our_own_style() -> None:
    body, kind = read_static("http://sowa.invalid/static/css/protocol-pdf.css")
    assert kind == "text/css" and b"@page" in body
