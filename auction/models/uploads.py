"""Tables of questions between their preview and their import into the bank."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.uploads import Upload


class BankUpload(Upload):
    """A table for the bank. ``answers``: ``encoding``, ``separator``, ``sheet`` ("" guesses), ``for_rehearsal``."""

    questions = models.PositiveIntegerField(_("questions"), default=0, editable=False)

    class Meta:
        verbose_name = _("table of questions")
        verbose_name_plural = _("tables of questions")
        ordering = ("-uploaded_at", "-pk")
