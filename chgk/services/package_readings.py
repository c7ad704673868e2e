"""Opening a closed package: who does is written down before anything is shown (chapter 4)."""

from __future__ import annotations

from django.db import transaction

from chgk.bank_permissions import can_open_sealed
from chgk.models import PackageReading
from chgk.services.packages import audit_package, lock_package
from tournaments.models import User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor
from tournaments.services.locks import write_lock


def open_package(*, package_id: int, what: PackageReading.What, user: User) -> PackageReading | None:
    """Writes down that this account opens the package, or carries its texts out; only then may they be shown.

    It is committed when this returns, whatever becomes of the page. None for a package that is not closed (any more):
    nothing is written then. Refused for everybody but the curator and the hosts of its game, by their own accounts.
    """
    with write_lock(), transaction.atomic():
        package = lock_package(package_id)
        if not package.is_closed:
            return None
        if not can_open_sealed(user, package):
            raise Refusal("1.5", "package_not_yours_to_open", {})
        actor = account_actor(user)
        reading = PackageReading.objects.create(package=package, what=what, who=actor.name[:250], who_key=actor.key)
        audit_package(actor, "open_package", package, what=what.value)
    return reading
