"""§5.1: the jury of three, and how the council of captains voted on it."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.enums import JuryState
from chgk.models import ClubSeason
from tournaments.models import LiveGame, Person
from tournaments.models.append_only import AppendOnlyModel


class Jury(models.Model):
    """Three people for a season's appeals, or for those of one ``game``. Its seats never change: a jury is replaced."""

    club = models.ForeignKey(ClubSeason, models.PROTECT, related_name="juries", verbose_name=_("season of the club"))
    game = models.ForeignKey(
        LiveGame, models.PROTECT, null=True, blank=True, related_name="juries", verbose_name=_("game")
    )
    replaces = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="successors", verbose_name=_("replaces")
    )
    reason = models.CharField(_("reason for replacing it"), max_length=500, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=JuryState, default=JuryState.PROPOSED)
    composed_at = models.DateTimeField(_("composed"), default=timezone.now)
    composed_by = models.CharField(_("composed by"), max_length=250)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("jury")
        verbose_name_plural = _("juries")
        ordering = ("-composed_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "state"),
                condition=models.Q(game=None, state__in=("proposed", "confirmed")),
                name="appeals_one_jury_a_season",
            ),
            models.UniqueConstraint(
                fields=("game", "state"),
                condition=models.Q(game__isnull=False, state__in=("proposed", "confirmed")),
                name="appeals_one_jury_a_game",
            ),
        )

    def __str__(self) -> str:
        return gettext("jury no. %(number)s") % {"number": self.pk}


class JurySeat(models.Model):
    """A member of a jury; ``position`` is the order of the votes (§5.3.2)."""

    jury = models.ForeignKey(Jury, models.CASCADE, related_name="seats", verbose_name=_("jury"))
    person = models.ForeignKey(Person, models.PROTECT, related_name="jury_seats", verbose_name=_("person"))
    position = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        verbose_name = _("seat in a jury")
        verbose_name_plural = _("seats in juries")
        ordering = ("jury", "position")
        constraints = (
            models.UniqueConstraint(fields=("jury", "position"), name="appeals_one_seat_a_position"),
            models.UniqueConstraint(fields=("jury", "person"), name="appeals_one_seat_a_person"),
            models.CheckConstraint(condition=models.Q(position__gte=1, position__lte=3), name="appeals_jury_of_three"),
        )

    def __str__(self) -> str:
        return str(self.person)


class CouncilVote(AppendOnlyModel):
    """§5.1.2: a meeting of the council on a jury. ``voices``: ``[{"house", "captain", "choice"}]``, one a captain."""

    jury = models.ForeignKey(Jury, models.PROTECT, related_name="votes", verbose_name=_("jury"))
    held_on = models.DateField(_("held on"))
    voices = models.JSONField(_("votes"))
    composition = models.PositiveSmallIntegerField(_("captains"))
    in_favour = models.PositiveSmallIntegerField(_("in favour"))
    against = models.PositiveSmallIntegerField(_("against"))
    abstained = models.PositiveSmallIntegerField(_("abstained"))
    decision = models.CharField(_("decision"), max_length=10)
    recorded_at = models.DateTimeField(_("recorded"), default=timezone.now)
    recorded_by = models.CharField(_("recorded by"), max_length=250)

    class Meta(AppendOnlyModel.Meta):
        verbose_name = _("vote of the council")
        verbose_name_plural = _("votes of the council")
        ordering = ("-recorded_at", "-pk")

    def __str__(self) -> str:
        return f"{self.jury}: {self.in_favour}/{self.composition}"
