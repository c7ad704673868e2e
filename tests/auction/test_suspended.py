"""A suspended evening takes nothing, in any phase, whatever the command and whoever gives it; and then goes on."""

from __future__ import annotations

from typing import Any

import pytest

from auction.rules.commands import COMMANDS
from auction.rules.stage_rules import STAGE_RULES
from tests.auction_games import make_auction_game, make_bank
from tests.playing import code_of, give, stored
from tournaments.models import LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.interruptions import resume_game, suspend_game
from tournaments.services.replay_log import find_differences

pytestmark = pytest.mark.django_db

TO: list[tuple[str, dict[str, Any]]] = [
    ("draw", {}),
    ("top_up", {"points": 5}),
    ("open", {}),
    ("bid", {"team": "red", "points": 10}),
    ("close", {"excused": ["yellow"]}),
    ("show_question", {}),
    ("clock", {"action": "start"}),
    ("answer", {"team": "red", "text": "a"}),
    ("judge", {"correct": True}),
    ("adjust", {"team": "yellow", "points": 13, "reason": "for the tie"}),
]

NO_SPECIAL_LOTS = {"hint": 0, "black_box": 0, "one_on_one": 0}


@pytest.fixture
def game(season: Season, host_user: User, host: Actor) -> LiveGame:
    make_bank(6)
    game = make_auction_game(season, host_user)
    game.setup = {**game.setup, "rules": {"questions_per_round": 2}, "special": NO_SPECIAL_LOTS}
    game.save()
    assert start_game(game_id=game.pk, actor=host).accepted
    return game


@pytest.mark.parametrize("steps", range(len(TO)))
def test_every_command_is_refused_in_every_phase(game: LiveGame, host: Actor, steps: int) -> None:
    for do, fields in TO[:steps]:
        assert give(game, host, do, **fields).accepted, do
    assert suspend_game(game_id=game.pk, reason="power cut", actor=host).accepted
    before = stored(game)
    captain = Actor(key="seat:1", role="captain", team="red", name="Ruda")
    for do in sorted({*COMMANDS, *STAGE_RULES, "undo", "redo", "add_nonce"}):
        for actor in (host, captain):
            assert code_of(give(game, actor, do)) == "suspended", (do, actor.role)
    assert stored(game) == before
    clock = before["state"]["stage"]["clock"]
    assert clock is None or clock["deadline"] is None
    assert resume_game(game_id=game.pk, actor=host).accepted
    if steps:
        assert give(game, host, "undo").accepted
        assert give(game, host, "redo").accepted
    do, fields = TO[steps]
    assert give(game, host, do, **fields).accepted
    assert find_differences(LiveGame.objects.get(pk=game.pk)) == []
