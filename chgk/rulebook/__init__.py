"""The regulation of the club in our own words: every paragraph, how Sowa reads it, what a season may choose.

Only data for the page of rules and for the form of a season's settings; the rules themselves are in ``chgk/rules/``.
"""

from django.utils.translation import gettext_lazy as _

from chgk.rulebook.paragraphs import PARAGRAPHS, SECTIONS
from chgk.rulebook.settings import FINAL, FINAL_SETTINGS, GAME_SETTINGS, GROUPS, SETTINGS, TIME_SETTINGS
from tournaments.rulebooks import Rulebook

__all__ = [
    "FINAL",
    "FINAL_SETTINGS",
    "GAME_SETTINGS",
    "GROUPS",
    "PARAGRAPHS",
    "RULEBOOK",
    "SECTIONS",
    "SETTINGS",
    "TIME_SETTINGS",
]

RULEBOOK = Rulebook(
    page="chgk:rulebook",
    title=_("Regulation of “What? Where? When?”"),
    summary=_(
        "A table of three to six confers over questions sent in by their authors, and the season's best player "
        "takes home a crystal owl."
    ),
    lead=_(
        "The regulation of the Elite Club in our own words. Where it leaves something open, a note says how it is read."
    ),
    note=_(
        "Some readings can be changed in the settings of a season. They are fixed for a game when it starts, so a "
        "later change never touches a game already played."
    ),
    sections=SECTIONS,
    settings=SETTINGS,
)
