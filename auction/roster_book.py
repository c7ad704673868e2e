"""What the auction game asks of a roster (§1 to §3), and who approves it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from auction import refusals
from auction.permissions import roster_approver, told_of_rosters
from auction.rules.rosters import check_roster, judge_person
from tournaments.selectors.roster_books import RosterBook


def _rules_url(paragraph: str) -> str:
    return f"{reverse('auction:rulebook')}#p{paragraph}"


BOOK = RosterBook(
    discipline="auction",
    name="Awantura o Punkty",
    guide=_(
        "Exactly three people of the house, one of them the captain. You may play yourself, but not as captain. "
        "Pupils need enough recorded lessons on the day you submit."
    ),
    paragraphs=("1", "2", "3"),
    judge_person=judge_person,
    check_roster=check_roster,
    explain=lambda refusal: refusals.explain(refusal, {}),
    rules_url=_rules_url,
    approver=roster_approver,
    write_to=told_of_rosters,
    asks_lessons=True,
)
