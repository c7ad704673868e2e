"""Makes the tally known."""

from django.apps import AppConfig


class TallyConfig(AppConfig):
    name = "tests.tournaments.live.site"
    label = "tally"

    def ready(self):
        from tests.tournaments.live.site.tally import Tally
        from tournaments.disciplines import register

        register(Tally())
