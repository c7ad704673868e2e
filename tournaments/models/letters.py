"""What Sowa writes to people: kept first, sent after the commit, by `manage.py tick` where that failed."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """An e-mail. A letter is written in the transaction of what it tells, so neither is there without the other.

    Whoever sends it claims it first (``claim``, ``tried_at``), so that two senders send it once. The text may hold
    links that are keys: it is kept only until the letter is sent or given up. ``once``: a letter with the same mark is
    not written a second time.
    """

    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    about = models.CharField(_("about"), max_length=100, blank=True)
    written_at = models.DateTimeField(_("written"), default=timezone.now, editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0, editable=False)
    tried_at = models.DateTimeField(_("tried last"), null=True, blank=True, editable=False)
    claim = models.CharField(max_length=32, blank=True, editable=False)
    once = models.CharField(max_length=150, null=True, blank=True, unique=True, editable=False)
    problem = models.CharField(_("what went wrong"), max_length=300, blank=True, editable=False)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering = ["-written_at", "-pk"]
        indexes = [
            models.Index(fields=["written_at"], condition=models.Q(sent_at=None), name="letters_not_sent"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.to}"
