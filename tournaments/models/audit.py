"""Who decided what, when: decisions of people that no game's log holds."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.append_only import AppendOnlyModel


class AuditEntry(AppendOnlyModel):
    """One decision. ``actor`` is a key like ``user:5``, ``target`` like ``game:7``; both outlive what they name."""

    at = models.DateTimeField(_("time"), default=timezone.now, db_index=True)
    actor = models.CharField(_("actor"), max_length=50)
    action = models.CharField(_("action"), max_length=50)
    target = models.CharField(_("target"), max_length=100)
    details = models.JSONField(_("details"), default=dict)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["target", "at"], name="audit_of_a_target")]

    def __str__(self) -> str:
        return f"{self.action} {self.target}"
