"""What a demo shows of the club beside its game."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from chgk.models import ClubSeason
from tournaments.services.demo_seasons import DemoPage


def pages() -> list[DemoPage]:
    """Where a demo shows the club: the season in progress, its curator's desk, the seasons' owls."""
    club = ClubSeason.objects.filter(closed_at=None).order_by("-opened_at", "-pk").first()
    if club is None:
        return []
    found = [
        ("desk", _("The curator's desk"), "chgk:desk", [club.pk]),
        ("season", _("The club's season"), "chgk:season", [club.pk]),
        ("owls", _("Crystal owls"), "chgk:hall_of_fame", []),
    ]
    return [DemoPage(key, label, reverse(name, args=args), key == "desk") for key, label, name, args in found]
