"""The app of «Awantura o Punkty»."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuctionConfig(AppConfig):
    """The auction game."""

    name = "auction"
    verbose_name = _("Auction")

    def ready(self) -> None:
        """Makes the game known to the live loop and to replay; the screens import tables, which exist only now."""
        from auction import portal, refusals, signals
        from auction.discipline import Auction
        from auction.roster_book import BOOK
        from auction.rulebook import RULEBOOK
        from auction.rules import record
        from auction.rules.drawn import needed_draws
        from auction.rules.recorded import read_recording
        from auction.services.bank_uploads import wipe_old_uploads
        from auction.services.masters import rename_sitter
        from auction.services.records import import_record
        from tournaments import records
        from tournaments.disciplines import register
        from tournaments.rulebooks import register_rulebook
        from tournaments.selectors.calendar import register_calendar
        from tournaments.selectors.my_page import register_results
        from tournaments.selectors.roster_books import register_roster_book
        from tournaments.selectors.waiting import register_waiting
        from tournaments.services.chores import register_chore
        from tournaments.services.merging import register_renamer
        from tournaments.services.recordings import Importer, register_importer

        signals.connect()
        register_renamer(rename_sitter)
        register(Auction())
        records.register(record.RECORD, records.RecordKind(record.replay, refusals.explain, needed_draws))
        register_rulebook(RULEBOOK)
        register_roster_book(BOOK)
        register_importer(record.RECORD, Importer(read_recording, import_record, refusals.explain))
        register_calendar("auction", portal.events)
        register_waiting("auction", portal.waiting)
        register_results("auction", portal.results)
        register_chore("tables of questions", wipe_old_uploads)
