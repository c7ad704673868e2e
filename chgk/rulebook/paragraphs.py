"""The chapters of the regulation, put together."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chgk.rulebook.appeals import APPEALS
from chgk.rulebook.general import GENERAL
from chgk.rulebook.questions import QUESTIONS
from chgk.rulebook.teams import TEAMS
from chgk.rulebook.tournament import TOURNAMENT
from tournaments.rulebooks import Section

SECTIONS: tuple[Section, ...] = (
    Section("general", _("General"), GENERAL, "1"),
    Section("teams", _("Who takes part"), TEAMS, "2"),
    Section("tournament", _("How a tournament is won"), TOURNAMENT, "3"),
    Section("questions", _("What questions must be like"), QUESTIONS, "4"),
    Section("appeals", _("The appeals jury"), APPEALS, "5"),
)
PARAGRAPHS = tuple(paragraph for section in SECTIONS for paragraph in section.paragraphs)
