"""A pure game on stage for tests: no database, time that the test decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from auction.rules.session import Event, Session, decide, evolve, open_session
from tournaments.rules.engine import Refusal

TEAMS = (("red", "Czerwoni"), ("yellow", "Żółci"), ("blue", "Niebiescy"), ("green", "Zieloni"))
CATEGORIES = ("Historia", "Film", "Muzyka", "Sport", "Biologia", "Chemia", "Sztuka", "Mitologia")


def setup_of(teams: tuple[tuple[str, str], ...] = TEAMS, **more: Any) -> dict[str, Any]:
    """A setup as LiveGame keeps it."""
    return {
        "rules": {},
        "settings": {},
        "categories": list(CATEGORIES),
        "teams": [
            {
                "id": team,
                "command": command,
                "house": team,
                "name": command,
                "colour": "#c0392b",
                "emblem": command[0],
                "players": [
                    {"id": f"{team}-1", "name": f"Kapitan {command}", "captain": True},
                    {"id": f"{team}-2", "name": f"Druga {command}", "captain": False},
                    {"id": f"{team}-3", "name": f"Trzeci {command}", "captain": False},
                ],
            }
            for team, command in teams
        ],
        **more,
    }


def question(number: int, category: str = "Historia") -> dict[str, Any]:
    """A question whose every part can be searched for."""
    return {
        "id": str(number),
        "category": category,
        "text": f"tekst-{number}?",
        "answer": f"odpowiedź-{number}",
        "accepted": [f"uznawana-{number}"],
        "comment": f"komentarz-{number}",
        "source": f"źródło-{number}",
        "variants": [f"wariant-{number}-{letter}" for letter in "abc"] + [f"odpowiedź-{number}"],
        "right_variant": 3,
    }


@dataclass
class Evening:
    """A session that commands are carried out on; keeps the events of each."""

    session: Session = field(default_factory=lambda: open_session(setup_of()))
    log: list[tuple[Event, ...]] = field(default_factory=list)
    at: int = 1_000_000  # ms since the epoch

    def do(self, name: str, *, wait: int = 100, **fields: Any) -> Self:
        """Carries a command out ``wait`` ms later; raises its refusal."""
        self.at += wait
        events = decide(self.session, {"do": name, "at": self.at, **fields})
        for event in events:
            self.session = evolve(self.session, event)
        self.log.append(events)
        return self

    def refused(self, name: str, **fields: Any) -> Refusal:
        """The refusal of a command that must be refused, and must change nothing."""
        before = self.session
        try:
            self.do(name, **fields)
        except Refusal as refusal:
            assert self.session is before
            return refusal
        raise AssertionError(f"{name} was accepted")

    def sold_to(self, team: str = "red", points: int = 10, number: int = 1, category: str = "Historia") -> Self:
        """A lot drawn, opened and sold; the question is still face down."""
        self.do("draw", category=category, question=question(number, category)).do("open")
        return self.do("bid", team=team, points=points).do("close", excused=[entry[0] for entry in TEAMS])

    def points(self, team: str) -> int:
        """The team's balance."""
        return self.session.game.team(team).points
