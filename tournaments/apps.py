"""The app that every live game stands on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """People, seasons, live games, chat and audit."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """What a timer has to do, whichever games are installed."""
        from tournaments.services.chores import register_chore
        from tournaments.services.letters import send_waiting_letters
        from tournaments.services.register_import import wipe_old_uploads
        from tournaments.services.reminders import remind_of_rosters

        register_chore("reminders", remind_of_rosters)
        register_chore("letters", send_waiting_letters)
        register_chore("register files", wipe_old_uploads)
