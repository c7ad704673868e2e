"""The app of appeals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AppealsConfig(AppConfig):
    """Appeals of the club's teams, and the jury that considers them."""

    name = "appeals"
    verbose_name = _("appeals")

    def ready(self) -> None:
        """Deadlines are reminded of by the timer; the demo has appeals, too."""
        from appeals.effect_words import say_effect
        from appeals.marks import marks
        from appeals.portal import left_open, waiting
        from appeals.services import council
        from appeals.services.demo import plant
        from appeals.services.originality import preview_removal, remove_question
        from appeals.services.reminders import remind_of_deadlines
        from chgk.selectors.open_matters import register_open_matters
        from chgk.selectors.question_marks import register_marks
        from chgk.services import claims
        from chgk.services.council_subjects import Subject, register_matters, register_subject
        from tournaments.selectors.waiting import register_waiting
        from tournaments.services.chores import register_chore
        from tournaments.services.demo_seasons import register_demo

        register_waiting("appeals", waiting)
        register_open_matters("appeals", left_open)
        register_marks("appeals", marks)
        claims.register(claims.GameRulings(preview_removal, remove_question, say_effect))
        register_chore("appeals", remind_of_deadlines)
        register_demo("appeals", plant)
        register_subject("jury", Subject(council.jury_decided, council.jury_address))
        register_subject("complaint", Subject(council.complaint_decided, council.complaint_address))
        register_matters("appeals", council.final_matters)
