"""The regulation as it changes: versions by amendments, the curator's clarifications and decisions (§1.5, §1.6)."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from chgk.models.council import Motion
from chgk.models.seasons import ClubSeason
from tournaments.models import LiveGame
from tournaments.models.append_only import AppendOnlyModel


class AmendedParagraph(AppendOnlyModel):
    """What a motion does to a paragraph. ``texts``: ``{"pl": {"title", "text", "items": []}, …}``, or nothing."""

    class Change(models.TextChoices):
        NEW = "new", _("new paragraph")
        CHANGED = "changed", _("changed paragraph")
        REPEALED = "repealed", _("repealed paragraph")

    motion = models.ForeignKey(Motion, models.PROTECT, related_name="paragraphs", verbose_name=_("motion"))
    number = models.CharField(_("paragraph"), max_length=20)
    change = models.CharField(_("change"), max_length=10, choices=Change)
    texts = models.JSONField(_("texts"), default=dict, blank=True)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("amended paragraph")
        verbose_name_plural = _("amended paragraphs")
        ordering = ("motion", "pk")
        constraints = (models.UniqueConstraint(fields=("motion", "number"), name="chgk_paragraph_once_a_motion"),)

    def __str__(self) -> str:
        return f"§{self.number}"


class RegulationVersion(AppendOnlyModel):
    """A version of the regulation: the first one as the curator approved it (§1.6.1), each other by an amendment."""

    number = models.PositiveIntegerField(_("version"), unique=True)
    motion = models.OneToOneField(
        Motion, models.PROTECT, null=True, blank=True, related_name="version", verbose_name=_("motion")
    )
    holds_from = models.DateField(_("holds from"))
    promulgated_at = models.DateTimeField(_("promulgated"), default=timezone.now)
    promulgated_by = models.CharField(_("promulgated by"), max_length=250)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("version of the regulation")
        verbose_name_plural = _("versions of the regulation")
        ordering = ("number",)

    def __str__(self) -> str:
        return gettext("version %(number)s") % {"number": self.number}


class Clarification(AppendOnlyModel):
    """§1.6.2: the curator made a paragraph more precise. ``setting`` was set to ``value`` by it, if it names one."""

    club = models.ForeignKey(
        ClubSeason, models.PROTECT, related_name="clarifications", verbose_name=_("season of the club")
    )
    paragraph = models.CharField(_("paragraph"), max_length=20)
    text = models.TextField(_("text"))
    setting = models.CharField(_("setting"), max_length=50, blank=True)
    value = models.JSONField(_("value"), null=True, blank=True)
    before = models.JSONField(_("value before"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    made_by = models.CharField(_("made by"), max_length=250)
    command_id = models.CharField(max_length=64, blank=True, editable=False)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("clarification")
        verbose_name_plural = _("clarifications")
        ordering = ("made_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "command_id"), condition=~models.Q(command_id=""), name="chgk_clarification_once"
            ),
        )

    def __str__(self) -> str:
        return f"§{self.paragraph}"


class CuratorDecision(AppendOnlyModel):
    """§1.5: the curator's word outranked the others. It is on the season, a game of it, or another ``matter``."""

    club = models.ForeignKey(
        ClubSeason, models.PROTECT, related_name="curator_decisions", verbose_name=_("season of the club")
    )
    game = models.ForeignKey(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="curator_decisions", verbose_name=_("game")
    )
    matter = models.CharField(_("matter"), max_length=200, blank=True)
    paragraph = models.CharField(_("paragraph"), max_length=20, blank=True)
    text = models.TextField(_("decision"))
    reason = models.CharField(_("reason"), max_length=1000)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    made_by = models.CharField(_("made by"), max_length=250)
    command_id = models.CharField(max_length=64, blank=True, editable=False)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("decision of the curator")
        verbose_name_plural = _("decisions of the curator")
        ordering = ("made_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "command_id"), condition=~models.Q(command_id=""), name="chgk_decision_once"
            ),
        )

    def __str__(self) -> str:
        return self.text[:60]
