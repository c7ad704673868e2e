"""The app that every live game stands on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """People, seasons, live games, chat and audit."""

    name = "tournaments"
    verbose_name = _("Tournaments")
