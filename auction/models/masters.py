"""Who will sit down as Masters, before they do."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame


class Masters(models.Model):
    """Who will sit down as Masters in a game's final (§23). May change until they do; each change is audited.

    ``entry`` is their table as a setup has teams: id, command, house, name, colour, emblem, players.
    """

    game = models.OneToOneField(LiveGame, models.PROTECT, related_name="masters", verbose_name=_("game"))
    entry = models.JSONField(_("table"))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("Masters")
        verbose_name_plural = _("Masters")
        ordering = ("game",)

    def __str__(self) -> str:
        return f"{self.entry.get('command', '')} · {self.game_id}"
