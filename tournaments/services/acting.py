"""Who acts in an office, and in whose place: the audit and the pages say «Jan for Ewa»."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Deputy, House, User
from tournaments.permissions import acts_for_headless
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import headed_houses
from tournaments.services.actors import account_actor, account_name
from tournaments.services.audit import record_audit


@dataclass(frozen=True, slots=True)
class Acting:
    """An account in an office (``role``); ``deputy`` says in whose place, if it is not the account's own."""

    user: User
    role: str
    deputy: Deputy | None = None

    @property
    def name(self) -> str:
        """What the account is called."""
        return account_name(self.user)

    @property
    def in_place_of(self) -> str:
        """Whose office it is; "" for the own one."""
        return "" if self.deputy is None else account_name(self.deputy.principal)

    @property
    def signature(self) -> str:
        """How a row that has room for one line keeps who it was, and for whom."""
        return account_actor(self.user, self.deputy).name[:250]

    def audit(self, action: str, target: str, **details: Any) -> None:
        """A line of the audit, in the caller's transaction."""
        place: Mapping[str, Any] = {"in_place_of": self.in_place_of} if self.deputy is not None else {}
        actor = replace(account_actor(self.user, self.deputy), role=self.role)
        record_audit(actor=actor, action=action, target=target, details={**place, **details})


def acting_head(user: User, house: House) -> Acting:
    """The account as the head of the house, or their deputy; the office's as well while the house has no head.

    Raises :class:`Refusal` for anybody else.
    """
    found = headed_houses(user).get(house.pk)
    if found is None and acts_for_headless(user, house):
        return Acting(user, "office")
    if found is None:
        raise Refusal("", "not_the_head", {"house": house.name})
    return Acting(user, "head", found[1])
