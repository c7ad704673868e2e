"""Who a newcomer is: looked up under the game's lock, for the rules to judge and for the log to keep (§5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auction.models import Masters
from auction.rules.session import Session
from tournaments.models import LiveGame, Person
from tournaments.selectors.people import find_person, old_ids

Json = dict[str, Any]
LOOKED_UP = frozenset({"propose_substitution", "seat_captain"})
_NAMED = LOOKED_UP | {"answer_substitution", "withdraw_substitution"}


def look_up(*, game: LiveGame, session: Session, command: Json) -> Json:
    """The command with what is known of its people: ``person`` for a newcomer, names for who reads the log later."""
    if command["do"] not in _NAMED:
        return command
    found = {key: value for key, value in command.items() if key not in ("person", "among_masters")}
    if command["do"] in LOOKED_UP and command.get("newcomer"):
        found["person"] = person_facts(find_person(command["newcomer"]), named_as_masters(game), names_in(session))
    if command["do"] == "answer_substitution" and command.get("player") in named_as_masters(game):
        found["among_masters"] = True
    names = names_in(session)
    for key in ("out", "player", "captain"):
        if command.get(key) in names:
            found[f"{key}_name"] = names[command[key]]
    return found


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
