"""Letters about claims that a question is not original; none of them carries a word of a question."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, OriginalityClaim, Package
from tournaments.models import Person
from tournaments.selectors.offices import deputies_of
from tournaments.services.letters import Words, site_address, write_to, write_to_accounts


def tell_curator(claim: OriginalityClaim, clubs: Iterable[ClubSeason]) -> None:
    """A claim waits for a decision."""
    curators = [club.curator for club in clubs]

    def words() -> tuple[str, str]:
        told = _("Somebody of the club says that a question is not original. Compare it with the evidence and decide.")
        return _("A claim of originality (§4.1.3)"), told

    users = [*curators, *deputies_of(curators, "curator")]
    write_to_accounts(users=users, words=lambda: _with_link(claim, words), about=_about(claim))


def tell_of_decision(claim: OriginalityClaim) -> None:
    """To the claimant and to whose draft the question was."""
    granted = claim.state == OriginalityClaim.State.GRANTED

    def words() -> tuple[str, str]:
        outcome = _("The question is not original.") if granted else _("The question stays.")
        said = _("The curator has decided: %(outcome)s") % {"outcome": outcome}
        return _("A claim of originality was decided (§4.1.3)"), said

    author = None if claim.question is None else claim.question.written_by
    for person in {claim.claimant, author} - {None}:
        assert isinstance(person, Person)  # noqa: S101 - None was taken out
        write_to(person=person, words=lambda: _with_link(claim, words), about=_about(claim))


def tell_editor(package: Package, number: int | None) -> None:
    """A question has left the editor's package."""
    if package.editor is None:
        return

    def words() -> tuple[str, str]:
        values = {"number": number or "–", "package": package.title}
        told = _("Question %(number)s of «%(package)s» was found not original and has left the package.") % values
        return _("A question has left your package (§4.1.3)"), told

    write_to(person=package.editor, words=words, about=f"package:{package.pk}")


def _with_link(claim: OriginalityClaim, words: Words) -> tuple[str, str]:
    subject, body = words()
    return subject, f"{body}\n\n{site_address(reverse('chgk:bank_claim', args=[claim.pk]))}"


def _about(claim: OriginalityClaim) -> str:
    return f"originality_claim:{claim.pk}"
