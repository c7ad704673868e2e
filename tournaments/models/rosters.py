"""How a team comes about: when its roster is due, who applied for a place, whom the captain invited."""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import AnswerState
from tournaments.models.people import House, Person
from tournaments.models.seasons import Season, Team


class RosterCall(models.Model):
    """A tournament of a season asks the houses for their teams until ``due_at``; a later date opens the desks again.

    ``moves`` counts the changes of the date, for calendars; ``changed_at`` is the last change of anything.
    """

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="calls")
    discipline = models.CharField(_("discipline"), max_length=30)
    due_at = models.DateTimeField(_("due"))
    note = models.CharField(_("note"), max_length=300, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)
    moves = models.PositiveIntegerField(default=0, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("call for rosters")
        verbose_name_plural = _("calls for rosters")
        ordering = ["due_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "discipline"],
                name="one_call_a_season_and_discipline",
                violation_error_message=_("The rosters of this season and discipline have a date already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.discipline}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Saves; another date or word than the stored one is counted, whoever changes it and wherever."""
        stored = RosterCall.objects.filter(pk=self.pk).first() if self.pk is not None else None
        if stored is not None and (stored.due_at, stored.note) != (self.due_at, self.note):
            self.moves = stored.moves + (stored.due_at != self.due_at)
            self.changed_at = timezone.now()
        super().save(*args, **kwargs)


class Application(models.Model):
    """§4: somebody asks the head of their house for a place in its team."""

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="applications")
    discipline = models.CharField(_("discipline"), max_length=30)
    house = models.ForeignKey(House, verbose_name=_("house"), on_delete=models.PROTECT, related_name="applications")
    person = models.ForeignKey(Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="applications")
    words = models.CharField(_("why"), max_length=1000, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=AnswerState, default=AnswerState.SENT)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now, editable=False)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True, editable=False)
    decided_by = models.CharField(_("decided by"), max_length=250, blank=True, editable=False)
    reason = models.CharField(_("reason"), max_length=500, blank=True, editable=False)

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")
        ordering = ["sent_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "discipline", "person"],
                condition=models.Q(state__in=["sent", "accepted"]),
                name="one_application_a_person_and_tournament",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.discipline}"


class GuestInvitation(models.Model):
    """ChGK §2.1.3: a captain asks somebody of another house into the team; they answer before it is approved."""

    team = models.ForeignKey(Team, verbose_name=_("team"), on_delete=models.CASCADE, related_name="guest_invitations")
    person = models.ForeignKey(
        Person, verbose_name=_("person"), on_delete=models.PROTECT, related_name="team_invitations"
    )
    words = models.CharField(_("a word to them"), max_length=500, blank=True)
    invited_by = models.CharField(_("invited by"), max_length=250)
    state = models.CharField(_("state"), max_length=10, choices=AnswerState, default=AnswerState.SENT)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now, editable=False)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("invitation to a team")
        verbose_name_plural = _("invitations to teams")
        ordering = ["sent_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "person"], condition=models.Q(state="sent"), name="one_open_invitation_a_guest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} → {self.team}"
