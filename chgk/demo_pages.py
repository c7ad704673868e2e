"""What a demo shows of the club beside its game."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from chgk.models import ClubSeason, Package
from tournaments.services.demo_seasons import DemoPage


def pages() -> list[DemoPage]:
    """Where a demo shows the club: the season in progress, its curator's desk, the council, the seasons' owls."""
    club = ClubSeason.objects.filter(closed_at=None).order_by("-opened_at", "-pk").first()
    if club is None:
        return []
    found = [
        ("desk", _("The curator's desk"), "chgk:desk", [club.pk]),
        ("season", _("The club's season"), "chgk:season", [club.pk]),
        ("council", _("Council of captains"), "chgk:council", [club.pk]),
        ("owls", _("Crystal owls"), "chgk:hall_of_fame", []),
    ]
    draft = Package.objects.filter(season=club.season_id, questions__likenesses__isnull=False).order_by("pk").first()
    if draft is not None and not draft.is_closed:
        found.append(("alike", _("Is it original?"), "chgk:bank_package_likenesses", [draft.pk]))
    return [
        DemoPage(key, label, reverse(name, args=args), key in ("desk", "council")) for key, label, name, args in found
    ]
