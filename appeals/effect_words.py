"""The difference that a ruling makes, in words: before and after, line by line, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from appeals.selectors.effects import Effect, Facts, Line
from chgk.models import ClubSeason
from chgk.rules.questions import Side
from chgk.rules.standings import Close
from chgk.selectors.seasons import team_names


@dataclass(frozen=True, slots=True)
class EffectLine:
    """One thing before and after."""

    name: str
    before: str
    after: str

    @property
    def changes(self) -> bool:
        """Whether it is another one."""
        return self.before != self.after


def effect_lines(effect: Effect, names: Mapping[str, str]) -> list[EffectLine]:
    """Score, number of questions, winner, places in the table, finalist, champion. ``names``: of teams by key."""
    before, after = effect.before, effect.after
    lines = [
        EffectLine(_("Score"), _score(before), _score(after)),
        EffectLine(_("Questions that count"), str(before.questions), str(after.questions)),
        EffectLine(_("Game"), _game(before), _game(after)),
    ]
    if not effect.is_final:
        later = {line.team: line for line in after.lines}
        for line in before.lines:
            now, then = _table(line), _table(later[line.team])
            if now != then:
                lines.append(EffectLine(_("%(team)s in the table") % {"team": _name(line.team, names)}, now, then))
        lines.append(EffectLine(_("Finalist"), _lead(before, names), _lead(after, names)))
    lines.append(EffectLine(_("Champion"), _end(before, names), _end(after, names)))
    return lines


def say_effect(effect: Effect, club: ClubSeason) -> tuple[list[EffectLine], list[str]]:
    """Both for a season of the club. One query."""
    names = team_names(club)
    return effect_lines(effect, names), effect_notes(effect, names)


def effect_notes(effect: Effect, names: Mapping[str, str]) -> list[str]:
    """What the curator has to know besides."""
    notes = []
    if not effect.changes:
        notes.append(_("Neither the game nor the season's table changes."))
    if effect.opens_again:
        notes.append(_("The game is open again: play it on live, or close it on its console with a reason."))
    if effect.ends:
        notes.append(_("The game is over with this ruling."))
    if effect.after.needs_ruling and not effect.before.needs_ruling:
        notes.append(
            _("The deciding round would not have been allowed any more; the score is counted as if it had been.")
        )
    if effect.final_in_question and effect.other_finalist:
        team = _name(effect.final_team or "", names)
        notes.append(
            _("The final has begun already, played by %(team)s, who would not be the finalist any more.")
            % {"team": team}
        )
    if effect.is_final and effect.before.champion != effect.after.champion:
        notes.append(_("The season ends differently. An owl that was given is then in question on the season's desk."))
    return notes


def _score(facts: Facts) -> str:
    return f"{facts.team}:{facts.authors}"


def _game(facts: Facts) -> str:
    if not facts.over:
        return _("goes on, with a deciding question") if facts.deciding else _("goes on")
    return _("won by the team") if facts.winner is Side.TEAM else _("won by the authors")


def _table(line: Line) -> str:
    if line.place is None or line.own is None:
        return _("no result yet")
    questions = line.questions or 0
    count = ngettext("%(count)s question", "%(count)s questions", questions) % {"count": questions}
    place = _("place %(place)s") % {"place": line.place}
    return f"{place}, {line.own}:{line.authors}, {count}"


def _lead(facts: Facts, names: Mapping[str, str]) -> str:
    if facts.finalist is not None:
        return _name(facts.finalist, names)
    return {
        "waiting": _("open: games are to be played"),
        "tie": _("a tie: the curator decides"),
        "nobody": _("nobody"),
    }.get(facts.lead, facts.lead)


def _end(facts: Facts, names: Mapping[str, str]) -> str:
    if facts.champion is not None:
        return _name(facts.champion, names)
    return {
        Close.FINAL_TO_PLAY: _("the final is to be played"),
        Close.FINAL_LOST: _("none: the final was lost"),
        Close.FINAL_NO_SHOW: _("none: the finalist did not come"),
        Close.NO_FINAL: _("none: no team has played"),
    }.get(Close(facts.how), "")


def _name(key: str, names: Mapping[str, str]) -> str:
    return names.get(key, key)
