"""Comparing the club's questions with each other and with what others have asked, and what came of it (§4.1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from chgk.models import ClubSeason, Likeness, Question, QuestionWords
from chgk.rules.decisions import with_words
from chgk.rules.word_forms import words_of
from chgk.selectors.likeness import LIKE, like_questions, like_references
from chgk.selectors.likeness_pairs import curating_season, latest_season
from chgk.selectors.stemming import stems_of
from chgk.services.desk import decider
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.letters import site_address, write_to_accounts
from tournaments.services.locks import write_lock

MOST = 20  # kept of each kind
CHORE = 100  # questions at once


def compare_question(question: Question) -> list[Likeness]:
    """Takes in the question's words and keeps what it is like, in the caller's transaction; answers with new ones.

    A likeness that somebody has settled stays settled as long as the two are alike; one that has gone is forgotten.
    """
    index_question(question)
    found: dict[tuple[str, int], int] = {}
    text = "\n".join(filter(None, (question.handout, question.text)))
    if text:
        for like in like_references(text, question.answer, most=MOST, least=LIKE):
            found["like_reference", like.pk] = like.similarity
        for like in like_questions(text, question.answer, most=MOST, least=LIKE, but=question.pk):
            found["like_question", like.pk] = like.similarity
    return store_likenesses(question, found)


def index_question(question: Question) -> None:
    """Takes in the question's words, in the caller's transaction."""
    parts = (question.text, question.handout, question.answer, question.accepted, question.rejected)
    words = words_of("\n".join((*parts, question.comment, question.source, question.authors)))
    words += [f"@{word}" for word in words_of(question.authors)]  # so that an author is found as one
    values = {
        "stems": " ".join(stems_of(question.text, question.handout, question.answer)),
        "search_stems": " ".join(stems_of(*parts, question.comment, question.source, question.authors)),
        "folded": f" {' '.join(words)} ",
        "revision": question.revision,
    }
    QuestionWords.objects.update_or_create(question=question, defaults=values)


def store_likenesses(question: Question, found: dict[tuple[str, int], int]) -> list[Likeness]:
    """Keeps what was found, once for each pair; those new."""
    turned = dict(Likeness.objects.filter(like_question=question).values_list("question", "pk"))
    kept = {_key(row): row for row in Likeness.objects.filter(question=question)}
    gone = [row.pk for key, row in kept.items() if key not in found]
    gone += [row for other, row in turned.items() if ("like_question", other) not in found]
    Likeness.objects.filter(pk__in=gone).delete()
    new = []
    for (kind, other), similarity in found.items():
        if (kind, other) in kept:
            Likeness.objects.filter(pk=kept[kind, other].pk).update(similarity=similarity)
        elif kind == "like_question" and other in turned:
            Likeness.objects.filter(pk=turned[other]).update(similarity=similarity)
        else:
            new.append(Likeness(question=question, similarity=similarity, **{f"{kind}_id": other}))
    for row in new:
        row.save()
    _tell_curators(new)
    return new


def settle_likeness(*, likeness_id: int, word: str, actor: Actor) -> Likeness:
    """Somebody has looked at both and found them different; ``word`` says why. Refused a second time, and without it.

    Raises Likeness.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        row = Likeness.objects.select_for_update(of=("self",)).get(pk=likeness_id)
        if row.settled_at is not None:
            raise Refusal("4.1.3", "likeness_settled", {"name": row.settled_by.partition(" (")[0]})
        row.word = " ".join(with_words(word).split())[:300]
        row.settled_at, row.settled_by = timezone.now(), decider(actor)
        row.save(update_fields=["word", "settled_at", "settled_by"])
        record_audit(actor=actor, action="settle_likeness", target=f"question:{row.question_id}", details={})
    return row


def compare_missing(now: datetime) -> int:
    """Compares what was changed since it was last compared, a hundred questions at a time; how many were."""
    done = 0
    for key in _missing()[:CHORE]:
        with write_lock(), transaction.atomic():
            question = Question.objects.select_for_update(of=("self",)).filter(pk=key).first()
            if question is not None:
                compare_question(question)
                done += 1
    return done


def compare_all(questions: Iterable[Question]) -> None:
    """Compares these, in the caller's transaction: what an import or the demo has just made."""
    for question in questions:
        compare_question(question)


def _key(row: Likeness) -> tuple[str, int]:
    if row.like_reference_id is not None:
        return "like_reference", row.like_reference_id
    return "like_question", row.like_question_id or 0


def _missing() -> list[int]:
    stale = Q(words=None) | ~Q(words__revision=F("revision"))
    return list(Question.objects.filter(stale).order_by("pk").values_list("pk", flat=True)[: CHORE + 1])


def _tell_curators(rows: list[Likeness]) -> None:
    """Nobody but the curator may read both questions, so the curator compares them. No text is sent."""
    rows = [row for row in rows if row.like_question_id is not None]
    latest = latest_season() if rows else None
    seasons = {curating_season(row, latest) for row in rows} - {None}
    if not seasons:
        return
    curators = [club.curator for club in ClubSeason.objects.filter(season__in=seasons).select_related("curator")]

    def words() -> tuple[str, str]:
        page = site_address(reverse("chgk:bank_likenesses"))
        told = _("A question that was saved is like one that its author may not read. Only you can compare them.")
        return _("Two questions are alike (§4.1.3)"), f"{told}\n\n{page}"

    write_to_accounts(users=curators, words=words, about="likeness")
