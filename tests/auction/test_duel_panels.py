"""The duel on every screen (§25): nothing leaks, and no screen says who was first before the server does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from auction.rules.duel import ARRIVAL
from auction.rules.session import Session
from tests.auction.stage_duel import (
    ARMED,
    DECIDED,
    DRAW,
    DUEL_AUDIENCES,
    GO,
    LEFT,
    NAMES,
    SEVEN,
    SHOWN,
    SIDES,
    STRIKES,
    TIED,
    duel,
    final,
    press,
    settle,
    whole_duel,
)
from tests.auction.stage_round import panels, tags, text_of

HALL = [("spectator", "public"), ("projector", "public")]
PHONES = [(screen, f"{screen}:{team}") for screen in ("captain", "player") for team in SIDES]


def marks(parts: dict[str, str]) -> dict[str, str | None]:
    """What the script of a phone reads."""
    return next((attrs for _, attrs in tags(parts) if "data-duel" in attrs), {})


def handles(parts: dict[str, str]) -> list[str]:
    return [attrs["data-testid"] or "" for _, attrs in tags(parts) if "data-testid" in attrs]


def may(parts: dict[str, str]) -> list[str]:
    state = next(attrs for _, attrs in tags(parts) if "data-stage-state" in attrs)
    return (state["data-may"] or "").split()


@pytest.mark.parametrize(("screen", "audience"), DUEL_AUDIENCES)
def test_every_screen_has_something_to_show_in_every_step(screen: str, audience: str) -> None:
    names = set(panels(final(), screen, audience))
    for step, session in whole_duel():
        parts = panels(session, screen, audience)
        assert set(parts) == names, step
        assert text_of({"centre": parts["centre"]}).strip(), step
        parts.pop("round_teams", None)  # holds templates, which the page's own lists are filled from
        for tag, attrs in tags(parts):
            assert tag not in ("textarea", "select"), step
            assert tag != "input" or attrs.get("type") == "hidden", step


@pytest.mark.parametrize(("screen", "audience"), [*HALL, *PHONES])
def test_the_question_is_read_by_nobody_before_it_is_shown(screen: str, audience: str) -> None:
    for step, session in whole_duel():
        text = text_of(panels(session, screen, audience))
        assert ("tekst-9" in text) == session.stage.shown, step
        assert "odpowiedź-9" not in text, step


@pytest.mark.parametrize(("screen", "audience"), [*HALL, *[each for each in PHONES if "masters" in each[1]]])
def test_a_press_changes_nothing_on_any_screen_but_the_own_sides(screen: str, audience: str) -> None:
    """Not even who has pressed is known before the decision, let alone who was first."""
    before, after = duel(*ARMED), duel(*ARMED, press("green", 400))
    assert panels(after, screen, audience) == panels(before, screen, audience)


@pytest.mark.parametrize(("screen", "audience"), DUEL_AUDIENCES)
def test_no_screen_says_who_was_first_before_the_decision(screen: str, audience: str) -> None:
    for step, session in whole_duel():
        parts = panels(session, screen, audience)
        decided = step in ("tie", "answering")
        assert ("buzz-times" in handles(parts)) == decided, step
        assert ("buzz-decision" in handles(parts)) == (step == "answering"), step
        assert ("is-first" in " ".join(parts.values())) == (step == "answering"), step


def test_the_own_press_has_arrived_and_no_more() -> None:
    parts = panels(duel(*ARMED, press("green", 400)), "player", "player:green")
    assert marks(parts)["data-face-now"] == "arrived"
    other = marks(panels(duel(*ARMED, press("green", 400)), "player", "player:masters"))
    assert other["data-face-now"] == "armed"


def test_each_side_reads_how_close_it_was() -> None:
    session = duel(*DECIDED)
    said = {
        (screen, audience): re.sub(r"\s+", " ", text_of({"centre": panels(session, screen, audience)["centre"]}))
        for screen, audience in DUEL_AUDIENCES
    }
    assert "You answer: 0.080 s before Mistrz 1." in said["player", "player:green"]
    assert "Gracz 2 Zieloni answers, 0.080 s before you." in said["captain", "captain:masters"]
    assert "Gracz 2 Zieloni pressed 0.080 s before Mistrz 1." in said["projector", "public"]
    for text in said.values():
        assert "0.400 s" in text, "when it was pressed"
        assert "0.550 s" in text, "when it arrived"


def test_by_the_order_of_arrival_the_arrivals_are_compared() -> None:
    session = final()
    session = replace(session, settings=replace(session.settings, duel_order=ARRIVAL))
    session = duel(*DECIDED, session=session)
    text = text_of(panels(session, "spectator", "public"))
    assert "Mistrz 1 pressed 0.060 s before Gracz 2 Zieloni." in text
    assert "order of arrival" in text


def test_who_pressed_alone_is_told_so() -> None:
    session = duel(*ARMED, press("green", 400), settle())
    assert "You answer: nobody else pressed." in text_of(panels(session, "player", "player:green"))
    assert "Only Gracz 2 Zieloni pressed." in text_of(panels(session, "spectator", "public"))


@pytest.mark.parametrize("audience", ["captain:green", "captain:masters"])
def test_a_captain_names_until_the_buzzers_open(audience: str) -> None:
    team = audience.partition(":")[2]
    for step, session in whole_duel():
        parts = panels(session, "captain", audience)
        offered = [handle for handle in handles(parts) if handle.startswith("duellist-")]
        before_go = step in ("naming", "striking", "ready", "question")
        assert offered == ([f"duellist-{team}-{number}" for number in (1, 2, 3)] if before_go else []), step


def test_only_the_captain_whose_turn_it_is_strikes() -> None:
    session = duel(DRAW, *NAMES, *STRIKES[:3])
    offered = {
        pair: [handle for handle in handles(panels(session, *pair)) if re.fullmatch(r"strike-\d", handle)]
        for pair in PHONES
    }
    assert offered.pop(("captain", "captain:masters")) == ["strike-4", "strike-5", "strike-6", "strike-7"]
    assert not any(offered.values())
    assert "strike" in may(panels(session, "captain", "captain:masters"))
    assert "Your turn: strike a category." in text_of(panels(session, "captain", "captain:masters"))
    assert "Mistrzowie strike a category." in text_of(panels(session, "player", "player:green"))


def test_everybody_sees_what_was_struck_and_by_whom() -> None:
    session = duel(DRAW, *NAMES, *STRIKES[:3])
    for pair in DUEL_AUDIENCES:
        html = " ".join(panels(session, *pair).values())
        assert [name for name in SEVEN if name in html] == SEVEN, pair
        assert html.count("is-struck") == 3, pair


@pytest.mark.parametrize("audience", ["captain:green", "player:green"])
def test_the_buzzer_is_the_duellists(audience: str) -> None:
    """The panel says whose it is; the page shows it on that phone alone (stage-buzzer.js)."""
    screen = audience.partition(":")[0]
    faces = {}
    for step, session in whole_duel():
        parts = panels(session, screen, audience)
        mark = marks(parts)
        assert ("buzz" in may(parts)) == (step != "answering"), step
        if mark["data-duellist"]:
            assert mark["data-duellist"] == "green-2"
            faces[step] = mark["data-face-now"]
    assert faces == {"ready": "soon", "question": "wait", "armed": "armed", "collecting": "arrived", "tie": "tie"}


def test_a_false_start_locks_the_own_phone_and_says_until_when() -> None:
    session = duel(*SHOWN, press("green", -500))
    mark = marks(panels(session, "player", "player:green"))
    assert mark["data-locked-until"] == str(GO - 500 + 1000)
    assert mark["data-face-now"] == "wait"
    assert "data-locked-until" not in marks(panels(session, "player", "player:masters"))
    attempts = {marks(panels(one, "player", "player:green"))["data-attempt"] for one in (duel(*SHOWN), session)}
    assert len(attempts) == 2, "the phone must forget that its press was sent"


PRIMARY = {
    "naming": "Name the duellist",
    "striking": "Strike a category for",
    "ready": "Start the duel",
    "tie": "A tie: once more",
    "answering": "Stop the clock",
}


def test_the_console_always_has_one_thing_that_comes_next() -> None:
    for step, session in whole_duel():
        html = panels(session, "console", "host", now=GO + 450)["actions"]
        assert PRIMARY.get(step, "") in html, step
        assert html.count('data-testid="primary"') == 1, step


def primary(session: Session, **around: Any) -> str:
    html = panels(session, "console", "host", **around)["actions"]
    found = re.search(r'data-testid="primary".*?<span class="label">(.*?)</span>', html, re.DOTALL)
    assert found
    return found[1]


def test_a_console_that_comes_after_the_window_can_settle_what_the_server_has_not() -> None:
    waiting = duel(*ARMED, press("green", 400))
    assert primary(waiting, now=GO + 450) == "Nobody answered"
    assert primary(waiting, now=GO + 5_000) == "Who was first?"


def test_for_an_absent_captain_the_host_chooses_in_a_dialog_and_never_by_space() -> None:
    naming = panels(duel(DRAW), "console", "host")
    assert 'data-opens="dialog-duel"' in naming["actions"]
    assert handles({"choice": naming["choice"]}) == [f"choose-green-{number}" for number in (1, 2, 3)]
    striking = panels(duel(DRAW, *NAMES, *STRIKES[:5]), "console", "host")
    assert handles({"choice": striking["choice"]}) == ["choose-strike-6", "choose-strike-7"]
    assert [handle for handle in handles(striking) if re.fullmatch(r"strike-\d", handle)] == ["strike-6", "strike-7"]
    assert panels(duel(*SHOWN), "console", "host")["choice"] == ""


def test_a_tie_is_repeated_or_decided_with_a_reason() -> None:
    parts = panels(duel(*TIED), "console", "host")
    assert {"duel-tie", "repeat-buzz", "decide-buzz-green", "decide-buzz-masters", "no-answer"} <= set(handles(parts))
    decide = next(attrs for _, attrs in tags(parts) if attrs.get("data-testid") == "decide-buzz-green")
    assert (decide["data-opens"], decide["data-fill-team"], "disabled" in decide) == ("dialog-buzz", "green", False)
    decided = duel(*TIED, {"do": "buzz", "team": "masters", "reason": "first to say it aloud", "at": GO + 5_000})
    assert "The host decided: Mistrz 1 answers." in text_of(panels(decided, "projector", "public"))


def test_a_faulty_question_of_a_duel_can_be_replaced() -> None:
    for session in (duel(*SHOWN), duel(*ARMED), duel(*TIED), duel(*DECIDED)):
        assert "faulty" in handles(panels(session, "console", "host", reserves=2))


def test_what_the_lot_is_about() -> None:
    assert "One on one" in text_of(panels(duel(DRAW), "projector", "public"))
    assert f"One on one: {LEFT}" in text_of(panels(duel(*SHOWN), "projector", "public"))
