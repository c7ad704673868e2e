"""A vote's outcome in words, with the fraction: «3 of 4; more than 2/3 of 4 needed: 3»."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.rules.votes import Decision, Of, Result, Share


def result_words(result: Result) -> str:
    """The figures of a vote in the active language: how many were in favour, of whom, and what was needed."""
    count = result.count
    values = {
        "votes": count.in_favour,
        "present": count.present,
        "whole": result.whole,
        "share": f"{result.share.numerator}/{result.share.denominator}",
        "needed": result.needed,
    }
    if result.decision is Decision.NO_QUORUM:
        return _("%(present)s of %(whole)s came; at least %(share)s of %(whole)s needed: %(needed)s") % values
    if _is_all(result.share):
        return _("%(votes)s of %(whole)s; all of %(whole)s needed") % values
    if result.of is Of.COMPOSITION:
        if result.share.more:
            return _("%(votes)s of %(whole)s; more than %(share)s of %(whole)s needed: %(needed)s") % values
        return _("%(votes)s of %(whole)s; at least %(share)s of %(whole)s needed: %(needed)s") % values
    if result.share.more:
        return _("%(votes)s of %(whole)s present; more than %(share)s of them needed: %(needed)s") % values
    return _("%(votes)s of %(whole)s present; at least %(share)s of them needed: %(needed)s") % values


def decision_word(decision: Decision) -> str:
    """Adopted, rejected, or nothing decided."""
    return {
        Decision.ADOPTED: _("adopted"),
        Decision.REJECTED: _("rejected"),
        Decision.NO_QUORUM: _("nothing decided: too few came"),
    }[decision]


def _is_all(share: Share) -> bool:
    return share.numerator == share.denominator and not share.more
