"""Question files between their preview and their import."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from chgk.models.packages import Package
from tournaments.models.uploads import Upload


class QuestionUpload(Upload):
    """A file of questions for a package; its contents are the sender's alone.

    ``answers``: ``format`` and ``encoding`` ("" guesses), ``left_out``, the places of the questions that are not taken.
    """

    package = models.ForeignKey(Package, models.CASCADE, related_name="uploads", verbose_name=_("package"))
    questions = models.PositiveIntegerField(_("questions"), default=0, editable=False)

    class Meta:
        verbose_name = _("question file")
        verbose_name_plural = _("question files")
        ordering = ("-uploaded_at", "-pk")
