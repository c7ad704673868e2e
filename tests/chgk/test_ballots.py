"""The vote on the best player of the final (§3.2.3, §3.2.4): one secret ballot each, once, and what comes of it."""

from __future__ import annotations

import json
import traceback
from typing import Any

import pytest
from django.core import serializers

from chgk.models import Ballot, BestPlayerVote, Fixture, Owl
from chgk.services import ballots
from chgk.services.ballot_box import seal_choice, unseal_choice
from chgk.services.ballots import cast_ballot, close_vote, name_best, open_vote
from tests.club_finals import LOST, finish_final, game_of, link_of, make_final, seat_of, vote
from tests.club_games import PLAYER, accepted, make_club_game, make_package, play_out
from tests.playing import give
from tournaments.models import AuditEntry, GameCommand, LiveGame, Season, User
from tournaments.rules.engine import Refusal
from tournaments.services.access_links import issue_link, reissue_link, revoke_link
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def final(season: Season, host_user: User) -> Fixture:
    return make_final(season, host_user)


@pytest.fixture
def won(final: Fixture, host: Actor) -> Fixture:
    finish_final(final, host)
    return final


def refused(act: Any, *arguments: Any, **named: Any) -> tuple[str, str]:
    """Why, with nothing changed by it."""
    before = (Ballot.objects.count(), AuditEntry.objects.count(), Owl.objects.count())
    with pytest.raises(Refusal) as caught:
        act(*arguments, **named)
    assert before == (Ballot.objects.count(), AuditEntry.objects.count(), Owl.objects.count())
    return caught.value.paragraph, caught.value.code


def row_of(fixture: Fixture) -> BestPlayerVote:
    return BestPlayerVote.objects.get(fixture=fixture)


def reopen(fixture: Fixture, host: Actor) -> LiveGame:
    game = game_of(fixture)
    assert reopen_game(game_id=game.pk, actor=host).accepted
    return game


# --- when it opens ---------------------------------------------------------------------------------------------------


def test_a_won_final_opens_the_vote_by_itself(final: Fixture, host: Actor) -> None:
    assert refused(open_vote, fixture_id=final.pk, actor=host) == ("3.2.1", "vote_not_won")
    assert refused(vote, final, "Вера", "Глеб") == ("3.2.3", "vote_not_open")
    finish_final(final, host)
    row = row_of(final)
    assert [player["name"] for player in row.players] == ["Вера", "Глеб", "Дина"]
    assert open_vote(fixture_id=final.pk, actor=host) == row  # there already
    assert AuditEntry.objects.filter(action="open_vote").count() == 1


def test_a_lost_final_has_no_best_player(final: Fixture, host: Actor) -> None:
    finish_final(final, host, LOST)
    assert not BestPlayerVote.objects.exists()
    assert refused(open_vote, fixture_id=final.pk, actor=host) == ("3.2.1", "vote_not_won")
    assert refused(close_vote, fixture_id=final.pk, actor=host) == ("3.2.1", "vote_not_won")


def test_nor_has_a_final_that_was_closed_undecided(final: Fixture, host: Actor) -> None:
    accepted(game_of(final), host, "ask")
    assert finish_game(game_id=game_of(final).pk, actor=host, reason="погас свет").accepted
    assert not BestPlayerVote.objects.exists()


def test_a_game_that_is_no_final_opens_none(season: Season, host_user: User, host: Actor) -> None:
    final = make_final(season, host_user)
    Fixture.objects.filter(pk=final.pk).update(is_final=False)
    finish_final(final, host)
    assert not BestPlayerVote.objects.exists()
    assert refused(open_vote, fixture_id=final.pk, actor=host) == ("3.2.1", "vote_not_won")
    loose = make_club_game(season, host_user, package=make_package(season, title="ещё"))
    assert refused(cast_ballot, game_id=loose.pk, player="c1", choice="c1", actor=PLAYER)[1] == "vote_not_open"


def test_a_final_opened_again_takes_an_empty_vote_back(won: Fixture, host: Actor) -> None:
    game = reopen(won, host)
    assert not BestPlayerVote.objects.exists()
    assert give(game, host, "undo").accepted and AuditEntry.objects.filter(action="withdraw_vote").exists()
    accepted(game, host, "judge", correct=True)
    assert finish_game(game_id=game.pk, actor=host).accepted
    assert row_of(won).over_at is None


def test_a_vote_with_ballots_rests_until_the_final_is_finished_again(won: Fixture, host: Actor) -> None:
    vote(won, "Вера", "Глеб")
    game = reopen(won, host)
    for deed in (
        lambda: vote(won, "Глеб", "Вера"),
        lambda: close_vote(fixture_id=won.pk, actor=host),
        lambda: name_best(fixture_id=won.pk, player="c1", reason="так", actor=host),
        lambda: open_vote(fixture_id=won.pk, actor=host),
    ):
        assert refused(deed) == ("3.2.3", "vote_rests")
    assert finish_game(game_id=game.pk, actor=host).accepted
    assert refused(vote, won, "Вера", "Дина") == ("3.2.3", "ballot_already_cast")
    vote(won, "Глеб", "Глеб")
    assert row_of(won).ballots.count() == 2


def test_nobody_votes_once_a_ruling_has_taken_the_final_away(won: Fixture, host: Actor) -> None:
    vote(won, "Вера", "Глеб")
    lose(won, host)
    assert refused(vote, won, "Глеб", "Вера") == ("3.2.1", "vote_not_won")
    assert row_of(won).ballots.count() == 1


def lose(fixture: Fixture, host: Actor) -> None:
    """A question goes, and the authors win what is left."""
    game = reopen(fixture, host)
    number = GameCommand.objects.filter(game=game, command__do="ask").first().command["question"]  # type: ignore[union-attr]
    accepted(game, host, "rule", question=number, verdict="remove", reason="ошибка в вопросе")
    play_out(game, host, "A")
    assert finish_game(game_id=game.pk, actor=host).accepted


# --- one each, once --------------------------------------------------------------------------------------------------


def test_each_player_votes_once(won: Fixture) -> None:
    vote(won, "Вера", "Глеб")
    assert refused(vote, won, "Вера", "Глеб") == ("3.2.3", "ballot_already_cast")
    assert refused(vote, won, "Вера", "Дина") == ("3.2.3", "ballot_already_cast")
    assert list(row_of(won).ballots.values_list("voter", flat=True)) == ["c1"]


def cast(fixture: Fixture, actor: Actor, player: str, choice: str = "c1") -> Any:
    return cast_ballot(game_id=fixture.game_id or 0, player=player, choice=choice, actor=actor)


def test_ballots_come_from_a_seat_of_this_table_alone(won: Fixture, host: Actor, host_user: User) -> None:
    other = make_final(Season.objects.create(name="2027"), host_user)
    finish_final(other, host)
    stranger = issue_link(game_id=won.game_id or 0, role="player", team="lions", player="zoe", name="Зоя", actor=host)
    zoe = Actor(key=stranger.seat_key, role="player", team="lions", name="Зоя", player="zoe")
    assert refused(cast, won, zoe, "zoe") == ("3.2.3", "ballot_not_a_player")
    assert refused(cast, won, seat_of(won, "Вера"), "c2") == ("3.2.3", "ballot_of_another")
    assert refused(cast, won, host, "c2") == ("3.2.3", "ballot_of_another")
    assert refused(cast, won, seat_of(other, "Вера"), "c1") == ("3.2.3", "ballot_seat_gone")
    assert refused(cast, won, seat_of(won, "Вера"), "c1", "zoe") == ("3.2.3", "ballot_for_a_stranger")
    assert refused(cast, won, seat_of(won, "Вера"), "c1", "") == ("3.2.3", "ballot_empty")


def test_a_seat_that_was_taken_back_votes_no_more(won: Fixture, host: Actor) -> None:
    glib = seat_of(won, "Глеб")
    revoke_link(link_id=link_of(won, "Глеб").pk, actor=host)
    assert refused(cast, won, glib, "c2") == ("3.2.3", "ballot_seat_gone")
    reissue_link(link_id=link_of(won, "Глеб").pk, actor=host)
    vote(won, "Глеб", "Вера")
    assert row_of(won).ballots.count() == 1


# --- how it ends -----------------------------------------------------------------------------------------------------


def test_the_last_ballot_ends_it_and_gives_the_owl(won: Fixture) -> None:
    vote(won, "Вера", "Глеб")
    vote(won, "Дина", "Глеб")
    assert not Owl.objects.exists()
    row = vote(won, "Глеб", "Вера")
    owl = Owl.objects.get()
    assert (owl.name, owl.team, owl.decided_by, owl.person) == ("Глеб", "Львы", "players", None)
    assert row.agreed == "c2" and row.over_at is not None
    assert list(row.ballots.values_list("voter", "choice")) == [("c1", ""), ("c3", ""), ("c2", "")]
    assert refused(vote, won, "Вера", "Глеб") == ("3.2.3", "ballot_already_cast")
    assert refused(close_vote, fixture_id=won.pk, actor=PLAYER) == ("1.5", "ballot_closed")
    named = {"fixture_id": won.pk, "player": "c1", "reason": "так", "actor": PLAYER}
    assert refused(name_best, **named) == ("3.2.4", "vote_settled")


def test_a_person_of_the_school_gets_the_owl_as_a_person(season: Season, host_user: User, host: Actor) -> None:
    final = make_final(season, host_user, people=True)
    finish_final(final, host)
    for voter in ("Вера", "Глеб", "Дина"):
        vote(final, voter, "Дина")
    owl = Owl.objects.select_related("person").get()
    assert owl.person is not None and owl.person.name == "Дина"


def test_where_the_players_differ_the_curator_decides(won: Fixture, host: Actor) -> None:
    named = {"fixture_id": won.pk, "player": "c3", "reason": " Взяла решающий вопрос ", "actor": host}
    assert refused(name_best, **named) == ("3.2.4", "vote_still_open")
    for voter in ("Вера", "Глеб", "Дина"):
        vote(won, voter, voter)
    assert not Owl.objects.exists() and row_of(won).agreed == ""
    assert refused(name_best, **{**named, "player": "zoe"}) == ("3.2.4", "ballot_for_a_stranger")
    assert refused(name_best, **{**named, "reason": " … "}) == ("1.5", "reason_without_words")
    name_best(**named)  # type: ignore[arg-type]
    row, owl = row_of(won), Owl.objects.get()
    assert (row.named, row.reason, row.named_by) == ("c3", "Взяла решающий вопрос", "Ela Sowa")
    assert (owl.name, owl.decided_by) == ("Дина", "curator")
    assert refused(name_best, **{**named, "player": "c1"}) == ("3.2.4", "best_already_named")


def test_the_curator_waits_no_longer(won: Fixture, host: Actor) -> None:
    vote(won, "Вера", "Дина")
    vote(won, "Глеб", "Дина")
    row = close_vote(fixture_id=won.pk, actor=host)
    assert row.closed_by == "Ela Sowa" and row.agreed == "c3" and Owl.objects.get().name == "Дина"
    assert refused(vote, won, "Дина", "Вера") == ("3.2.3", "ballot_closed")
    assert refused(close_vote, fixture_id=won.pk, actor=host) == ("1.5", "ballot_closed")


def test_closed_without_a_ballot_the_curator_names(won: Fixture, host: Actor) -> None:
    close_vote(fixture_id=won.pk, actor=host)
    assert not Owl.objects.exists()
    name_best(fixture_id=won.pk, player="c1", reason="за весь сезон", actor=host)
    assert Owl.objects.get().name == "Вера"


# --- what nobody learns ----------------------------------------------------------------------------------------------

CHOICES = [("Вера", "Глеб"), ("Глеб", "Дина"), ("Дина", "Вера")]


def traces() -> str:
    """Everything that is written down of a vote, without the line-up."""
    entries = [entry.details for entry in AuditEntry.objects.filter(target__startswith="vote:")]
    return json.dumps([*entries, *GameCommand.objects.exclude(command__do="ask").values_list("command", flat=True)])


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_what_is_written_down_is_the_same_whatever_they_chose(won: Fixture, turn: int) -> None:
    names = [choice for _, choice in CHOICES]
    for number, (voter, _) in enumerate(CHOICES):
        before = set(AuditEntry.objects.values_list("pk", flat=True))
        vote(won, voter, names[(number + turn) % 3] if number < 2 or turn < 2 else voter)
        entry = AuditEntry.objects.exclude(pk__in=before).get(action="cast_ballot")
        assert entry.details == {"name": voter, "role": entry.details["role"], "voter": seat_of(won, voter).player}
    ended = AuditEntry.objects.filter(action="end_vote").get()
    assert set(ended.details) == {"name", "role", "voted", "agreed"}
    assert '"choice"' not in traces() and set(Ballot.objects.values_list("choice", flat=True)) == {""}


def test_a_sealed_choice_tells_nothing_to_who_reads_the_table(won: Fixture) -> None:
    vote(won, "Вера", "Глеб")
    vote(won, "Дина", "Глеб")
    sealed = list(Ballot.objects.values_list("choice", flat=True))
    assert len(set(sealed)) == 2 and {len(choice) for choice in sealed} == {34}
    dump = serializers.serialize("json", Ballot.objects.all())
    assert '"c2"' not in dump.replace('"voter": "c2"', "")  # quoted: a seal may hold these two digits
    assert "c2" not in repr(list(Ballot.objects.all()))


def test_a_ballot_is_read_for_its_voter_alone() -> None:
    for place in range(6):
        sealed = seal_choice(vote_id=1, voter="c1", place=place)
        assert unseal_choice(vote_id=1, voter="c1", sealed=sealed) == place
        assert unseal_choice(vote_id=1, voter="c2", sealed=sealed) is None
        assert unseal_choice(vote_id=2, voter="c1", sealed=sealed) is None
        flipped = sealed[:16] + f"{int(sealed[16:18], 16) ^ 1:02x}" + sealed[18:]
        assert unseal_choice(vote_id=1, voter="c1", sealed=flipped) is None
    assert unseal_choice(vote_id=1, voter="c1", sealed="") is None


def test_a_ballot_that_cannot_be_read_agrees_with_nobody(won: Fixture, host: Actor) -> None:
    vote(won, "Вера", "Глеб")
    vote(won, "Дина", "Глеб")
    Ballot.objects.filter(voter="c1").update(choice="c2")
    vote(won, "Глеб", "Глеб")
    assert row_of(won).agreed == "" and not Owl.objects.exists()


def test_a_failure_in_the_middle_leaves_no_ballot_and_says_nothing(won: Fixture, monkeypatch: Any) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no room left")

    monkeypatch.setattr(ballots, "record_audit", fail)
    with pytest.raises(RuntimeError) as caught:
        vote(won, "Вера", "Глеб")
    assert not Ballot.objects.exists()
    assert "c2" not in "".join(traceback.format_exception(caught.value))
