"""The table's scratch list at the fireplace (§3.1.5): what was proposed for a question, by whom, and who was for it.

It is the team's alone: not in the backoffice, not in the game's log or record, and names of rows hold no text.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame

LONGEST_VERSION = 200  # letters


class Version(models.Model):
    """A version of an answer. ``number`` is from the game's count of what is said, which it shares with the chat.

    ``message_id`` comes from the author's device, so that a repeated request does not propose it twice.
    """

    game = models.ForeignKey(LiveGame, models.PROTECT, related_name="versions", verbose_name=_("game"))
    number = models.PositiveBigIntegerField(_("number"))
    question = models.PositiveSmallIntegerField(_("question"), help_text=_("The number on the envelope."))
    text = models.CharField(_("text"), max_length=LONGEST_VERSION)
    author_key = models.CharField(_("author"), max_length=50)
    author_name = models.CharField(_("name"), max_length=200, blank=True)
    message_id = models.CharField(_("message id"), max_length=64)
    proposed_at = models.DateTimeField(_("proposed"), default=timezone.now)
    struck_at = models.DateTimeField(_("struck out"), null=True, blank=True)
    struck_by = models.CharField(_("struck out by"), max_length=200, blank=True)
    chosen_at = models.DateTimeField(_("chosen"), null=True, blank=True)

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="chgk_one_version_a_number"),
            models.UniqueConstraint(fields=("game", "author_key", "message_id"), name="chgk_one_version_a_gesture"),
            models.UniqueConstraint(
                fields=("game", "question"),
                condition=models.Q(chosen_at__isnull=False),
                name="chgk_one_choice_a_question",
            ),
        )

    def __str__(self) -> str:
        return gettext("version no. %(number)s") % {"number": self.number}


class Favour(models.Model):
    """Somebody at the table is for a version. ``voice``: the player's id, or the seat of one who has none."""

    version = models.ForeignKey(Version, models.CASCADE, related_name="favours", verbose_name=_("version"))
    voice = models.CharField(_("voice"), max_length=50)
    name = models.CharField(_("name"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("voice for a version")
        verbose_name_plural = _("voices for versions")
        ordering = ("version", "pk")
        constraints = (models.UniqueConstraint(fields=("version", "voice"), name="chgk_one_favour_a_voice"),)

    def __str__(self) -> str:
        return self.voice
