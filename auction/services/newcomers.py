"""Who a newcomer is: looked up under the game's lock, for the rules to judge and for the log to keep (§5)."""

from __future__ import annotations

from typing import Any

from auction.models import Masters
from auction.rules.session import Session
from tournaments.models import LiveGame, Person

Json = dict[str, Any]
LOOKED_UP = frozenset({"propose_substitution", "seat_captain"})
_NAMED = LOOKED_UP | {"answer_substitution", "withdraw_substitution"}


def look_up(*, game: LiveGame, session: Session, command: Json) -> Json:
    """The command with what is known of its people: ``person`` for a newcomer, names for who reads the log later."""
    if command["do"] not in _NAMED:
        return command
    found = {key: value for key, value in command.items() if key not in ("person", "among_masters")}
    if command["do"] in LOOKED_UP and command.get("newcomer"):
        found["person"] = person_facts(find_person(command["newcomer"]), named_as_masters(game))
    if command["do"] == "answer_substitution" and command.get("player") in named_as_masters(game):
        found["among_masters"] = True
    names = {player.id: player.name for seat in session.seats for player in seat.players}
    names |= {proposal.player.id: proposal.player.name for proposal in session.proposals}
    for key in ("out", "player", "captain"):
        if command.get(key) in names:
            found[f"{key}_name"] = names[command[key]]
    return found


def find_person(player: object) -> Person | None:
    """The person with a player's id («p12»)."""
    digits = player.removeprefix("p") if isinstance(player, str) else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        return None
    return Person.objects.select_related("house").filter(pk=int(digits)).first()


def named_as_masters(game: LiveGame) -> frozenset[str]:
    """Who will sit down as Masters, by players' ids: they cannot sit in another team before (§23). One query."""
    entries = Masters.objects.filter(game=game).values_list("entry", flat=True)
    return frozenset(str(player.get("id")) for entry in entries for player in entry.get("players", ()))


def person_facts(person: Person | None, masters: frozenset[str] = frozenset()) -> Json | None:
    """What the rules may ask about a person."""
    if person is None:
        return None
    return {
        "id": f"p{person.pk}",
        "name": person.display_name or person.name,
        "house": person.house.key if person.house is not None else None,
        **({"masters": True} if f"p{person.pk}" in masters else {}),
    }
