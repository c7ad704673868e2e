"""The app that every live game stands on."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """People, seasons, live games, chat and audit."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """What a timer has to do, and who holds which office, whichever games are installed."""
        from tournaments import portal_calendar, portal_waiting
        from tournaments.selectors.calendar import register_calendar
        from tournaments.selectors.offices import heads_a_house, hosts_games, register_office
        from tournaments.selectors.waiting import register_waiting
        from tournaments.services.chores import register_chore
        from tournaments.services.letters import send_waiting_letters
        from tournaments.services.register_import import wipe_old_uploads
        from tournaments.services.reminders import remind_of_rosters

        register_waiting("rosters", portal_waiting.rosters)
        register_waiting("approvals", portal_waiting.approvals)
        register_waiting("invitations", portal_waiting.invitations)
        register_waiting("applications", portal_waiting.applications)
        register_calendar("rosters", portal_calendar.roster_dates)
        register_office("head", heads_a_house)
        register_office("host", hosts_games)
        register_chore("reminders", remind_of_rosters)
        register_chore("letters", send_waiting_letters)
        register_chore("register files", wipe_old_uploads)
