"""Seasons and the teams that play in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import LessonsCounted, RosterState
from tournaments.models.people import House, Person


class Season(models.Model):
    """A season; at most one is the current one.

    ``lessons_needed`` of the class register's lessons make a pupil eligible for the auction game (§1), counted among
    those that ``lessons_counted`` says.
    """

    name = models.CharField(_("name"), max_length=200, unique=True)
    is_current = models.BooleanField(_("current"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    lessons_needed = models.PositiveSmallIntegerField(_("lessons needed (§1)"), default=10)
    lessons_counted = models.CharField(
        _("lessons that count"), max_length=10, choices=LessonsCounted, default=LessonsCounted.OWN
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["is_current"],
                condition=models.Q(is_current=True),
                name="one_current_season",
                violation_error_message=_("Another season is the current one."),
            ),
            models.CheckConstraint(
                condition=models.Q(ends_on=None)
                | models.Q(starts_on=None)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="a_season_ends_after_it_starts",
                violation_error_message=_("The last day comes before the first."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A house's team of a season in one discipline, with its roster.

    A team that somebody enters by hand is approved; the head's desk makes drafts, which become approved by a decision.
    ``revision`` counts the saved changes of its people, so that a stale page is noticed.
    """

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="teams")
    discipline = models.CharField(_("discipline"), max_length=30)
    house = models.ForeignKey(House, verbose_name=_("house"), on_delete=models.PROTECT, related_name="teams")
    state = models.CharField(_("roster"), max_length=10, choices=RosterState, default=RosterState.APPROVED)
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True, editable=False)
    submitted_by = models.CharField(_("submitted by"), max_length=250, blank=True, editable=False)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)
    decided_by = models.CharField(_("decided by"), max_length=250, blank=True, editable=False)
    return_reason = models.CharField(_("returned because"), max_length=500, blank=True, editable=False)

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["season", "discipline", "house__position", "house__name"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "discipline", "house"],
                name="one_team_a_house_and_season",
                violation_error_message=_("This house has a team of this discipline in this season already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.house} ({self.season})"


class TeamMemberQuerySet(models.QuerySet):
    """Rows made in bulk take their season and discipline from their teams, too."""

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        """As ever; ``objs`` need only their team and person."""
        rows = list(objs)
        for row in rows:
            row.copy_team()
        return super().bulk_create(rows, *args, **kwargs)


class TeamMember(models.Model):
    """A person's place in a team. ``season`` and ``discipline`` repeat the team's, so that nobody has two places."""

    team = models.ForeignKey(Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="memberships")
    is_captain = models.BooleanField(_("captain"), default=False)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="+", editable=False)
    discipline = models.CharField(max_length=30, editable=False)

    objects = TeamMemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        ordering = ["-is_captain", "position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "person"],
                name="one_place_a_person_and_team",
                violation_error_message=_("This person is in the team already."),
            ),
            models.UniqueConstraint(
                fields=["season", "discipline", "person"],
                name="one_team_a_person_and_tournament",
                violation_error_message=_("This person is in another team of the season."),
            ),
            models.UniqueConstraint(
                fields=["team"],
                condition=models.Q(is_captain=True),
                name="one_captain_a_team",
                violation_error_message=_("A team has one captain."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves, with what the team says of season and discipline."""
        self.copy_team()
        super().save(*args, **kwargs)

    def copy_team(self) -> None:
        """Takes season and discipline over from the team."""
        self.season_id, self.discipline = self.team.season_id, self.team.discipline
