"""Files that people send, between their preview and their import."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Upload(models.Model):
    """What was sent, and what its sender has answered so far about how to read it. ``digest``: the file's SHA-256.

    The contents are wiped by the import, or after a week.
    """

    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("uploaded by"), on_delete=models.PROTECT, related_name="+"
    )
    uploaded_at = models.DateTimeField(_("uploaded"), default=timezone.now, editable=False)
    file_name = models.CharField(_("file"), max_length=200)
    contents = models.BinaryField(_("contents"))
    digest = models.CharField(_("digest"), max_length=64)
    answers = models.JSONField(_("answers"), default=dict)
    imported_at = models.DateTimeField(_("imported"), null=True, blank=True, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.file_name
