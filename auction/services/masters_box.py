"""The Masters' box (§28): the head of the house that won the last edition names who sits there at the next one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from django.db import transaction

from auction.models import BoxSeat
from auction.rules.seating import MOST_MASTERS
from auction.services.masters import Champions, Sitter, last_champions
from tournaments.models import House, Person, User
from tournaments.rules.engine import Refusal
from tournaments.selectors.people import find_people
from tournaments.services.acting import acting_head
from tournaments.services.locks import take_turns, write_lock


def box_fingerprint(champions: Champions) -> str:
    """What a page of the box was filled in against: whose it is, and who is named."""
    players = [[sitter.person, sitter.captain] for sitter in champions.players]
    said = [champions.title.game_id, champions.title.house_id, str(champions.named_at), players]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def name_representatives(*, sitters: Sequence[Sitter], seen: str, user: User) -> Champions:
    """Whom the house sends; nobody: the winners, as ever. The account is the head's, or a deputy's.

    Raises :class:`Refusal`: no house sits in the box, somebody else heads it, somebody was quicker, or who is named may
    not sit there.
    """
    with write_lock(), transaction.atomic():
        take_turns("masters_box")
        champions = last_champions()
        if champions is None or champions.title.game_id is None:
            raise Refusal("28", "masters_nobody_won", {})
        house = champions.title.house
        acting = acting_head(user, house)
        people = _check(house, sitters) if sitters else []
        if [(one.person, one.captain) for one in sitters] == [(one.person, one.captain) for one in champions.players]:
            return champions
        if seen != box_fingerprint(champions):
            raise Refusal("28", "masters_box_moved_on", {})
        old = BoxSeat.objects.filter(game=champions.title.game_id, house=house)
        before = [f"{seat.person} #{seat.person_id}" for seat in old.select_related("person")]
        old.delete()
        BoxSeat.objects.bulk_create(
            BoxSeat(
                game_id=champions.title.game_id,
                house=house,
                person=person,
                is_captain=sitter.captain,
                position=position,
                named_by=acting.signature,
            )
            for position, (sitter, person) in enumerate(zip(sitters, people, strict=True))
        )
        after = [f"{person} #{person.pk}" for person in people]
        acting.audit("name_representatives", f"game:{champions.title.game_id}", before=before, after=after)
        found = last_champions()
        assert found is not None  # noqa: S101 - read a moment ago under the same lock
        return found


def _check(house: House, sitters: Sequence[Sitter]) -> list[Person]:
    """The people, in their order: one to three of the house who have not left it, one of them captain (§23, §28)."""
    if len(sitters) > MOST_MASTERS:
        raise Refusal("23", "masters_too_many", {"most": MOST_MASTERS})
    if sum(sitter.captain for sitter in sitters) != 1:
        raise Refusal("23", "masters_one_captain", {})
    known = find_people(f"p{sitter.person}" for sitter in sitters)
    people = []
    for sitter in sitters:
        person = known.get(f"p{sitter.person}")
        if person is None:
            raise Refusal("23", "masters_person_unknown", {"number": sitter.person})
        if person.house_id != house.pk:
            raise Refusal("28", "masters_not_of_house", {"name": person.name, "house": house.name})
        if person.left_at is not None:
            raise Refusal("28", "masters_person_left", {"name": person.name})
        people.append(person)
    if len({person.pk for person in people}) < len(people):
        raise Refusal("23", "masters_twice", {})
    return people
