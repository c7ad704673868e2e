"""Chapter 4: what a question has to be like, and who tries it out beforehand."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph

QUESTIONS: tuple[Paragraph, ...] = (
    Paragraph("4.1", _("How a question is written")),
    Paragraph(
        "4.1.1",
        _("The parts of a question"),
        _("None of these may be missing:"),
        _(
            "Each part has its own place in a question of the bank. Until the verdict, the host alone sees the answer "
            "and the comment."
        ),
        items=(
            _("the category as a figure, 1 for easy, 2 for medium, 3 for hard;"),
            _("the question with its number;"),
            _("the answer;"),
            _("the comment: what is accepted as an answer, and what has to be explained;"),
            _("the source, or several."),
        ),
    ),
    Paragraph("4.1.2", _("How sources are given")),
    Paragraph(
        "4.1.2.1",
        _("Books"),
        _(
            "A book is given with its title, its author or editor, where and when it appeared, the publishing house, "
            "and the pages that the question draws on. A famous book is no exception."
        ),
    ),
    Paragraph(
        "4.1.2.2",
        _("Magazines and newspapers"),
        _(
            "They are given with their name, the year and month of the issue, the headline of the article and the "
            "pages that were used. For a newspaper the day belongs to the date as well."
        ),
    ),
    Paragraph(
        "4.1.2.3",
        _("Pages on the internet"),
        _(
            "The address is given whole, just as the browser shows it in its address bar "
            "when the information is on the screen."
        ),
    ),
    Paragraph(
        "4.1.2.4",
        _("Anything else"),
        _("Any other source is described so that there can be no doubt which one is meant."),
    ),
    Paragraph(
        "4.1.3",
        _("Questions are new"),
        _(
            "A question must not have been published, nor asked at a tournament before. "
            "Every participant of the club may apply to have one that was excluded from play."
        ),
    ),
    Paragraph("4.2", _("Beta-tests")),
    Paragraph(
        "4.2.1",
        _("What a beta-test is"),
        _(
            "Before a package of questions is final, independent experts, the beta-testers, try out its beta version. "
            "What they find is advice and binds nobody."
        ),
    ),
    Paragraph(
        "4.2.2",
        _("Who the testers are"),
        _("The curator approves the list of beta-testers."),
    ),
    Paragraph(
        "4.2.3",
        _("What testers may do"),
        _(
            "A tester can propose another wording, comment on a question, and give it the category that the tester "
            "finds right."
        ),
    ),
)
