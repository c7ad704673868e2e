"""Who somebody is in an appeal: a captain, a member of the jury, one of the club; and who has an interest (§5.1.1)."""

from __future__ import annotations

from collections.abc import Iterable

from appeals.rules.interest import Candidate, Parties, Why, Writer
from chgk.models import BlindAnswer, ClubSeason, Fixture, Package, Question
from chgk.models.packages import author_of, lines_of
from tournaments.models import House, LiveGame, MergedPerson, Person, TeamMember


def juror_id(person: Person) -> str:
    """How logs name a person."""
    return f"p{person.pk}"


def ids_of(person: Person | None) -> frozenset[str]:
    """Every name that logs may have for the person: duplicates that were merged keep theirs. One query."""
    if person is None:
        return frozenset()
    old = MergedPerson.objects.filter(person=person).values_list("old_id", flat=True)
    return frozenset({juror_id(person), *(f"p{number}" for number in old)})


def person_of_id(name: str) -> Person | None:
    """The person whom logs call so, under the present number; None for a guest. Two queries at most."""
    if not name.startswith("p") or not name[1:].isdecimal():
        return None
    person = Person.objects.select_related("user").filter(pk=int(name[1:])).first()
    if person is None:
        merged = MergedPerson.objects.select_related("person__user").filter(old_id=int(name[1:])).first()
        person = merged.person if merged is not None else None
    return person


def captains_of(game: LiveGame) -> frozenset[str]:
    """Who speaks for the team of a game: the captain of the day, and of the roster. One query."""
    seated = {player["id"] for player in game.setup["team"]["players"] if player.get("captain")}
    fixture = Fixture.objects.filter(game=game).only("team_id").first()
    if fixture is not None and fixture.team_id is not None:
        rows = TeamMember.objects.filter(team=fixture.team_id, is_captain=True)
        seated |= {f"p{number}" for number in rows.values_list("person_id", flat=True)}
    return frozenset(seated)


def parties_of(club: ClubSeason, game: LiveGame | None = None) -> Parties:
    """§5.1.1: whoever has an interest in the season, or in one of its games. Seven queries, whatever they hold.

    Players and deans are those of all the season's teams; authors, editors and testers those of the questions
    concerned: whoever has read one of them in a test, answered or not.
    """
    teams = Fixture.objects.filter(club=club, team__isnull=False).values_list("team_id", flat=True)
    members = TeamMember.objects.filter(team__in=teams).select_related("team__house")
    players = {row.person_id: row.team.house.name for row in members}
    houses = House.objects.filter(teams__in=teams, head__isnull=False).distinct()
    deans = {house.head_id: house.name for house in houses if house.head_id is not None}
    curator = Person.objects.filter(user=club.curator_id).values_list("pk", flat=True).first()
    return Parties(players, deans, tuple(_writers(club, game)), curator)


def _writers(club: ClubSeason, game: LiveGame | None) -> Iterable[Writer]:
    """By their names as the questions give them, and as people where the bank knows who it was."""
    packages = Package.objects.filter(season=club.season_id, game__isnull=False)
    if game is not None:
        packages = packages.filter(game=game)
    questions = Question.objects.filter(package__in=packages)
    names = {
        author_of(line)["name"]: None
        for text in questions.exclude(authors="").values_list("authors", flat=True)
        for line in lines_of(text)
    }
    yield from (Writer(Why.AUTHOR, name) for name in names if name)
    for person in Person.objects.filter(questions__in=questions).distinct():
        yield Writer(Why.AUTHOR, person.public_name, person.pk)
    for person in Person.objects.filter(edited_packages__in=packages).distinct():
        yield Writer(Why.EDITOR, person.public_name, person.pk)
    testers = BlindAnswer.objects.filter(question__in=questions).values("person")
    for person in Person.objects.filter(pk__in=testers):
        yield Writer(Why.TESTER, person.public_name, person.pk)


def candidate(person: Person) -> Candidate:
    """Somebody who may sit in a jury."""
    return Candidate(person.pk, str(person), tuple({person.name, person.public_name} - {str(person)}))
