"""A season in words: who goes to the final and why, how it ended, what became of a date.

Names come from the data and stand in the nominative, so that every language can build its sentence around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chgk import words
from chgk.models import Fixture, FixtureMove
from chgk.rules import standings
from chgk.rules.parameters import AT_POINT, FINAL_TARGET, Parameters
from chgk.rules.session import open_settings
from chgk.rules.standings import Close, Result, Table, Why
from tournaments.disciplines import Json
from tournaments.name_words import isolate
from tournaments.texts import say_moment

Names = Mapping[str, str]  # a team's key -> what it is called


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with the paragraph behind it; "" without one."""

    text: str
    paragraph: str = ""


def listed(teams: Iterable[str], names: Names) -> str:
    """Teams by their names, one after the other."""
    return ", ".join(named(team, names) for team in teams)


def named(team: str, names: Names) -> str:
    """A team's name as it may stand in a sentence."""
    return isolate(names.get(team, team))


def signed(number: int) -> str:
    """«+3», «−1», «0»: a difference with a real minus."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number < 0 else "0"


def questions(number: int) -> str:
    """«9 questions»."""
    return ngettext("%(number)d question", "%(number)d questions", number) % {"number": number}


def lead_sentence(table: Table, names: Names) -> Said:
    """§3.1.2: who goes to the final and why, or what is still missing."""
    match table.lead:
        case standings.Waiting(teams):
            return Said(_("The finalist is not known yet. Still to play: %(teams)s.") % {"teams": listed(teams, names)})
        case standings.Tie(teams):
            sentence = _("Equal in everything: %(teams)s. The curator decides who plays the final.")
            return Said(sentence % {"teams": listed(teams, names)}, "3.1.2")
        case standings.Nobody():
            return Said(_("No team has come to its game, so there is no final."), "3.1.2")
        case standings.Finalist() as finalist:
            return _finalist(finalist, table, names)
    raise AssertionError(table.lead)


def _finalist(finalist: standings.Finalist, table: Table, names: Names) -> Said:
    results = {row.team: row.outcome for row in table.rows if isinstance(row.outcome, Result)}
    own, others = results[finalist.team], [results[team] for team in finalist.ahead_of]
    facts = {"team": named(finalist.team, names), "others": listed(finalist.ahead_of, names)}
    match finalist.why:
        case Why.ALONE:
            return Said(_("%(team)s goes to the final: no other team has a result.") % facts, "3.1.2")
        case Why.CURATOR:
            facts["reason"] = isolate(finalist.reason)
            sentence = _("%(team)s goes to the final by the curator's decision on the tie with %(others)s: %(reason)s")
            return Said(sentence % facts, "1.5")
        case Why.QUESTIONS:
            facts |= {"own": questions(own.questions), "theirs": questions(others[0].questions)}
            sentence = _(
                "%(team)s goes to the final: the same difference as %(others)s, but in %(own)s, not %(theirs)s."
            )
            return Said(sentence % facts, "3.1.2")
        case Why.DIFFERENCE:
            facts |= {"own": signed(own.difference), "theirs": signed(others[0].difference)}
            sentence = _(
                "%(team)s goes to the final with the best difference of points: %(own)s; next, %(others)s: %(theirs)s."
            )
            return Said(sentence % facts, "3.1.2")


def outcome_sentence(outcome: standings.Outcome, names: Names, score: str) -> Said | None:
    """How the season ended; None before that. ``score``: of the final, «6:3»."""
    facts = {"team": named(outcome.champion or "", names), "score": score}
    match outcome.how:
        case Close.FINAL_WON:
            return Said(_("%(team)s won the final %(score)s and with it the season.") % facts, "3.2.1")
        case Close.FINAL_LOST:
            return Said(
                _("The authors of the questions won the final %(score)s: the season has no champion.") % facts, "3.1.2"
            )
        case Close.FINAL_NO_SHOW:
            return Said(_("The finalist did not come to the final: the season has no champion."), "3.1.2")
        case Close.NO_FINAL:
            return Said(_("No final was played: the season has no champion."), "3.1.2")
        case Close.FINAL_TO_PLAY:
            return None


def fixture_title(fixture: Fixture) -> str:
    """«Game 2», «Final»."""
    return _("Final") if fixture.is_final else _("Game %(number)d") % {"number": fixture.number}


def move_sentence(move: FixtureMove) -> str:
    """What became of a date, and why."""
    facts = {"reason": isolate(move.reason)}
    if move.before is not None:
        facts["before"] = say_moment(move.before)
    if move.after is not None:
        facts["after"] = say_moment(move.after)
    if move.before is not None and move.after is not None:
        return _("Moved from %(before)s to %(after)s: %(reason)s") % facts
    if move.after is not None:
        return _("Moved to %(after)s: %(reason)s") % facts
    if move.before is not None:
        return _("Not on %(before)s, the new date follows: %(reason)s") % facts
    return _("Moved, the date follows: %(reason)s") % facts


def rules_in_short(rules: Json, final_rules: Json, settings: Json) -> list[tuple[str, str, str]]:
    """What the season is played by: a name, what it is, its paragraph."""
    usual = Parameters.from_json(rules)
    final = Parameters.from_json({"target": FINAL_TARGET, **final_rules})
    times = open_settings(settings)
    deciding = _("from %(at)d points, worth %(worth)d")
    return [
        (_("Points to win"), str(usual.target), "3.1.3"),
        (_("Points to win the final"), str(final.target), "3.1.2"),
        (_("Deciding round"), deciding % {"at": usual.deciding_at, "worth": usual.deciding_worth}, "3.1.4"),
        (
            _("Deciding round of the final"),
            deciding % {"at": final.deciding_at, "worth": final.deciding_worth},
            "3.1.4",
        ),
        (_("It may be taken"), _window(usual, final), "3.1.4"),
        (_("Time to talk it over"), words.minutes(times.discussion_ms), "3.1.5"),
        (_("For the deciding question"), words.minutes(times.deciding_ms), "3.1.5"),
    ]


def _window(usual: Parameters, final: Parameters) -> str:
    at_point, while_there = _("right after that point"), _("as long as the team has that many")
    said = [at_point if one.deciding_window == AT_POINT else while_there for one in (usual, final)]
    return (
        said[0]
        if said[0] == said[1]
        else _("%(usual)s; in the final %(final)s") % dict(zip(("usual", "final"), said, strict=True))
    )
