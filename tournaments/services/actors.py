"""Who does something."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext as _

from tournaments.models import Deputy, Person, User


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody at a screen, or Sowa itself.

    ``key`` is ``user:<pk>``, ``seat:<access link pk>`` or ``system:<what>``; ``role`` one of enums.Role; ``team`` and
    ``player`` are ids of the game's setup, for captains and players. A deputy's ``name`` says for whom, ``deputy_of``
    is that account's key, and ``until`` when the right to it ends.
    """

    key: str
    role: str
    team: str | None = None
    name: str = ""
    device: str = ""
    player: str | None = None
    deputy_of: str = ""
    until: datetime.datetime | None = None

    @property
    def is_host(self) -> bool:
        """Whether the host's commands are theirs."""
        return self.role in ("host", "system")


def account_name(user: User | AbstractBaseUser | AnonymousUser) -> str:
    """What an account is called: its full name, else its person's public name, else the login.

    Who has joined by an invitation has no name of their own in the account. One query for an account without a full
    name, unless its person is at hand: lists read ``select_related("person")``.
    """
    if not isinstance(user, User):
        return user.get_username()
    person: Person | None = None if user.get_full_name() else getattr(user, "person", None)
    return user.get_full_name() or (person.public_name if person is not None else "") or user.get_username()


def own_name(user: User | AbstractBaseUser | AnonymousUser) -> str:
    """What an account is called on its own pages: like :func:`account_name`, but by the person's full name."""
    person: Person | None = getattr(user, "person", None) if isinstance(user, User) else None
    if isinstance(user, User) and person is not None and not user.get_full_name():
        return person.name
    return account_name(user)


def own_actor(user: User) -> Actor:
    """The account doing what concerns itself alone, in no office."""
    return Actor(key=f"user:{user.pk}", role="player", name=account_name(user))


def account_actor(
    user: User | AbstractBaseUser | AnonymousUser, deputy: Deputy | None = None, *, device: str = ""
) -> Actor:
    """The account as audit and games know it; what it does as ``deputy`` says for whom."""
    key, name = f"user:{user.pk}", account_name(user)
    if deputy is None:
        return Actor(key=key, role="host", name=name, device=device)
    names = {"deputy": name[:90], "principal": account_name(deputy.principal)[:90]}
    said = _("%(deputy)s (for %(principal)s)") % names
    of, until = f"user:{deputy.principal_id}", deputy.ends_at
    return Actor(key=key, role="host", name=said, device=device, deputy_of=of, until=until)
