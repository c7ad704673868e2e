"""Words that columns are limited to."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """Who gives commands. ``system`` is Sowa itself (imports, rulings); it never sits at a screen."""

    HOST = "host", _("host")
    CAPTAIN = "captain", _("captain")
    PLAYER = "player", _("player")
    SYSTEM = "system", _("system")


class SeatRole(models.TextChoices):
    """Whom a private link can seat."""

    HOST = Role.HOST.value, Role.HOST.label
    CAPTAIN = Role.CAPTAIN.value, Role.CAPTAIN.label
    PLAYER = Role.PLAYER.value, Role.PLAYER.label


class EntryKind(models.TextChoices):
    """What an entry of the house ranking is. ``masters``: the house sits in the Masters' box at the next edition."""

    POINTS = "points", _("points of a game")
    MASTERS = "masters", _("Masters' title")
    DECISION = "decision", _("decision")
    COUNTER = "counter", _("counter-entry")


class PrivilegeKind(models.TextChoices):
    """Rights that a game can win."""

    HALF_OP = "half_op", _("half-operator")
