"""Claims that a question is not original, and what the curator decides of them (§4.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from chgk.models import ClubSeason, OriginalityClaim, Package, Question
from chgk.rules.decisions import with_words
from chgk.services import claim_letters
from chgk.services.bank_questions import lines_for, put_into
from chgk.services.desk import decider, lock_club
from tournaments.models import LiveGame, Person
from tournaments.rules.citation_sizes import judge_sizes
from tournaments.rules.citations import Citation, as_json, check_citation
from tournaments.rules.engine import Refusal
from tournaments.selectors.games import effective_commands
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.games import change_setup
from tournaments.services.locks import take_turns, write_lock

BY_ORIGINALITY = "system:originality"
State = OriginalityClaim.State


@dataclass(frozen=True, slots=True)
class GameRulings:
    """How a question is taken out of a game that was played; whoever rules on games says it (see :func:`register`).

    ``preview(club, game, number)``: what changes, with its ``mark``; ``apply(game, number, claim, actor, now)``
    makes the ruling in the caller's transaction. Both raise what the game refuses. ``say(effect, club)``: the effect in
    words, lines of a table and notes below it.
    """

    preview: Callable[[ClubSeason, LiveGame, int], Any]
    apply: Callable[[LiveGame, int, int, Actor, datetime], None]
    say: Callable[[Any, ClubSeason], tuple[Sequence[Any], Sequence[str]]]


_rulings: list[GameRulings] = []


def register(rulings: GameRulings) -> None:
    """Called from ``ready()`` by the app that rules on played games."""
    _rulings[:] = [rulings]


def make_claim(
    *, question_id: int, claimant: Person, words: str, citations: Sequence[Citation] = (), actor: Actor
) -> OriginalityClaim:
    """A claim with its evidence, and a letter to the curator. The view asks whether the question may be read.

    Refused without words, with a source that lacks a part (§4.1.2), twice by one person, on a question that has been
    found not original already.
    Raises Question.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        question = Question.objects.select_for_update(of=("self",)).select_related("package__game").get(pk=question_id)
        if not any(letter.isalpha() for letter in words):
            raise Refusal("4.1.3", "claim_without_evidence", {})
        for refusal in (one for citation in citations for one in (*judge_sizes(citation), *check_citation(citation))):
            raise Refusal(refusal.paragraph, "claim_source_incomplete", {})
        if question.excluded_at is not None:
            raise Refusal("4.1.3", "question_excluded", {})
        if question.claims.filter(state=State.OPEN, claimant=claimant).exists():
            raise Refusal("4.1.3", "claimed_already", {})
        claim = OriginalityClaim.objects.create(
            question=question,
            game=None if question.package is None else question.package.game,
            number=question.number,
            claimant=claimant,
            words=words.strip()[:4000],
            source=lines_for(citations),
            citations=[as_json(citation) for citation in citations],
        )
        record_audit(actor=actor, action="claim_originality", target=f"originality_claim:{claim.pk}")
        claim_letters.tell_curator(claim, curators_of(question))
    return claim


def withdraw_claim(*, claim_id: int, actor: Actor) -> OriginalityClaim:
    """The claimant thinks better of it. Refused once it is decided. Raises OriginalityClaim.DoesNotExist."""
    with write_lock(), transaction.atomic():
        claim = OriginalityClaim.objects.select_for_update(of=("self",)).get(pk=claim_id)
        _require_open(claim)
        _close(claim, State.WITHDRAWN, "", actor, timezone.now())
    return claim


def decide_claim(
    *,
    claim_id: int,
    granted: bool,
    reason: str,
    seen: str | None = None,
    actor: Actor,
    now: datetime | None = None,
) -> OriginalityClaim:
    """The curator's decision, with a reason. A granted one takes the question out: of its package before the game,
    by a ruling out of the game that was played.

    ``seen``: the mark of the preview that the curator has looked at. Refused: a second time, without a reason, while
    the game is being played, for a closed season, and what the game refuses. Raises OriginalityClaim.DoesNotExist.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = _lock_season(claim_id, granted=granted)
        claim = OriginalityClaim.objects.select_for_update(of=("self",)).get(pk=claim_id)
        _require_open(claim)
        reason = with_words(reason)[:2000]
        question = claim.question
        if granted and question is not None:
            take_out(question, club, claim, seen, actor, now)
        _close(claim, State.GRANTED if granted else State.DECLINED, reason, actor, now)
        claim_letters.tell_of_decision(claim)
    return claim


def take_out(
    question: Question, club: ClubSeason | None, claim: OriginalityClaim, seen: str | None, actor: Actor, now: datetime
) -> None:
    """Out of its package, or out of its game; marked either way, so that nobody lays it again."""
    package = None
    if question.package_id is not None:
        package = Package.objects.select_for_update(of=("self",)).get(pk=question.package_id)
    question = Question.objects.select_for_update(of=("self",)).get(pk=question.pk)
    game = None
    if package is not None and package.game_id is not None:
        game = LiveGame.objects.select_for_update(of=("self",)).get(pk=package.game_id)
    if game is not None and game.started_at is not None:
        if game.finished_at is None:
            raise Refusal("4.1.3", "game_is_played", {})
        _rule(game, question, club, claim, seen, actor, now)
        Question.objects.filter(pk=question.pk).update(excluded_at=now)
        return
    if game is not None and question.number is not None:
        _off_the_table(game, question.number)
    number = question.number
    if package is not None:
        details = {"claim": claim.pk, "number": number}
        record_audit(actor=actor, action="exclude_question", target=f"package:{package.pk}", details=details)
    question.excluded_at = now
    put_into(question, None)
    if package is not None:
        claim_letters.tell_editor(package, number)


def preview_decision(claim: OriginalityClaim, club: ClubSeason | None) -> Any:
    """What granting the claim would change in a game that was played; None where there is no game to rule on.

    Raises what the game refuses, also for one that is being played.
    """
    question = claim.question
    game = None if question is None or question.package is None else question.package.game
    if game is None or game.started_at is None or club is None or question is None or question.number is None:
        return None
    if game.finished_at is None:
        raise Refusal("4.1.3", "game_is_played", {})
    if not _rulings or not was_asked(game, question.number):
        return None
    return _rulings[0].preview(club, game, question.number)


def say_effect(effect: Any, club: ClubSeason | None) -> tuple[Sequence[Any], Sequence[str]]:
    """The preview in words; nothing where there is none."""
    return ((), ()) if effect is None or club is None else _rulings[0].say(effect, club)


def was_asked(game: LiveGame, number: int) -> bool:
    """Whether the question was asked in the game: a spare one in its package changes nothing there."""
    sheets = (row.command.get("sheet") for row in effective_commands(game) if row.command.get("do") == "ask")
    return any(isinstance(sheet, dict) and sheet.get("number") == number for sheet in sheets)


def curators_of(question: Question) -> list[ClubSeason]:
    """Whose decision it is: the curator of the question's season; of a draft's, of the latest one."""
    clubs = ClubSeason.objects.select_related("curator")
    if question.package is not None:
        return list(clubs.filter(season=question.package.season_id))
    return list(clubs.order_by("-season__is_current", "-opened_at", "-pk")[:1])


def _rule(
    game: LiveGame,
    question: Question,
    club: ClubSeason | None,
    claim: OriginalityClaim,
    seen: str | None,
    actor: Actor,
    now: datetime,
) -> None:
    if club is None or question.number is None or not _rulings or not was_asked(game, question.number):
        return
    effect = _rulings[0].preview(club, game, question.number)
    if seen is not None and seen != effect.mark:
        raise Refusal("4.1.3", "preview_moved", {})
    _rulings[0].apply(game, question.number, claim.pk, actor, now)


def _off_the_table(game: LiveGame, number: int) -> None:
    """Out of a table that has been laid and waits for its game: a spare question takes the place, if there is one."""
    table, spares = list(game.setup.get("table", ())), list(game.setup.get("spares", ()))
    if number in spares:
        spares.remove(number)
    elif number in table:
        place = table.index(number)
        table[place : place + 1] = [spares.pop(0)] if spares else []
    else:
        return
    setup = {**game.setup, "table": table, "spares": spares}
    done = change_setup(game_id=game.pk, setup=setup, actor=Actor(key=BY_ORIGINALITY, role="system"))
    if done.refusal is not None:
        raise done.refusal


def _lock_season(claim_id: int, *, granted: bool) -> ClubSeason | None:
    """Season before package before game, as everywhere; a ruling is not made in a closed one."""
    take_turns(f"originality:{claim_id}")
    claim = OriginalityClaim.objects.select_related("question__package__game").get(pk=claim_id)
    package = None if claim.question is None else claim.question.package
    club = None if package is None else ClubSeason.objects.filter(season=package.season_id).first()
    if club is None or not granted:
        return club
    return lock_club(club.pk)


def _require_open(claim: OriginalityClaim) -> None:
    if claim.state != State.OPEN:
        raise Refusal("4.1.3", "claim_decided", {"outcome": str(claim.get_state_display())})


def _close(claim: OriginalityClaim, state: str, reason: str, actor: Actor, now: datetime) -> None:
    claim.state, claim.reason = state, reason
    claim.decided_at, claim.decided_by = now, decider(actor)
    claim.save(update_fields=["state", "reason", "decided_at", "decided_by"])
    action = "withdraw_claim" if state == State.WITHDRAWN else "decide_claim"
    details = {"outcome": state, "game": claim.game_id, "number": claim.number}
    record_audit(actor=actor, action=action, target=f"originality_claim:{claim.pk}", details=details)
