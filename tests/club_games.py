"""Games of the club for tests: a package whose every part can be told apart, and a table of three."""

from __future__ import annotations

from typing import Any

from chgk.models import Package, Question
from chgk.services.games import create_club_game
from tests.playing import give
from tournaments.models import LiveGame, Season, User
from tournaments.services.actors import Actor
from tournaments.services.games import start_game
from tournaments.services.play import Outcome

TEAM: dict[str, Any] = {
    "id": "lions",
    "command": "Львы",
    "house": "lions",
    "name": "Львы",
    "colour": "#7a1f1f",
    "emblem": "Л",
    "players": [
        {"id": "c1", "name": "Вера", "captain": True},
        {"id": "c2", "name": "Глеб", "captain": False},
        {"id": "c3", "name": "Дина", "captain": False},
    ],
}
CAPTAIN = Actor(key="seat:9900901", role="captain", team="lions", name="Вера", player="c1")
PLAYER = Actor(key="seat:9900902", role="player", team="lions", name="Глеб", player="c2")


def make_package(season: Season, table: int = 9, spares: int = 2, title: str = "Пакет") -> Package:
    """``table`` questions and then the spare ones."""
    package = Package.objects.create(title=title, season=season, state="approved")
    Question.objects.bulk_create(
        Question(
            package=package,
            number=number,
            text=f"text-{number}-text",
            answer=f"answer-{number}-answer",
            accepted=f"accepted-{number}-accepted",
            rejected=f"rejected-{number}-rejected",
            comment=f"comment-{number}-comment",
            source=f"source-{number}-source",
            authors=f"Автор {number}, Томск",
            is_spare=number > table,
        )
        for number in range(1, table + spares + 1)
    )
    return package


def make_club_game(season: Season, host: User, *, started: bool = True, **more: Any) -> LiveGame:
    """A game of the lions, started unless told."""
    package = more.pop("package", None) or make_package(season)
    team = more.pop("team", TEAM)
    game = create_club_game(season=season, team=team, package=package, host=host, title="Игра львов", **more)
    if started:
        actor = Actor(key=f"user:{host.pk}", role="host", name="Ela")
        assert start_game(game_id=game.pk, actor=actor).accepted
    return LiveGame.objects.get(pk=game.pk)


def accepted(game: LiveGame, actor: Actor, do: str, **fields: Any) -> Outcome:
    """A command that has to be taken."""
    outcome = give(game, actor, do, **fields)
    assert outcome.accepted, (do, outcome.refusal)
    return outcome


def play_out(game: LiveGame, host: Actor, evening: str) -> None:
    """T: a question that the team wins; A: one for the authors; !: the captain takes the deciding round."""
    for letter in evening:
        if letter == "!":
            accepted(game, CAPTAIN, "take_deciding_round")
            continue
        accepted(game, host, "ask")
        accepted(game, host, "show_question")
        accepted(game, host, "clock", action="start")
        accepted(game, host, "judge", correct=letter == "T")
