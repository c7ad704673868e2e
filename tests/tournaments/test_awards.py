"""Rights in the chat: granted for calendar weeks, ended early with a reason, seen on the day they end."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from tests.playing import give
from tests.tournaments.test_games import check
from tournaments.models import AuditEntry, LiveGame, Person, Privilege
from tournaments.rules.engine import Refusal
from tournaments.selectors.awards import read_privileges
from tournaments.services.awards import revoke_privilege, weeks_after
from tournaments.services.games import finish_game, reopen_game
from tournaments.texts import explain_here

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WARSAW = ZoneInfo("Europe/Warsaw")
DAY = datetime.timedelta(days=1)


def at(text, fold=0):
    return datetime.datetime.fromisoformat(text).replace(tzinfo=WARSAW, fold=fold)


def local(moment):
    return moment.astimezone(WARSAW).strftime("%Y-%m-%d %H:%M %z")


@pytest.mark.parametrize(
    ("start", "weeks", "end"),
    [
        (at("2026-11-30 20:15"), 1, "2026-12-07 20:15 +0100"),
        (at("2026-11-30 20:15"), 2, "2026-12-14 20:15 +0100"),
        (at("2026-03-27 20:15"), 1, "2026-04-03 20:15 +0200"),  # the clocks went forward in between
        (at("2026-10-23 20:15"), 2, "2026-11-06 20:15 +0100"),  # and back
        (at("2026-03-22 02:30"), 1, "2026-03-29 03:30 +0200"),  # 02:30 does not exist on that day
        (at("2026-10-18 02:30"), 1, "2026-10-25 02:30 +0100"),  # comes twice on that day: the later one
        (at("2026-10-25 02:30", fold=1), 1, "2026-11-01 02:30 +0100"),
        (at("2026-12-25 00:00"), 1, "2027-01-01 00:00 +0100"),
    ],
)
def test_weeks_are_weeks_of_the_schools_calendar(start, weeks, end):
    assert local(weeks_after(start.astimezone(datetime.UTC), weeks, WARSAW)) == end


def won(make_game, host, *holders, **how):
    """A game that these players won, finished."""
    game = make_game(**how)
    for holder in holders:
        give(game, host, "show", thing=holder)
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()
    return game


def test_who_won_gets_two_weeks_but_not_the_staff(make_game, host):
    pupil, teacher = Person.objects.create(name="Uczennica"), Person.objects.create(name="Nauczyciel", kind="staff")
    game = won(make_game, host, f"p{pupil.pk}", f"p{teacher.pk}", "pguest")
    rows = Privilege.objects.order_by("pk")
    assert [(row.person, row.holder, row.name, row.paragraph, row.kind) for row in rows] == [
        (pupil, f"p{pupil.pk}", f"P{pupil.pk}", "29", "half_op"),
        (None, "pguest", "PGUEST", "29", "half_op"),
    ]
    assert {(row.starts_at, row.ends_at) for row in rows} == {(game.finished_at, weeks_after(game.finished_at, 2))}
    assert check()[0] == 0


def test_a_reopened_game_withdraws_and_a_second_finish_grants_anew(make_game, host):
    game = won(make_game, host, "p1")
    reopen_game(game_id=game.pk, actor=host)
    assert read_privileges().in_force == () and Privilege.objects.get().withdrawn
    give(game, host, "show", thing="p2")
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    game.refresh_from_db()
    standing = Privilege.objects.filter(withdrawn=False).order_by("holder")
    assert [(row.holder, row.starts_at) for row in standing] == [("p1", game.finished_at), ("p2", game.finished_at)]
    assert Privilege.objects.count() == 3 and check()[0] == 0


def test_what_was_taken_away_stays_away_when_the_game_is_finished_again(make_game, host):
    game = won(make_game, host, "p1", "p2")
    row = Privilege.objects.get(holder="p1")
    assert revoke_privilege(privilege_id=row.pk, reason="shouting", actor=host).accepted
    reopen_game(game_id=game.pk, actor=host)
    assert Privilege.objects.filter(withdrawn=False).count() == 0
    finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
    assert [row.holder for row in read_privileges().in_force] == ["p2"]
    assert Privilege.objects.get(holder="p1").revoke_reason == "shouting" and check()[0] == 0


def test_a_privilege_that_does_not_fit_is_found(make_game, host):
    game = won(make_game, host, "p1")
    Privilege.objects.update(holder="p9")
    errors = check()[2].splitlines()
    assert errors == [f"game {game.pk}: the privilege of {holder} does not fit the result" for holder in ("p1", "p9")]


def test_taking_away_needs_a_reason_and_happens_once(make_game, host):
    won(make_game, host, "p1")
    row = Privilege.objects.get()
    for reason in ("", "  ", "…"):
        assert revoke_privilege(privilege_id=row.pk, reason=reason, actor=host).refusal == Refusal("", "reason_missing")
    assert revoke_privilege(privilege_id=row.pk, reason=" shouting \n at all ", actor=host).accepted
    row.refresh_from_db()
    assert (row.revoked_by, row.revoke_reason) == ("Ela Sowa", "shouting at all")
    again = revoke_privilege(privilege_id=row.pk, reason="again", actor=host)
    assert again.refusal is not None and again.refusal.code == "privilege_gone"
    assert explain_here(again.refusal) == "P1 no longer has this right: it has been taken away already."
    entry = AuditEntry.objects.get(action="revoke_privilege")
    assert entry.details["reason"] == "shouting at all" and entry.target == f"privilege:{row.pk}"


def test_what_is_over_is_not_taken_away(make_game, host):
    won(make_game, host, "p1")
    row = Privilege.objects.get()
    late = revoke_privilege(privilege_id=row.pk, reason="late", actor=host, now=row.ends_at)
    assert late.refusal is not None and late.refusal.code == "privilege_over"


def test_the_day_of_the_end_is_the_schools(make_game, host):
    won(make_game, host, "p1")
    Privilege.objects.update(
        starts_at=at("2026-10-18 00:30"), ends_at=at("2026-10-25 00:30")
    )  # 22:30 UTC the day before

    def seen(text):
        found = read_privileges(at(text))
        lists = (found.lasting, found.ending_tomorrow, found.ending_today, found.to_take_away_today)
        return tuple(map(len, lists))

    assert seen("2026-10-17 23:00") == (0, 0, 0, 0)
    assert seen("2026-10-23 23:59") == (1, 0, 0, 0)
    assert seen("2026-10-24 23:59") == (0, 1, 0, 0)
    assert seen("2026-10-25 00:10") == (0, 0, 1, 0)
    assert seen("2026-10-25 00:30") == (0, 0, 0, 1)
    assert seen("2026-10-25 23:59") == (0, 0, 0, 1)  # 25 hours long, that day
    assert seen("2026-10-26 00:00") == (0, 0, 0, 0)


def test_who_won_the_right_twice_keeps_it_when_the_first_ends(make_game, host):
    for _ in range(2):
        won(make_game, host, "p1")
    first, second = Privilege.objects.order_by("pk")
    Privilege.objects.filter(pk=first.pk).update(ends_at=first.starts_at + DAY / 100)
    found = read_privileges(second.starts_at + DAY / 50)
    assert not found.ending_today
    if found.ended_today:  # not if the test runs around midnight
        assert found.to_take_away_today == () and found.in_force == (second,)


def test_the_database_refuses_a_second_one_and_one_without_a_reason(make_game, host):
    won(make_game, host, "p1")
    row = Privilege.objects.get()
    row.pk, row._state.adding = None, True
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
    for wrong in ({"revoked_at": row.ends_at}, {"revoke_reason": "x"}, {"ends_at": row.starts_at}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Privilege.objects.update(**wrong)


def test_players_whose_ids_are_no_people(make_game, host):
    game = won(make_game, host, "p", "p١", "p" + "9" * 30, "px")
    assert set(Privilege.objects.values_list("person", flat=True)) == {None}
    assert LiveGame.objects.get(pk=game.pk).finished_at is not None
