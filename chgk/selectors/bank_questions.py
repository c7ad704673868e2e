"""Questions of the bank as their authors and editors find them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from chgk.models import Package, Question, QuestionOffer
from chgk.rules.packages import EDITABLE
from chgk.selectors.questions import missing_of
from tournaments.models import Person
from tournaments.rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """A question of an author. ``offer``: where the draft is waiting, or how it last came back.

    One that lies in a package is named by its number and package alone: whether its text may be read there is another
    question.
    """

    question: Question
    missing: tuple[Refusal, ...]
    offer: QuestionOffer | None

    @property
    def is_draft(self) -> bool:
        """Whether it lies in no package."""
        return self.question.package_id is None


def read_own_questions(author: Person) -> list[OwnQuestion]:
    """All questions that the person wrote, drafts first, the newest on top. Two queries."""
    rows = list(
        Question.objects.filter(written_by=author).select_related("package__game").order_by("-changed_at", "-pk")
    )
    rows.sort(key=lambda row: row.package_id is not None)
    offers = _last_offers(rows)
    return [OwnQuestion(row, missing_of(row) if row.package is None else (), offers.get(row.pk)) for row in rows]


def last_offer(question: Question) -> QuestionOffer | None:
    """Where the draft is waiting, or how it last came back. One query."""
    return _last_offers([question]).get(question.pk)


def waiting_offers(package: Package) -> QuerySet[QuestionOffer]:
    """The drafts that wait for the package's editor, the oldest first. One query."""
    waiting = QuestionOffer.objects.filter(package=package, state=QuestionOffer.State.WAITING)
    return waiting.select_related("question", "offered_by").order_by("pk")


def open_packages() -> QuerySet[Package]:
    """To which a draft can be offered: with an editor, and with texts that do not stand yet. One query."""
    found = Package.objects.filter(state__in=EDITABLE, game=None, editor__isnull=False, season__is_current=True)
    return found.select_related("editor", "season").order_by("pk")


def _last_offers(rows: list[Question]) -> dict[int, QuestionOffer]:
    offers = QuestionOffer.objects.filter(question__in=rows).select_related("package__editor").order_by("pk")
    return {offer.question_id: offer for offer in offers}
