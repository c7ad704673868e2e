"""What beta-tests are called: parts of a question, why a package is not open to a tester, how an answer came out."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chgk.models import Proposal, TestAssignment
from chgk.rules.testing import Part
from chgk.selectors.testing import Access

PARTS: Mapping[Part, Promise | str] = {
    Part.TEXT: gettext_lazy("question"),
    Part.HANDOUT: gettext_lazy("handout"),
    Part.ANSWER: gettext_lazy("answer"),
    Part.ACCEPTED: gettext_lazy("accepted answers"),
    Part.REJECTED: gettext_lazy("rejected answers"),
    Part.COMMENT: gettext_lazy("comment"),
    Part.SOURCE: gettext_lazy("sources"),
}
LINES = frozenset({Part.ACCEPTED, Part.REJECTED, Part.SOURCE})  # one a line
_ENDED: Mapping[str, Promise | str] = {
    TestAssignment.Ended.PLAYER: gettext_lazy("You are in a team that may play it."),
    TestAssignment.Ended.DEAN: gettext_lazy("You lead a house whose team may play it."),
    TestAssignment.Ended.EDITOR: gettext_lazy("You have become its editor."),
    TestAssignment.Ended.OFF_LIST: gettext_lazy("You are not on the season's list of testers any more."),
    TestAssignment.Ended.LEFT: gettext_lazy("You have left the school."),
    TestAssignment.Ended.WITHDRAWN: gettext_lazy("The editor does not ask for your test any more."),
    TestAssignment.Ended.RETURNED: gettext_lazy("You have given it back."),
}


def why_not(access: Access, test: TestAssignment) -> str:
    """Why the package is not open to the tester; "" where it is."""
    if access is Access.ENDED:
        return str(_ENDED.get(test.ended_why, _("You are not asked to test this package any more.")))
    return {
        Access.OPEN: "",
        Access.READING: "",
        Access.DRAFT: _("The editor is working on it; it will be open again once it is back in testing."),
        Access.CLOSED: _("It is sealed for its game: until it has been played nobody who tested it reads it."),
        Access.OVER: _("It has been played; the test is over."),
    }[access]


def took(seconds: int) -> str:
    """«40 s», «2 min 5 s», «1 h 10 min»."""
    minutes, rest = divmod(seconds, 60)
    if minutes < 1:
        return _("%(seconds)s s") % {"seconds": rest}
    if minutes < 60:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    return _("%(hours)s h %(minutes)s min") % {"hours": minutes // 60, "minutes": minutes % 60}


def verdict(counts: bool | None) -> str:
    """How an answer came out."""
    if counts is None:
        return _("not judged yet")
    return _("would count") if counts else _("would not count")


def decided(proposal: Proposal) -> str:
    """What became of a proposal, in words for both sides."""
    return {
        Proposal.State.OPEN: _("waits for the editor"),
        Proposal.State.TAKEN: _("taken"),
        Proposal.State.BY_HAND: _("put in by hand"),
        Proposal.State.DECLINED: _("declined"),
        Proposal.State.WITHDRAWN: _("withdrawn"),
    }[Proposal.State(proposal.state)]


def to_answer(number: int) -> str:
    """How much is left to do."""
    if not number:
        return _("All questions are answered.")
    return ngettext("%(number)s question to answer", "%(number)s questions to answer", number) % {"number": number}
