"""What waits around beta-tests: a package to test, proposals to decide, people who offer to test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chgk.models import ClubSeason
from chgk.selectors.testers import waiting_offers
from chgk.selectors.testing import editors_news, questions_left
from chgk.services.testing import tell_news
from tournaments.models import Person, User
from tournaments.selectors.my_page import Door, register_doors
from tournaments.selectors.offices import principals_of
from tournaments.selectors.waiting import Waiting, register_waiting
from tournaments.services.chores import register_chore


def register() -> None:
    """Makes people's own pages and the timer know of the tests; called from ``ready()``."""
    register_waiting("beta-tests", waiting)
    register_doors("beta-tests", doors)
    register_chore("beta-tests", tell_news)


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Seven queries at most, however many packages there are."""
    if person is not None:
        yield from _to_test(person)
        yield from _to_decide(person)
    curators = {user.pk, *principals_of(user, "curator")}
    clubs = list(ClubSeason.objects.filter(curator__in=curators, closed_at=None).select_related("season"))
    for club_id, number in waiting_offers(clubs).items():
        text = ngettext(
            "%(number)s person offers to test questions (§4.2.2)",
            "%(number)s people offer to test questions (§4.2.2)",
            number,
        )
        address = reverse("chgk:bank_testers", args=[club_id])
        yield Waiting(text % {"number": number}, address, key=f"offers-{club_id}")


def _to_test(person: Person) -> Iterator[Waiting]:
    for package, number in questions_left(person):
        text = ngettext(
            "Test «%(package)s»: %(number)s question to answer",
            "Test «%(package)s»: %(number)s questions to answer",
            number,
        )
        values = {"package": package.title, "number": number}
        yield Waiting(text % values, reverse("chgk:bank_test", args=[package.pk]), key=f"test-{package.pk}")


def _to_decide(person: Person) -> Iterator[Waiting]:
    for package, proposals, remarks in editors_news(person):
        said = []
        if proposals:
            text = ngettext("%(number)s proposal", "%(number)s proposals", proposals)
            said.append(text % {"number": proposals})
        if remarks:
            text = ngettext("%(number)s open remark", "%(number)s open remarks", remarks)
            said.append(text % {"number": remarks})
        words = {"package": package.title, "what": ", ".join(said)}
        address = reverse("chgk:bank_package_tests", args=[package.pk])
        yield Waiting(_("Testers of «%(package)s»: %(what)s") % words, address, key=f"tests-{package.pk}")


def doors(user: User, person: Person | None) -> Iterator[Door]:
    """To one's own tests, and where one offers to test. No query."""
    if person is not None:
        yield Door(_("Testing questions"), reverse("chgk:bank_tests"), "tests")
