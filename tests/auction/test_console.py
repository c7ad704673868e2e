"""The host's console: what it asks, what it keeps still, which teams its fields offer."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from auction.rules import session as rules
from auction.rules.session import Session
from tests.auction.stage_round import CLOSE, NOW, bid, carry_out, draw, panels, played, setup, tags, tied

SOLD = (draw(1), {"do": "open"}, bid("blue", 9), CLOSE)
SHOWN = (*SOLD, {"do": "show_question"})
RUNNING = (*SHOWN, {"do": "clock", "action": "start"})


def console(session: Session, **changes: Any) -> dict[str, str]:
    return panels(session, "console", "host", **changes)


def button(parts: dict[str, str], handle: str) -> dict[str, str | None]:
    """The attributes of the only button with this handle."""
    (found,) = [attrs for _, attrs in tags(parts) if attrs.get("data-testid") == handle]
    return found


def label(parts: dict[str, str], handle: str) -> str:
    found = re.search(rf'data-testid="{handle}".*?<span class="label">(.*?)</span>', parts["actions"], re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def offered(parts: dict[str, str]) -> dict[str, str]:
    """Which teams each kind of field may offer."""
    (found,) = [attrs for _, attrs in tags(parts) if "data-choices" in attrs]
    return {kind: str(found[f"data-{kind}"]) for kind in ("bid", "tie", "out")}


def late() -> Session:
    """An answer long after the time and the grace."""
    return carry_out(played(*RUNNING), {"do": "answer", "team": "blue", "text": "odpowiedź-1"}, 60)


# --- the verdict -----------------------------------------------------------------------------------------------------


def test_before_the_hall_has_seen_the_question_no_verdict_is_possible() -> None:
    for handle in ("judge-right", "judge-wrong"):
        before = button(console(played(*SOLD)), handle)
        assert "disabled" in before
        assert "§17" in str(before["data-reason"])
        assert "disabled" not in button(console(played(*SHOWN)), handle)


def test_a_late_answer_is_the_hosts_to_decide() -> None:
    parts = console(late())
    assert label(parts, "primary") == "Decide: right or wrong…"
    assert button(parts, "primary")["data-opens"] == "dialog-verdict"
    assert 'data-may="verdict"' in parts["head"]
    asked = {"verdict": parts["verdict"]}
    assert (button(asked, "verdict-right")["data-key"], button(asked, "verdict-wrong")["data-key"]) == ("y", "n")
    for part in ("verdict-late", "verdict-typed", "verdict-answer"):
        assert button(asked, part) is not None
    assert "odpowiedź-1" in html.unescape(parts["verdict"])


def test_a_clear_answer_needs_no_dialog() -> None:
    session = played(*RUNNING, {"do": "answer", "team": "blue", "text": "odpowiedź-1"})
    parts = console(session)
    assert label(parts, "primary").startswith("Right: Niebiescy")
    assert parts["verdict"] == ""


# --- the clock -------------------------------------------------------------------------------------------------------


def test_a_stopped_clock_goes_on_with_space() -> None:
    parts = console(played(*RUNNING, {"do": "clock", "action": "stop"}))
    assert label(parts, "primary") == "Go on: 14 s left"


def test_silence_until_the_end_turns_the_primary_action_into_the_verdict() -> None:
    session = played(*RUNNING)
    parts = console(session)
    assert label(parts, "primary") == "Stop the clock"
    assert label(parts, "primary-overdue").startswith("No answer in time:")
    since = str(NOW + 1000 * (len(RUNNING) - 1) + session.settings.answer_ms + session.settings.grace_ms)
    (first,) = [attrs for _, attrs in tags(parts) if "data-until" in attrs]
    (second,) = [attrs for _, attrs in tags(parts) if "data-from" in attrs]
    assert first["data-until"] == second["data-from"] == since
    assert "hidden" in second
    assert "hidden" not in first


@pytest.mark.parametrize("more", [(), ({"do": "clock", "action": "start"}, {"do": "clock", "action": "stop"})])
def test_a_clock_that_does_not_run_decides_nothing(more: tuple[dict[str, Any], ...]) -> None:
    assert "data-from" not in console(played(*SHOWN, *more))["actions"]


# --- the teams that the fields offer ---------------------------------------------------------------------------------


def test_a_team_that_is_out_is_not_offered_for_a_bid() -> None:
    lost = (draw(1), {"do": "open"}, {"do": "va_banque", "team": "yellow"}, {"do": "show_question"})
    session = played(*lost, {"do": "judge", "correct": False}, draw(2), {"do": "open"})
    assert offered(console(session)) == {"bid": "red blue green", "tie": "", "out": "yellow"}


def test_a_tie_is_between_the_tied_teams_and_nobody_is_proposed() -> None:
    session = tied()
    parts = console(session)
    assert offered(parts)["tie"].split() == list(rules_tied(session))
    assert not [name for name in button(parts, "primary") if name.startswith("data-fill")]


def rules_tied(session: Session) -> list[str]:
    most = max(team.points for team in session.game.standing)
    return [team.id for team in session.game.standing if team.points == most]


# --- before the start ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Played as the rulebook says"),
        ({"ante": 4}, "1 setting changed"),
        ({"ante": 4, "hint_divisor": 2}, "2 settings changed"),
    ],
)
def test_beside_the_start_stands_what_the_game_is_played_by(changes: dict[str, Any], sentence: str) -> None:
    actions = console(rules.open_session(setup(**changes)), started=False)["actions"]
    assert f'<a href="/s/">{sentence}</a>' in actions
    assert "played-by" not in console(rules.open_session(setup(**changes)))["actions"]
