"""The archive (§5.3.3): motions with votes, clarifications, decisions of curators; with names as seasons say."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from chgk import council_words as words
from chgk.council_page import Reader
from chgk.models import Clarification, ClubSeason, CouncilRules, CuratorDecision, Motion
from chgk.rules.council import Kind, Settings, read_settings
from chgk.selectors.council import kind_of, motions, voter_lines
from tournaments.models import Person
from tournaments.rules.likeness import normalise

CLARIFICATION, DECISION = "clarification", "decision"
KINDS = (*(kind.value for kind in Kind), CLARIFICATION, DECISION)


@dataclass(frozen=True, slots=True)
class Filter:
    """What somebody looks for."""

    text: str = ""
    season: int = 0
    kind: str = ""

    @classmethod
    def of(cls, data: Mapping[str, str]) -> Filter:
        """From an address; what means nothing is left out."""
        season, kind = data.get("season", ""), data.get("kind", "")
        number = int(season) if season.isascii() and season.isdigit() and len(season) < 10 else 0
        return cls(data.get("q", "").strip()[:200], number, kind if kind in KINDS else "")


@dataclass(frozen=True, slots=True)
class Vote:
    """A closed vote on a motion, as whoever looks may read it: ``voices`` are (team, captain, choice)."""

    figures: str
    decision: str
    voices: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was decided."""

    kind: str
    kind_word: str
    number: str
    season: str
    title: str
    text: str
    outcome: str
    note: str
    at: datetime.datetime
    url: str
    votes: tuple[Vote, ...] = ()


def read_archive(chosen: Filter, person: Person | None) -> list[Found]:
    """Everything that fits, the newest first; six queries, however much there is. Open motions are not among it."""
    found = [*_motions(chosen, person), *_clarifications(chosen), *_decisions(chosen)]
    wanted = normalise(chosen.text).split()
    if wanted:
        found = [one for one in found if _fits(one, wanted)]
    return sorted(found, key=lambda one: one.at, reverse=True)


def seasons_with_a_council() -> list[ClubSeason]:
    """The seasons that the archive may have something of; one query."""
    return list(ClubSeason.objects.select_related("season"))


def _fits(one: Found, wanted: list[str]) -> bool:
    names = " ".join(name for vote in one.votes for line in vote.voices for name in line)
    text = normalise(f"{one.title} {one.text} {one.note} {one.season} {one.number} {names}")
    return all(word in text for word in wanted)


def _motions(chosen: Filter, person: Person | None) -> Iterator[Found]:
    if chosen.kind in (CLARIFICATION, DECISION):
        return
    rows = motions().filter(state__in=(Motion.State.ADOPTED, Motion.State.REJECTED))
    rows = rows.exclude(kind=Motion.Kind.COMPLAINT, note="")  # the finding is still to be written down
    rows = rows.filter(club=chosen.season) if chosen.season else rows
    rows = rows.filter(kind=chosen.kind) if chosen.kind else rows
    rules = {row.club_id: read_settings(row.values) for row in CouncilRules.objects.all()}
    for row in rows:
        names = Reader(person).may_read_names(rules.get(row.club_id, Settings()))
        kind = kind_of(row)
        yield Found(
            kind=kind.value,
            kind_word=str(words.KINDS[kind]),
            number=str(row.number),
            season=str(row.club),
            title=row.title,
            text=row.text,
            outcome=words.state_word(row),
            note=row.note,
            at=row.ended_at or row.moved_at,
            url=reverse("chgk:motion", args=[row.pk]),
            votes=tuple(_votes(row, names=names)),
        )


def _votes(row: Motion, *, names: bool) -> Iterator[Vote]:
    for round_ in row.rounds.all():
        if not round_.decision:
            continue
        voices = []
        for line in voter_lines(round_):
            choice = str(words.CHOICES[line.choice]) if line.choice is not None else ""
            said = choice or (_("has voted") if line.voted else _("did not vote"))
            voices.append((line.voice.house, line.voice.name if names else "", said))
        yield Vote(words.round_figures(round_), words.round_decision(round_), tuple(voices))


def _clarifications(chosen: Filter) -> Iterator[Found]:
    if chosen.kind not in ("", CLARIFICATION):
        return
    rows = Clarification.objects.select_related("club__season")
    for row in rows.filter(club=chosen.season) if chosen.season else rows:
        yield Found(
            kind=CLARIFICATION,
            kind_word=_("clarification"),
            number=f"§{row.paragraph}",
            season=str(row.club),
            title=_("Clarification of §%(number)s") % {"number": row.paragraph},
            text=row.text,
            outcome="",
            note=f"{row.setting}: {row.before} → {row.value}" if row.setting else "",
            at=row.made_at,
            url=f"{reverse('chgk:rulebook')}?on={row.made_at.date().isoformat()}#p{row.paragraph}",
        )


def _decisions(chosen: Filter) -> Iterator[Found]:
    if chosen.kind not in ("", DECISION):
        return
    rows = CuratorDecision.objects.select_related("club__season", "game")
    for row in rows.filter(club=chosen.season) if chosen.season else rows:
        about = row.game.title if row.game is not None else row.matter
        yield Found(
            kind=DECISION,
            kind_word=_("decision of the curator"),
            number="",
            season=str(row.club),
            title=about or _("Decision of the curator"),
            text=row.text,
            outcome="",
            note=row.reason,
            at=row.made_at,
            url=f"{reverse('chgk:rulebook')}?on={row.made_at.date().isoformat()}",
        )


def as_json(one: Found) -> dict[str, Any]:
    """For other programs."""
    return {
        "kind": one.kind,
        "number": one.number,
        "season": one.season,
        "title": one.title,
        "text": one.text,
        "outcome": one.outcome,
        "note": one.note,
        "at": one.at.isoformat(),
        "votes": [
            {
                "figures": vote.figures,
                "decision": vote.decision,
                "voices": [{"team": team, "captain": name, "choice": said} for team, name, said in vote.voices],
            }
            for vote in one.votes
        ],
    }


def as_rows(found: list[Found]) -> Iterator[list[str]]:
    """The same for a spreadsheet, one a line, with a head."""
    yield [
        _("Number"), _("Season"), _("Kind of decision"), _("Title"), _("Text"), _("Outcome"), _("Note"), _("Date"),
        _("Votes"), _("Voices"),
    ]  # fmt: skip
    for one in found:
        yield [
            one.number,
            one.season,
            one.kind_word,
            one.title,
            one.text,
            one.outcome,
            one.note,
            one.at.date().isoformat(),
            "\n".join(f"{vote.decision}: {vote.figures}" for vote in one.votes),
            "\n".join(" ".join(filter(None, line)) for vote in one.votes for line in vote.voices),
        ]
