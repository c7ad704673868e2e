"""What people write to each other during a game, in the order in which the server received it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.games import LiveGame


class ChatMessage(models.Model):
    """One message. ``room`` is "" for the main chat, else the team whose private room it is.

    ``message_id`` comes from the sender's device, so that a repeated request does not say it twice.
    """

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="messages")
    number = models.PositiveBigIntegerField(_("number"))
    room = models.CharField(_("room"), max_length=50, blank=True)
    message_id = models.CharField(_("message id"), max_length=64)
    author_key = models.CharField(_("author"), max_length=50)
    author_name = models.CharField(_("name"), max_length=200, blank=True)
    team = models.CharField(_("team"), max_length=50, blank=True)
    text = models.CharField(_("text"), max_length=500)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)
    removed_by = models.CharField(_("removed by"), max_length=50, blank=True)

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_message_a_number"),
            models.UniqueConstraint(fields=["game", "author_key", "message_id"], name="one_message_a_gesture"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.author_name}"


class ChatMute(models.Model):
    """A voice that the host silenced, until released."""

    game = models.ForeignKey(LiveGame, verbose_name=_("game"), on_delete=models.PROTECT, related_name="mutes")
    voice_key = models.CharField(_("voice"), max_length=50)
    muted_at = models.DateTimeField(_("muted"), default=timezone.now)
    released_at = models.DateTimeField(_("released"), null=True, blank=True)

    class Meta:
        verbose_name = _("muted voice")
        verbose_name_plural = _("muted voices")
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "voice_key"], condition=models.Q(released_at=None), name="one_mute_a_voice"
            )
        ]

    def __str__(self) -> str:
        return self.voice_key
