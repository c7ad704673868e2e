"""What a season has settled about its appeals."""

from __future__ import annotations

from appeals.models import AppealRules
from appeals.rules.settings import Settings, read_settings
from chgk.models import ClubSeason


def settings_of(club: ClubSeason) -> Settings:
    """The settings for appeals filed from now on; the regulation's where the season says nothing. One query."""
    row = AppealRules.objects.filter(club=club).first()
    return Settings() if row is None else read_settings(row.values)
