"""What the auction game reads: questions still to be asked, categories still on the wheel."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from auction.formats.bank_table import BankRow
from auction.models import AuctionQuestion, Category, QuestionSet, QuestionUse, ReservedQuestion
from auction.rules.questions import Question
from auction.rules.session import Session
from auction.rules.state import Phase
from tournaments.models import LiveGame, Season
from tournaments.rules.serial import from_json

Questions = QuerySet[AuctionQuestion]
NEEDED = ("text", "answer", "variant_a", "variant_b", "variant_c", "variant_d")  # of a question, to be played


def free_questions(*, season: Season, game: LiveGame | None = None) -> Questions:
    """Questions of the bank that nobody has seen in this season and no other game than ``game`` has reserved."""
    taken = ReservedQuestion.objects.filter(question=OuterRef("pk"), released_at=None)
    if game is not None:
        taken = taken.exclude(set__game=game)
    found = playable_questions().filter(~Exists(taken), for_rehearsal=False)
    for name in NEEDED:  # an import may have left some of it out
        found = found.exclude(**{name: ""})
    return found.exclude(uses__season=season)


def playable_questions() -> Questions:
    """Questions that are switched on, of evenings and rehearsals."""
    return AuctionQuestion.objects.filter(is_active=True, category__is_active=True)


def rehearsal_questions() -> Questions:
    """What rehearsals are played with, again and again: questions of their own, which no evening ever asks."""
    return playable_questions().filter(for_rehearsal=True)


def sealed_set(game: LiveGame) -> QuestionSet | None:
    """The set that the game draws from; None if it draws from the bank."""
    return QuestionSet.objects.filter(game=game).first() if game.is_sealed else None


def sealed_away() -> QuerySet[ReservedQuestion]:
    """Reserved questions that nobody reads now: sealed for an evening, and not played in it yet."""
    played = QuestionUse.objects.filter(question=OuterRef("question"), season=OuterRef("set__game__season"))
    return ReservedQuestion.objects.filter(~Exists(played), released_at=None, set__sealed_at__isnull=False)


def bank_rows() -> list[BankRow]:
    """The bank as a table, without what nobody reads now. One query."""
    sealed = sealed_away().filter(question=OuterRef("pk"))
    found = AuctionQuestion.objects.filter(~Exists(sealed)).select_related("category").order_by("category__name", "pk")
    return [
        BankRow(
            category=one.category.name,
            text=one.text,
            answer=one.answer,
            variants=one.variants,
            right=one.right_variant,
            source=one.source,
            accepted=one.accepted_variants,
            comment=one.comment,
        )
        for one in found
    ]


def unused_questions(*, game: LiveGame, burnt: Collection[str] = (), reserve: bool = False) -> Questions:
    """What the game can still ask: of its sealed set, or without one of the bank. One selector for every draw.

    A rehearsal has a supply of its own, so that it spends no question and shows none.

    Of a set a category gives its main questions first, for a ``reserve`` its spares first. Each question is annotated
    with its ``mark``, the name under which it is drawn: see services/lots.py ``draw_question``.
    """
    chosen = None if game.is_rehearsal else sealed_set(game)
    if chosen is None:
        supply = rehearsal_questions() if game.is_rehearsal else free_questions(season=game.season, game=game)
        unseen = supply.exclude(pk__in=[int(pk) for pk in burnt if pk.isdigit()])
        return unseen.annotate(mark=Cast("pk", CharField()))
    return _of_set(chosen, game, burnt, spares_first=reserve)


def _of_set(chosen: QuestionSet, game: LiveGame, burnt: Collection[str], *, spares_first: bool) -> Questions:
    held = ReservedQuestion.objects.filter(set=chosen, released_at=None).exclude(mark__in=burnt)
    held = held.exclude(question__uses__season=game.season_id)
    preferred = held.filter(is_spare=spares_first, question__category=OuterRef("category"))
    mine = Q(reservations__in=held)
    return (
        AuctionQuestion.objects.filter(mine)
        .annotate(mark=F("reservations__mark"), is_spare=F("reservations__is_spare"))
        .filter(Q(is_spare=spares_first) | ~Exists(preferred))
    )


def playable_categories(*, season: Season) -> list[str]:
    """The names of the categories with a question left in this season, in alphabetical order."""
    unused = free_questions(season=season).values("pk")
    with_questions = Category.objects.filter(questions__in=unused).annotate(left=Count("questions"))
    return list(with_questions.order_by("name").values_list("name", flat=True))


def categories_on_the_wheel(*, game: LiveGame, session: Session) -> list[str]:
    """Categories of the evening that are not yet drawn in this round and have a question left (§9)."""
    unused = unused_questions(game=game, burnt=session.burnt)
    names = set(unused.filter(category__name__in=session.categories).values_list("category__name", flat=True))
    return [name for name in session.categories if name in names and name not in session.game.drawn]


def reserves(*, game: LiveGame, session: Session) -> Questions:
    """Questions of the lot's category that could take the place of the one dealt; of a set its spares first."""
    lot, dealt = session.game.lot, session.stage.question
    if lot is None or session.game.phase not in (Phase.DRAWN, Phase.BIDDING, Phase.DUEL, Phase.ANSWERING):
        return AuctionQuestion.objects.none()
    if session.stage.duel is not None and dealt is None:  # which category will be left is not known yet (§25)
        return AuctionQuestion.objects.none()
    gone = session.burnt | {dealt.id} if dealt is not None else session.burnt
    return unused_questions(game=game, burnt=gone, reserve=True).filter(category__name=session.scene.category)


def as_dealt(*, game: LiveGame, mark: str) -> Question:
    """The question called ``mark`` as it is pinned to a lot: of a sealed set its copy, whatever the bank says now."""
    if not mark.isdigit():
        kept: Any = ReservedQuestion.objects.values_list("copy", flat=True).get(set__game=game, mark=mark)
        return from_json(Question, {**kept, "id": mark})
    return as_played(AuctionQuestion.objects.select_related("category").get(pk=int(mark)))


def bank_number(*, game: LiveGame, mark: str) -> int | None:
    """The number in the bank of the question called ``mark`` in this game; None if it is in no bank."""
    if mark.isdigit():
        return int(mark)
    return ReservedQuestion.objects.filter(set__game=game, mark=mark).values_list("question_id", flat=True).first()


def as_played(question: AuctionQuestion) -> Question:
    """The question of the bank as it is played."""
    return Question(
        id=str(question.pk),
        category=question.category.name,
        text=question.text,
        answer=question.answer,
        accepted=question.accepted_variants,
        comment=question.comment,
        source=question.source,
        variants=question.variants,
        right_variant=question.right_variant - 1,
    )
