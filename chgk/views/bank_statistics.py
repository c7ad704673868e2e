"""How the club's questions fared: by author, by category, one by one; of games that are over."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chgk.models import ClubSeason, Question
from chgk.selectors.statistics import read_statistics
from tournaments.models import Season


@require_safe
@login_required
def statistics(request: HttpRequest) -> HttpResponse:
    """Of all seasons, or of the one in ``?season=``; ``?author=`` narrows the list of questions to one hand's."""
    seasons = [club.season for club in ClubSeason.objects.select_related("season")]
    season = _chosen(request.GET.get("season", ""), seasons)
    found = read_statistics(season)
    author = request.GET.get("author", "")[:200]
    shown = [one for one in found.questions if one.fate is not None]
    if author:
        shown = [one for one in shown if author in one.question.authors]
    context = {
        "statistics": found,
        "seasons": seasons,
        "season": season,
        "author": author,
        "questions": shown,
        "categories": [(Question.Category(number).label, tally) for number, tally in found.categories],
    }
    return render(request, "chgk/bank/statistics.html", context)


def _chosen(text: str, seasons: list[Season]) -> Season | None:
    if not text:
        return None
    found = next((season for season in seasons if str(season.pk) == text), None)
    if found is None:
        raise Http404
    return found
