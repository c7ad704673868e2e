"""What is typed into the class register: a lesson, a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.evening_forms import EveningForm
from tournaments.models import Lesson, Person, Season
from tournaments.register_files.tables import LARGEST_FILE
from tournaments.selectors.register_pages import known_subjects, teachers
from tournaments.services.register import LAST_PERIOD, LONGEST_SUBJECT


class LessonForm(EveningForm):
    """Which lesson."""

    name = "lesson"
    held_on = forms.DateField(
        label=_("Day"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y"],
    )
    subject = forms.CharField(
        label=_("Subject"),
        max_length=LONGEST_SUBJECT,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "subjects"}),
    )
    period = forms.IntegerField(
        label=_("Period"),
        min_value=1,
        max_value=LAST_PERIOD,
        help_text=_("It tells two lessons of a subject on one day apart."),
    )
    teacher = forms.TypedChoiceField(label=_("Teacher"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any = None, *, season: Season, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        chosen: Any = self.fields["teacher"]
        chosen.choices = [("", _("nobody named")), *((one.pk, one.name) for one in teachers())]
        chosen.widget.attrs["class"] = "form-select"
        self.subjects = known_subjects(season)

    @staticmethod
    def initial_of(lesson: Lesson) -> dict[str, Any]:
        """A lesson as it is filled in."""
        return {
            "held_on": lesson.held_on,
            "subject": lesson.subject,
            "period": lesson.period,
            "teacher": lesson.teacher_id,
        }

    @staticmethod
    def initial_for(person: Person | None, day: Any) -> dict[str, Any]:
        """A new lesson: today's, of whoever enters it if they teach."""
        return {"held_on": day, "period": 1, "teacher": person.pk if person is not None and person.is_staff else None}


class RegisterFileForm(EveningForm):
    """Which file."""

    name = "register"
    file = forms.FileField(
        label=_("File of the register"),
        help_text=_("CSV or Excel (.xlsx), as your spreadsheet saves it. At most 5 MB and 20,000 lines."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty.")},
    )

    def clean_file(self) -> Any:
        """Not larger than what is read."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file is larger than 5 MB. Save fewer lines, or as CSV."))
        return file
