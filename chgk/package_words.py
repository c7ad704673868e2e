"""Packages in words: their states and moves, what has become of one, what comes next."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chgk.models import Package
from chgk.refusal_words import Refused, refused
from chgk.rules.packages import Facts, Move, Role, State, advice
from tournaments.models import AuditEntry
from tournaments.name_words import isolate

MOVES: Mapping[Move, str | Promise] = {
    Move.TEST: gettext_lazy("Begin the beta-test"),
    Move.REWORK: gettext_lazy("Back to the draft"),
    Move.HAND_IN: gettext_lazy("Hand in to the curator"),
    Move.TAKE_BACK: gettext_lazy("Take it back"),
    Move.APPROVE: gettext_lazy("Approve"),
    Move.RETURN: gettext_lazy("Return it"),
    Move.SEAL: gettext_lazy("Seal for this game"),
    Move.UNSEAL: gettext_lazy("Break the seal"),
    Move.ARCHIVE: gettext_lazy("Put into the archive"),
}
DONE: Mapping[Move, str | Promise] = {
    Move.TEST: gettext_lazy("The package is in testing."),
    Move.REWORK: gettext_lazy("The package is a draft again."),
    Move.HAND_IN: gettext_lazy("Handed in. The curator has been told."),
    Move.TAKE_BACK: gettext_lazy("Taken back: the curator does not decide on it now."),
    Move.APPROVE: gettext_lazy("The package is approved. Its editor has been told."),
    Move.RETURN: gettext_lazy("The package is a draft again. Its editor has been told why."),
    Move.SEAL: gettext_lazy("The package is sealed."),
    Move.UNSEAL: gettext_lazy("The seal is broken: the package is approved, and readable as before."),
    Move.ARCHIVE: gettext_lazy("The package is in the archive."),
}
_HAPPENED: Mapping[str, str | Promise] = {
    Move.TEST: gettext_lazy("began the beta-test"),
    Move.REWORK: gettext_lazy("made it a draft again"),
    Move.HAND_IN: gettext_lazy("handed it in"),
    Move.TAKE_BACK: gettext_lazy("took it back"),
    Move.APPROVE: gettext_lazy("approved it"),
    Move.RETURN: gettext_lazy("returned it"),
    Move.UNSEAL: gettext_lazy("broke the seal"),
    Move.PLAY: gettext_lazy("its game is over"),
    Move.REPLAY: gettext_lazy("its game has been opened again"),
    Move.ARCHIVE: gettext_lazy("put it into the archive"),
    "create_package": gettext_lazy("made the package"),
    "change_package": gettext_lazy("changed title, note, editor or game"),
    "reorder_questions": gettext_lazy("put the questions into another order"),
    "seal_package": gettext_lazy("sealed it"),
}


def what_happened(entry: AuditEntry) -> str:
    """A line of the package's history; "" for what has no words here, as openings: they have a list of their own."""
    key = entry.details.get("move", "") if entry.action == "move_package" else entry.action
    said = str(_HAPPENED.get(key, ""))
    reason = entry.details.get("reason", "")
    return f"{said}: «{isolate(reason)}»" if said and reason else said


def lead(package: Package, facts: Facts, roles: frozenset[Role]) -> str:
    """What comes next, and who has to do it."""
    if facts.handed_in and facts.state in (State.DRAFT, State.TESTING):
        return _("Handed in: the curator approves the package, or returns it.")
    match facts.state:
        case State.DRAFT:
            return _("Collect the questions and put them in order; then have them tested, or hand them in at once.")
        case State.TESTING:
            return _("The testers try the questions out. What they find is advice and holds nothing up.")
        case State.APPROVED:
            return _("Approved: the curator seals it for a game, or lays it on a table.")
        case State.SEALED if package.game is not None:
            return _("On the table of a game: until it is over, the curator and the game's hosts alone open it.")
        case State.SEALED:
            return _(
                "Sealed for a game: the curator and the game's hosts alone open it, and each time is written down."
            )
        case State.PLAYED:
            return _("Played: everybody in the club may read it.")
        case _:
            return _("In the archive.")


def advise(facts: Facts) -> list[Refused]:
    """What is worth a thought, in words; nothing while it cannot be changed anyway."""
    return [refused(one, {}) for one in advice(facts.questions)] if facts.state in (State.DRAFT, State.TESTING) else []
