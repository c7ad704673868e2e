"""What the search for likenesses and the claims refuse, as sentences (§4.1.3)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    "likeness_settled": _("%(name)s has settled this already."),
    "claim_without_evidence": _("Say in words why the question is not original, and where it was asked before."),
    "claim_source_incomplete": _("A source lacks a part, or is too long: complete it, or leave its row empty."),
    "question_excluded": _("The question has been found not original already."),
    "claimed_already": _("Your claim about this question waits for the curator already."),
    "claim_decided": _("The claim has been decided already: %(outcome)s."),
    "game_is_played": _("The game with this question is being played; decide when it is over."),
    "preview_moved": _("The game or the season's table has changed since you looked: look at the effect again."),
    "choice_missing": _("Choose one of the answers."),
}
