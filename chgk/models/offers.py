"""Drafts that their authors hand to the editor of a package."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chgk.models.packages import Package, Question
from tournaments.models import Person


class QuestionOffer(models.Model):
    """A draft that waits for the editor of a package, or what became of it. A draft waits with one editor at a time."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for the editor")
        TAKEN = "taken", _("taken into the package")
        RETURNED = "returned", _("returned to its author")
        WITHDRAWN = "withdrawn", _("withdrawn by its author")

    question = models.ForeignKey(Question, models.CASCADE, related_name="offers", verbose_name=_("question"))
    package = models.ForeignKey(Package, models.CASCADE, related_name="offers", verbose_name=_("package"))
    offered_by = models.ForeignKey(Person, models.PROTECT, related_name="+", verbose_name=_("author"))
    word = models.CharField(_("a word to the editor"), max_length=500, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    answer = models.CharField(_("the editor's word"), max_length=500, blank=True)
    offered_at = models.DateTimeField(_("offered on"), default=timezone.now, editable=False)
    decided_at = models.DateTimeField(_("decided on"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("draft offered to an editor")
        verbose_name_plural = _("drafts offered to editors")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("question",), condition=models.Q(state="waiting"), name="chgk_offer_waits_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.question} · {self.get_state_display()}"
