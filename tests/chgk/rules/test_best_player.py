"""The best player of the final (§3.2.3, §3.2.4), the owls and the title of Magister (§3.2.1, §3.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chgk.rules.best_player import Best, Decider, Vote, cast, close_vote, name_best, open_vote, outcome, wipe
from chgk.rules.owls import Owl, confirm_magister, give_owl, proposals
from tournaments.rules.engine import Refusal


def vote(**ballots: str) -> Vote:
    """A vote of ada, ben and eve, in which these ballots were cast."""
    election = open_vote(["ada", "ben", "eve"])
    for voter, player in ballots.items():
        election = cast(election, voter, player)
    return election


def refused(act: Callable[..., Any], *arguments: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        act(*arguments)
    return caught.value.paragraph, caught.value.code


AGREED = (
    ({"ada": "ada", "ben": "ada", "eve": "ada"}, "ada"),
    ({"ada": "ben", "ben": "ada", "eve": "ada"}, "ada"),  # the named player's own ballot may differ
    ({"ada": "eve", "ben": "eve", "eve": "ada"}, "eve"),
    ({"ada": "ada", "ben": "ada", "eve": "eve"}, None),
    ({"ada": "ada", "ben": "ben", "eve": "eve"}, None),
    ({"ada": "ben", "ben": "eve", "eve": "ada"}, None),
)


@pytest.mark.parametrize(("ballots", "player"), AGREED)
def test_settled_if_all_but_the_named_players_own_agree(ballots: dict[str, str], player: str | None) -> None:
    best = outcome(vote(**ballots))
    assert best == Best(player, Decider.CURATOR if player is None else Decider.PLAYERS, ())


def test_until_everybody_has_voted_it_is_only_known_who_has_not() -> None:
    assert outcome(vote(ada="ben", eve="ben")) == Best(None, Decider.OPEN, ("ben",))
    assert outcome(vote()) == Best(None, Decider.OPEN, ("ada", "ben", "eve"))
    assert "ballots" not in repr(vote(ada="ben"))  # nor does a traceback say more


def test_one_ballot_each_for_a_player_of_the_team() -> None:
    election = vote(ada="ben")
    assert refused(cast, election, "ada", "eve") == ("3.2.3", "ballot_already_cast")
    assert refused(cast, election, "ada", "ben") == ("3.2.3", "ballot_already_cast")
    assert refused(cast, election, "zoe", "ada") == ("3.2.3", "ballot_not_a_player")
    assert refused(cast, election, "ben", "zoe") == ("3.2.3", "ballot_for_a_stranger")
    with pytest.raises(ValueError, match="named twice"):
        open_vote(["ada", "ada"])


def test_the_curator_decides_where_the_players_differ() -> None:
    split = vote(ada="ada", ben="ben", eve="eve")
    named = name_best(split, "eve", "Взяла решающий вопрос")
    assert outcome(named) == Best("eve", Decider.CURATOR, (), "Взяла решающий вопрос")
    assert refused(name_best, named, "ada", "так") == ("3.2.4", "best_already_named")
    assert refused(name_best, split, "zoe", "так") == ("3.2.4", "ballot_for_a_stranger")
    assert refused(name_best, split, "eve", "…") == ("1.5", "reason_without_words")
    assert refused(name_best, vote(ada="ben"), "eve", "так") == ("3.2.4", "vote_still_open")
    assert refused(name_best, vote(ada="ben", ben="ben", eve="ben"), "eve", "так") == ("3.2.4", "vote_settled")


def test_the_curator_may_stop_waiting() -> None:
    assert outcome(close_vote(vote(ada="ben", eve="ben"))) == Best("ben", Decider.PLAYERS, ("ben",))
    assert outcome(close_vote(vote(ben="ben"))).by is Decider.CURATOR  # only the named player's own
    assert outcome(close_vote(vote(ada="ben", ben="ada"))).by is Decider.CURATOR  # each names the other
    assert outcome(close_vote(vote())).by is Decider.CURATOR
    closed = close_vote(vote(ada="ben"))
    assert refused(cast, closed, "eve", "ben") == ("3.2.3", "ballot_closed")
    assert refused(close_vote, closed) == ("1.5", "ballot_closed")
    assert refused(close_vote, vote(ada="ben", ben="ben", eve="ben")) == ("1.5", "ballot_closed")


@pytest.mark.parametrize("choice", ["ada", "ben", "eve"])
def test_an_early_end_does_not_tell_what_stands_in_a_single_ballot(choice: str) -> None:
    alone = close_vote(vote(ada=choice))
    assert outcome(alone) == Best(None, Decider.CURATOR, ("ben", "eve"))
    named = close_vote(vote(ada=choice, ben="ben"))  # of the others only ada has voted
    assert outcome(named) == Best(None, Decider.CURATOR, ("eve",))


@pytest.mark.parametrize(("ballots", "player"), AGREED)
def test_the_outcome_outlives_the_ballots(ballots: dict[str, str], player: str | None) -> None:
    kept = wipe(vote(**ballots))
    assert outcome(kept) == outcome(vote(**ballots)) and set(kept.ballots.values()) == {""}
    assert refused(cast, kept, "ada", "ben") == ("3.2.3", "ballot_already_cast")
    assert refused(close_vote, kept) == ("1.5", "ballot_closed")
    if player is None:
        assert outcome(name_best(kept, "eve", "Взяла решающий вопрос")).player == "eve"
    else:
        assert refused(name_best, kept, "eve", "так") == ("3.2.4", "vote_settled")


def test_a_wiped_vote_takes_no_ballot() -> None:
    kept = wipe(close_vote(vote(ada="ben")))
    assert kept.over and refused(cast, kept, "eve", "ben") == ("3.2.3", "ballot_closed")
    with pytest.raises(ValueError, match="goes on"):
        wipe(vote(ada="ben"))


def owls(*players: str) -> tuple[Owl, ...]:
    """An owl a season, for these players."""
    given: tuple[Owl, ...] = ()
    for season, player in enumerate(players, 1):
        given = give_owl(given, Owl(player, f"сезон {season}", f"финал {season}", Decider.PLAYERS))
    return given


def test_one_owl_a_season() -> None:
    given = owls("ada", "ben")
    assert refused(give_owl, given, Owl("eve", "сезон 2", "x", Decider.CURATOR)) == ("3.2.1", "owl_already_given")


def test_the_third_owl_proposes_the_title() -> None:
    assert proposals(owls("ada", "ben", "ada"), ()) == ()
    given = owls("ada", "ben", "ada", "ada", "ada")
    (proposal,) = proposals(given, ())
    assert (proposal.player, [owl.season for owl in proposal.grounds]) == ("ada", ["сезон 1", "сезон 3", "сезон 4"])
    assert confirm_magister(given, (), "ada") == proposal
    assert proposals(given, {"ada"}) == ()
    assert refused(confirm_magister, given, {"ada"}, "ada") == ("3.2.2", "magister_already")
    assert refused(confirm_magister, given, (), "ben") == ("3.2.2", "magister_owls_missing")
