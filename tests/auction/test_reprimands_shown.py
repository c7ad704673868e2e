"""§16 on the screens: what not bidding brings is said before and after the close; and how the last question ends."""

from __future__ import annotations

import re
from typing import Any

import pytest

from auction import words
from auction.rules.projection import project
from auction.rules.session import Session
from tests.auction.stage_round import bid, draw, panels, played, text_of, tied
from tournaments.rules.audience import Audience

CLOSE = {"do": "close"}
WRONG = ({"do": "show_question"}, {"do": "judge", "correct": False})
OPEN = (draw(1), {"do": "open"}, bid("red", 5))
WARNED = (*OPEN, bid("blue", 6), CLOSE)
PENALISED = (*WARNED, *WRONG, draw(2), {"do": "open"}, bid("red", 5), bid("blue", 6), bid("yellow", 7), CLOSE)


def line(session: Session, team: str) -> str:
    """What the phones of a team say about not bidding."""
    said = set()
    for screen in ("captain", "player"):
        found = re.search(r'data-testid="reprimand">(.*?)</p>', panels(session, screen, f"{screen}:{team}")["centre"])
        said.add(found[1] if found else "")
    assert len(said) == 1
    return said.pop()


def mark(session: Session, screen: str, team: str) -> str:
    """The mark on a team's plinth."""
    found = re.search(rf'data-testid="team-{team}-reprimand">(.*?)</span>', panels(session, screen, "public")["teams"])
    return found[1] if found else ""


def test_a_team_that_has_not_bid_reads_what_that_brings() -> None:
    bidding = played(*OPEN)
    assert line(bidding, "red") == ""
    assert line(bidding, "green") == "You have not bid yet. Not bidding at all brings a reprimand. §16"
    again = played(*WARNED, *WRONG, draw(2), {"do": "open"})
    assert line(again, "green") == "You have not bid yet. Not bidding at all costs 5 points. §16"
    assert "brings a reprimand" in line(again, "red")


def test_a_reprimanded_team_reads_it_until_the_next_draw() -> None:
    warned = "Reprimand: nobody of you bid. The next time costs 5 points. §16"
    for session in (played(*WARNED), played(*WARNED, *WRONG)):
        assert line(session, "green") == line(session, "yellow") == warned
        assert line(session, "red") == ""
    assert line(played(*WARNED, *WRONG, draw(2)), "green") == ""
    assert line(played(*PENALISED), "green") == "−5 for not bidding, §16"


@pytest.mark.parametrize("screen", ["spectator", "projector"])
def test_the_hall_sees_and_hears_it(screen: str) -> None:
    warned, penalised = played(*WARNED), played(*PENALISED)
    assert [mark(warned, screen, team) for team in ("red", "green")] == ["", "reprimand"]
    assert [mark(penalised, screen, team) for team in ("yellow", "green")] == ["", "−5 §16"]
    assert 'data-announce="Reprimand: Żółci, Zieloni."' in panels(warned, screen, "public")["head"]
    assert 'data-announce="Zieloni −5 for not bidding."' in panels(penalised, screen, "public")["head"]
    assert 'data-announce=""' in panels(played(*OPEN), screen, "public")["head"]


def test_a_team_that_is_out_shows_no_zero() -> None:
    out = played(*OPEN, {"do": "va_banque", "team": "green"}, *WRONG)
    for screen in ("spectator", "projector"):
        assert re.search(r'data-testid="team-green-points"[^>]*>out<', panels(out, screen, "public")["teams"])


# --- how the last question ended -----------------------------------------------------------------------------------


def sentence(session: Session) -> str:
    view = project(session, Audience("public"))
    assert view.result is not None
    return words.result_sentence(view.result, view)


def one_question(*commands: dict[str, Any]) -> Session:
    return played(draw(1), {"do": "open"}, *commands, questions_per_round=1)


def test_after_the_last_question_nothing_stays_in_the_pot() -> None:
    everybody = (bid("red", 4), bid("blue", 6), bid("yellow", 7), bid("green", 8), CLOSE)
    over = one_question(*everybody, *WRONG)
    assert over.game.finalist == "red"
    assert sentence(over) == "Wrong: Zieloni. The pot goes to Czerwoni."
    assert "stay in the pot" not in text_of(panels(over, "console", "host"))
    right = one_question(*everybody, {"do": "show_question"}, {"do": "judge", "correct": True})
    assert sentence(right) == "Right: Zieloni +25"


def test_in_a_tie_nobody_has_the_pot_yet() -> None:
    assert sentence(tied()) == "Wrong: Czerwoni."


def test_before_that_it_stays_there() -> None:
    assert sentence(played(*WARNED, *WRONG)) == "Wrong: 17 stay in the pot"
