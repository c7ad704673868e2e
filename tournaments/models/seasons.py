"""Seasons and the teams that play in them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import House, Person


class Season(models.Model):
    """A season; at most one is the current one."""

    name = models.CharField(_("name"), max_length=200, unique=True)
    is_current = models.BooleanField(_("current"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)

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
            )
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A house's team of a season in one discipline: its roster."""

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="teams")
    discipline = models.CharField(_("discipline"), max_length=30)
    house = models.ForeignKey(House, verbose_name=_("house"), on_delete=models.PROTECT, related_name="teams")

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


class TeamMember(models.Model):
    """A person's place in a team."""

    team = models.ForeignKey(Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="memberships")
    is_captain = models.BooleanField(_("captain"), default=False)
    position = models.PositiveSmallIntegerField(_("position"), default=0)

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
                fields=["team"],
                condition=models.Q(is_captain=True),
                name="one_captain_a_team",
                violation_error_message=_("A team has one captain."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)
