"""Who a newcomer is: looked up under the game's lock, for the rules to judge and for the log to keep (§5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from auction.models import Masters
from auction.rules.session import Session
from tournaments.enums import PersonKind
from tournaments.models import House, LiveGame, Person, TeamMember
from tournaments.selectors.people import find_person, old_ids
from tournaments.selectors.register import asks_lessons, lessons_attended

Json = dict[str, Any]
LOOKED_UP = frozenset({"propose_substitution", "seat_captain"})
_NAMED = LOOKED_UP | {"answer_substitution", "withdraw_substitution"}


def look_up(*, game: LiveGame, session: Session, command: Json) -> Json:
    """The command with what is known of its people: ``person`` for a newcomer, names for who reads the log later."""
    if command["do"] not in _NAMED:
        return command
    known = ("person", "among_masters", "captain_is_head")
    found = {key: value for key, value in command.items() if key not in known}
    if command["do"] in LOOKED_UP and command.get("newcomer"):
        person = find_person(command["newcomer"])
        found["person"] = person_facts(person, named_as_masters(game), names_in(session))
        if person is not None:
            found["person"] |= read_eligibility(game, [person])[person.pk]
    if command["do"] == "seat_captain" and _heads_a_house(command.get("captain")):
        found["captain_is_head"] = True
    if command["do"] == "answer_substitution" and command.get("player") in named_as_masters(game):
        found["among_masters"] = True
    names = names_in(session)
    for key in ("out", "player", "captain"):
        if command.get(key) in names:
            found[f"{key}_name"] = names[command[key]]
    return found


def read_eligibility(game: LiveGame, people: Sequence[Person]) -> dict[int, Json]:
    """What §1 and §5 ask of each of these people today, by their number; a fixed number of queries.

    Lessons beyond those that are needed are not told: the command stands in the game's log, which everybody may read.
    """
    numbers = [person.pk for person in people]
    headed = dict(House.objects.filter(head__in=numbers).order_by("-position").values_list("head_id", "key"))
    asked = asks_lessons(game.season)
    lessons = lessons_attended(game.season, numbers, until=timezone.localdate()) if asked else {}
    places = TeamMember.objects.filter(season=game.season_id, discipline=game.discipline, person__in=numbers)
    elsewhere = {row.person_id: row.team.house for row in places.select_related("team__house")}
    return {
        person.pk: _eligibility(person, headed.get(person.pk), lessons.get(person.pk), elsewhere.get(person.pk), game)
        for person in people
    }


def _eligibility(person: Person, headed: str | None, lessons: int | None, team: House | None, game: LiveGame) -> Json:
    needed = game.season.lessons_needed
    house = headed or (person.house.key if person.house is not None else None)
    found: Json = {"house": house} if headed else {}
    if headed:
        found["head"] = True
    elif person.kind != PersonKind.PUPIL:
        found["kind"] = str(person.kind)
    elif lessons is not None:
        found |= {"lessons": min(lessons, needed), "needed": needed}
    if person.left_at is not None and person.left_at <= timezone.localdate():
        found["left"] = True
    if team is not None and team.key != house:
        found["elsewhere"] = team.name
    return found


def _heads_a_house(player: object) -> bool:
    person = find_person(player)
    return person is not None and House.objects.filter(head=person).exists()


def named_as_masters(game: LiveGame) -> frozenset[str]:
    """Who will sit down as Masters, by players' ids: they cannot sit in another team before (§23). One query."""
    entries = Masters.objects.filter(game=game).values_list("entry", flat=True)
    return frozenset(str(player.get("id")) for entry in entries for player in entry.get("players", ()))


def names_in(session: Session) -> Mapping[str, str]:
    """Everybody's name in the game by their id, with whoever has been proposed."""
    names = {player.id: player.name for seat in session.seats for player in seat.players}
    return names | {proposal.player.id: proposal.player.name for proposal in session.proposals}


def person_facts(
    person: Person | None,
    masters: frozenset[str] = frozenset(),
    seated: Mapping[str, str] | None = None,
    old: Mapping[int, str] | None = None,
) -> Json | None:
    """What the rules may ask about a person, called as public pages may.

    ``seated``: names of the game by id. Somebody whose duplicates were merged is who sits there under the ``old`` id
    (asked for here unless given); everybody else is told apart from those of the same public name.
    """
    if person is None:
        return None
    seated = seated or {}
    old = old_ids({*seated, *masters}) if old is None else old
    key = old.get(person.pk, f"p{person.pk}")
    return {
        "id": key,
        "name": seated[key] if key in seated else person.name_beside(seated.values()),
        "house": person.house.key if person.house is not None else None,
        **({"masters": True} if key in masters else {}),
    }
