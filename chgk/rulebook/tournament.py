"""Chapter 3: the games of a season, the final, and the crystal owl."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph

TOURNAMENT: tuple[Paragraph, ...] = (
    Paragraph("3.1", _("How the tournament is played")),
    Paragraph(
        "3.1.1",
        _("Four games"),
        _("A season brings four games at regular intervals; together they are the tournament."),
        _(
            "There is one game for each faculty's team, which meets the authors of the questions in it. "
            "A season may be set up with more games."
        ),
    ),
    Paragraph(
        "3.1.2",
        _("The way to the final"),
        _(
            "The team whose own game ended best plays the final and needs 6 points to win it. "
            "Where several did equally well, whoever needed fewer questions is ahead."
        ),
        _(
            "What counts is the difference: the team's points minus those of the authors, so 4:0 is better than 4:1. "
            "If the number of questions is equal too, the curator decides, and the reason is recorded. A final that "
            "the authors win leaves the season without a champion."
        ),
        ("final_target",),
    ),
    Paragraph(
        "3.1.3",
        _("To four points"),
        _("A game ends as soon as either side, the team or the authors of the questions, has 4 points."),
        _(
            "Every question brings a point to one side. Which one comes next is drawn by the spinning top among the "
            "envelopes that are still closed; the draw can be checked after the game."
        ),
        ("target",),
    ),
    Paragraph(
        "3.1.4",
        _("The deciding round"),
        _(
            "When a team gets its third point, its captain may choose the deciding round. The points of both sides "
            "are then wiped out, and the question that follows is worth 4."
        ),
        _(
            "It can be taken once, in the moment after the point that leaves the team one short of winning. Its "
            "question is worth as much as a victory takes, so it ends the game. In the final that means at 5 points "
            "and for 6, which is also how it is done on television. Only the captain takes it."
        ),
        (
            "deciding_at",
            "deciding_worth",
            "deciding_window",
            "final_deciding_at",
            "final_deciding_worth",
            "final_deciding_window",
        ),
    ),
    Paragraph(
        "3.1.5",
        _("Time to discuss"),
        _(
            "Each team confers by its own fireplace, for 2 minutes over a question. "
            "Over the question of a deciding round it has 3."
        ),
        _(
            "The clock starts when the host confirms that the question has been read. The captain may end the "
            "discussion early and names who answers. An answer within 5 seconds after the end is still in time; a "
            "later one is marked late, and the host decides whether it counts."
        ),
        ("discussion_seconds", "deciding_seconds", "answer_grace"),
    ),
    Paragraph("3.2", _("How the championship ends")),
    Paragraph(
        "3.2.1",
        _("The champion and the owl"),
        _("At the end of the season the winning team is announced. Its best player receives a crystal owl."),
        _(
            "The winner is the finalist who has won the final. Without one, no owl is given. "
            "A season has one owl; should a ruling change who has won, it is annulled with a reason."
        ),
    ),
    Paragraph(
        "3.2.2",
        _("Magister of the game"),
        _("A player who has three crystal owls may be recognised as a Magister of the game."),
        _("The third owl gives grounds for the title; the curator confers it."),
    ),
    Paragraph(
        "3.2.3",
        _("The best player of the final"),
        _("Who played best in the final is for the players to say."),
        _(
            "Each player of the winning team who sat at the table in the final names one of them, in secret and once. "
            "If all agree, apart from the vote of the one they name, it is settled."
        ),
    ),
    Paragraph(
        "3.2.4",
        _("When the players differ"),
        _("If the team does not agree on its best player, the curator chooses."),
        _(
            "The curator decides only after the vote is over, for a player of the winning team, with a reason. The "
            "curator may end it early; then at least two ballots beside the named player's own have to agree, so that "
            "no outcome tells what stands in a single one."
        ),
    ),
)
