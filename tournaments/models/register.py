"""The class register: which lessons were held and who was there (§1)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Mark
from tournaments.models.people import Person
from tournaments.models.seasons import Season
from tournaments.models.uploads import Upload


class Lesson(models.Model):
    """A lesson of a season. ``period`` tells two lessons of a subject on one day apart."""

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="lessons")
    held_on = models.DateField(_("day"))
    subject = models.CharField(_("subject"), max_length=100)
    period = models.PositiveSmallIntegerField(_("period"), default=1)
    teacher = models.ForeignKey(
        Person, verbose_name=_("teacher"), on_delete=models.PROTECT, null=True, blank=True, related_name="lessons"
    )
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering = ["-held_on", "period", "subject", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "held_on", "subject", "period"],
                name="a_lesson_once",
                violation_error_message=_("This lesson is in the register already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.held_on:%Y-%m-%d}"


class Attendance(models.Model):
    """A pupil's mark of a lesson; none means that the register says nothing."""

    lesson = models.ForeignKey(Lesson, verbose_name=_("lesson"), on_delete=models.CASCADE, related_name="attendance")
    person = models.ForeignKey(Person, verbose_name=_("pupil"), on_delete=models.PROTECT, related_name="attendance")
    mark = models.CharField(_("mark"), max_length=10, choices=Mark, default=Mark.PRESENT)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendance")
        ordering = ["lesson", "person"]
        constraints = [models.UniqueConstraint(fields=["lesson", "person"], name="one_mark_a_pupil_and_lesson")]
        indexes = [models.Index(fields=["person", "mark"], name="attendance_of_a_pupil")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.mark}"


class RegisterUpload(Upload):
    """A file of the register between its preview and its import.

    ``answers`` hold the chosen encoding, separator, columns and whom an unclear name means.
    """

    season = models.ForeignKey(Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="uploads")
    outcome = models.JSONField(_("outcome"), default=dict)

    class Meta:
        verbose_name = _("register file")
        verbose_name_plural = _("register files")
        ordering = ["-uploaded_at", "-pk"]
