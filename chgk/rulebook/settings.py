"""What a season may choose, for its games and apart for its final, with the default and why one would change it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from chgk.rules.parameters import AT_POINT, FINAL_TARGET, WHILE_AT_POINT, as_written
from chgk.rules.stage import Settings
from tournaments.rulebooks import Choice, Setting

MOST_POINTS = 50
LONGEST_DISCUSSION = 1_800  # seconds
FINAL = "final_"  # what the keys of the final begin with
_GAME, _FINAL, _STAGE = as_written(), as_written(FINAL_TARGET), Settings()

_WINDOWS = (
    Choice(
        AT_POINT,
        _("Only right after that point"),
        _("With the next envelope the moment has passed: the captain decides at once or not at all."),
    ),
    Choice(
        WHILE_AT_POINT,
        _("As long as the team stands there"),
        _("As on television: the captain may wait and take it before any later question."),
    ),
)

GAME_SETTINGS: tuple[Setting, ...] = (
    Setting(
        key="target",
        paragraph="3.1.3",
        label=_("Points to win a game"),
        help=_("Fewer points make a short evening, more points a long one with more envelopes."),
        kind="int",
        default=_GAME.target,
        minimum=1,
        maximum=MOST_POINTS,
        fixed=True,
    ),
    Setting(
        key="deciding_at",
        paragraph="3.1.4",
        label=_("The deciding round is offered at"),
        help=_("With this many points the captain may take it. It has to be fewer than a victory takes."),
        kind="int",
        default=_GAME.deciding_at,
        minimum=0,
        maximum=MOST_POINTS - 1,
        fixed=True,
    ),
    Setting(
        key="deciding_worth",
        paragraph="3.1.4",
        label=_("Points for the deciding question"),
        help=_("As much as a victory takes ends the game with that question; with fewer it goes on from 0:0."),
        kind="int",
        default=_GAME.deciding_worth,
        minimum=1,
        maximum=MOST_POINTS,
        fixed=True,
    ),
    Setting(
        key="deciding_window",
        paragraph="3.1.4",
        label=_("When the captain may take the deciding round"),
        help=_("It matters when the authors win a point while the team stands one short of victory."),
        kind="choice",
        default=_GAME.deciding_window,
        choices=_WINDOWS,
    ),
)

FINAL_SETTINGS: tuple[Setting, ...] = (
    Setting(
        key="final_target",
        paragraph="3.1.2",
        label=_("Points to win the final"),
        help=_("A final may be longer than the games before it, or just as long."),
        kind="int",
        default=_FINAL.target,
        minimum=1,
        maximum=MOST_POINTS,
        fixed=True,
    ),
    Setting(
        key="final_deciding_at",
        paragraph="3.1.4",
        label=_("In the final, the deciding round is offered at"),
        help=_("Taken literally, the paragraph says 3 in the final too; Sowa reads it as one point short of victory."),
        kind="int",
        default=_FINAL.deciding_at,
        minimum=0,
        maximum=MOST_POINTS - 1,
    ),
    Setting(
        key="final_deciding_worth",
        paragraph="3.1.4",
        label=_("Points for the deciding question of the final"),
        help=_("Taken literally, the paragraph says 4; then the final goes on after the deciding question."),
        kind="int",
        default=_FINAL.deciding_worth,
        minimum=1,
        maximum=MOST_POINTS,
    ),
    Setting(
        key="final_deciding_window",
        paragraph="3.1.4",
        label=_("When the captain may take it in the final"),
        help=_("The final may leave more room than the games before it, or less."),
        kind="choice",
        default=_FINAL.deciding_window,
        choices=_WINDOWS,
    ),
)

TIME_SETTINGS: tuple[Setting, ...] = (
    Setting(
        key="discussion_seconds",
        paragraph="3.1.5",
        label=_("Time to discuss a question, in seconds"),
        help=_("As long as it takes the team to confer. On television it is one minute."),
        kind="int",
        default=_STAGE.discussion_ms // 1000,
        minimum=5,
        maximum=LONGEST_DISCUSSION,
        fixed=True,
    ),
    Setting(
        key="deciding_seconds",
        paragraph="3.1.5",
        label=_("Time for the deciding question, in seconds"),
        help=_("The whole game hangs on this question, so the team has longer for it."),
        kind="int",
        default=_STAGE.deciding_ms // 1000,
        minimum=5,
        maximum=LONGEST_DISCUSSION,
        fixed=True,
    ),
    Setting(
        key="answer_grace",
        paragraph="3.1.5",
        label=_("Grace for typed answers, in seconds"),
        help=_("For slow fingers and slow connections. An answer that comes later still is marked late."),
        kind="int",
        default=_STAGE.grace_ms // 1000,
        minimum=0,
        maximum=60,
    ),
)

SETTINGS: tuple[Setting, ...] = (*GAME_SETTINGS, *FINAL_SETTINGS, *TIME_SETTINGS)
GROUPS = (
    (_("The games of the season"), GAME_SETTINGS),
    (_("The final"), FINAL_SETTINGS),
    (_("Times"), TIME_SETTINGS),
)
