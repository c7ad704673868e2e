"""Choosing the questions of an evening: by chance or by hand, each for one game alone; and letting them go again."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone

from auction import selectors
from auction.models import AuctionQuestion, QuestionSet, ReservedQuestion
from auction.permissions import why_kept_out
from tournaments.models import LiveGame, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_conductor
from tournaments.services.locks import write_lock

MOST_A_CATEGORY = 20
_ATTEMPTS = 5  # at questions that other games may be taking at the same moment
_chance = secrets.SystemRandom()


def propose_questions(*, game_id: int, user: User) -> int:
    """Fills every category of the evening up by chance, as far as the bank goes; answers with how many were added.

    What has been chosen already stays. Raises :class:`Refusal`.
    """
    with write_lock(), transaction.atomic():
        game, chosen = lock_list(game_id=game_id, user=user)
        added = 0
        for name in game.setup.get("categories", []):
            added += _fill(game, chosen, name, is_spare=False, wanted=chosen.wanted)
            added += _fill(game, chosen, name, is_spare=True, wanted=chosen.spares)
        record_audit(
            actor=account_actor(user), action="propose_questions", target=f"game:{game.pk}", details={"n": added}
        )
    return added


def choose_question(*, game_id: int, question_id: int, is_spare: bool, user: User) -> None:
    """Reserves one question picked by hand, or moves it between main and spare. Raises :class:`Refusal`."""
    with write_lock(), transaction.atomic():
        game, chosen = lock_list(game_id=game_id, user=user)
        row = chosen.reserved.filter(question_id=question_id).first()
        if row is not None:
            ReservedQuestion.objects.filter(pk=row.pk).update(is_spare=is_spare, released_at=None)
        else:
            _require_fit(game, question_id)
            if not _reserve(chosen, [question_id], is_spare=is_spare):
                raise Refusal("6", "question_taken", {"number": question_id})
        details = {"question": question_id, "spare": is_spare}
        record_audit(actor=account_actor(user), action="choose_question", target=f"game:{game.pk}", details=details)


def put_question_back(*, game_id: int, question_id: int, user: User) -> None:
    """The question is anybody's again. One that is not in the set changes nothing. Raises :class:`Refusal`."""
    with write_lock(), transaction.atomic():
        game, chosen = lock_list(game_id=game_id, user=user)
        deleted, _kinds = chosen.reserved.filter(question_id=question_id).delete()
        if deleted:
            details = {"question": question_id}
            record_audit(
                actor=account_actor(user), action="put_question_back", target=f"game:{game.pk}", details=details
            )


def change_sizes(*, game_id: int, wanted: int, spares: int, user: User) -> None:
    """How many questions a category is to have, and how many in reserve. Raises :class:`Refusal`."""
    if not (1 <= wanted <= MOST_A_CATEGORY and 0 <= spares <= MOST_A_CATEGORY):
        raise Refusal("6", "set_sizes", {"most": MOST_A_CATEGORY})
    with write_lock(), transaction.atomic():
        game, chosen = lock_list(game_id=game_id, user=user)
        chosen.wanted, chosen.spares = wanted, spares
        chosen.save(update_fields=["wanted", "spares"])
        details = {"wanted": wanted, "spares": spares}
        record_audit(actor=account_actor(user), action="change_set_sizes", target=f"game:{game.pk}", details=details)


def follow_game(*, game: LiveGame) -> None:
    """The game has started, was closed, or was opened again: its reservations follow, in the caller's transaction.

    A list that was never sealed is let go with the start: the game draws from the bank. The questions of a sealed set
    are let go with the end; a game opened again takes back what nobody else has taken meanwhile.
    """
    chosen = QuestionSet.objects.filter(game=game).first()
    if chosen is None:
        return
    in_force = chosen.is_sealed and game.finished_at is None
    if in_force:
        _take_back(chosen, game)
    else:
        chosen.reserved.filter(released_at=None).update(released_at=timezone.now())
    LiveGame.objects.filter(pk=game.pk).exclude(is_sealed=in_force).update(is_sealed=in_force)


def lock_list(*, game_id: int, user: User) -> tuple[LiveGame, QuestionSet]:
    """The game, locked, and its list that may still be changed; raises :class:`Refusal`, LiveGame.DoesNotExist."""
    game = LiveGame.objects.select_for_update().get(pk=game_id, discipline="auction")
    require_keeper(game, user)
    if game.started_at is not None:
        raise Refusal("6", "set_game_started", {})
    chosen, _new = QuestionSet.objects.get_or_create(game=game)
    if chosen.is_sealed:
        raise Refusal("6", "set_is_sealed", {})
    return game, chosen


def require_keeper(game: LiveGame, user: User) -> None:
    """Raises :class:`Refusal` for whoever may not see the questions, and for a host while another one conducts."""
    refusal = why_kept_out(user, game)
    if refusal is not None:
        raise refusal
    require_conductor(game, account_actor(user))


def _fill(game: LiveGame, chosen: QuestionSet, category: str, *, is_spare: bool, wanted: int) -> int:
    """Adds by chance until the category has as many as wanted, or nothing is left; answers with how many."""
    added = 0
    for _attempt in range(_ATTEMPTS):
        held = chosen.reserved.filter(is_spare=is_spare, question__category__name=category, released_at=None).count()
        free = selectors.free_questions(season=game.season).filter(category__name=category)
        numbers = sorted(free.values_list("pk", flat=True))
        missing = min(wanted - held, len(numbers))
        if missing <= 0:
            break
        added += _reserve(chosen, _chance.sample(numbers, missing), is_spare=is_spare)
    return added


def _reserve(chosen: QuestionSet, numbers: list[int], *, is_spare: bool) -> int:
    """Reserves what nobody was quicker to reserve; answers with how many."""
    position = chosen.reserved.count()
    reserved = 0
    for number in numbers:
        try:
            with transaction.atomic():
                ReservedQuestion.objects.create(
                    set=chosen, question_id=number, is_spare=is_spare, position=position + reserved
                )
        except IntegrityError:
            continue
        reserved += 1
    return reserved


def _require_fit(game: LiveGame, question_id: int) -> None:
    question = AuctionQuestion.objects.select_related("category").filter(pk=question_id).first()
    if question is None or question.category.name not in game.setup.get("categories", []):
        raise Refusal("6", "question_of_no_category", {"number": question_id})
    if ReservedQuestion.objects.filter(question=question, released_at=None).exclude(set__game=game).exists():
        raise Refusal("6", "question_taken", {"number": question_id})
    if not selectors.free_questions(season=game.season).filter(pk=question_id).exists():
        raise Refusal("6", "question_unfit", {"number": question_id})


def _take_back(chosen: QuestionSet, game: LiveGame) -> None:
    gone = chosen.reserved.filter(released_at__isnull=False).exclude(question__uses__season=game.season_id)
    for row in gone:
        try:
            with transaction.atomic():
                ReservedQuestion.objects.filter(pk=row.pk).update(released_at=None)
        except IntegrityError:  # another evening has it now
            continue
