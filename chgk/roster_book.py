"""What the club asks of a roster (chapter 2), and who approves it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from chgk import refusals
from chgk.permissions import roster_approver, told_of_rosters
from chgk.rules.rosters import GUESTS, judge_person, judge_roster
from chgk.services.games import DISCIPLINE
from tournaments.selectors.roster_books import RosterBook


def _rules_url(paragraph: str) -> str:
    return f"{reverse('chgk:rulebook')}#p{paragraph}"


BOOK = RosterBook(
    discipline=DISCIPLINE,
    name=_("What? Where? When?"),
    guide=_(
        "You name three players of the faculty, one of them the captain, and may be one more yourself. The captain may "
        "invite up to two pupils of other faculties. Once approved, the team stays as it is for the season."
    ),
    paragraphs=("2.1.2", "2.1.3", "2.2.3"),
    judge_person=judge_person,
    check_roster=judge_roster,
    explain=lambda refusal: refusals.explain(refusal, {}),
    rules_url=_rules_url,
    approver=roster_approver,
    write_to=told_of_rosters,
    has_guests=True,
    most_guests=GUESTS,
    stays=True,
)
