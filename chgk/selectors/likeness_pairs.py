"""Likenesses as a page shows them: both questions side by side, as far as the reader may read the other one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from chgk.models import ClubSeason, Likeness, Package, Question, ReferenceQuestion
from chgk.rules.word_forms import Piece, pieces_of
from chgk.selectors.readable import readable_by
from chgk.selectors.stemming import stem, stems_of
from tournaments.models import User

MOST_LEFT = 500  # rows looked through for a list; a school has a handful


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two, with the words marked that the other has."""

    text: tuple[Piece, ...]
    answer: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A likeness for its reader. ``hidden``: the other question is not for them, so that nothing of it is here."""

    pk: int
    question: Question
    hidden: bool
    similarity: int = 0
    ours: Side | None = None
    theirs: Side | None = None
    other: Question | None = None
    reference: ReferenceQuestion | None = None
    row: Likeness | None = None


def pairs_of(questions: Iterable[Question], user: User | AnonymousUser, *, edits: bool) -> list[Pair]:
    """What these questions, which the reader may read, are like; the most alike first, settled ones last.

    ``edits``: whether they are the reader's to edit: then a likeness to a question that is not for them is told as
    that and nothing more. To others such a one is not there at all. Six queries, whatever the number.
    """
    mine = {question.pk: question for question in questions}
    found_rows = Likeness.objects.filter(Q(question__in=mine) | Q(like_question__in=mine))
    sides = ("question__package__game", "like_question__package__game", "like_reference__file__collection")
    rows = list(found_rows.select_related(*sides).order_by("-similarity", "pk"))
    others = {key for row in rows for key in (row.question_id, row.like_question_id) if key is not None}
    readable = Question.objects.filter(readable_by(user), pk__in=others - set(mine))
    known = {**mine, **{one.pk: one for one in readable.select_related("package__season", "package__game")}}
    found = [pair for row in rows for pair in _seen_from(row, mine, known, edits=edits)]
    return sorted(found, key=lambda pair: (pair.row is not None and pair.row.settled_at is not None, -pair.similarity))


def pair_of(row: Likeness) -> Pair:
    """The whole pair, for whoever may read both."""
    return _pair(row, row.question, row.like_question, row.like_reference)


def left_to_curator(user: User) -> list[Likeness]:
    """Open likenesses of two questions that nobody else may read both, in the account's own seasons. Three queries."""
    seasons = set(ClubSeason.objects.filter(curator=user).values_list("season", flat=True))
    if not seasons:
        return []
    sides = ("package__season", "package__game", "written_by")
    rows = Likeness.objects.filter(settled_at=None, like_question__isnull=False).select_related(
        *(f"{side}__{name}" for side in ("question", "like_question") for name in sides)
    )
    latest = latest_season()
    return [row for row in rows.order_by("pk")[:MOST_LEFT] if curating_season(row, latest) in seasons]


def latest_season() -> int | None:
    """The club's season that is current, or its last one. One query."""
    latest = ClubSeason.objects.order_by("-season__is_current", "-opened_at", "-pk").first()
    return None if latest is None else latest.season_id


def curating_season(row: Likeness, latest: int | None) -> int | None:
    """The season whose curator has to compare the two, because nobody else may read both; None if somebody may.

    Two drafts belong to the ``latest`` season.
    """
    one, other = row.question, row.like_question
    if other is None or (one.package_id is not None and one.package_id == other.package_id):
        return None
    for side in (other, one):
        if side.package is not None and side.is_closed:
            return side.package.season_id
    if _owner(one) == _owner(other) is not None or _is_everybodys(one) or _is_everybodys(other):
        return None
    package = one.package or other.package
    return latest if package is None else package.season_id


def _owner(question: Question) -> int | None:
    """Who works on it: its package's editor, or the draft's author."""
    return question.written_by_id if question.package is None else question.package.editor_id


def _is_everybodys(question: Question) -> bool:
    return question.package is not None and question.package.state in (Package.State.PLAYED, Package.State.ARCHIVED)


def _seen_from(row: Likeness, mine: dict[int, Question], known: dict[int, Question], *, edits: bool) -> Iterable[Pair]:
    if row.like_reference is not None:
        yield _pair(row, mine[row.question_id], None, row.like_reference)
        return
    assert row.like_question_id is not None  # noqa: S101 - the table says so
    turned = row.question_id not in mine
    ours, theirs = (row.like_question_id, row.question_id) if turned else (row.question_id, row.like_question_id)
    if theirs in known:
        yield _pair(row, mine[ours], known[theirs], None)
    elif edits and row.settled_at is None and curating_season(row, latest=0) is not None:
        yield Pair(row.pk, mine[ours], hidden=True)


def _pair(row: Likeness, ours: Question, other: Question | None, reference: ReferenceQuestion | None) -> Pair:
    theirs: Question | ReferenceQuestion | None = other or reference
    assert theirs is not None  # noqa: S101 - the table says so
    left, right = stems_of(ours.text, ours.handout, ours.answer), _stems(theirs)
    return Pair(
        row.pk,
        ours,
        hidden=False,
        similarity=row.similarity,
        ours=_side(ours.text, ours.answer, right),
        theirs=_side(theirs.text, theirs.answer, left),
        other=other,
        reference=reference,
        row=row,
    )


def _stems(theirs: Question | ReferenceQuestion) -> list[str]:
    if isinstance(theirs, ReferenceQuestion):
        return theirs.stems.split()
    return stems_of(theirs.text, theirs.handout, theirs.answer)


def _side(text: str, answer: str, others: list[str]) -> Side:
    known = frozenset(others)
    return Side(tuple(pieces_of(text, known, stem)), tuple(pieces_of(answer, known, stem)))
