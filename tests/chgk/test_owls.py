"""Crystal owls (§3.2.1) and the title of Magister (§3.2.2): given once, questioned by a ruling, never deleted."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chgk.models import Fixture, Magister, Owl
from chgk.selectors.owls import hall_of_fame, magister_proposals
from chgk.selectors.votes import VoteState, read_vote, read_vote_of
from chgk.services.ballots import close_vote, name_best
from chgk.services.owls import annul_owl, confirm_magister
from tests.club_finals import NAMES, finish_final, game_of, make_final, vote
from tests.club_games import accepted, play_out
from tournaments.models import AuditEntry, GameCommand, LiveGame, Person, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def played(name: str, host_user: User, host: Actor, *, people: bool = True) -> Fixture:
    """A won final of a season of its own."""
    fixture = make_final(Season.objects.create(name=name), host_user, people=people)
    finish_final(fixture, host)
    return fixture


def give(fixture: Fixture, name: str) -> Owl:
    """All agree on this player."""
    for voter in NAMES:
        vote(fixture, voter, name)
    return Owl.objects.get(fixture=fixture, annulled_at=None)


def refused(act: Any, **named: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        act(**named)
    return caught.value.paragraph, caught.value.code


def reopen(fixture: Fixture, host: Actor) -> LiveGame:
    game = game_of(fixture)
    assert reopen_game(game_id=game.pk, actor=host).accepted
    return game


def rule(game: LiveGame, host: Actor, verdict: str) -> None:
    asked = GameCommand.objects.filter(game=game, command__do="ask").first()
    assert asked is not None
    accepted(game, host, "rule", question=asked.command["question"], verdict=verdict, reason="апелляция")


def lose(fixture: Fixture, host: Actor) -> None:
    """The jury removes the question that was won, the authors win the next."""
    game = reopen(fixture, host)
    rule(game, host, "remove")
    play_out(game, host, "A")
    assert finish_game(game_id=game.pk, actor=host).accepted


def now(fixture: Fixture) -> Any:
    return read_vote(Fixture.objects.select_related("game").get(pk=fixture.pk))


def test_an_owl_is_in_question_once_a_ruling_has_changed_the_winner(host_user: User, host: Actor) -> None:
    fixture = played("2026", host_user, host)
    owl = give(fixture, "Глеб")
    annul = {"owl_id": owl.pk, "reason": " Вопрос снят ", "actor": host}
    assert not now(fixture).in_question and refused(annul_owl, **annul) == ("3.2.1", "owl_stands")
    reopen(fixture, host)
    assert not now(fixture).in_question and refused(annul_owl, **annul) == ("3.2.1", "owl_final_open")
    lose(fixture, host)
    seen = now(fixture)
    assert seen.in_question and seen.may_be_annulled and seen.owl == owl
    assert refused(annul_owl, **{**annul, "reason": "…"}) == ("1.5", "reason_without_words")
    annul_owl(**annul)  # type: ignore[arg-type]
    owl.refresh_from_db()
    assert owl.annulled_at is not None and owl.annul_reason == "Вопрос снят"
    assert refused(annul_owl, **annul) == ("3.2.1", "owl_annulled_already")
    assert not now(fixture).in_question and AuditEntry.objects.filter(action="annul_owl").count() == 1


def test_while_the_final_is_open_again_and_undecided_the_owl_waits(host_user: User, host: Actor) -> None:
    fixture = played("2026", host_user, host)
    owl = give(fixture, "Глеб")
    rule(reopen(fixture, host), host, "remove")
    seen = now(fixture)
    assert seen.in_question and not seen.may_be_annulled
    assert refused(annul_owl, owl_id=owl.pk, reason="снят", actor=host) == ("3.2.1", "owl_final_open")


def test_the_outcome_stands_when_a_ruling_gives_the_final_back(host_user: User, host: Actor) -> None:
    fixture = played("2026", host_user, host)
    first = give(fixture, "Глеб")
    lose(fixture, host)
    assert Owl.objects.filter(annulled_at=None).count() == 1  # nothing is annulled by itself
    annul_owl(owl_id=first.pk, reason="снят", actor=host)
    game = reopen(fixture, host)
    rule(game, host, "none")
    assert finish_game(game_id=game.pk, actor=host).accepted
    second = Owl.objects.get(annulled_at=None)
    assert (second.pk != first.pk, second.name, second.decided_by) == (True, "Глеб", "players")
    assert Owl.objects.count() == 2


def test_an_owl_in_question_that_is_won_back_stays_the_same(host_user: User, host: Actor) -> None:
    fixture = played("2026", host_user, host)
    owl = give(fixture, "Глеб")
    lose(fixture, host)
    game = reopen(fixture, host)
    rule(game, host, "none")
    assert finish_game(game_id=game.pk, actor=host).accepted
    assert Owl.objects.get() == owl and not now(fixture).in_question


def test_the_states_of_a_vote_as_pages_see_them(host_user: User, host: Actor) -> None:
    fixture = make_final(Season.objects.create(name="2026"), host_user)
    assert now(fixture).state is VoteState.TO_COME
    finish_final(fixture, host)
    vote(fixture, "Глеб", "Вера")
    seen = now(fixture)
    assert seen.state is VoteState.OPEN and seen.waiting == ("Вера", "Дина") and seen.voted == ("Глеб",)
    assert "choice" not in repr(seen)
    game = reopen(fixture, host)
    assert now(fixture).state is VoteState.RESTS
    assert finish_game(game_id=game.pk, actor=host).accepted
    close_vote(fixture_id=fixture.pk, actor=host)
    assert now(fixture).state is VoteState.TO_NAME
    name_best(fixture_id=fixture.pk, player="c1", reason="за весь сезон", actor=host)
    seen = now(fixture)
    assert (seen.state, seen.best, seen.by_curator, seen.reason) == (VoteState.DECIDED, "Вера", True, "за весь сезон")
    assert read_vote(None) is None and read_vote(Fixture(is_final=False)) is None
    lost = make_final(Season.objects.create(name="2027"), host_user)
    finish_final(lost, host, "A")
    assert now(lost).state is VoteState.NO_CHAMPION
    seen_of = read_vote_of(game_of(lost))
    assert seen_of is not None and seen_of.players == ()


def test_the_third_owl_proposes_the_title_and_the_curator_confirms_it(host_user: User, host: Actor) -> None:
    vera = None
    for number in range(3):
        assert magister_proposals() == ()
        vera = give(played(f"сезон {number}", host_user, host), "Вера").person
        if number == 1:
            assert vera is not None
            assert refused(confirm_magister, person_id=vera.pk, actor=host) == ("3.2.2", "magister_owls_missing")
    assert vera is not None
    (proposal,) = magister_proposals()
    assert proposal.person == vera and proposal.seasons == ("сезон 0", "сезон 1", "сезон 2")
    confirm_magister(person_id=vera.pk, actor=host)
    assert Magister.objects.get().confirmed_by == "Ela Sowa" and magister_proposals() == ()
    assert refused(confirm_magister, person_id=vera.pk, actor=host) == ("3.2.2", "magister_already")
    give(played("сезон 3", host_user, host), "Вера")  # the fourth is nothing special
    assert magister_proposals() == () and hall_of_fame().magisters[0].count == 4
    with pytest.raises(Person.DoesNotExist):
        confirm_magister(person_id=0, actor=host)


def test_an_owl_in_question_or_annulled_gives_no_grounds(host_user: User, host: Actor) -> None:
    finals = [played(f"сезон {number}", host_user, host) for number in range(3)]
    owls = [give(final, "Вера") for final in finals]
    vera = owls[0].person
    assert len(magister_proposals()) == 1 and vera is not None
    lose(finals[2], host)
    assert magister_proposals() == () and hall_of_fame().proposals == ()
    assert refused(confirm_magister, person_id=vera.pk, actor=host) == ("3.2.2", "magister_owls_missing")
    annul_owl(owl_id=owls[2].pk, reason="снят", actor=host)
    assert magister_proposals() == ()
    hall = hall_of_fame()
    assert [one.owl for one in hall.annulled] == [owls[2]] and [one.count for one in hall.laureates] == [2]


def test_the_hall_costs_the_same_with_one_owl_and_with_three(host_user: User, host: Actor) -> None:
    give(played("сезон 0", host_user, host), "Вера")
    with CaptureQueriesContext(connection) as few:
        assert len(hall_of_fame().owls) == 1
    for number, name in ((1, "Глеб"), (2, "Дина")):
        give(played(f"сезон {number}", host_user, host, people=False), name)
    with CaptureQueriesContext(connection) as many:
        hall = hall_of_fame()
    assert len(few) == len(many) and [one.owl.name for one in hall.owls] == ["Дина", "Глеб", "Вера"]
    assert [(one.final.own, one.final.authors) for one in hall.owls if one.final] == [(1, 0)] * 3
