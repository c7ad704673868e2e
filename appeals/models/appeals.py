"""Appeals, each with its log: the snapshot is the fold of the events, the columns repeat what lists look for."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.enums import AppealKind
from appeals.models.juries import Jury
from appeals.rules.state import Phase
from chgk.models import ClubSeason
from tournaments.models import LiveGame, Person
from tournaments.models.append_only import AppendOnlyModel


class AppealRules(models.Model):
    """What a season settles about its appeals, where it differs: :class:`appeals.rules.settings.Settings`."""

    club = models.OneToOneField(
        ClubSeason, models.PROTECT, related_name="appeal_rules", verbose_name=_("season of the club")
    )
    values = models.JSONField(_("settings"), default=dict, blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("settings of appeals")
        verbose_name_plural = _("settings of appeals")

    def __str__(self) -> str:
        return str(self.club)


class Appeal(models.Model):
    """§5.2.3.1: one sheet, on one question, for one thing. ``number`` counts the season's, from the filing on.

    ``draft`` is what the captain has written so far; what was filed stands in the log. ``team`` is the house's key.
    """

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="appeals", verbose_name=_("season of the club"))
    game = models.ForeignKey(LiveGame, models.PROTECT, related_name="appeals", verbose_name=_("game"))
    question = models.PositiveIntegerField(_("question"))
    kind = models.CharField(_("request"), max_length=10, choices=AppealKind)
    team = models.CharField(_("team"), max_length=50)
    captain = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="appeals", verbose_name=_("captain")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("account")
    )
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    draft = models.JSONField(_("draft"), default=dict)
    snapshot = models.JSONField(_("state"), default=dict)
    seq = models.PositiveIntegerField(_("events"), default=0)
    phase = models.CharField(_("phase"), max_length=10, choices=[(one.value, one.value) for one in Phase])
    jury = models.ForeignKey(
        Jury, models.PROTECT, null=True, blank=True, related_name="appeals", verbose_name=_("jury")
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    filed_at = models.DateTimeField(_("filed"), null=True, blank=True)
    decide_by = models.DateTimeField(_("to be decided by"), null=True, blank=True)
    announced_at = models.DateTimeField(_("announced"), null=True, blank=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("-filed_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "question", "kind"),
                condition=~models.Q(phase="withdrawn"),
                name="appeals_each_ground_once",
            ),
            models.UniqueConstraint(fields=("club", "number"), name="appeals_number_once_a_season"),
        )
        indexes = (models.Index(fields=("phase", "announced_at"), name="appeals_by_phase"),)

    def __str__(self) -> str:
        if self.number is None:
            return gettext("draft of an appeal, question %(question)s") % {"question": self.question}
        return gettext("Appeal %(number)s") % {"number": self.number}


class AppealEvent(AppendOnlyModel):
    """A step of the procedure. Views and votes stand here in clear: nothing but the fold reads it."""

    appeal = models.ForeignKey(Appeal, models.PROTECT, related_name="events", verbose_name=_("appeal"))
    seq = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=30)
    data = models.JSONField(_("data"))
    command_id = models.CharField(max_length=64, blank=True, editable=False)
    actor_key = models.CharField(_("actor"), max_length=50)
    actor_name = models.CharField(_("name"), max_length=200, blank=True)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("step of an appeal")
        verbose_name_plural = _("steps of appeals")
        ordering = ("appeal", "seq")
        constraints = (
            models.UniqueConstraint(fields=("appeal", "seq"), name="appeals_event_seq_once"),
            models.UniqueConstraint(
                fields=("appeal", "actor_key", "command_id"),
                condition=~models.Q(command_id=""),
                name="appeals_gesture_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.appeal_id}.{self.seq}"
