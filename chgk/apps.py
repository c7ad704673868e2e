"""The app of «Что? Где? Когда?»."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChgkConfig(AppConfig):
    """The club's game."""

    name = "chgk"
    verbose_name = _("What? Where? When?")

    def ready(self) -> None:
        """Makes the game known to the live loop, to replay and to the demo; screens import tables, known only now."""
        from chgk import council_portal, portal, refusals, testing_portal
        from chgk.demo_pages import pages, people
        from chgk.discipline import Chgk
        from chgk.permissions import curates_a_season
        from chgk.roster_book import BOOK
        from chgk.rulebook import RULEBOOK
        from chgk.rules import record
        from chgk.rules.drawn import needed_draws
        from chgk.season_places import places, season_links
        from chgk.services.council_votes import close_due_votes
        from chgk.services.demo import plant
        from chgk.services.games import DISCIPLINE
        from chgk.services.question_uploads import wipe_old_uploads
        from chgk.services.records import import_record, read_lines
        from chgk.services.roster_guard import check_open_roster
        from tournaments import records
        from tournaments.disciplines import register
        from tournaments.rulebooks import register_rulebook
        from tournaments.selectors.calendar import register_calendar
        from tournaments.selectors.home import register_places
        from tournaments.selectors.my_page import register_honours, register_results
        from tournaments.selectors.offices import register_office
        from tournaments.selectors.roster_books import register_roster_book
        from tournaments.selectors.seasons import register_season_links
        from tournaments.selectors.waiting import register_waiting
        from tournaments.services.chores import register_chore
        from tournaments.services.demo_seasons import register_demo
        from tournaments.services.recordings import Importer, register_importer
        from tournaments.services.roster_guards import RosterGuard, register_roster_guard

        register(Chgk())
        register_office("curator", curates_a_season)
        register_places("chgk", places)
        register_season_links(season_links)
        records.register(record.RECORD, records.RecordKind(record.replay, refusals.explain, needed_draws))
        register_importer(record.RECORD, Importer(read_lines, import_record, refusals.explain))
        register_demo("chgk", plant, pages, people)
        register_rulebook(RULEBOOK)
        register_roster_book(BOOK)
        register_roster_guard(DISCIPLINE, RosterGuard(check_open_roster, lambda refusal: refusals.explain(refusal, {})))
        register_calendar("chgk", portal.events)
        register_waiting("chgk", portal.waiting)
        register_waiting("council", council_portal.waiting)
        register_calendar("council", council_portal.events)
        register_chore("council", close_due_votes)
        register_chore("question files", wipe_old_uploads)
        testing_portal.register()
        register_results("chgk", portal.results)
        register_honours("chgk", portal.honours)
        self._compare_questions()

    def _compare_questions(self) -> None:
        """Originality (§4.1.3): each question as it is saved; what changed in another way, by the timer."""
        from chgk import originality_portal
        from chgk.selectors.open_matters import register_open_matters
        from chgk.services.bank_questions import register_follower
        from chgk.services.originality import compare_missing, compare_question
        from chgk.services.reference import take_in_records
        from tournaments.selectors.waiting import register_waiting
        from tournaments.services.chores import register_chore

        register_follower("originality", compare_question)
        register_open_matters("originality", originality_portal.left_open)
        register_waiting("originality", originality_portal.waiting)
        register_chore("originality", lambda now: take_in_records() + compare_missing(now))
