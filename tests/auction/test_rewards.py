"""The end of a game as the screens explain it, and as the ledger has it afterwards."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from auction import reward_words
from auction.panels import build_panels, render_panels
from auction.panels.context import Around
from auction.rules import engine
from auction.rules.rewards import rewards
from auction.rules.session import Session, open_session
from auction.rules.state import Phase
from tests.auction.rules.evening import TEAMS, question, setup_of
from tests.auction.rules.table import MASTERS, Table
from tests.auction_games import make_auction_game
from tournaments.models import LedgerEntry, LiveGame, Person
from tournaments.rules.audience import Audience
from tournaments.rules.lineup import Player, Seat
from tournaments.rules.rewards import Reward, RewardKind
from tournaments.services.actors import Actor
from tournaments.services.games import finish_game, reopen_game, start_game
from tournaments.services.play import play
from tournaments.services.ranking import compute_rewards, find_ledger_differences
from tournaments.services.replay_log import load_session

HOST = Actor(key="user:1", role="host", name="Ela")
SCREENS = (("console", "host"), ("spectator", "public"), ("projector", "public"))


def lot(team: str, *, right: bool = True) -> list[dict[str, Any]]:
    return [
        {"do": "open"},
        {"do": "bid", "team": team, "points": 10},
        {"do": "close", "excused": [name for name, _command in TEAMS]},
        {"do": "judge", "correct": right},
    ]


OPEN_FINAL: dict[str, Any] = {"do": "open_final", "masters": MASTERS}


def session_of(*, final: bool, winner: str = "red") -> Session:
    """Red wins the first round of one question, yellow is out; then the final, if there is one."""
    table = Table(*(name for name, _command in TEAMS), questions_per_round=2)
    table.do("draw", category="A").do("open").do("va_banque", team="yellow").do("judge", correct=False)
    opened = (OPEN_FINAL, {"do": "draw", "category": "C"}, *lot(winner))
    rest = ({"do": "draw", "category": "B"}, *lot("red"), *(opened if final else ()))
    for command in rest:
        table.do(**command)
    if final:
        for command in ({"do": "draw", "category": "D"}, *lot(winner)):
            table.do(**command)
    session = open_session(setup_of())
    masters = Seat("masters", "Mistrzowie", "#555555", "M", (Player("p1", "Ala <b>"), Player("p2", "Ola")))
    return replace(session, game=table.game, seats=(*session.seats, masters))


def lines_of(session: Session) -> tuple[Reward, ...]:
    return rewards(session.game, {seat.team: seat.players for seat in session.seats})


def centre(session: Session, screen: str, audience: str, lines: tuple[Reward, ...] | None = None, **more: Any) -> str:
    found = lines_of(session) if lines is None else lines
    around = Around(game_id=1, title="Wieczór", seq=1, rewards=found, links={"rules": "/rules/auction/"}, **more)
    return build_panels(session, screen, Audience.parse(audience), around)["centre"]


@pytest.mark.parametrize(("screen", "audience"), SCREENS)
def test_the_end_says_who_gets_what_and_why_others_get_nothing(screen: str, audience: str) -> None:
    session = session_of(final=True, winner="masters")
    assert session.game.phase is Phase.FINISHED
    page = centre(session, screen, audience)
    assert page.count('data-testid="reward-') == 5 and "Ala <b>" not in page
    text = html.unescape(page)
    for sentence in ("second place", "dropped out before the end", "plays for no house", "for 2 weeks: Ala <b>, Ola"):
        assert sentence in text
    assert 'href="/rules/auction/#p29"' in page and 'href="/rules/auction/#p22"' in page
    ranking = engine.ranking(session.game)
    assert f">{ranking['gryffindor']}</strong>" in page


@pytest.mark.parametrize("audience", ["captain:red", "player:red", "captain:masters", "captain:blue"])
def test_a_phone_reads_at_the_end_what_its_own_team_gets(audience: str) -> None:
    screen, team = audience.split(":")
    session = session_of(final=True, winner="masters")
    page = centre(session, screen, audience)
    assert page.count('data-testid="reward-') == 1 and f'data-testid="reward-{team}"' in page
    assert 'data-testid="reward-' not in centre(session_of(final=False), screen, audience)


@pytest.mark.parametrize(("screen", "audience"), SCREENS)
def test_winning_challengers_take_the_box_and_keep_order_for_a_week(screen: str, audience: str) -> None:
    page = html.unescape(centre(session_of(final=True), screen, audience))
    assert "the house sits in the Masters' box" in page and "for 1 week: Kapitan Czerwoni" in page
    assert "Masters who lose the final earn nothing" in page


def test_staff_among_the_masters_are_named_as_those_without_the_right() -> None:
    session = session_of(final=True, winner="masters")
    lines = tuple(
        replace(line, kind=RewardKind.NOTHING, code="staff") if line.player == "p2" else line
        for line in lines_of(session)
    )
    page = html.unescape(centre(session, "console", "host", lines))
    assert "for 2 weeks: Ala <b>." in page and "being on the school's staff: Ola." in page


def test_after_the_first_round_only_the_host_sees_what_closing_would_settle() -> None:
    session = session_of(final=False)
    assert session.game.phase is Phase.ROUND_OVER
    assert "If the game is closed now" in centre(session, "console", "host")
    for screen in ("spectator", "projector"):
        assert "rewards" not in centre(session, screen, "public")
        assert "For the house cup" in centre(session, screen, "public", finished=True)


def test_every_reason_has_its_sentence() -> None:
    codes = {line.code for final in (True, False) for line in lines_of(session_of(final=final))}
    codes |= {line.code for line in lines_of(session_of(final=True, winner="masters"))} | {"staff"}
    assert len(codes) > 8 and all(reward_words.why(code) != code for code in codes)


@pytest.fixture
def evening(season, host_user):
    """A game of one question a round, its first round over: red 53 of 50, blue 47."""
    game = make_auction_game(season, host_user, houses=2)
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 1}})
    assert start_game(game_id=game.pk, actor=HOST).accepted
    first = {"do": "draw", "category": "Historia", "question": {**question(1), "id": "asked-aloud"}}
    commands = [first, *lot("red")[:-1], {"do": "show_question"}, {"do": "judge", "correct": True}]
    for number, command in enumerate(commands):
        outcome = play(
            game_id=game.pk,
            command=command,
            actor=HOST,
            command_id=f"c{number}",
            expected_seq=None,
            received_at=timezone.now(),
        )
        assert outcome.accepted, outcome.refusal
    return LiveGame.objects.get(pk=game.pk)


@pytest.mark.django_db
@pytest.mark.database
def test_survivors_points_are_settled_with_the_end_of_the_game_not_of_the_round(evening):
    assert load_session(evening).game.phase is Phase.ROUND_OVER and not LedgerEntry.objects.exists()
    assert finish_game(game_id=evening.pk, actor=HOST, reason="dość na dziś").accepted
    evening.refresh_from_db()
    entries = {entry.house.key: entry.points for entry in LedgerEntry.objects.select_related("house")}
    assert entries == engine.ranking(load_session(evening).game) and "red" not in entries
    reopen_game(game_id=evening.pk, actor=HOST)
    finish_game(game_id=evening.pk, actor=HOST, reason="dość na dziś")
    assert sum(entry.points for entry in LedgerEntry.objects.all()) == sum(entries.values())
    assert find_ledger_differences(LiveGame.objects.get(pk=evening.pk)) == []


@pytest.mark.django_db
def test_the_screens_read_the_rewards_of_a_closed_game(evening, client):
    session = load_session(evening)
    assert "If the game is closed now" in render_panels(evening, session, "console", "host", "en")["centre"]
    finish_game(game_id=evening.pk, actor=HOST, reason="dość na dziś")
    page = client.get(f"/games/{evening.pk}/").content.decode()
    assert "For the house cup" in page and "Held out to the end of the first round" in page
    LiveGame.objects.filter(pk=evening.pk).update(for_ranking=False)
    assert "For the house cup" not in client.get(f"/games/{evening.pk}/").content.decode()


@pytest.mark.django_db
@pytest.mark.database
def test_masters_on_the_staff_win_no_right(evening):
    teacher = Person.objects.create(name="Ola", kind="staff")
    session = session_of(final=True, winner="masters")
    players = (Player(f"p{teacher.pk}", "Ola"), Player("guest", "Ala"))
    seats = tuple(replace(seat, players=players) if seat.team == "masters" else seat for seat in session.seats)
    session = replace(session, seats=seats)
    evening.snapshot = _snapshot(session)
    found = {line.name: (line.kind, line.code) for line in compute_rewards(evening) if line.player}
    assert found == {"Ola": (RewardKind.NOTHING, "staff"), "Ala": (RewardKind.HALF_OP, "half_op")}


def _snapshot(session: Session) -> str:
    from auction.rules.snapshots import dump_session
    from tournaments.services.replay_log import make_snapshot

    return make_snapshot(dump_session(session), None, None)
