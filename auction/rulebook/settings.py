"""What a school may choose: every setting with its paragraph, its default and the other readings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from auction.rules.special import HEAVIEST
from tournaments.rulebooks import Choice, Setting

SETTINGS: tuple[Setting, ...] = (
    Setting(
        key="start_points",
        paragraph="8",
        label=_("Points at the start"),
        help=_("Every team begins the first round with this many points."),
        kind="int",
        default=50,
        minimum=1,
        maximum=10_000,
    ),
    Setting(
        key="ante",
        paragraph="9",
        label=_("Ante"),
        help=_("Every team pays this into the pot at each draw. A team that has less is out of the game (§12)."),
        kind="int",
        default=3,
        minimum=1,
        maximum=1_000,
    ),
    Setting(
        key="questions_per_round",
        paragraph="6",
        label=_("Questions in a round"),
        help=_("Both rounds have this many questions. Auctions for a hint or for the black box are not counted."),
        kind="int",
        default=5,
        minimum=1,
        maximum=50,
    ),
    Setting(
        key="special_hint",
        paragraph="6",
        label=_("Weight of the hint on the wheel"),
        help=_("A category weighs 1; a hint of weight 2 is drawn twice as easily. With 0 it never comes up."),
        kind="int",
        default=1,
        minimum=0,
        maximum=HEAVIEST,
    ),
    Setting(
        key="special_black_box",
        paragraph="6",
        label=_("Weight of the black box on the wheel"),
        help=_("It lies there only while a sealed box has not come up yet. With 0 it never comes up."),
        kind="int",
        default=1,
        minimum=0,
        maximum=HEAVIEST,
    ),
    Setting(
        key="min_raise",
        paragraph="11",
        label=_("Smallest raise"),
        help=_("A new bid must be at least this many points above the highest one."),
        kind="int",
        default=1,
        minimum=1,
        maximum=1_000,
    ),
    Setting(
        key="bid_includes_ante",
        paragraph="11",
        label=_("What the number in a bid means"),
        help=_("Suppose that the ante is 3 and a captain writes “Czerwoni 5”."),
        kind="bool",
        default=True,
        choices=(
            Choice(
                True,
                _("The team's total, ante included"),
                _("The team then has 5 points in the pot: the ante and 2 more."),
            ),
            Choice(
                False,
                _("Points on top of the ante"),
                _("The team then has 8 points in the pot: the ante and the 5 that the captain named."),
            ),
        ),
    ),
    Setting(
        key="va_banque_must_top",
        paragraph="15",
        label=_("When a team may go va banque"),
        help=_("It matters for a team that has fewer points than its rivals have already bid."),
        kind="bool",
        default=False,
        choices=(
            Choice(
                False,
                _("Whenever it has something to risk"),
                _("The team stakes all it has and gets the question, even if a rival has put in more."),
            ),
            Choice(
                True,
                _("Only if all its points beat the highest bid"),
                _("As on television: a team that could not outbid the leader cannot go va banque."),
            ),
        ),
    ),
    Setting(
        key="reprimand_penalty",
        paragraph="16",
        label=_("Penalty from the second reprimand on"),
        help=_("The first reprimand is only a warning; each further one costs the team this many points."),
        kind="int",
        default=5,
        minimum=0,
        maximum=1_000,
    ),
    Setting(
        key="special_stakes",
        paragraph="6",
        label=_("Points paid for a hint lot or the black box"),
        help=_("What becomes of the points that the teams put into such an auction, antes included."),
        kind="choice",
        default="bank",
        choices=(
            Choice(
                "bank",
                _("They leave the game"),
                _("They go to the bank, and nobody can win them back."),
            ),
            Choice(
                "carry",
                _("They wait for the next question"),
                _("They are added to the pot, so that a later right answer can win them."),
            ),
        ),
    ),
    Setting(
        key="answer_seconds",
        paragraph="17",
        label=_("Time to confer, in seconds"),
        help=_("How long a team may confer over a question, and once more after a hint."),
        kind="int",
        default=15,
        minimum=5,
        maximum=120,
    ),
    Setting(
        key="answer_grace",
        paragraph="17",
        label=_("Grace after the time is up, in seconds"),
        help=_("An answer that arrives even later is marked late, and the host decides whether to accept it."),
        kind="int",
        default=5,
        minimum=0,
        maximum=60,
    ),
    Setting(
        key="clock_from",
        paragraph="17",
        label=_("When the time to confer begins"),
        help=_("A long question takes a while to read aloud; this decides who pays for that time."),
        kind="choice",
        default="read",
        choices=(
            Choice(
                "read",
                _("When the question has been read"),
                _("The host reads the question, confirms it, and only then does the clock start."),
            ),
            Choice(
                "shown",
                _("When the question is shown"),
                _("The clock starts as soon as the question appears on the screens."),
            ),
        ),
    ),
    Setting(
        key="hint_divisor",
        paragraph="19",
        label=_("Price of a hint: the pot divided by"),
        help=_("With 3, a hint costs a third of the pot, rounded down. A larger number makes hints cheaper."),
        kind="int",
        default=3,
        minimum=1,
        maximum=100,
    ),
    Setting(
        key="special_one_on_one",
        paragraph="25",
        label=_("Weight of one on one on the wheel"),
        help=_("In the final it comes up once at most. With 0 it never comes up."),
        kind="int",
        default=1,
        minimum=0,
        maximum=HEAVIEST,
    ),
    Setting(
        key="duel_wrong",
        paragraph="25",
        label=_("A wrong answer in one on one"),
        help=_("Who gets the pot when the team that answered first was wrong."),
        kind="choice",
        default="carry",
        choices=(
            Choice(
                "carry",
                _("Nobody: it waits for the next question"),
                _("The duel is treated like any other question (§18)."),
            ),
            Choice(
                "opponent",
                _("The other team"),
                _("As on television: the opponent takes the pot without having to answer."),
            ),
        ),
    ),
    Setting(
        key="duel_order",
        paragraph="25",
        label=_("Who was first to press in one on one"),
        help=_("Phones reach the server at different speeds; this decides whether that is taken into account."),
        kind="choice",
        default="fair",
        choices=(
            Choice(
                "fair",
                _("Whoever pressed first"),
                _(
                    "Each phone reports when it was pressed, within what its connection can have cost, 200 ms at most. "
                    "Presses less than 25 ms apart are a tie: the host repeats or decides."
                ),
            ),
            Choice(
                "arrival",
                _("Whose press reached the server first"),
                _("Simple and hard to dispute, but the player with the faster connection has an advantage."),
            ),
        ),
    ),
    Setting(
        key="first_place_bonus",
        paragraph="29",
        label=_("Bonus for first place"),
        help=_("The house that the Masters play for gets it when they win. Challengers who win get no bonus (§28)."),
        kind="int",
        default=400,
        minimum=0,
        maximum=10_000,
    ),
    Setting(
        key="second_place_bonus",
        paragraph="29",
        label=_("Bonus for second place"),
        help=_("The house of the challengers gets it when they lose the final."),
        kind="int",
        default=300,
        minimum=0,
        maximum=10_000,
    ),
)

SETTINGS_BY_KEY: dict[str, Setting] = {setting.key: setting for setting in SETTINGS}
