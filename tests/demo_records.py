"""The records of the demo's played games, made by playing them: `python -m tests.demo_records`.

Needs an empty scratch database (`DATABASE_URL`), which it migrates. The draws are real ones, so every run makes other
records; they are kept in chgk/demo/records/.
"""

from __future__ import annotations

import datetime
import json
import os
import random
from pathlib import Path
from typing import Any
from unittest import mock

import django

DEMO = Path(__file__).resolve().parent.parent / "chgk" / "demo"
OF_SEASON = {"past": "past_questions", "present": "questions"}


class Evening:
    """One game on its own clock, played with the commands that screens send."""

    def __init__(self, entry: dict[str, Any], team: dict[str, Any], package: Any, season: Any, host: Any) -> None:
        from chgk.services.games import create_club_game
        from tournaments.services.actors import Actor
        from tournaments.services.games import start_game

        self.entry = entry
        self.now = datetime.datetime.fromisoformat(entry["at"])
        self.chance = random.Random(entry["record"])
        self.host = Actor(key=f"user:{host.pk}", role="host", name="Jagoda Wierzchowska")
        self.players = team["players"]
        self.steps = 0
        self.game = create_club_game(
            season=season,
            team=team,
            package=package,
            host=host,
            title=entry["title"],
            is_final=entry["record"].endswith("final"),
        )
        with self._clock():
            assert start_game(game_id=self.game.pk, actor=self.host).accepted

    def _clock(self) -> Any:
        """The server's time is the evening's, also where a table's columns ask for it."""
        moments = mock.Mock(wraps=datetime.datetime)
        moments.now = lambda tz=None: self.now.astimezone(tz)
        return mock.patch("django.utils.timezone.datetime", moments)

    def seat(self, player: dict[str, Any]) -> Any:
        """Who acts from a phone."""
        from tournaments.services.actors import Actor

        role = "captain" if player["captain"] else "player"
        team = self.game.setup["team"]["id"]
        return Actor(key=f"seat:{player['id']}", role=role, team=team, name=player["name"], player=player["id"])

    def gives(self, actor: Any, do: str, seconds: float, **fields: Any) -> None:
        """A command, so many seconds after the one before."""
        from tournaments.services.play import play

        self.now += datetime.timedelta(seconds=seconds + self.chance.random())
        self.steps += 1
        with self._clock():
            outcome = play(
                game_id=self.game.pk,
                command={"do": do, **fields},
                actor=actor,
                command_id=f"step-{self.steps}",
                expected_seq=None,
                received_at=self.now,
            )
        assert outcome.accepted, (do, outcome.refusal)

    def question(self, *, won: bool, seconds: int) -> None:
        """A question from the top to the verdict; some answers are typed, most are spoken."""
        from tournaments.models import LiveGame
        from tournaments.services.replay_log import load_session

        self.gives(self.host, "ask", 40)
        sheet = load_session(LiveGame.objects.get(pk=self.game.pk)).stage.sheet
        self.gives(self.host, "show_question", 9)
        self.gives(self.host, "clock", 25, action="start")
        captain = self.seat(next(player for player in self.players if player["captain"]))
        answerer = self.chance.choice(self.players)
        self.gives(captain, "name_answerer", self.chance.randint(45, seconds - 20), player=answerer["id"])
        self.gives(captain, "end_discussion", self.chance.randint(3, 15))
        if self.chance.random() < 0.6:
            wrong = sheet.rejected[0].capitalize() if sheet.rejected else "Не знаем"
            self.gives(self.seat(answerer), "answer", 12, text=sheet.answer if won else wrong)
        self.gives(self.host, "judge", 20, correct=won)

    def played(self) -> list[str]:
        """The record of the whole evening."""
        from chgk.services.records import record_of
        from tournaments.models import LiveGame
        from tournaments.services.games import finish_game

        deciding = False
        for letter in self.entry["evening"]:
            if letter == "!":
                captain = self.seat(next(player for player in self.players if player["captain"]))
                self.gives(captain, "take_deciding_round", 30)
                deciding = True
            else:
                self.question(won=letter == "T", seconds=180 if deciding else 120)
        self.now += datetime.timedelta(seconds=60)
        with self._clock():
            assert finish_game(game_id=self.game.pk, actor=self.host).accepted
        return record_of(LiveGame.objects.get(pk=self.game.pk))


def main() -> None:
    """Plays every game of chgk/demo/seasons.json that has a record, and writes the records."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    from chgk.services.demo import plant_package
    from tournaments.models import Season, User

    call_command("migrate", verbosity=0)
    season, host = Season.objects.create(name="demo"), User.objects.create_user("host")
    for which, part in json.loads((DEMO / "seasons.json").read_text(encoding="utf-8")).items():
        packages = json.loads((DEMO / f"{OF_SEASON[which]}.json").read_text(encoding="utf-8"))["packages"]
        games = [*part["games"], *([part["final"]] if "final" in part else [])]
        teams = {team["house"]: team for team in part["teams"]}
        for entry, package in zip(games, packages, strict=False):
            team = teams[entry["house"]]
            evening = Evening(entry, _team(team), plant_package(season, package), season, host)
            text = "\n".join(evening.played()) + "\n"
            (DEMO / "records" / f"{entry['record']}.jsonl").write_text(text, encoding="utf-8")


def _team(entry: dict[str, Any]) -> dict[str, Any]:
    house = entry["house"]
    names = [entry["captain"], *entry["players"], *entry["guests"]]
    looks = {"id": house, "command": house, "house": house, "name": house.capitalize(), "colour": "", "emblem": ""}
    players = [{"id": f"{house}-{n}", "name": name, "captain": n == 1} for n, name in enumerate(names, 1)]
    return {**looks, "players": players}


if __name__ == "__main__":
    main()
