"""Refusals around people's own pages as sentences: applications (§4), deputies, what they choose for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments import texts
from tournaments.rules.engine import Refusal
from tournaments.selectors.roster_books import roster_book

SENTENCES: Mapping[str, str] = {
    "left_school": gettext_noop("The school has recorded that you left: you cannot apply any more."),
    "no_house": gettext_noop("You belong to no house yet, so there is no head to apply to. Ask the school."),
    "tournament_not_open": gettext_noop("This tournament takes no applications now."),
    "applications_over": gettext_noop(
        "The date for this tournament's rosters is over: it takes no applications any more."
    ),
    "team_stays": gettext_noop("The team of %(house)s is approved and stays as it is for the season."),
    "team_has_played": gettext_noop(
        "The team of %(house)s has begun to play: only a substitute joins it now, whom its captain and the host choose."
    ),
    "application_there": gettext_noop("Your application is here already."),
    "in_the_team": gettext_noop("You are in the team already."),
    "application_gone": gettext_noop("This application has been withdrawn."),
    "application_decided": gettext_noop("This application has been answered already, by %(name)s."),
    "application_not_yours": gettext_noop("Only whoever applied can withdraw an application."),
    "application_elsewhere": gettext_noop(
        "%(name)s belongs to another house now: the application can only be declined."
    ),
    "words_too_long": gettext_noop("At most %(limit)s characters fit; this has %(length)s."),
    "office_not_yours": gettext_noop("Only whoever holds an office names a deputy for it."),
    "deputy_of_oneself": gettext_noop("Nobody stands in for themselves. Choose somebody else."),
    "deputy_not_staff": gettext_noop("%(name)s is not an account of the school's staff."),
    "deputy_ends_first": gettext_noop("The end comes before the beginning."),
    "deputy_is_past": gettext_noop("This time is over already."),
    "deputy_too_long": gettext_noop("A deputy acts for %(days)s days at most."),
    "deputy_overlaps": gettext_noop("%(name)s stands in for you during a part of this time already."),
    "deputy_not_yours": gettext_noop("Only whoever is stood in for, and the deputy, can end this."),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A refusal as a page shows it; ``url`` leads to the paragraph of the rules, if one is behind it."""

    text: str
    code: str
    paragraph: str = ""
    url: str = ""


def say(refusal: Refusal) -> Said:
    """The refusal in the active language."""
    if refusal.code not in SENTENCES:
        return Said(texts.explain_here(refusal), refusal.code)
    sentence = _(SENTENCES[refusal.code]) % refusal.params
    url = _rules_url(refusal) if refusal.paragraph else ""
    return Said(sentence, refusal.code, refusal.paragraph, url)


def _rules_url(refusal: Refusal) -> str:
    """The paragraph where it stands: the rules of the game that the refusal names, else the tournament's."""
    book = roster_book(str(refusal.params.get("discipline", "")))
    return book.rules_url(refusal.paragraph) if book else f"{reverse('auction:rulebook')}#p{refusal.paragraph}"
