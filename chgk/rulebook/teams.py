"""Chapter 2: who may play in which team."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.rulebooks import Paragraph

TEAMS: tuple[Paragraph, ...] = (
    Paragraph("2.1", _("The teams of the championship")),
    Paragraph(
        "2.1.1",
        _("One team a faculty"),
        _("The school has four faculties, and each of them may send a single team."),
    ),
    Paragraph(
        "2.1.2",
        _("At least three players"),
        _(
            "A team has no fewer than three players. The dean of the faculty chooses the captain and two others, "
            "and may also play."
        ),
        _(
            "The captain is among the three whom the dean names, all of the dean's own faculty; the dean may be one "
            "more. Conditions of other games, such as a number of attended lessons, do not apply here."
        ),
    ),
    Paragraph(
        "2.1.3",
        _("Guests of other faculties"),
        _("If the captain wishes, two more players may be taken in who study at another faculty."),
        _("Two is the most. The guests join before the roster is approved; afterwards it is closed (§2.2.3)."),
    ),
    Paragraph("2.2", _("Rosters")),
    Paragraph(
        "2.2.1",
        _("At most six"),
        _("No more than six people can be put down for a team."),
        _(
            "The dean, the guests and those who only play now and then are counted too. "
            "On the day, three to six of them sit at the table."
        ),
    ),
    Paragraph(
        "2.2.2",
        _("The captain"),
        _(
            "The team is led by a captain whom the dean appoints. "
            "When the captain is away, another player of the team can take over for that time."
        ),
        _(
            "One person is the captain at any moment. A stand-in is named with a reason, which the record of the game "
            "keeps; from then on the stand-in decides for the table."
        ),
    ),
    Paragraph(
        "2.2.3",
        _("No exchange in a season"),
        _("From the first to the last game of a season nobody in a team can be exchanged for somebody else."),
        _("An approved roster does not change until the season is over. Not every player has to come to every game."),
    ),
    Paragraph(
        "2.2.4",
        _("No transfers"),
        _(
            "Whoever has been put down for one team cannot be put down for another one in the same season. "
            "That is what the regulation calls a transfer, and it forbids it."
        ),
        _("A person stands on one roster a season, as a guest too."),
    ),
    Paragraph(
        "2.2.5",
        _("No exchange in a game"),
        _("Those who begin a game, or a day of games, also finish it: nobody is replaced on the way."),
        _(
            "The line-up of the day is chosen from the roster before the game. With the start it is closed; "
            "only the duties of the captain may still pass to another player at the table (§2.2.2)."
        ),
    ),
)
