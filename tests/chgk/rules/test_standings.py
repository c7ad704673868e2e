"""The season by its paragraphs: the table, the finalist and why, the tie, the champion (§3.1.2, §3.2.1)."""

from __future__ import annotations

import pytest

from chgk.rules.standings import (
    Choice,
    Close,
    Entry,
    Finalist,
    Missing,
    Nobody,
    Outcome,
    Result,
    Table,
    Tie,
    Waiting,
    Why,
    decide_tie,
    result_of,
    season_outcome,
    season_table,
)
from tests.chgk.rules.board import Board
from tournaments.rules.engine import Refusal


def table(choice: Choice | None = None, /, **results: tuple[int, int, int] | str) -> Table:
    """A season table from «own, authors, questions» a team."""
    entries = [
        Entry(team, Missing(result) if isinstance(result, str) else Result(*result)) for team, result in results.items()
    ]
    return season_table(entries, choice)


def places(of: Table) -> list[tuple[int | None, str]]:
    return [(row.place, row.team) for row in of.rows]


def code(refusal: pytest.ExceptionInfo[Refusal]) -> tuple[str, str]:
    return refusal.value.paragraph, refusal.value.code


def test_the_higher_difference_is_the_better_result() -> None:
    season = table(owls=(4, 1, 5), lions=(4, 0, 9), snakes=(3, 4, 7), badgers=(0, 4, 4))
    assert places(season) == [(1, "lions"), (2, "owls"), (3, "snakes"), (4, "badgers")]
    assert season.lead == Finalist("lions", Why.DIFFERENCE, ("owls",))


def test_equal_results_fewer_questions() -> None:
    season = table(owls=(4, 1, 7), lions=(4, 1, 5), snakes=(4, 1, 7))
    assert places(season) == [(1, "lions"), (2, "owls"), (2, "snakes")]
    assert season.lead == Finalist("lions", Why.QUESTIONS, ("owls", "snakes"))


def test_the_difference_counts_and_not_the_points() -> None:
    """A game of a season with another target, or closed by the curator, compares all the same."""
    assert table(owls=(3, 0, 5), lions=(4, 1, 5)).lead == Tie(("owls", "lions"))


def test_a_tie_awaits_the_curator_and_the_decision_is_recorded() -> None:
    results = {"owls": (4, 1, 5), "lions": (4, 1, 5), "snakes": (2, 4, 6), "badgers": (4, 1, 5)}
    tied = table(**results)
    assert places(tied) == [(1, "owls"), (1, "lions"), (1, "badgers"), (4, "snakes")]
    assert tied.lead == Tie(("owls", "lions", "badgers"))
    choice = decide_tie(tied, "lions", " Сыграли красивее ")
    assert choice == Choice("lions", frozenset({"owls", "lions", "badgers"}), "Сыграли красивее")
    decided = table(choice, **results)
    assert places(decided) == [(1, "lions"), (2, "owls"), (2, "badgers"), (4, "snakes")]
    assert decided.lead == Finalist("lions", Why.CURATOR, ("owls", "badgers"), "Сыграли красивее")


def test_a_decision_holds_for_its_own_tie_only() -> None:
    """An appeal changes a result after the curator has decided."""
    choice = Choice("lions", frozenset({"owls", "lions"}), "жребий")
    assert table(choice, owls=(4, 1, 5), lions=(4, 0, 5)).lead == Finalist("lions", Why.DIFFERENCE, ("owls",))
    assert table(choice, owls=(4, 0, 5), lions=(4, 1, 5)).lead == Finalist("owls", Why.DIFFERENCE, ("lions",))
    three = table(choice, owls=(4, 1, 5), lions=(4, 1, 5), snakes=(4, 1, 5))
    assert three.lead == Tie(("owls", "lions", "snakes"))


def test_no_finalist_while_games_are_to_be_played() -> None:
    season = table(owls=(4, 0, 4), lions="to_play", snakes="no_show", badgers="to_play")
    assert places(season) == [(1, "owls"), (None, "lions"), (None, "snakes"), (None, "badgers")]
    assert season.lead == Waiting(("lions", "badgers"))
    assert table().lead == Nobody()


def test_a_team_that_did_not_come_has_no_place() -> None:
    season = table(snakes="no_show", owls=(0, 4, 4), lions="no_show")
    assert places(season) == [(1, "owls"), (None, "snakes"), (None, "lions")]
    assert season.lead == Finalist("owls", Why.ALONE)
    assert table(owls="no_show", lions="no_show").lead == Nobody()


def test_what_the_curator_cannot_decide() -> None:
    tied = table(owls=(4, 1, 5), lions=(4, 1, 5), snakes=(0, 4, 4))
    with pytest.raises(Refusal) as refusal:
        decide_tie(table(owls=(4, 1, 5), lions=(4, 1, 5), snakes="to_play"), "owls", "так")
    assert code(refusal) == ("3.1.2", "table_incomplete")
    with pytest.raises(Refusal) as refusal:
        decide_tie(table(owls=(4, 0, 5), lions=(4, 1, 5)), "owls", "так")
    assert code(refusal) == ("3.1.2", "table_not_tied")
    with pytest.raises(Refusal) as refusal:
        decide_tie(tied, "snakes", "так")
    assert code(refusal) == ("3.1.2", "team_not_tied")
    with pytest.raises(Refusal) as refusal:
        decide_tie(tied, "owls", " - 5!")
    assert code(refusal) == ("1.5", "reason_without_words")


def test_one_game_a_team() -> None:
    with pytest.raises(ValueError, match="one game"):
        season_table([Entry("owls"), Entry("owls")])


def test_results_come_from_games() -> None:
    assert result_of(Board("TTT").game) is None
    assert result_of(Board("TATTT").game) == Result(4, 1, 5)
    assert result_of(Board("TATTT").rule(1, "remove").do("close_game", winner="team").game) == Result(3, 1, 4)


def test_the_champion_wins_the_final_or_there_is_none() -> None:
    season = table(gryffindor=(4, 0, 4), owls=(4, 2, 6))
    assert season_outcome(season, None) == Outcome(None, Close.FINAL_TO_PLAY)
    assert season_outcome(season, Board("TTTTT", target=6).game) == Outcome(None, Close.FINAL_TO_PLAY)
    assert season_outcome(season, Board("TTTTT!T", target=6).game) == Outcome("gryffindor", Close.FINAL_WON)
    assert season_outcome(season, Board("TTTTT!A", target=6).game) == Outcome(None, Close.FINAL_LOST)
    assert season_outcome(table(owls="no_show"), None) == Outcome(None, Close.NO_FINAL)


def test_an_appeal_changes_the_champion() -> None:
    season = table(gryffindor=(4, 0, 4))
    final = Board("TTTTT!A", target=6)
    assert season_outcome(season, final.rule(6, "remove").game) == Outcome(None, Close.FINAL_TO_PLAY)
    assert season_outcome(season, final.rule(6, "accept").game) == Outcome("gryffindor", Close.FINAL_WON)


def test_a_finalist_that_does_not_come_leaves_the_season_without_a_champion() -> None:
    season = table(gryffindor=(4, 0, 4), owls=(4, 2, 6))
    assert season_outcome(season, None, absent="gryffindor") == Outcome(None, Close.FINAL_NO_SHOW)
    # a ruling has sent another team to the final since
    assert season_outcome(season, None, absent="owls") == Outcome(None, Close.FINAL_TO_PLAY)
    assert season_outcome(table(owls="to_play"), None, absent="owls") == Outcome(None, Close.FINAL_TO_PLAY)
