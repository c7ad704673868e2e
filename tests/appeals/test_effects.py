"""What the curator is shown before announcing is what the announcement then brings: game, table, finalist, champion."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.urls import reverse

from appeals.effect_words import effect_lines, effect_notes
from appeals.models import Appeal
from appeals.rules.state import Kind
from appeals.selectors.effects import preview_ruling, read_facts
from appeals.selectors.questions import read_asked
from appeals.selectors.verdicts import VERDICTS, verdict_in_force
from appeals.services.settings import save_appeal_settings
from chgk.panels import render_panels
from chgk.rules.questions import Side, Verdict
from chgk.selectors import team_names
from chgk.services.seasons import close_season
from tests.appeals.evening import LATER, make_evening
from tests.club_games import accepted, play_out
from tests.club_seasons import fixture_of, make_club, play_fixture
from tests.playing import give
from tournaments.models import AuditEntry, GameCommand, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.games import finish_game, reopen_game
from tournaments.services.replay_log import find_differences, load_session

pytestmark = pytest.mark.django_db


def fresh(game):
    return LiveGame.objects.get(pk=game.pk)


def preview(evening, place, kind):
    return preview_ruling(evening.club, fresh(evening.game), evening.number(place), VERDICTS[kind])


def announce(evening, place, kind):
    """From the sheet to the announcement; answers with what was shown before and what came."""
    row = evening.considered("AAA", question=place, kind=kind)
    effect = preview(evening, place, kind)
    evening.announce(row, seen=effect.mark)
    return effect, read_facts(evening.club, fresh(evening.game))


def some_game(seed):
    """A game to its end, as it may go, and some rulings on it."""
    chance = random.Random(seed)
    letters, team, authors = "", 0, 0
    while team < 4 and authors < 4:
        won = chance.random() < 0.5
        letters += "T" if won else "A"
        team, authors = team + won, authors + (not won)
    places = chance.sample(range(1, len(letters) + 1), 2)
    rulings = [(place, Kind.REMOVE if letters[place - 1] == "T" else chance.choice(list(Kind))) for place in places]
    return letters, rulings


@pytest.mark.parametrize("seed", range(6))
def test_the_preview_is_what_the_announcement_brings(season, host_user, seed):
    letters, rulings = some_game(seed)
    evening = make_evening(season, host_user, letters, teams=2)
    for place, kind in rulings:
        effect, facts = announce(evening, place, kind)
        assert effect.after == facts, (letters, place, kind)
    assert find_differences(fresh(evening.game)) == []


def test_a_lost_game_is_open_again_and_played_to_its_end(evening):
    effect, facts = announce(evening, 1, Kind.ACCEPT)
    assert (effect.before.team, effect.before.authors, effect.before.winner) == (0, 4, Side.AUTHORS)
    assert (facts.team, facts.authors, facts.over) == (1, 3, False)
    assert effect.opens_again
    game = fresh(evening.game)
    assert game.finished_at is None
    play_out(game, evening.curator, "TTT")
    assert finish_game(game_id=game.pk, actor=evening.curator).accepted
    assert read_facts(evening.club, fresh(game)).winner is Side.TEAM
    command = GameCommand.objects.get(game=game, command__do="rule")
    assert (command.actor_key, command.command["reason"]) == ("system:appeals", "Appeal 1")


def test_an_open_game_may_be_closed_by_the_curator_with_a_reason(evening):
    announce(evening, 1, Kind.REMOVE)
    game = fresh(evening.game)
    accepted(game, evening.curator, "close_game", winner="team", reason="играть больше некогда")
    assert read_facts(evening.club, fresh(game)).winner is Side.TEAM


def test_a_game_that_stays_over_is_closed_again(season, host_user):
    evening = make_evening(season, host_user, "ATAAA", teams=2)
    effect, facts = announce(evening, 2, Kind.REMOVE)
    assert (facts.team, facts.authors, facts.questions) == (0, 4, 4)
    assert not effect.opens_again
    assert fresh(evening.game).finished_at is not None


def test_a_denied_appeal_leaves_the_game_alone(evening):
    before = read_facts(evening.club, evening.game)
    row = evening.announce(evening.considered("DDA"))
    assert row.phase == "announced"
    assert read_facts(evening.club, fresh(evening.game)) == before
    assert fresh(evening.game).seq == evening.game.seq


def test_no_ruling_while_a_question_is_open(evening):
    announce(evening, 1, Kind.ACCEPT)
    row = evening.considered("AAA", question=2)
    game = fresh(evening.game)
    accepted(game, evening.curator, "ask")
    with pytest.raises(Refusal) as refusal:
        evening.announce(row)
    assert refusal.value.code == "rule_question_open"
    assert Appeal.objects.get(pk=row.pk).phase == "decided"
    assert not GameCommand.objects.filter(game=game, accepted=False).exists()


def test_a_preview_that_has_grown_old_is_refused(evening):
    row = evening.considered("AAA")
    effect = preview(evening, 1, Kind.ACCEPT)
    play_fixture(fixture_of(evening.club, "lions"), evening.curator_user, "TTTT")
    with pytest.raises(Refusal) as refusal:
        evening.announce(row, seen=effect.mark)
    assert refusal.value.code == "preview_moved"


def test_the_table_and_the_finalist_change(season, host_user):
    evening = make_evening(season, host_user, "TATTT", teams=2)
    play_fixture(fixture_of(evening.club, "lions"), host_user, "TTTT")
    effect = preview(evening, 2, Kind.ACCEPT)
    assert (effect.before.finalist, effect.after.lead) == ("lions", "tie")
    names = team_names(evening.club)
    changed = {line.name: (line.before, line.after) for line in effect_lines(effect, names) if line.changes}
    assert changed["Score"] == ("4:1", "4:0")
    assert changed["Owls in the table"] == ("place 2, 4:1, 5 questions", "place 1, 4:0, 4 questions")
    assert changed["Finalist"] == ("Lions", "a tie: the curator decides")
    _effect, facts = announce(evening, 2, Kind.ACCEPT)
    assert facts == effect.after


def test_the_final_may_have_been_played_by_another_team(season, host_user):
    evening = make_evening(season, host_user, "TTTT", teams=2)
    play_fixture(fixture_of(evening.club, "lions"), host_user, "TTTAT")
    final = fixture_of(evening.club)
    team = fixture_of(evening.club, "owls").team
    play_fixture(final, host_user, "AAAAAA", team)
    effect = preview(evening, 1, Kind.REMOVE)
    assert effect.final_begun
    assert effect.opens_again
    assert effect.final_in_question
    notes = effect_notes(effect, team_names(evening.club))
    assert any("The final has begun already, played by Owls" in note for note in notes)
    _effect, facts = announce(evening, 1, Kind.REMOVE)
    assert facts == effect.after


def test_nothing_is_granted_in_a_closed_season(season, host_user):
    evening = make_evening(season, host_user, "AAAA", teams=1)
    row, other = evening.considered("AAA"), evening.considered("DDD", question=2)
    final = fixture_of(evening.club)
    play_fixture(final, host_user, "AAAAAA", fixture_of(evening.club, "owls").team)
    fields: dict[str, Any] = {"club_id": evening.club.pk, "actor": evening.curator}
    for reason in ("", " … "):
        with pytest.raises(Refusal) as refusal:
            close_season(**fields, reason=reason)
        assert refusal.value.code == "matters_open" and refusal.value.params == {"matters": f"{row}, {other}"}
    close_season(**fields, reason="the year is over")
    details = AuditEntry.objects.get(action="close_season").details
    assert (details["reason"], details["left_open"]) == ("the year is over", [str(row), str(other)])
    with pytest.raises(Refusal) as refusal:
        evening.announce(row)
    assert refusal.value.code == "season_closed"
    assert evening.announce(other).phase == "announced"


def test_the_curators_desk_asks_why_a_season_with_open_appeals_is_closed(season, host_user, client):
    evening = make_evening(season, host_user, "AAAA", teams=1)
    evening.draft(question=3)  # nobody has filed it
    row = evening.file()
    play_fixture(fixture_of(evening.club), host_user, "AAAAAA", fixture_of(evening.club, "owls").team)
    client.force_login(evening.curator_user)
    page, close = (
        reverse(f"chgk:{name}", args=[evening.club.pk, *more])
        for name, more in (("desk", ()), ("desk_deed", ("close",)))
    )
    text = client.get(page).text
    listed = text.split('data-testid="left-open"')[1].split("</ul>")[0]
    assert listed.count("<li>") == 1 and reverse("appeals:appeal", args=[row.pk]) in listed
    assert 'data-due="left-open"' in text and 'id="close-reason"' in text
    refused = client.post(close, {"reason": ""})
    assert (
        refused.status_code == 422
        and f"Still open: {row}." in refused.text
        and 'id="close-reason_error"' in refused.text
    )
    refused = client.post(close, {"reason": "?" * 9})
    assert refused.status_code == 422 and "?" * 9 in refused.text
    assert client.post(close, {"reason": "nobody answers any more"}).status_code == 302
    assert AuditEntry.objects.get(action="close_season").details["reason"] == "nobody answers any more"
    assert 'data-testid="left-open"' not in client.get(page).text


@pytest.mark.parametrize("first", list(Kind))
def test_a_removed_question_stays_removed_whatever_else_is_granted(evening, first):
    """And if that ruling is withdrawn with its procedure, the other one is in force (§5.4.1)."""
    save_appeal_settings(club_id=evening.club.pk, values={"complaint_repeats": True}, actor=evening.curator)
    sheets = {kind: evening.file(1, kind) for kind in Kind}
    rows = {kind: evening.carry(row, "AAA") for kind, row in sheets.items()}
    second = next(kind for kind in Kind if kind is not first)
    evening.announce(rows[first])
    effect = preview_ruling(evening.club, fresh(evening.game), evening.number(1), in_force(rows[second]))
    evening.announce(rows[second], seen=effect.mark)
    facts = read_facts(evening.club, fresh(evening.game))
    assert facts == effect.after
    assert (facts.team, facts.authors, facts.questions) == (0, 3, 3)
    evening.repeat(rows[Kind.REMOVE])
    facts = read_facts(evening.club, fresh(evening.game))
    assert (facts.team, facts.authors) == (1, 3)
    evening.repeat(rows[Kind.ACCEPT])
    assert read_facts(evening.club, fresh(evening.game)).authors == 4
    assert find_differences(fresh(evening.game)) == []


def in_force(row):
    return verdict_in_force(Appeal.objects.get(pk=row.pk), granted=True)


def test_what_the_host_ruled_by_hand_counts_too(evening):
    row = evening.considered("AAA")
    reopen_game(game_id=evening.game.pk, actor=evening.curator)
    ruling = {"question": evening.number(1), "verdict": "remove", "reason": "опечатка"}
    accepted(fresh(evening.game), evening.curator, "rule", **ruling)
    assert in_force(row) is Verdict.REMOVE
    evening.announce(row)
    assert read_facts(evening.club, fresh(evening.game)).authors == 3
    assert GameCommand.objects.filter(command__appeal=1).get().command["reason"].startswith("Appeal 1; ")


def test_the_console_takes_back_no_ruling_of_an_appeal(evening):
    announce(evening, 1, Kind.ACCEPT)
    game = fresh(evening.game)
    page = render_panels(game, load_session(game), "console", "host", "en")
    assert "Appeal 1 has brought this ruling about" in page["history"]
    accepted(game, evening.curator, "ask")
    assert give(game, evening.curator, "undo").accepted
    for do, fields in (("undo", {}), ("rule", {"question": evening.number(1), "verdict": "none", "reason": "нет"})):
        outcome = give(game, evening.curator, do, **fields)
        assert outcome.refusal == Refusal("5.4.1", "ruling_of_appeal", {"number": 1}), do
    assert read_facts(evening.club, fresh(game)).team == 1
    ruling = {"question": evening.number(2), "verdict": "remove", "reason": "опечатка"}
    accepted(game, evening.curator, "rule", **ruling)
    assert give(game, evening.curator, "undo").accepted


def test_the_preview_changes_nothing(evening):
    seq, snapshot = evening.game.seq, fresh(evening.game).snapshot
    for place in (1, 2):
        for kind in Kind:
            preview(evening, place, kind)
    assert (fresh(evening.game).seq, fresh(evening.game).snapshot) == (seq, snapshot)
    with pytest.raises(Refusal):
        preview_ruling(evening.club, evening.game, 99, Verdict.ACCEPT)


def test_what_a_game_was_asked_and_said(season, host_user):
    club = make_club(season, host_user, teams=1)
    game = play_fixture(fixture_of(club, "owls"), host_user, "AA")
    actor = make_actor(host_user)
    accepted(game, actor, "ask")
    accepted(game, actor, "show_question")
    accepted(game, actor, "clock", action="start")
    give(game, actor, "answer", text="фонарь", at=LATER)
    accepted(game, actor, "judge", correct=False)
    asked = list(read_asked(fresh(game)).values())
    assert len(asked) == 3
    assert asked[-1].given == "фонарь"
    assert asked[0].given == ""


def make_actor(user):
    from tests.club_seasons import curator_of

    return curator_of(user)
