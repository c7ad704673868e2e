"""Every screen in every phase: it renders, says what will happen, keeps fields out of its panels and escapes names."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.utils import translation

from auction import words
from auction.panels import SCREENS
from auction.panels.wheel import make_wheel
from auction.rules import session as rules
from auction.rules.projection import project
from auction.rules.session import Session
from auction.rules.state import Phase
from tests.auction.stage_round import (
    AUDIENCES,
    CLOSE,
    ROUND,
    TEAMS,
    carry_out,
    panels,
    played,
    question,
    setup,
    tags,
    text_of,
    tied,
    whole_round,
)
from tournaments.name_words import isolate
from tournaments.rules.audience import Audience


def test_the_round_visits_every_phase_of_a_first_round() -> None:
    phases = {session.game.phase for session in whole_round()} | {tied().game.phase}
    assert phases == set(Phase) - {Phase.DUEL, Phase.FINISHED}


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_every_screen_has_the_same_panels_in_every_phase(screen: str, audience: str) -> None:
    """The page has a place for each panel; one that appears later would have none."""
    names = set(panels(rules.open_session(setup()), screen, audience))
    for step, session in enumerate([*whole_round(), tied()]):
        assert set(panels(session, screen, audience, step=step)) == names


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
@pytest.mark.parametrize("changes", [{"started": False}, {"finished": True}, {"undone": "Cofnięto: Czerwoni 5"}])
def test_every_screen_stands_before_the_start_and_after_the_end(
    screen: str, audience: str, changes: dict[str, Any]
) -> None:
    assert panels(rules.open_session(setup()), screen, audience, **changes)["head"]


def test_the_final_has_screens_too() -> None:
    """The duel and the end of the game: played to with the final's own commands."""
    *_, over = whole_round()
    masters = {"id": "masters", "command": "Mistrzowie", "house": None}
    duel = {
        "do": "draw",
        "category": "Jeden na jednego",
        "kind": "one_on_one",
        "question": question(9, "Jeden na jednego"),
    }
    assert over.game.phase is Phase.ROUND_OVER
    seats = (*over.seats, over.seats[0].__class__("masters", "Mistrzowie", "#888888", "M"))
    session = Session(over.game, seats, over.settings, over.stage, over.burnt, over.categories)
    final: list[dict[str, Any]] = [{"do": "open_final", "masters": masters}, duel, {"do": "open"}]
    for step, command in enumerate(final):
        session = carry_out(session, command, step)
    assert session.game.phase is Phase.DUEL
    for screen, audience in AUDIENCES:
        assert panels(session, screen, audience)["centre"]
    session = carry_out(session, {"do": "buzz", "team": "masters"}, 9)
    for screen, audience in AUDIENCES:
        assert panels(session, screen, audience)["centre"]


# --- names are data --------------------------------------------------------------------------------------------------

POISONED = {
    "red": "<b>Gryf</b>",
    "yellow": "{{ 7|add:7 }}",
    "blue": "\u0645\u0631\u062d\u0628\u0627\u202eabc",
    "green": "ą" * 200,
}


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_names_are_text_whatever_they_contain(screen: str, audience: str) -> None:
    session = rules.open_session(setup(POISONED))
    commands = [*ROUND[:6], {"do": "call"}, CLOSE, {"do": "show_question"}, {"do": "judge", "correct": True}]
    for step, command in enumerate(commands):
        session = carry_out(session, command, step)
        parts = panels(session, screen, audience)
        assert not [tag for tag, _ in tags(parts) if tag in ("b", "script")]
        assert "14" not in re.findall(r">\s*(14)\s*<", " ".join(parts.values()))
        assert not [
            attrs for _, attrs in tags(parts) if "style" in attrs or any(name.startswith("on") for name in attrs)
        ]


def test_a_name_written_from_right_to_left_stays_on_its_side() -> None:
    assert isolate("Czerwoni") == "Czerwoni"
    assert isolate("مرحبا") == "\u2068مرحبا\u2069"


def test_no_field_stands_inside_a_panel() -> None:
    """A panel is replaced when the game moves on; what somebody is typing must not be."""
    for session in [*whole_round(), tied()]:
        for screen, audience in AUDIENCES:
            shown = {name: html for name, html in panels(session, screen, audience).items() if name != "round_teams"}
            for tag, attrs in tags(shown):  # that panel holds templates, which the page's own lists are filled from
                assert tag not in ("textarea", "select"), screen
                assert tag != "input" or attrs.get("type") == "hidden", (screen, attrs)


# --- the console: one primary action a phase -------------------------------------------------------------------------


def primary(session: Session) -> tuple[str, dict[str, str | None]]:
    """The label and the attributes of the console's primary button."""
    actions = panels(session, "console", "host")["actions"]
    found = [attrs for tag, attrs in tags({"actions": actions}) if attrs.get("data-testid") == "primary"]
    assert len(found) == 1
    label = re.search(r'data-testid="primary".*?<span class="label">(.*?)</span>', actions, re.DOTALL)
    assert label is not None
    return html.unescape(label[1]), found[0]


def test_every_phase_has_one_primary_action_and_space_does_it() -> None:
    for session in [*whole_round(), tied()]:
        label, attrs = primary(session)
        assert label
        assert attrs["data-key"] == "Space"
        assert "disabled" not in attrs


def test_the_primary_action_says_what_will_happen() -> None:
    expected = {
        0: "Draw question 1 of 5",
        1: "Open the bidding",
        5: "Going once: Niebiescy 12",
        6: "Going twice: Niebiescy 12",
        7: "Sold: Niebiescy 12",
        8: "Show the question",
        10: "Question read: start the clock",
        11: "Stop the clock",
        14: "Show the four variants",
        16: "Wrong: 28 stay in the pot",
        17: "Draw question 2 of 5",
        20: "Going twice, nobody has bid",
        len(ROUND): "Open the final: Zieloni against the Masters",
    }
    sessions = list(whole_round())
    assert {step: primary(sessions[step])[0] for step in expected} == expected


def test_an_empty_wheel_says_why_nothing_can_be_drawn() -> None:
    parts = panels(rules.open_session(setup()), "console", "host", wheel=())
    assert "No category is left to be drawn." in parts["actions"]
    assert "disabled" in parts["actions"]


def test_every_command_of_a_panel_names_the_state_it_was_drawn_for() -> None:
    """A repeated press of the same button on the same state is one command; a stale one is refused."""
    for session in whole_round():
        for part in panels(session, "console", "host", step=41).values():
            forms = re.findall(r"<form[^>]*>.*?</form>", part, re.DOTALL)
            for form in forms:
                if 'name="do"' in form:
                    assert 'name="expected_seq" value="41"' in form
                    ids = re.findall(r'name="command_id" value="(.*?)"', form)
                    assert all(re.fullmatch(r"[A-Za-z0-9_.:-]{1,64}", one) for one in ids)


# --- the phones ------------------------------------------------------------------------------------------------------


def test_each_raise_shows_the_total_it_bids() -> None:
    actions = panels(played(*ROUND[:5]), "captain", "captain:red")["actions"]
    numbers = re.findall(r'name="points" value="(\d+)"', actions)
    labels = re.findall(r'<span class="label">(\d+)</span>', actions)
    assert numbers == labels == ["13", "17", "50"]
    assert "blocks" in actions


def test_players_have_no_captains_buttons() -> None:
    for session in whole_round():
        assert "actions" not in panels(session, "player", "player:blue")


def test_the_hint_shows_its_price_and_what_remains() -> None:
    actions = panels(played(*ROUND[:11]), "captain", "captain:blue")["actions"]
    assert "Hint for 9" in actions
    assert "29 remain" in actions


def test_a_named_player_answers_and_the_captain_does_not() -> None:
    session = played(*ROUND[:11])

    def may(screen: str) -> str:
        head = panels(session, screen, f"{screen}:blue")["head"]
        found = re.search(r'data-may="(.*?)"', head)
        assert found is not None
        return found[1]

    assert "answer" in may("player")
    assert "answer" not in may("captain")
    assert 'data-answerer="blue-2"' in panels(session, "player", "player:blue")["head"]


def test_every_team_reads_what_it_waits_for_in_every_phase() -> None:
    for session in [*whole_round(), tied()]:
        for team in TEAMS:
            view = project(session, Audience("captain", team))
            assert len(words.waiting_sentence(view)) > 10


# --- words and pictures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 21))
def test_the_wheel_stops_where_the_server_has_drawn(count: int) -> None:
    names = [f"K{number}" for number in range(count)]
    for index, name in enumerate(names):
        wheel = make_wheel(names, name)
        drawn = next(sector for sector in wheel.sectors if sector.drawn)
        assert drawn.name == name
        assert drawn.place.startswith("rotate(0.00)")
        assert float(wheel.turn) == pytest.approx(index * 360 / count, abs=0.01)


def test_every_command_reads_as_a_sentence() -> None:
    for command in ROUND:
        sentence = words.command_sentence(command, TEAMS)
        assert sentence
        assert sentence != command["do"]
        assert "%(" not in sentence


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_screens_render_in_every_language(language: str) -> None:
    with translation.override(language):
        for session in [*whole_round(), tied()]:
            for screen, audience in AUDIENCES:
                assert "%(" not in text_of(panels(session, screen, audience))


def test_all_screens_of_the_contract_exist() -> None:
    assert set(SCREENS) == {"console", "captain", "player", "spectator", "projector"}


def test_several_unopened_links_are_one_line_with_a_list() -> None:
    from auction.panels.context import Newcomer

    def notes(count: int) -> str:
        newcomers = tuple(Newcomer("red", f"Gość {number}", f"/l/{number}/") for number in range(count))
        return panels(played(), "console", "host", newcomers=newcomers)["substitutions"]

    assert "<details" not in notes(1) and "Gość 0 has a seat" in notes(1)
    assert "3 links are not opened yet" in notes(3) and notes(3).count('data-testid="newcomer-link"') == 3
    assert notes(3).count("</details>") == 1 and "<details" not in notes(0)
