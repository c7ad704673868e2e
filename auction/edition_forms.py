"""The forms of an edition's page that the evening of any game does not have: date, line-up."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.evening_forms import EveningForm, reason_field
from tournaments.models import LiveGame
from tournaments.moments import MomentField


class PlanForm(EveningForm):
    """Title, date, place, a note. A date once announced is postponed instead."""

    name = "plan"
    title = forms.CharField(label=_("Title"), max_length=200)
    planned_at = MomentField(label=_("Date and time"), required=False)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    note = forms.CharField(label=_("Note for everybody"), max_length=300, required=False)

    def __init__(self, data: Any = None, *, game: LiveGame) -> None:
        super().__init__(data, initial={name: getattr(game, name) for name in ("title", "planned_at", "place", "note")})
        if game.planned_at is not None:
            del self.fields["planned_at"]


class PostponeForm(EveningForm):
    """Another date, or none yet, and why."""

    name = "postpone"
    planned_at = MomentField(
        label=_("New date and time"), required=False, help_text=_("Leave it empty if it is not known yet.")
    )
    reason = reason_field(_("Reason, for everybody"))


class LeaveOutForm(EveningForm):
    """Why a house does not play."""

    name = "leave"
    reason = reason_field(_("Reason, for everybody"))
