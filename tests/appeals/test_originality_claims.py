"""Claims that a question is not original: the package loses it, or the game is ruled on (§4.1.3)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chgk.models import OriginalityClaim, Package, Question
from chgk.originality_portal import left_open, waiting
from chgk.rules.score import standing
from chgk.services.claims import decide_claim, make_claim, preview_decision, withdraw_claim
from tests.appeals.evening import Evening, make_person
from tests.club_games import make_club_game, make_package
from tests.club_seasons import fixture_of, lay
from tests.playing import NOW
from tournaments.models import AuditEntry, Letter, LiveGame, Person
from tournaments.rules.citations import Book, Internet
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.play import play
from tournaments.services.replay_log import load_session

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ADDRESS = "http://db.chgk.info/_question_/?a=%D0%B0"
EVIDENCE: dict[str, Any] = {"words": "Звучал на турнире в Твери.", "citations": [Internet(ADDRESS)]}


def claim_on(question: Question, person: Person) -> OriginalityClaim:
    actor = Actor(key=f"user:{person.user_id}", role="host", name=str(person))
    return make_claim(question_id=question.pk, claimant=person, actor=actor, **EVIDENCE)


def refused(do: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        do(*args, **more)
    return refusal.value.code


@pytest.fixture
def member(evening: Evening) -> Person:
    return make_person("Dora")


def granted(evening: Evening, claim: OriginalityClaim, **more: Any) -> OriginalityClaim:
    return decide_claim(claim_id=claim.pk, granted=True, reason="Тот же вопрос.", actor=evening.curator, **more)


def test_before_the_game_the_question_leaves_its_package(evening, member):
    package = make_package(evening.season)
    Package.objects.filter(pk=package.pk).update(editor=make_person("Ed"), state="testing")
    question = package.questions.get(number=2)
    empty: dict[str, Any] = {"claimant": member, "words": " ?", "actor": evening.curator}
    assert refused(make_claim, question_id=question.pk, **empty) == "claim_without_evidence"
    claim = claim_on(question, member)
    assert refused(claim_on, question, member) == "claimed_already"
    assert [letter.to for letter in Letter.objects.all()] == ["curator@example.org"]
    assert claim.citations[0]["address"] == ADDRESS and ADDRESS in claim.source
    broken = {**empty, "words": "Было в книге.", "citations": [Book(title="Совы")]}
    assert refused(make_claim, question_id=question.pk, **broken) == "claim_source_incomplete"
    assert refused(decide_claim, claim_id=claim.pk, granted=True, reason="…", actor=evening.curator) == (
        "reason_without_words"
    )
    assert preview_decision(claim, evening.club) is None
    granted(evening, claim)
    question.refresh_from_db()
    package.refresh_from_db()
    assert (question.package, question.number) == (None, None) and question.excluded_at is not None
    assert package.revision == 1 and package.questions.count() == 10
    assert {letter.to for letter in Letter.objects.all()} >= {"Ed@example.org", "Dora@example.org"}
    assert not any("text-2" in f"{letter.subject}{letter.body}" for letter in Letter.objects.all())
    assert "text-2" not in str(list(AuditEntry.objects.values_list("details", flat=True)))
    assert refused(granted, evening, claim) == "claim_decided"
    assert refused(claim_on, question, member) == "question_excluded"
    page = Client().get(reverse("chgk:bank_claim", args=[claim.pk])).content.decode()
    assert "Тот же вопрос." in page and "text-2" not in page and "Твери" not in page


def test_after_the_game_the_decision_is_a_ruling_on_it(evening, member):
    number = evening.number(1)
    question = Question.objects.get(package__game=evening.game, number=number)
    claim = claim_on(question, member)
    effect = preview_decision(claim, evening.club)
    assert (effect.before.authors, effect.after.authors) == (4, 3)
    assert refused(granted, evening, claim, seen="another") == "preview_moved"
    browser = Client()
    browser.force_login(evening.curator_user)
    page = browser.get(reverse("chgk:bank_claim", args=[claim.pk])).content.decode()
    assert 'data-testid="effect"' in page and effect.mark in page
    granted(evening, claim, seen=effect.mark)
    game = LiveGame.objects.get(pk=evening.game.pk)
    assert standing(load_session(game).game).authors == 3 and game.finished_at is None
    question.refresh_from_db()
    assert question.package is not None and question.excluded_at is not None
    assert game.commands.get(command__do="rule").actor_key == "system:originality"
    by_hand = {"do": "rule", "question": number, "verdict": "none", "reason": "опечатка"}
    fields: dict[str, Any] = {"actor": evening.curator, "command_id": "x", "expected_seq": None, "received_at": NOW}
    played = play(game_id=game.pk, command=by_hand, **fields)
    assert played.refusal is not None and played.refusal.code == "ruling_of_claim"
    assert "text-" not in Client().get(reverse("chgk:bank_claims")).content.decode()


def test_a_question_that_was_not_asked_changes_no_game(evening, member):
    asked = set(evening.asked)
    question = Question.objects.filter(package__game=evening.game).exclude(number__in=asked).first()
    assert question is not None
    claim = claim_on(question, member)
    assert preview_decision(claim, evening.club) is None
    before = LiveGame.objects.get(pk=evening.game.pk).seq
    granted(evening, claim)
    assert LiveGame.objects.get(pk=evening.game.pk).seq == before


def test_while_the_game_is_played_nothing_is_decided(evening, member):
    game = make_club_game(evening.season, evening.curator_user)
    claim = claim_on(Question.objects.get(package__game=game, number=1), member)
    assert refused(granted, evening, claim) == "game_is_played"
    browser = Client()
    browser.force_login(evening.curator_user)
    page = browser.get(reverse("chgk:bank_claim", args=[claim.pk])).content.decode()
    assert "text-1-text" not in page and "disabled" in page
    decide_claim(claim_id=claim.pk, granted=False, reason="Другой вопрос.", actor=evening.curator)
    assert Client().get(reverse("chgk:bank_claim", args=[claim.pk])).status_code == 302, "it would tell of the question"


def test_on_a_table_that_waits_a_spare_question_takes_the_place(evening, member):
    game = lay(fixture_of(evening.club, "lions"), evening.curator_user)
    assert (2 in game.setup["table"], game.setup["spares"]) == (True, [10, 11])
    granted(evening, claim_on(Question.objects.get(package__game=game, number=2), member))
    game.refresh_from_db()
    assert game.setup["spares"] == [11] and game.setup["table"] == [1, 10, 3, 4, 5, 6, 7, 8, 9]


def test_a_claim_is_withdrawn_by_whoever_made_it(evening, member):
    package = make_package(evening.season)
    Package.objects.filter(pk=package.pk).update(editor=member)
    claim = claim_on(package.questions.get(number=1), member)
    browser = Client()
    browser.force_login(evening.jurors[0].user)
    address = reverse("chgk:bank_claim_deed", args=[claim.pk, "withdraw"])
    assert browser.post(address).status_code == 404
    browser.force_login(member.user)
    assert browser.post(address).status_code == 302
    assert refused(withdraw_claim, claim_id=claim.pk, actor=evening.curator) == "claim_decided"
    second = reverse("chgk:bank_new_claim", args=[package.questions.get(number=2).pk])
    sent = browser.post(second, {"words": "?!"})
    assert sent.status_code == 422 and "?!" in sent.content.decode()
    rows = {"source-count": "1", "source-1-kind": "internet", "source-1-address": ADDRESS}
    more = browser.post(second, {"words": "wait", "rows": "add", **rows})
    assert more.status_code == 200 and "source-2" in more.content.decode() and ADDRESS in more.content.decode()
    sent = browser.post(second, {"words": "=1+1 <b>bold</b>", **rows})
    assert ADDRESS in browser.get(sent["Location"]).content.decode()
    assert "<b>bold" not in browser.get(sent["Location"]).content.decode()


def test_an_open_claim_keeps_the_season_from_being_forgotten(evening, member):
    claim = claim_on(Question.objects.get(package__game=evening.game, number=evening.number(1)), member)
    page = reverse("chgk:bank_claim", args=[claim.pk])
    assert [one.url for one in left_open(evening.club)] == [page]
    assert [one.url for one in waiting(evening.curator_user, None, NOW)] == [page]
    assert not list(waiting(member.user, member, NOW))
