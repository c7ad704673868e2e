"""Who may do what with an appeal: plain predicates, asked by views."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from appeals.models import Appeal
from appeals.rules.projection import Audience, Reader
from appeals.rules.state import Appeal as State
from appeals.selectors.people import captains_of, ids_of, juror_id
from chgk.permissions import can_curate
from tournaments.models import LiveGame, Person, User


def can_file(person: Person | None, game: LiveGame) -> bool:
    """§5.2.1: whether the person speaks for the team of the game. Two queries at most."""
    return bool(ids_of(person) & captains_of(game)) if person is not None else False


def can_run_appeal(user: User | AnonymousUser, row: Appeal) -> bool:
    """§5.2.4: whether the appeal lies with the account as curator, or as a deputy. One query for others."""
    return can_curate(user, row.club)


def audience_of(
    user: User | AnonymousUser, person: Person | None, row: Appeal, state: State, *, seated: bool = False
) -> Audience:
    """As whom somebody reads the appeal. ``seated``: holds the captain's seat of the game.

    A member of its jury reads as such even if they are more, so that nobody sees a vote early by another office; a
    captain by name is no curator, and a curator who holds a captain's seat is no captain.
    """
    ids = ids_of(person)
    member = next((one for one in state.members if one.id in ids), None)
    mine = juror_id(person) if person is not None else ""
    if member is not None:
        return Audience(Reader.JUROR, member.id)
    if ids and ids & captains_of(row.game):
        return Audience(Reader.TEAM, mine)
    if can_run_appeal(user, row):
        return Audience(Reader.CURATOR, mine)
    if seated:
        return Audience(Reader.TEAM, mine)
    return Audience(Reader.CLUB, mine) if person is not None else Audience(Reader.PUBLIC)
