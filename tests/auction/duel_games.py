"""A final about to play its duel, in the database."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from auction.models import AuctionQuestion, Category
from auction.rules.duel import Duel
from auction.rules.session import Session
from auction.services import lots
from tests.auction_games import make_auction_game
from tests.playing import NOW, give
from tournaments.models import LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.play import Outcome
from tournaments.services.replay_log import load_session

CATEGORIES = tuple(f"Kategoria {letter}" for letter in "ABCDEFGHIJ")
MASTERS = {
    "id": "masters", "command": "Mistrzowie", "house": None, "name": "Mistrzowie", "colour": "#000000", "emblem": "M",
    "players": [{"id": f"guest-{number}", "name": f"Gość {number}", "captain": number == 1} for number in (1, 2, 3)],
}  # fmt: skip


class DuelGame:
    """The game with short words for giving its commands; time passes by :attr:`at`."""

    def __init__(self, game: LiveGame, host: Actor) -> None:
        self.game, self.host, self.at = game, host, NOW

    @property
    def session(self) -> Session:
        session: Session = load_session(LiveGame.objects.get(pk=self.game.pk))
        return session

    @property
    def duel(self) -> Duel:
        assert self.session.stage.duel is not None
        return self.session.stage.duel

    @property
    def answering(self) -> str | None:
        lot = self.session.game.lot
        return lot.answering if lot is not None else None

    def give(self, do: str, *, actor: Actor | None = None, wait: int = 1000, **fields: Any) -> Outcome:
        self.at += datetime.timedelta(milliseconds=wait)
        return give(self.game, actor or self.host, do, at=self.at, **fields)

    def do(self, do: str, **fields: Any) -> DuelGame:
        outcome = self.give(do, **fields)
        assert outcome.accepted, (do, outcome.refusal)
        return self

    def phone(self, team: str, *, captain: bool = False) -> Actor:
        """The duellist's seat, or the captain's."""
        player = self.duel.duellists.get(team)
        if captain:
            players = next(seat.players for seat in self.session.seats if seat.team == team)
            player = next(each.id for each in players if each.captain)
        role = "captain" if captain else "player"
        return Actor(key=f"seat:{team}", role=role, team=team, name=team, player=player)

    def press(self, team: str, **fields: Any) -> Outcome:
        return self.give("press", actor=self.phone(team), team=team, **fields)

    def drawn(self) -> DuelGame:
        return self.do("draw")

    def named(self) -> DuelGame:
        for seat in self.session.seats:
            if seat.team in self.duel.sides:
                captain = self.phone(seat.team, captain=True)
                self.do("name_duellist", actor=captain, team=seat.team, player=seat.players[1].id)
        return self

    def struck(self) -> DuelGame:
        while (turn := self.duel.turn) is not None:
            captain = self.phone(turn, captain=True)
            self.do("strike", actor=captain, team=turn, category=self.duel.offered[0])
        return self

    def armed(self) -> DuelGame:
        return self.drawn().named().struck().do("open").do("show_question").do("open_buzzers")


@pytest.fixture
def duel(season: Season, host_user: User, host: Actor, monkeypatch: pytest.MonkeyPatch) -> DuelGame:
    """Red against the Masters; the wheel stops at the duel."""
    for name in CATEGORIES:
        category = Category.objects.create(name=name)
        for number in range(3):
            AuctionQuestion.objects.create(
                category=category, text=f"tajne-{name}-{number}?", answer=f"sekret-{name}-{number}", source="x",
                variant_a="a", variant_b="b", variant_c="c", variant_d="d", right_variant=1,
            )  # fmt: skip
    game = make_auction_game(season, host_user)
    setup = {**game.setup, "rules": {"questions_per_round": 1}, "special": {"one_on_one": 9}}
    LiveGame.objects.filter(pk=game.pk).update(setup=setup)
    assert start_game(game_id=game.pk, actor=host).accepted
    played = DuelGame(LiveGame.objects.get(pk=game.pk), host)
    monkeypatch.setattr(lots, "wheel_choices", lambda game, session: list(CATEGORIES))
    played.do("draw").do("open").do("bid", team="red", points=10).do("close", excused=["red", "yellow"])
    played.do("show_question").do("judge", correct=True).do("open_final", masters=MASTERS)
    monkeypatch.setattr(lots, "wheel_choices", lambda game, session: [":one_on_one"])
    return played
