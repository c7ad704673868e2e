"""A date and a time as people type them, in the school's time zone: one night lacks an hour, one has an hour twice."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

EARLIEST, LATEST = 2020, 2100


class MomentField(forms.Field):
    """A moment in the school's time zone; None if it is left empty and may be."""

    default_error_messages = {
        "invalid": _("Enter a date and a time."),
        "skipped": _("The clocks go forward that night: this time does not exist. Choose another."),
        "twice": _("The clocks go back that night: this time comes twice. Choose another."),
    }

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """A moment as the clocks at school show it; what was typed stays as it is."""
        return timezone.localtime(value).replace(tzinfo=None) if isinstance(value, datetime.datetime) else value

    def to_python(self, value: Any) -> datetime.datetime | None:
        """Raises ValidationError for what no clock at school will show, or shows twice."""
        text = str(value or "").strip()
        if not text:
            return None
        try:
            typed = parse_datetime(text)
        except ValueError:
            typed = None
        if typed is None or typed.tzinfo is not None or not EARLIEST <= typed.year <= LATEST:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        moment = typed.replace(tzinfo=timezone.get_current_timezone())
        again = moment.astimezone(datetime.UTC).astimezone(moment.tzinfo).replace(tzinfo=None)
        if again != typed:
            raise ValidationError(self.error_messages["skipped"], code="skipped")
        if moment.utcoffset() != moment.replace(fold=1).utcoffset():
            raise ValidationError(self.error_messages["twice"], code="twice")
        return moment
