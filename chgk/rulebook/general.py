"""Chapter 1: what the tournament is, who runs it, how its rules are changed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph

GENERAL: tuple[Paragraph, ...] = (
    Paragraph(
        "1.1",
        _("What the tournament is"),
        _(
            "The school named after Alastor Moody holds it again and again, for teams, and anyone may come. Its first "
            "game is “What? Where? When?”; there is no limit to the other games of wit that may join it."
        ),
    ),
    Paragraph(
        "1.2",
        _("Who runs it"),
        _("Professor Sybill Trelawney, the head of the Elite Club, organises the tournaments and conducts them."),
        _("Elsewhere the regulation speaks of the curator of the club. Each season in Sowa names its curator."),
    ),
    Paragraph(
        "1.3",
        _("What it is for"),
        items=(
            _("To win students over to spending their free time on something that makes them think hard."),
            _(
                "To give young people room to grow in every direction: a wider horizon, more knowledge, education and "
                "a sense of beauty."
            ),
        ),
    ),
    Paragraph(
        "1.4",
        _("What the club does"),
        items=(
            _("It trains players to think analytically and to invent."),
            _("It teaches them to solve problems as a team."),
            _("It makes games of wit better known, “What? Where? When?” before all others."),
            _("It creates and develops whatever tournaments in such games need."),
            _("It holds the tournaments and establishes who has won them."),
        ),
    ),
    Paragraph(
        "1.5",
        _("By which rules"),
        _(
            "This regulation applies, together with what the council of captains and the curator decide. "
            "While a tournament is on, the curator's word outranks the others."
        ),
        _(
            "A decision of the curator is recorded with its reason and with what it applies to. It never goes against "
            "a final ruling of the jury (§5.4.1). At the table the host acts for the curator, which is why players "
            "cannot give the host's commands. A game that has had a ruling and can no longer be played on is closed "
            "for one side, with a reason."
        ),
    ),
    Paragraph("1.6", _("How the regulation is adopted and changed")),
    Paragraph(
        "1.6.1",
        _("Who may change it"),
        _("The curator puts the regulation into force. Changing it is for the council of captains alone."),
        _("The council's vote adopts an amendment; the curator then promulgates it and has no veto."),
    ),
    Paragraph(
        "1.6.2",
        _("Clarifications"),
        _(
            "In the course of a season the curator may make the regulation more precise, "
            "as long as nothing in it is contradicted."
        ),
        _(
            "A clarification may choose between readings. A number that the text fixes is no matter of "
            "clarification: to change it in the regulation takes an amendment (§1.6.3)."
        ),
    ),
    Paragraph(
        "1.6.2.1",
        _("Nothing reaches back"),
        _("A clarification by the curator does not apply to anything that happened before it."),
        _(
            "A game keeps the rules and times that it started with. When the settings of a season are changed, "
            "only games that have not started yet follow."
        ),
    ),
    Paragraph(
        "1.6.3",
        _("The majority"),
        _(
            "The regulation, its amendments and its supplements are adopted "
            "once more than two thirds of the council of captains have voted for them."
        ),
        _(
            "The share is taken of the whole council, including those who are absent or abstain, and exactly two "
            "thirds is too little: of four captains three are needed, of three all three."
        ),
    ),
)
