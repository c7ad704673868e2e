"""What a jury and an appeal can be, with the words for it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class JuryState(models.TextChoices):
    """How far a jury is."""

    PROPOSED = "proposed", _("waits for the council")
    CONFIRMED = "confirmed", _("confirmed by the council")
    REJECTED = "rejected", _("rejected by the council")
    REPLACED = "replaced", _("replaced")


class AppealKind(models.TextChoices):
    """§5.2.2: what an appeal asks for; the words of the sheet."""

    ACCEPT = "accept", _("accept the answer")
    REMOVE = "remove", _("remove the question")


class CouncilChoice(models.TextChoices):
    """How a captain voted in the council."""

    FOR = "for", _("in favour")
    AGAINST = "against", _("against")
    ABSTAINED = "abstained", _("abstained")
    ABSENT = "absent", _("absent")
