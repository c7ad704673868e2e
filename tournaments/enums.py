"""Words that columns are limited to."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


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


class PersonKind(models.TextChoices):
    """What somebody is at the school. A head of a house is whom the house names, whatever their kind."""

    PUPIL = "pupil", _("pupil")
    STAFF = "staff", _("staff")
    GUEST = "guest", _("guest")


class DeputyOffice(models.TextChoices):
    """Whose duties a deputy can take over."""

    CURATOR = "curator", _("curator")
    HEAD = "head", _("head of a house")
    HOST = "host", _("host")


class LessonsCounted(models.TextChoices):
    """Which lessons of the class register count for a season (§1)."""

    OWN = "own", _("of this season")
    PREVIOUS = "previous", _("of this season and of the one before")
    ALL = "all", _("of all seasons")


class Mark(models.TextChoices):
    """What the class register says of a pupil and a lesson. Whoever came late was there."""

    PRESENT = "present", pgettext_lazy("attendance", "present")
    LATE = "late", pgettext_lazy("attendance", "late")
    ABSENT = "absent", pgettext_lazy("attendance", "absent")
    EXCUSED = "excused", pgettext_lazy("attendance", "excused")


class RosterState(models.TextChoices):
    """How far a team's roster has come."""

    DRAFT = "draft", _("draft")
    SUBMITTED = "submitted", _("submitted")
    RETURNED = "returned", _("returned")
    APPROVED = "approved", _("approved")


class AnswerState(models.TextChoices):
    """What became of an application or an invitation to a team."""

    SENT = "sent", _("not answered yet")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")
