"""The archive of rulings (§5.3.3): what was asked, viewed, voted and found, with names as the seasons say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from appeals import words
from appeals.models import Appeal
from appeals.rules.projection import Audience, Reader, Seen, project
from appeals.rules.state import Kind
from appeals.selectors.clocks import moment_of, school_date
from appeals.selectors.folds import read_state
from appeals.selectors.lists import announced_appeals, was_announced
from appeals.selectors.people import juror_id
from chgk.models import ClubSeason
from tournaments.models import Person
from tournaments.rules.likeness import normalise

OUTCOMES = ("granted", "denied")


@dataclass(frozen=True, slots=True)
class Filter:
    """What somebody looks for."""

    text: str = ""
    season: int = 0
    kind: str = ""
    outcome: str = ""

    @classmethod
    def of(cls, data: Mapping[str, str]) -> Filter:
        """From an address; what means nothing is left out."""
        season, kind, outcome = data.get("season", ""), data.get("kind", ""), data.get("outcome", "")
        return cls(
            data.get("q", "").strip()[:200],
            int(season) if season.isascii() and season.isdigit() and len(season) < 10 else 0,
            kind if kind in list(Kind) else "",
            outcome if outcome in OUTCOMES else "",
        )


@dataclass(frozen=True, slots=True)
class Found:
    """An appeal as whoever looks may read it."""

    row: Appeal
    seen: Seen

    @property
    def kind(self) -> str:
        """What it asked for."""
        return self.row.get_kind_display()

    @property
    def granted(self) -> bool | None:
        """What was announced; None while the procedure is repeated."""
        return None if self.seen.announcement is None else self.seen.announcement.granted

    @property
    def outcome(self) -> str:
        """In words."""
        return _("the procedure is being repeated") if self.granted is None else words.outcome_word(self.granted)


def read_archive(chosen: Filter, person: Person | None) -> list[Found]:
    """The rulings that fit, the newest first; one query. Members of the club read names, strangers where allowed."""
    audience = Audience(Reader.CLUB, juror_id(person)) if person is not None else Audience(Reader.PUBLIC)
    rows = announced_appeals()
    if chosen.season:
        rows = rows.filter(club=chosen.season)
    if chosen.kind:
        rows = rows.filter(kind=chosen.kind)
    found = []
    for row in rows:
        seen = project(read_state(row), audience)
        if seen is not None and _fits(Found(row, seen), chosen):
            found.append(Found(row, seen))
    return found


def seasons_with_rulings() -> list[ClubSeason]:
    """The seasons that the archive has something of; one query."""
    theirs = Appeal.objects.filter(was_announced(), club=OuterRef("pk"))
    return list(ClubSeason.objects.filter(Exists(theirs)).select_related("season"))


def _fits(found: Found, chosen: Filter) -> bool:
    if chosen.outcome and found.granted is not (chosen.outcome == "granted"):
        return False
    wanted = normalise(chosen.text).split()
    if not wanted:
        return True
    text = normalise(" ".join(_texts(found)))
    return all(word in text for word in wanted)


def _texts(found: Found) -> Iterator[str]:
    """Everything that this reader sees of it."""
    sheet = found.seen.sheet
    yield str(found.row)
    if sheet is not None:
        yield from (sheet.season, sheet.game, sheet.team, sheet.captain, sheet.text, sheet.answer, sheet.given)
        yield sheet.reasoning
        yield from (source.raw for source in sheet.sources)
    for member in found.seen.members:
        yield from (member.name, member.view or "")
    for complaint in found.seen.complaints:
        yield complaint.text
        if complaint.finding is not None:
            yield complaint.finding.text


def as_json(found: Found) -> dict[str, Any]:
    """An appeal for other programs."""
    seen, sheet = found.seen, found.seen.sheet
    told = seen.announcement
    return {
        "number": found.row.number,
        "season": str(found.row.club),
        "team": "" if sheet is None else sheet.team,
        "question": found.row.question,
        "text": "" if sheet is None else sheet.text,
        "answer": "" if sheet is None else sheet.answer,
        "given": "" if sheet is None else sheet.given,
        "kind": found.row.kind,
        "reasoning": "" if sheet is None else sheet.reasoning,
        "sources": [] if sheet is None else [source.raw for source in sheet.sources],
        "filed_at": None if found.row.filed_at is None else found.row.filed_at.isoformat(),
        "granted": found.granted,
        "accepted": [] if told is None else list(told.accepted),
        "announced_at": None if told is None else moment_of(told.at).isoformat(),
        "by_curator": seen.by_curator,
        "curators_reason": "" if seen.own is None else seen.own.reason,
        "jury": [
            {
                "name": member.name,
                "view": member.view,
                "vote": None if member.choice is None else member.choice.value,
                "date": member.date,
                "recused": member.recused,
            }
            for member in seen.members
        ],
        "complaints": [
            {
                "text": one.text,
                "upheld": None if one.finding is None else one.finding.upheld,
                "finding": "" if one.finding is None else one.finding.text,
            }
            for one in seen.complaints
            if one.finding is not None
        ],
        "repeated": len(seen.former),
    }


def headings() -> list[str]:
    """Of the columns of a spreadsheet."""
    return [
        _("Number"), _("Season"), _("Team"), _("Question"), _("Text"), _("Answer"), _("The team's answer"),
        _("Request"), _("Reasons"), _("Sources"), _("Filed"), _("Outcome"), _("Announced"), _("Votes"), _("Views"),
    ]  # fmt: skip


def as_rows(found: list[Found]) -> Iterator[list[str]]:
    """The same for a spreadsheet, one appeal a line; dates are those of the school's calendar."""
    for one in found:
        sheet, row = one.seen.sheet, one.row
        members = [(member, member.name or str(number)) for number, member in enumerate(one.seen.members, 1)]
        yield [
            str(row.number or ""),
            str(row.club),
            "" if sheet is None else sheet.team,
            str(row.question),
            "" if sheet is None else sheet.text,
            "" if sheet is None else sheet.answer,
            "" if sheet is None else sheet.given,
            one.kind,
            "" if sheet is None else sheet.reasoning,
            "" if sheet is None else "\n".join(source.raw for source in sheet.sources),
            "" if row.filed_at is None else school_date(row.filed_at),
            one.outcome,
            "" if row.announced_at is None else school_date(row.announced_at),
            "\n".join(f"{name}: {words.CHOICES[one.choice]}" for one, name in members if one.choice is not None),
            "\n".join(f"{name}: {one.view}" for one, name in members if one.view),
        ]
