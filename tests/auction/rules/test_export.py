"""A record of an evening replays to the evening's points, with nothing refused."""

from __future__ import annotations

import json

from auction.rules.export import record_lines
from auction.rules.record import replay_lines
from tests.auction.rules.evening import Evening, question, setup_of


def test_an_exported_evening_replays_to_the_same_points() -> None:
    commands = []
    evening = Evening()

    def do(name: str, **fields: object) -> None:
        evening.do(name, **fields)  # type: ignore[arg-type]
        commands.append({"do": name, "at": evening.at, **fields})

    do("draw", category="Historia", question=question(1))
    do("open")
    do("call")
    do("bid", team="red", points=12)
    do("close", excused=["blue"])
    do("show_question")
    do("clock", action="start")
    do("buy_hint", team="red")
    do("show_hint")
    do("answer", team="red", text="Sowa")
    do("judge", correct=True)
    do("adjust", team="green", points=-2, reason="pomyłka")
    lines = record_lines(setup_of(), commands)
    assert not any("tekst-1" in line or "odpowiedź-1" in line for line in lines)
    assert json.loads(lines[3])["do"] == "x-call"
    state = replay_lines(lines).state
    assert state["refused"] == []
    assert {team: entry["points"] for team, entry in state["teams"].items()} == {
        team.id: team.points for team in evening.session.game.teams
    }
