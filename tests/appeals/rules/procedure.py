"""Appeals for tests of the rules: a sheet, a jury of three, and the steps in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from appeals.rules import commands as c
from appeals.rules.engine import decide, evolve
from appeals.rules.settings import Settings
from appeals.rules.state import Appeal, Choice, Kind, Member, Sheet, Source
from tournaments.rules.deadlines import WEEK
from tournaments.rules.engine import Refusal, fold
from tournaments.rules.votes import Count

T0 = 1_000_000_000_000
MEMBERS = (Member("p1", "Ada"), Member("p2", "Bea"), Member("p3", "Cyryl"))
JURORS = ("p1", "p2", "p3")
SHEET = Sheet(
    season="1997",
    game="Lions",
    team="Lions",
    question=3,
    text="Who lit it?",
    answer="the keeper",
    given="the lighthouse keeper",
    kind=Kind.ACCEPT,
    reasoning="It is the same man.",
    sources=(Source("A. Author. Lamps. — Kraków: Znak, 1990. — P. 12."),),
    captain="Vera",
    accepted=("the lighthouse keeper",),
)
LETTERS = {"A": Choice.AGREE, "D": Choice.DISAGREE, "-": Choice.ABSTAIN}


def play(appeal: Appeal, *commands: c.Command) -> Appeal:
    """The appeal after these commands, all of them allowed."""
    for command in commands:
        appeal = fold(evolve, appeal, decide(appeal, command))
    return appeal


def refused(appeal: Appeal, command: c.Command) -> tuple[str, str]:
    """Paragraph and code of the refusal."""
    try:
        decide(appeal, command)
    except Refusal as refusal:
        return refusal.paragraph, refusal.code
    raise AssertionError(f"{command} was allowed")


def file(sheet: Sheet = SHEET, at: int = T0, **settings: Any) -> c.File:
    return c.File(sheet, Settings(**settings), at + WEEK, at)


def filed(kind: Kind = Kind.ACCEPT, **settings: Any) -> Appeal:
    return play(Appeal(), file(replace(SHEET, kind=kind), **settings))


def seated(kind: Kind = Kind.ACCEPT, **settings: Any) -> Appeal:
    """Received, with a jury."""
    return play(filed(kind, **settings), c.Receive(T0 + 1), c.SeatJury(MEMBERS, T0 + 2))


def speak(appeal: Appeal, *jurors: str) -> Appeal:
    """They read it and state their views."""
    for juror in jurors:
        appeal = play(appeal, c.ConfirmRead(juror, T0 + 3), c.StateView(juror, f"view of {juror}", T0 + 4))
    return appeal


def vote(juror: str, letter: str) -> c.CastVote:
    return c.CastVote(juror, LETTERS[letter], "2026-12-01", T0 + 5)


def voted(letters: str, appeal: Appeal | None = None) -> Appeal:
    """All have spoken, and the first ones voted."""
    appeal = speak(seated(), *JURORS) if appeal is None else appeal
    return play(appeal, *(vote(juror, letter) for juror, letter in zip(JURORS, letters, strict=False)))


def announce(at: int = T0 + 10) -> c.Announce:
    return c.Announce(("the lighthouse keeper",), at + WEEK, at)


def announced(letters: str = "AAD", **settings: Any) -> Appeal:
    return play(voted(letters, speak(seated(**settings), *JURORS)), announce())


def complain(by: str = "p9", at: int = T0 + 20, text: str = "They voted out of turn.") -> c.Complain:
    return c.Complain(by, "Zoe", text, True, at)


def hear(in_favour: int = 3, number: int = 1, *, repeat: bool = False, composition: int = 4) -> c.HearComplaint:
    count = Count(composition, in_favour, composition - in_favour)
    return c.HearComplaint(number, count, "They did.", repeat, T0 + 3 * WEEK, T0 + 30)
