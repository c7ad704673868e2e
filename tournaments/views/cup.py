"""The house cup: who leads, through which games, and every point with its paragraph. Public."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import texts
from tournaments.cup_chart import draw_chart
from tournaments.models import LedgerEntry, LiveGame, Season
from tournaments.permissions import can_create_games, can_decide_points
from tournaments.selectors.offices import headed_houses
from tournaments.selectors.ranking import Chapter, Cup, cup_season, masters_house, read_cup
from tournaments.sheets import write_sheet

WIDE, NARROW = (640, 320), (360, 280)  # the chart on a laptop and on a phone


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry as it is read."""

    entry: LedgerEntry
    sentence: str
    rules_url: str
    taken_back: str = ""  # why it no longer counts


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A game, or a decision, with its lines."""

    chapter: Chapter
    url: str
    ways: tuple[tuple[str, str], ...]  # to the game move by move, and to its protocol
    lines: tuple[EntryLine, ...]
    taken_back: tuple[EntryLine, ...]


@require_safe
def current_cup(request: HttpRequest) -> HttpResponse:
    """The cup of the current season; before there is one, what it will be."""
    return _page(request, cup_season())


@require_safe
def cup(request: HttpRequest, season_id: int) -> HttpResponse:
    """The cup of a season."""
    return _page(request, get_object_or_404(Season, pk=season_id))


@require_safe
def lines(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """Every line of the season's ledger in its order, counter-entries too: their points sum up to the totals."""
    season = get_object_or_404(Season, pk=season_id)
    entries = (
        LedgerEntry.objects.filter(season=season)
        .select_related("house", "game")
        .defer("game__snapshot", "game__setup")
        .order_by("pk")
    )
    headers = [
        _("line"),
        _("day"),
        _("house"),
        _("points"),
        _("kind"),
        "§",
        _("game"),
        _("reason"),
        _("takes back line"),
    ]
    rows = (
        [
            entry.pk,
            timezone.localdate(entry.entered_at),
            entry.house.name,
            entry.points,
            entry.get_kind_display(),
            entry.paragraph,
            entry.game.title if entry.game is not None else "",
            texts.explain_entry(entry),
            entry.corrects_id or "",
        ]
        for entry in entries
    )
    return write_sheet(kind, f"house-cup-{season.pk}", headers, rows)


def _page(request: HttpRequest, season: Season | None) -> HttpResponse:
    ranking = read_cup(season) if season is not None else None
    houses = [total.house for total in ranking.totals] if ranking else []
    masters, may_host = masters_house(), can_create_games(request.user)
    context: dict[str, Any] = {
        "cup": ranking,
        "seasons": list(Season.objects.all()),
        "masters": masters,
        "chapters": [_chapter(chapter) for chapter in ranking.chapters] if ranking else [],
        "charts": _charts(ranking) if ranking else [],
        "table": _table(ranking) if ranking else [],
        "swatches": [{"id": house.key, "colour": house.colour} for house in houses],
        "may_host": may_host,
        "may_box": masters is not None and (may_host or masters.house_id in headed_houses(request.user)),
        "may_decide": can_decide_points(request.user),
    }
    return render(request, "tournaments/cup.html", context)


def _charts(ranking: Cup) -> list[dict[str, Any]]:
    if not ranking.steps:
        return []
    houses = [total.house for total in ranking.totals]
    sizes = (("wide", WIDE), ("narrow", NARROW))
    return [
        {"name": name, "chart": draw_chart(ranking.steps, houses, width=width, height=height)}
        for name, (width, height) in sizes
    ]


def _table(ranking: Cup) -> list[dict[str, Any]]:
    """The chart as rows: the totals after each game, houses in the order of the ranking."""
    houses = [total.house.pk for total in ranking.totals]
    return [
        {"at": step.at, "title": step.title, "points": [step.totals.get(house, 0) for house in houses]}
        for step in ranking.steps
    ]


def _chapter(chapter: Chapter) -> ChapterView:
    return ChapterView(
        chapter=chapter,
        url=_game_url(chapter.game),
        ways=_ways(chapter.game),
        lines=tuple(_lines(chapter.standing)),
        taken_back=tuple(
            EntryLine(
                gone.entry,
                texts.explain_entry(gone.entry),
                texts.entry_rules_url(gone.entry),
                texts.explain_entry(gone.counter),
            )
            for gone in chapter.taken_back
        ),
    )


def _lines(entries: Iterable[LedgerEntry]) -> list[EntryLine]:
    """Houses in their order, each house's lines together."""
    ordered = sorted(entries, key=lambda entry: (entry.house.position, entry.house.name, entry.pk))
    return [EntryLine(entry, texts.explain_entry(entry), texts.entry_rules_url(entry)) for entry in ordered]


def _game_url(game: LiveGame | None) -> str:
    """The game's result, if this installation has a page for it."""
    return _page_of(game, "spectator")


def _ways(game: LiveGame | None) -> tuple[tuple[str, str], ...]:
    """Where a finished game can be looked through: move by move, and its protocol."""
    if game is None or game.finished_at is None:
        return ()
    ways = ((_("Move by move"), _page_of(game, "replay")), (_("Protocol"), _page_of(game, "protocol")))
    return tuple((text, url) for text, url in ways if url)


def _page_of(game: LiveGame | None, name: str) -> str:
    if game is None:
        return ""
    try:
        return reverse(f"{game.discipline}:{name}", args=[game.pk])
    except NoReverseMatch:
        return ""
