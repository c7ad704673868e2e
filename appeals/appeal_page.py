"""What the page of an appeal shows: the projection in words, and for the curator the effect of the ruling."""

from __future__ import annotations

import datetime
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date

from appeals import effect_words, words
from appeals.forms import FindingForm
from appeals.models import Appeal
from appeals.refusals import refused
from appeals.rules.filing import PARAGRAPHS_OF_FAULTS
from appeals.rules.projection import MemberNow, Past, Seen, Status
from appeals.rules.state import Choice, Kind, Source
from appeals.selectors.clocks import moment_of
from appeals.selectors.effects import preview_ruling
from appeals.selectors.juries import complaint_motions, council_of
from appeals.selectors.lists import equal_appeals
from appeals.selectors.verdicts import verdict_in_force
from chgk.question_page import ShownSource, shown_source
from chgk.selectors import team_names
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import from_json
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member as the page shows them."""

    member: MemberNow
    number: int
    choice: str
    date: datetime.date | None

    @property
    def tone(self) -> str:
        """The colour of a vote."""
        return "" if self.member.choice is None else self.member.choice.value


@dataclass(frozen=True, slots=True)
class PastLine:
    """A withdrawn ruling."""

    outcome: str
    announced_at: datetime.datetime
    members: tuple[MemberLine, ...]
    reason: str


def _shown(source: Source) -> ShownSource:
    """Of an older log, what its line seems to cite."""
    return shown_source(propose_citation(source.raw) if source.citation is None else from_json(source.citation))


def read_page(row: Appeal, seen: Seen, *, curates: bool) -> dict[str, Any]:
    """The context of the page and of its live part; for the curator of a decided appeal with its effect."""
    told = seen.announcement
    context: dict[str, Any] = {
        "seen": seen,
        "sheet": seen.sheet,
        "kind": row.get_kind_display(),
        "sources": [] if seen.sheet is None else [_shown(source) for source in seen.sheet.sources],
        "is_accept": row.kind == Kind.ACCEPT.value,
        "status": words.STATUSES[seen.status],
        "time": None if seen.status in words.TIMELESS else words.time_words(row.decide_by),
        "filed_at": row.filed_at,
        "members": member_lines(seen.members),
        "next": words.next_step(seen),
        "choices": [(choice.value, words.CHOICES[choice]) for choice in Choice],
        "outcome": None if seen.outcome is None else words.outcome_word(seen.outcome),
        "announced_at": None if told is None else moment_of(told.at),
        "complain_until": None if told is None else moment_of(told.complain_until),
        "complain_time": None if told is None else words.time_words(moment_of(told.complain_until)),
        "former": [_past(one) for one in seen.former],
        "faults": PARAGRAPHS_OF_FAULTS,
        "today": timezone.localdate(),
        "mark": _mark(seen),
    }
    if curates and seen.status is Status.DECIDED:
        context |= _effect(row, seen)
    if seen.complaints:
        found = complaint_motions(row)
        context["complaints"] = [(one, found.get(one.number)) for one in seen.complaints]
    if curates and seen.complaints:
        size = len(council_of(row.club))
        context["finding_form"] = FindingForm(composition=size)
        context["words_form"] = FindingForm(composition=size, voted=True)
    return context


def member_lines(members: tuple[MemberNow, ...]) -> list[MemberLine]:
    """The members with their votes in words."""
    return [
        MemberLine(
            member,
            number,
            "" if member.choice is None else str(words.CHOICES[member.choice]),
            parse_date(member.date) if member.date else None,
        )
        for number, member in enumerate(members, 1)
    ]


def _effect(row: Appeal, seen: Seen) -> dict[str, Any]:
    """What the announcement will change; nothing for a denied appeal."""
    if not seen.outcome:
        return {"effect": None}
    try:
        effect = preview_ruling(row.club, row.game, row.question, verdict_in_force(row, granted=True))
    except Refusal as refusal:
        return {"effect": None, "no_effect": refused(refusal)}
    names = team_names(row.club)
    return {
        "effect": effect,
        "effect_lines": effect_words.effect_lines(effect, names),
        "effect_notes": effect_words.effect_notes(effect, names),
        "equal": equal_appeals(row, seen.sheet),
    }


def _past(past: Past) -> PastLine:
    told = past.announcement
    reason = past.own.reason if past.own is not None else ""
    return PastLine(words.outcome_word(told.granted), moment_of(told.at), tuple(member_lines(past.members)), reason)


def _mark(seen: Seen) -> str:
    """Another one as soon as the live part would show something else."""
    return hashlib.sha256(json.dumps(to_json(seen), sort_keys=True).encode()).hexdigest()[:12]
