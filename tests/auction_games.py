"""Games of auction for tests of pages: houses, teams of three, a small bank."""

from __future__ import annotations

from auction.models import AuctionQuestion, Category
from auction.services.games import create_game
from tournaments.models import House, LiveGame, Person, Season, Team, TeamMember, User

HOUSES = (
    ("red", "Gryffindor", "Czerwoni", "#c0392b", "G"),
    ("yellow", "Hufflepuff", "Żółci", "#d4a017", "H"),
    ("blue", "Ravenclaw", "Niebiescy", "#2c5f9e", "R"),
    ("green", "Slytherin", "Zieloni", "#2e7d4f", "S"),
)


def make_bank(questions: int = 2) -> None:
    """A category with some questions."""
    category, _new = Category.objects.get_or_create(name="Historia")
    for number in range(questions):
        AuctionQuestion.objects.create(
            category=category,
            text=f"Pytanie {number}?",
            answer="a",
            source="x",
            variant_a="a",
            variant_b="b",
            variant_c="c",
            variant_d="d",
            right_variant=1,
        )


def make_team(season: Season, number: int, players: int = 3, *, captain: bool = True) -> Team:
    """The team of house ``number`` in the season, with ``players`` of its own."""
    key, name, command, colour, emblem = HOUSES[number]
    house, _new = House.objects.get_or_create(
        key=key, defaults={"name": name, "command": command, "colour": colour, "emblem": emblem, "position": number}
    )
    team = Team.objects.create(discipline="auction", season=season, house=house)
    for place in range(players):
        person = Person.objects.create(name=f"{name} {place}", house=house)
        TeamMember.objects.create(team=team, person=person, is_captain=captain and place == 0, position=place)
    return team


QUESTIONS_ONLY = {"hint": 0, "black_box": 0, "one_on_one": 0}


def make_auction_game(
    season: Season,
    host: User,
    title: str = "A game",
    houses: int = 2,
    special: dict[str, int] | None = None,
) -> LiveGame:
    """A game that waits for its start; without special lots on its wheel unless their weights are named."""
    if not Category.objects.exists():
        make_bank()
    teams = list(season.teams.filter(discipline="auction")) or [make_team(season, number) for number in range(houses)]
    game = create_game(season=season, teams=teams, title=title, host=host)
    game.setup = {**game.setup, "special": special or QUESTIONS_ONLY}
    game.save(update_fields=["setup"])
    return game
