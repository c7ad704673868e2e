"""Chapter 5: the jury of three, how a team appeals, and what a ruling does."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph

APPEALS: tuple[Paragraph, ...] = (
    Paragraph("5.1", _("The jury")),
    Paragraph(
        "5.1.1",
        _("Three without interest"),
        _("The curator forms the appeals jury: three people who gain or lose nothing by how the games end."),
        _(
            "That rules out the players and deans of all teams of the season, as well as whoever wrote, edited or "
            "tested the questions concerned."
        ),
    ),
    Paragraph(
        "5.1.2",
        _("The council agrees"),
        _(
            "The curator's decision needs the council of captains. When all captains attend, 2/3 of their votes carry "
            "it; when 2/3 of them attend, half of the votes do."
        ),
        _(
            "With full attendance at least two thirds have to vote for it. Otherwise at least two thirds must be "
            "present, and at least half of those present vote for it. No share is rounded down."
        ),
    ),
    Paragraph("5.2", _("How to appeal")),
    Paragraph(
        "5.2.1",
        _("Who may appeal"),
        _("Every team of the tournament may, about the questions of the game (or tour) that it played itself."),
        _("A ruling names a question that has been played in this game."),
    ),
    Paragraph(
        "5.2.2",
        _("What for"),
        _("There are two kinds of appeal."),
        _(
            "After a ruling the game is worked out anew from its questions. An accepted answer brings the team its "
            "point; a removed question counts for neither side, nor in the number of questions. While a game is on, "
            "the host takes out a faulty question with a reason, and a spare one is played instead."
        ),
        items=(
            _(
                "To accept an answer other than the author's that meets every condition of the question "
                "(a dual answer)."
            ),
            _(
                "To remove a question because something in its wording or in the author's answer is untrue. "
                "A single factual error in the wording is enough to make it an incorrect question."
            ),
        ),
    ),
    Paragraph(
        "5.2.3",
        _("In writing"),
        _("An appeal that is only spoken does not count; it has to be written down."),
    ),
    Paragraph(
        "5.2.3.1",
        _("One sheet, one appeal"),
        _(
            "Each appeal has a sheet to itself. It names the season, the number and the wording of the question and "
            "the author's answer, asks either to remove the question or to accept the answer, says why, "
            "and refers to sources."
        ),
    ),
    Paragraph(
        "5.2.3.2",
        _("Sources of an appeal"),
        _("They are given in the same way as the sources of a question (§4.1.2)."),
    ),
    Paragraph(
        "5.2.4",
        _("Where to hand it in"),
        _("Appeals go to the curator of the club."),
    ),
    Paragraph("5.3", _("How the jury decides")),
    Paragraph(
        "5.3.1",
        _("A week"),
        _("Within a week of receiving an appeal the jury has to look into it and rule."),
        _(
            "The week runs from the filing of the appeal to the ruling, in the school's own time. An appeal returned "
            "for a formal fault ends it; filed again, it starts a new one."
        ),
    ),
    Paragraph(
        "5.3.2",
        _("Step by step"),
        _("Every appeal goes through the same steps:"),
        _(
            "Nobody votes before all three have given their view. Two votes for, or two against, decide; "
            "any other outcome goes to the curator."
        ),
        items=(
            _("the jury reads the appeal;"),
            _("every member with a vote says what they think of it;"),
            _("one after another they note that they agree, disagree or abstain, with the date of that day;"),
            _("if one of them abstains and the other two are opposed, the curator's opinion is decisive."),
        ),
    ),
    Paragraph(
        "5.3.3",
        _("What is kept"),
        _("Each appeal is kept, together with the ruling on it."),
    ),
    Paragraph("5.4", _("Against the jury")),
    Paragraph(
        "5.4.1",
        _("A ruling is final"),
        _("Once the jury has ruled on what an appeal is about, nobody can contest it any more."),
        _("Not even the curator's priority (§1.5) reaches that far."),
    ),
    Paragraph(
        "5.4.2",
        _("A complaint about the jury"),
        _(
            "For a week after the outcome of an appeal has been announced, any member of the club may turn to the "
            "council of captains and state that the jury acted against the regulation."
        ),
        _("The complaint is about how the jury proceeded. The week runs from the announcement, in the school's time."),
    ),
)
