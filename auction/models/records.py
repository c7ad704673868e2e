"""Where a game came from that was not played here."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import LiveGame


class ImportedRecord(models.Model):
    """The record that a game was imported from; one record is imported once."""

    game = models.OneToOneField(LiveGame, models.PROTECT, related_name="imported_record", verbose_name=_("game"))
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    imported_at = models.DateTimeField(_("imported"), auto_now_add=True)

    class Meta:
        verbose_name = _("imported record")
        verbose_name_plural = _("imported records")
        ordering = ("-imported_at",)

    def __str__(self) -> str:
        return f"{self.file_name or self.digest[:12]} · {self.game_id}"
