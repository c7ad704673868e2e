"""The rulebook of Awantura o Punkty in our own words: every paragraph, how Sowa reads it, what a school may choose.

Only data for the page of rules and for the form of a game's settings; the rules themselves are in ``auction/rules/``.
"""

from django.utils.translation import gettext_lazy as _

from auction.rulebook.paragraphs import PARAGRAPHS, SECTIONS
from auction.rulebook.settings import SETTINGS, SETTINGS_BY_KEY
from tournaments.rulebooks import Rulebook

__all__ = ["PARAGRAPHS", "RULEBOOK", "SECTIONS", "SETTINGS", "SETTINGS_BY_KEY"]

RULEBOOK = Rulebook(
    page="auction:rulebook",
    title=_("Rulebook of Awantura o Punkty"),
    summary=_(
        "Teams of three bid their points for the right to answer, and the richest of them meets the Masters in the "
        "final."
    ),
    lead=_("All the rules in our own words. Where the rulebook leaves something open, a note says how Sowa reads it."),
    note=_(
        "Some readings can be changed in the settings of a game. They are fixed when the game starts, so a later "
        "change never touches a game already played."
    ),
    sections=SECTIONS,
    settings=SETTINGS,
)
