"""One on one, §25, whatever comes in whatever order: at most one winner, every press within its bounds."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from auction.rules.duel import TIE, Press, adjust_press, find_first
from auction.rules.moves import primary_move
from auction.rules.snapshots import dump_event, dump_session, load_event, load_session
from tests.auction.rules.duel_evening import SIDES, DuelEvening
from tournaments.rules.engine import Refusal


@given(at=st.integers(10**6, 10**7), pressed=st.integers(-(10**6), 10**8), spread=st.integers(-10, 10**5))
def test_no_press_is_dated_beyond_its_way(at: int, pressed: int, spread: int) -> None:
    adjusted = adjust_press(at, pressed, spread)
    assert at - min(max(0, spread) + 30, 200) <= adjusted <= at
    if at - min(max(0, spread) + 30, 200) <= pressed <= at:
        assert adjusted == pressed
    assert adjust_press(at, None, spread) == at


@given(one=st.integers(0, 500), other=st.integers(0, 500), order=st.sampled_from(["fair", "arrival"]))
def test_the_earlier_one_wins_beyond_25_ms(one: int, other: int, order: str) -> None:
    presses = [Press("red", "a", one, one), Press("masters", "b", other, other)]
    first, limit = find_first(presses, order), TIE if order == "fair" else 1
    assert first == (None if abs(one - other) < limit else "red" if one < other else "masters")
    assert first == find_first(reversed(presses), order)


moves = st.one_of(
    st.tuples(
        st.just("press"), st.sampled_from(SIDES), st.integers(0, 400),
        st.one_of(st.none(), st.integers(-400, 50), st.sampled_from([True, "x", -(10**18), 10**30, 1.5])),
        st.one_of(st.integers(0, 500), st.sampled_from([None, -5, "x", 10**9])),
    ),
    st.tuples(
        st.sampled_from(["settle_buzz", "open_buzzers", "repeat_buzz", "no_answer", "buzz"]), st.sampled_from(SIDES),
        st.integers(0, 400), st.none(), st.none(),
    ),
)  # fmt: skip


@given(st.lists(moves, max_size=14), st.sampled_from(["fair", "arrival"]))
def test_any_order_of_presses_has_at_most_one_winner_and_keeps_every_point(
    sequence: list[tuple[Any, ...]], order: str
) -> None:
    evening = DuelEvening(duel_order=order).asked()
    total = sum(team.points for team in evening.session.game.teams) + evening.session.game.pot
    taken, refused = 0, []
    for do, team, wait, ahead, spread in sequence:
        estimate = evening.at + wait + ahead if type(ahead) is int and abs(ahead) < 10**6 else ahead
        try:
            evening.do(do, team=team, wait=wait, pressed_at=estimate, uncertainty=spread, reason="tak")
        except Refusal as refusal:
            refused.append(refusal.paragraph)
            continue
        taken += sum(type(event).__name__ == "BuzzTaken" for event in evening.log[-1])
        for event in evening.log[-1]:
            assert load_event(json.loads(json.dumps(dump_event(event)))) == event
        assert load_session(json.loads(json.dumps(dump_session(evening.session)))) == evening.session
        duel = evening.session.stage.duel
        if duel is not None:
            assert len({press.team for press in duel.presses}) == len(duel.presses) <= 2
            assert all(press.at - 200 <= press.adjusted <= press.at for press in duel.presses)
            assert duel.go_at is None or all(press.moment(order) >= duel.go_at for press in duel.presses)
        primary = primary_move(evening.session, evening.at)
        assert primary.do
    game = evening.session.game
    assert taken <= 1 and set(refused) <= {"25"}
    assert sum(team.points for team in game.teams) + game.pot == total
