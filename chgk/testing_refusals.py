"""Refusals around beta-tests as sentences; :mod:`chgk.refusals` has the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    # who tests
    "tester_plays": _("Whoever plays for %(house)s does not see the questions of this package before the game."),
    "tester_leads_house": _("The head of %(house)s does not see the questions of this package before the game."),
    "tester_is_editor": _("The editor of a package knows its answers and cannot test it."),
    "tester_has_left": _("This person has left the school."),
    "tester_not_listed": _("This person is not on the curator's list of testers."),
    "tester_wrote_it": _("This question is yours: test the others."),
    "offer_gone": _("This offer does not wait for an answer any more."),
    "offer_declined_without_words": _("Say in words why the offer is declined."),
    # where the package stands
    "package_not_in_testing": _("The package is not in testing."),
    "tests_closed": _("The package is sealed: its tests are over, and nobody reads them until it has been played."),
    "texts_stand": _("The texts of this package stand: it is past testing."),
    "test_is_over": _("You are not asked to test this package any more."),
    # the blind answer
    "blind_not_opened": _("Open the question before you answer it."),
    "blind_answer_locked": _("Your answer to this question is given; it does not change any more."),
    "blind_answer_empty": _("Write an answer, or pass."),
    "blind_answer_too_long": _("The answer has %(length)s letters; at most %(longest)s fit."),
    "blind_question_changed": _("The question has been changed while you were answering it: read it again."),
    "answer_first": _("Answer the question first; then you see the rest, and can say what you think of it."),
    "nothing_to_judge": _("There is no answer of yours to judge."),
    # remarks, categories
    "remark_empty": _("Write the remark in words."),
    "remark_too_long": _("The remark has %(length)s letters; at most %(longest)s fit."),
    "thread_of_another": _("Only who began this thread, or the editor, settles it."),
    "category_unknown": _("Choose one of the three categories."),
    # proposals
    "part_changed_meanwhile": _(
        "The editor has changed this part since you opened the page: compare, then send again."
    ),
    "proposal_changes_nothing": _("Your copy is the same as what stands there."),
    "proposal_takes_away": _("A question needs its text and its answer: they can be changed, not taken away."),
    "proposal_too_long": _("Your copy has %(length)s letters; at most %(longest)s fit."),
    "proposal_stale": _(
        "This part has been changed since the proposal was made: put it in by hand, or decline the proposal."
    ),
    "proposal_decided": _("This proposal has been decided already."),
}
