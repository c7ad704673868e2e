"""What a demo shows of the club beside its game."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from chgk.models import ClubSeason, Package
from chgk.services.demo_packages import EDITOR
from tournaments.models import User
from tournaments.services.demo_seasons import DemoPage, DemoPerson


def pages() -> list[DemoPage]:
    """Where a demo shows the club: the season in progress, its curator's desk and packages, the council, the owls."""
    club = ClubSeason.objects.filter(closed_at=None).order_by("-opened_at", "-pk").first()
    if club is None:
        return []
    found = [
        ("desk", _("The curator's desk"), "chgk:desk", [club.pk]),
        ("bank", _("Packages of questions"), "chgk:bank", []),
        ("season", _("The club's season"), "chgk:season", [club.pk]),
        ("council", _("Council of captains"), "chgk:council", [club.pk]),
        ("owls", _("Crystal owls"), "chgk:hall_of_fame", []),
    ]
    draft = Package.objects.filter(season=club.season_id, questions__likenesses__isnull=False).order_by("pk").first()
    if draft is not None and not draft.is_closed:
        found.append(("alike", _("Is it original?"), "chgk:bank_package_likenesses", [draft.pk]))
    return [
        DemoPage(key, label, reverse(name, args=args), key in ("desk", "council", "bank"))
        for key, label, name, args in found
    ]


def people() -> list[DemoPerson]:
    """Whom else one click enters as: the editor of the package that is being tested."""
    account = User.objects.filter(username=EDITOR, is_active=True, is_staff=False, is_superuser=False).first()
    if account is None:
        return []
    text = _("Puts a package of questions in order, has it tested, hands it in to the curator.")
    return [DemoPerson("editor", account, _("Enter as an editor"), text, reverse("chgk:bank"))]
