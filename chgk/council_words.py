"""What the council's pages say: kinds of motions, what one needs to be adopted, how a vote went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chgk.models import Motion, MotionRound
from chgk.rules.council import Choice, Kind, load_rule
from tournaments.rules.votes import Count, Of, Rule, Share, Step, decide_vote
from tournaments.vote_words import decision_word, result_words

Word = str | Promise
KINDS: Mapping[Kind, Word] = {
    Kind.AMENDMENT: gettext_lazy("amendment of the regulation"),
    Kind.JURY: gettext_lazy("confirmation of a jury"),
    Kind.COMPLAINT: gettext_lazy("complaint about the jury's procedure"),
    Kind.OTHER: gettext_lazy("another matter"),
}
PARAGRAPHS = {Kind.AMENDMENT: "1.6.3", Kind.JURY: "5.1.2", Kind.COMPLAINT: "5.4.2", Kind.OTHER: "1.5"}
CHOICES: Mapping[Choice, Word] = {
    Choice.FOR: gettext_lazy("in favour"),
    Choice.AGAINST: gettext_lazy("against"),
    Choice.ABSTAINED: gettext_lazy("abstained"),
}
BALLOT: Mapping[Choice, Word] = {
    Choice.FOR: gettext_lazy("In favour"),
    Choice.AGAINST: gettext_lazy("Against"),
    Choice.ABSTAINED: gettext_lazy("I abstain"),
}
LANGUAGE_NAMES: Mapping[str, Word] = {
    "pl": gettext_lazy("In Polish"),
    "ru": gettext_lazy("In Russian"),
    "en": gettext_lazy("In English"),
}
READER_WORDS: Mapping[str, Any] = {
    "council": gettext_lazy("captains and curator"),
    "club": gettext_lazy("everybody of the club"),
    "everybody": gettext_lazy("everybody, once it is decided"),
}
SHARE_WORDS: Mapping[str, Any] = {
    "1/2": gettext_lazy("at least 1/2"),
    ">1/2": gettext_lazy("more than 1/2"),
    "2/3": gettext_lazy("at least 2/3"),
    ">2/3": gettext_lazy("more than 2/3"),
    "3/4": gettext_lazy("at least 3/4"),
    "1/1": gettext_lazy("all"),
}
SETTING_WORDS: Mapping[str, Any] = {
    "complaint_quorum": gettext_lazy("Complaints: how much of the council has to vote"),
    "complaint_majority": gettext_lazy("Complaints: how many of those who vote have to be in favour"),
    "other_quorum": gettext_lazy("Other matters: how much of the council has to vote"),
    "other_majority": gettext_lazy("Other matters: how many of those who vote have to be in favour"),
    "words_for": gettext_lazy("Who reads the discussions"),
    "vote_days": gettext_lazy("How many days the vote on a jury is open"),
    "secret_amendment": gettext_lazy("Amendments are voted on in secret"),
    "secret_jury": gettext_lazy("Juries are voted on in secret"),
    "secret_complaint": gettext_lazy("Complaints are voted on in secret"),
    "secret_other": gettext_lazy("Other matters are voted on in secret"),
    "names_public": gettext_lazy("Strangers read the names of captains"),
}


def needed_words(rule: Rule, composition: int) -> list[str]:
    """What a motion needs to be adopted, one sentence a step, with the numbers for this council."""
    return [sentence for step in rule.steps for sentence in _step_words(step, composition)]


def _step_words(step: Step, composition: int) -> list[str]:
    if step.of is Of.COMPOSITION:
        needed = step.majority.needed(composition)
        values = {"share": _share(step.majority), "whole": composition, "needed": needed}
        return [
            ngettext(
                "Needed: %(share)s of all %(whole)s, that is %(needed)s voice in favour. Absent and abstaining "
                "captains count among them.",
                "Needed: %(share)s of all %(whole)s, that is %(needed)s voices in favour. Absent and abstaining "
                "captains count among them.",
                needed,
            )
            % values
        ]
    came = step.attendance.needed(composition)
    values = {"came": came, "whole": composition, "share": _share(step.majority)}
    if came == composition:
        return [_("If all %(whole)s vote: %(share)s of them in favour.") % values]
    return [
        ngettext(
            "If at least %(came)s of %(whole)s votes: %(share)s of those who vote in favour.",
            "If at least %(came)s of %(whole)s vote: %(share)s of those who vote in favour.",
            came,
        )
        % values
    ]


def _share(share: Share) -> str:
    text = f"{share.numerator}/{share.denominator}"
    return _("more than %(share)s") % {"share": text} if share.more else _("at least %(share)s") % {"share": text}


def round_figures(round_: MotionRound) -> str:
    """How a closed vote came to its decision, with the fraction; "" for one that is open or was broken off."""
    if not round_.decision or round_.in_favour is None:
        return ""
    count = Count(len(round_.voices), round_.in_favour, round_.against or 0, round_.abstained or 0)
    return result_words(decide_vote(load_rule(round_.rule), count))


def round_decision(round_: MotionRound) -> str:
    """What it decided, in a word or two."""
    if not round_.decision or round_.in_favour is None:
        return _("broken off, nothing was counted")
    count = Count(len(round_.voices), round_.in_favour, round_.against or 0, round_.abstained or 0)
    return decision_word(decide_vote(load_rule(round_.rule), count).decision)


def waiting_words(number: int) -> str:
    """How many captains have not voted."""
    if not number:
        return _("Everybody has voted.")
    return ngettext("%(number)s captain has not voted yet.", "%(number)s captains have not voted yet.", number) % {
        "number": number
    }


def state_word(motion: Motion) -> str:
    """How far the motion is."""
    return str(Motion.State(motion.state).label)
