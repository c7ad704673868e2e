"""What the check of a record's draws finds, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.rules.draw_check import ByHand, Finding

_LONGEST_VALUE = 60

SENTENCES: Mapping[str, str | Promise] = {
    "malformed": _("«%(field)s» is missing or not as it should be."),
    "series_repeated": _("The seed of series %(series)s is promised a second time."),
    "series_missing": _("Series %(series)s is missing: a seed was promised and does not appear."),
    "no_commitment": _("Nothing was promised for series %(series)s before this line."),
    "after_the_seed": _("The seed of series %(series)s had already been published: the result could be foreseen."),
    "nonce_too_late": _("The nonce of %(team)s came after the first draw."),
    "nonce_repeated": _("%(team)s added a second nonce."),
    "no_proof": _("Nothing shows how this was drawn: %(of)s."),
    "not_what_was_drawn": _("The draw (%(of)s) came to «%(drawn)s», the game took «%(claimed)s»."),
    "no_reason": _("The draw before was undone, and this one gives no reason."),
    "wrong_number": _("This is draw %(n)s; number %(expected)s was next."),
    "never_published": _("The seed of series %(series)s is not published: its draws cannot be checked yet."),
    "another_seed": _("This is not the seed that was promised for series %(series)s."),
    "another_key": _(
        "Seed and nonces of series %(series)s do not make the key that was used: a nonce is missing or wrong."
    ),
    "draws_missing": _("The seed made %(counted)s draws, the record shows %(found)s."),
    "wrong_result": _("Draw %(n)s comes to «%(must)s», the record says «%(result)s»."),
}
OF: Mapping[str, str | Promise] = {
    "category": _("category"),
    "question": _("question"),
    "duel_category": _("category to strike from"),
    "starter": _("who begins the duel"),
    "tie": _("tie by lot"),
    "envelope": _("envelope"),
}
ABANDONED: Mapping[str, str | Promise] = {
    "closed": _("the game was closed before the round was over"),
    "undone": _("an undo led out of the round"),
}


def explain_finding(finding: Finding) -> str:
    """The finding as a sentence in the active language."""
    template = SENTENCES.get(finding.code)
    if template is None:
        return gettext("Something is wrong (%(code)s).") % {"code": finding.code}
    return str(template) % {key: _shown(key, value) for key, value in finding.params.items()}


def explain_by_hand(drawn: ByHand) -> str:
    """A draw that nothing proves, and that says so."""
    result = drawn.result if drawn.result is not None else gettext("not recorded")
    facts = {"of": explain_subject(drawn.of), "result": _shown("result", result)}
    return gettext("Drawn by hand, entered afterwards (%(of)s: %(result)s); this cannot be checked.") % facts


def explain_subject(of: str) -> str:
    """What a draw is about."""
    return str(OF.get(of, of[:_LONGEST_VALUE]))


def explain_abandoned(reason: str) -> str:
    """Why a round did not end with its seed."""
    return str(ABANDONED.get(reason, reason[:_LONGEST_VALUE]))


def _shown(key: str, value: object) -> str:
    text = explain_subject(str(value)) if key == "of" else str(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
