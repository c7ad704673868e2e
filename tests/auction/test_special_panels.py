"""A special lot and a black box on every screen, phase by phase; the evening's wheel before the start."""

from __future__ import annotations

import pytest
from django.utils import translation

from auction.lot_words import lot_name
from auction.panels.boxes import Evening
from auction.panels.wheel import make_wheel, spread_among
from auction.rules.session import Session
from auction.rules.state import Kind
from tests.auction.rules.test_special_lots import CONTENTS, LAST, evening, lot, opened, sold
from tests.auction.stage_round import AUDIENCES, CATEGORIES, CLOSE, bid, carry_out, panels, tags, text_of

WON = [*lot(Kind.HINT, bid("red", 10), CLOSE)]
PHASES: dict[str, Session] = {
    "drawn": evening(*WON[:1]),
    "bidding": evening(*WON[:2]),
    "a leader": evening(*WON[:3]),
    "won": evening(*WON),
    "void": evening(*lot(Kind.HINT, CLOSE)),
    "box won": evening(*sold(Kind.BLACK_BOX), special_stakes="carry"),
    "va banque": evening(*lot(Kind.BLACK_BOX, {"do": "va_banque", "team": "blue"})),
    "over": evening(*sold(Kind.BLACK_BOX), *LAST, questions_per_round=1),
    "opened": evening(*sold(Kind.BLACK_BOX), *LAST, opened(1), questions_per_round=1),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_every_screen_stands_in_every_phase_of_a_special_lot(phase: str, screen: str, audience: str) -> None:
    names = set(panels(evening(), screen, audience))
    for language in ("en", "pl", "ru"):
        with translation.override(language):
            parts = panels(PHASES[phase], screen, audience)
            assert set(parts) == names
            text = text_of(parts)
            assert "%(" not in text
            shown = text.replace('data-drawn=":', "").replace("-:hint", "").replace("-:black_box", "")
            assert ":hint" not in shown and ":black_box" not in shown, "that name is for machines"


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_its_stakes_stand_where_the_pot_would(screen: str, audience: str) -> None:
    text = text_of(panels(PHASES["a leader"], screen, audience))
    assert "Special lot; question 1 of 5 comes next" in text and "A hint is at stake" in text
    assert 'data-count="pot">19<' in text and "Stakes" in text


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_what_a_team_has_won_stands_with_it_in_words_too(screen: str, audience: str) -> None:
    text = text_of(panels(PHASES["won"], screen, audience))
    assert 'data-testid="team-red-hints"' in text and "1 hint token" in text
    assert ('data-testid="my-hints"' in text) == (audience in ("captain:red", "player:red"))
    assert 'data-testid="team-blue-hints"' not in text
    box = text_of(panels(PHASES["box won"], screen, audience))
    assert 'data-testid="team-red-boxes"' in box and "1 black box" in box
    if screen != "console":  # there the sentence stands beside the wheel
        assert "Hint token for 10: Czerwoni" in text and "19 points leave the game." in text
        assert "Black box for 10: Czerwoni" in box and "wait in the pot of the next question" in box


def test_va_banque_says_what_it_means_here() -> None:
    for session, need in ((PHASES["bidding"], "risk-prize"), (evening(*LAST[:2]), "risk-answer")):
        for screen, audience in (("console", "host"), ("captain", "captain:red")):
            states = [attrs for _tag, attrs in tags(panels(session, screen, audience)) if "data-stage-state" in attrs]
            assert need in (states[0]["data-may"] or "").split()


def test_the_captain_reads_what_a_token_is_good_for() -> None:
    assert "The token buys a hint for nothing, once" in text_of(panels(PHASES["won"], "captain", "captain:red"))


# --- the box ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_a_box_is_shown_to_everybody_once_it_is_open(screen: str, audience: str) -> None:
    assert CONTENTS[1] not in text_of(panels(PHASES["over"], screen, audience))
    assert CONTENTS[1] in text_of(panels(PHASES["opened"], screen, audience))
    assert CONTENTS[1] in text_of(panels(PHASES["opened"], screen, audience, finished=True))


def test_the_host_is_offered_the_boxes_that_were_won() -> None:
    over = text_of(panels(PHASES["over"], "console", "host"))
    assert "Open the black box: Czerwoni" in over and 'data-testid="open-box-1"' in over
    assert 'data-testid="open-box-1"' not in text_of(panels(PHASES["opened"], "console", "host"))
    unsold = evening(*lot(Kind.BLACK_BOX, CLOSE), *LAST, questions_per_round=1)
    assert "open-box" not in text_of(panels(unsold, "console", "host"))
    assert "Nobody won it: it stays closed." in text_of(panels(unsold, "spectator", "public", finished=True))


def test_when_nobody_is_left_the_box_is_the_primary_action_and_closing_says_what_stays_shut() -> None:
    out = [{"do": "va_banque", "team": team} for team in ("blue",)]
    session = evening(*sold(Kind.BLACK_BOX), start_points=13, questions_per_round=1)
    for team in ("yellow", "blue", "green"):
        session = carry_out(session, {"do": "adjust", "team": team, "points": -8, "reason": "próba"}, 60)
    assert out and session.game.team("red").points == 3
    session = carry_out(session, {"do": "adjust", "team": "red", "points": -3, "reason": "próba"}, 61)
    session = carry_out(session, {"do": "draw", "category": CATEGORIES[0]}, 62)
    assert session.game.phase.value == "finished"
    text = text_of(panels(session, "console", "host"))
    assert 'data-testid="primary"' in text and "Open the black box: Czerwoni" in text
    assert 'data-testid="finish"' in text and "unopened: Czerwoni" in text
    after = text_of(panels(carry_out(session, opened(1), 63), "console", "host"))
    assert "Close the game" in after and "unopened" not in after


def test_a_poisoned_box_is_text() -> None:
    poisoned = PHASES["opened"]
    box = poisoned.specials.boxes[0]
    text = "<script>alert(1)</script>\n{{ 7 }}"
    from dataclasses import replace

    session = replace(poisoned, specials=poisoned.specials.with_box(replace(box, contents=text)))
    for screen, audience in AUDIENCES:
        parts = panels(session, screen, audience)
        assert "<script" not in "".join(parts.values())
        assert "alert(1)" in text_of(parts)


# --- beforehand ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_the_evenings_wheel_is_public_before_the_start(screen: str, audience: str) -> None:
    session = evening(weights={"hint": 3, "one_on_one": 0})
    text = text_of(panels(session, screen, audience, started=False))
    assert all(category in text for category in CATEGORIES)
    assert 'data-testid="evening-hint"' in text and "weight 3" in text and "once a round" in text
    assert 'data-testid="evening-black_box"' in text and "evening-one_on_one" not in text
    assert session.specials.boxes[0].commitment in text
    assert 'data-testid="evening"' not in text_of(panels(session, screen, audience))


def test_without_a_sealed_box_none_lies_on_the_wheel() -> None:
    text = text_of(panels(evening(boxes=0), "spectator", "public", started=False))
    assert "evening-black_box" not in text and "seal-1" not in text


# --- the wheel -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", [(1, 1), (9, 1), (2, 9), (5, 5)])
def test_sectors_are_as_wide_as_their_weights_and_the_drawn_one_lies_at_the_pointer(weights: tuple[int, int]) -> None:
    choices = [("K0", 1), ("K1", 1), (":hint", weights[0]), ("K2", 1), (":black_box", weights[1])]
    total = sum(weight for _name, weight in choices)
    left = 0.0
    for name, weight in choices:
        wheel = make_wheel(choices, name)
        (drawn,) = [sector for sector in wheel.sectors if sector.drawn]
        assert drawn.name == lot_name(name) and drawn.place.startswith("rotate(0.00)")
        middle = left + weight / 2
        assert float(wheel.turn) == pytest.approx((middle - 0.5) * 360 / total, abs=0.01)
        left += weight
    kinds = [sector.kind for sector in make_wheel(choices, None).sectors]
    assert kinds == ["", "", "hint", "", "black_box"]


def test_special_sectors_stand_apart() -> None:
    assert spread_among(["a", "b", "c", "d"], ["x", "y"]) == ["a", "b", "x", "c", "d", "y"]
    assert spread_among([], ["x"]) == ["x"] and spread_among(["a"], []) == ["a"]


@pytest.mark.parametrize(("screen", "audience"), AUDIENCES)
def test_the_same_wheel_stands_before_and_after_the_draw(screen: str, audience: str) -> None:
    if screen in ("captain", "player"):
        return  # a phone shows it after the draw
    before = [
        attrs["aria-label"] for tag, attrs in tags(panels(evening(), screen, audience, wheel=wheel())) if tag == "svg"
    ]
    after = [
        attrs["aria-label"]
        for tag, attrs in tags(panels(PHASES["drawn"], screen, audience, wheel=wheel()))
        if tag == "svg"
    ]
    assert before == after and "Hint" in (before[0] or "")


def wheel() -> tuple[object, ...]:
    return (*CATEGORIES, (":hint", 1), (":black_box", 1))


def test_of_a_box_that_never_came_up_the_end_says_nothing() -> None:
    session = evening(*LAST, questions_per_round=1)
    for screen, audience in AUDIENCES:
        text = text_of(panels(session, screen, audience, finished=True))
        assert "stays closed" not in text and 'data-testid="boxes"' not in text, screen


def test_a_game_closed_in_the_middle_still_says_what_became_of_a_box() -> None:
    unsold = evening(*lot(Kind.BLACK_BOX, CLOSE))
    assert "Nobody won it: it stays closed." in text_of(panels(unsold, "spectator", "public", finished=True))


def test_who_has_staked_everything_reads_where_it_lies() -> None:
    poor = {"do": "adjust", "team": "blue", "points": -47, "reason": "próba"}
    text = text_of(panels(evening(poor, *WON[:2]), "captain", "captain:blue"))
    assert "All your points are in your stake." in text and "lie in the pot" not in text


def test_a_long_name_of_a_special_lot_keeps_clear_of_the_hub() -> None:
    with translation.override("pl"):
        choices = [("Film", 1), (":one_on_one", 9), (":hint", 1)]
        sectors = {sector.name: sector for sector in make_wheel(choices, None).sectors}
    assert sectors["Jeden na jednego"].label == "Jeden na jednego" and sectors["Jeden na jednego"].long
    assert not sectors["Podpowiedź"].long and not sectors["Film"].long


@pytest.mark.parametrize(("names", "density"), [(4, "few"), (17, "some"), (45, "many"), (70, "crowd")])
def test_the_fuller_the_wheel_the_smaller_its_list(names: int, density: str) -> None:
    assert Evening(tuple(f"Kategoria {number}" for number in range(names)), (), ()).density == density
