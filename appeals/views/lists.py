"""Lists: what waits for me, and the archive that everybody reads, searches and takes along (§5.3.3)."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from appeals.archive import Filter, as_json, as_rows, headings, read_archive, seasons_with_rulings
from appeals.my_page import read_mine
from tournaments.selectors.offices import person_of
from tournaments.sheets import write_sheet
from tournaments.views.answers import no_seat
from tournaments.views.seats import remembered_seats

PER_PAGE = 30


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """A captain's appeals, and those that wait for a member of a jury. For accounts, and for captains' seats."""
    seats = remembered_seats(request)
    if not request.user.is_authenticated and not seats:
        return no_seat(request, host=True)
    return render(request, "appeals/mine.html", read_mine(request.user, person_of(request.user), seats))


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Every announced ruling with views and votes. ``?q=``, ``season``, ``kind``, ``outcome``; ``format=csv|json``."""
    person = person_of(request.user)
    chosen = Filter.of(request.GET)
    found = read_archive(chosen, person)
    wanted = request.GET.get("format")
    if wanted == "csv":
        return write_sheet("csv", "appeals", headings(), as_rows(found))
    if wanted == "json":
        response = JsonResponse(
            {"appeals": [as_json(one) for one in found]}, json_dumps_params={"ensure_ascii": False, "indent": 1}
        )
        response["Content-Disposition"] = 'attachment; filename="appeals.json"'
        return response
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    query.pop("format", None)
    context: dict[str, Any] = {
        "page": page,
        "filter": chosen,
        "seasons": seasons_with_rulings(),
        "query": query.urlencode(),
        "total": len(found),
    }
    return render(request, "appeals/archive.html", context)
