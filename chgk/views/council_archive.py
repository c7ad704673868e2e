"""What councils and curators have decided: for everybody, to be searched and taken along (§5.3.3)."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from chgk import council_words as words
from chgk.council_archive import (
    CLARIFICATION,
    DECISION,
    Filter,
    Found,
    as_json,
    as_rows,
    read_archive,
    seasons_with_a_council,
)
from tournaments.selectors.offices import person_of

PER_PAGE = 30


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Public: ``?q=``, ``season``, ``kind``; ``format=csv|json``."""
    chosen = Filter.of(request.GET)
    found = read_archive(chosen, person_of(request.user))
    wanted = request.GET.get("format")
    if wanted == "csv":
        return _csv(found)
    if wanted == "json":
        response = JsonResponse(
            {"decisions": [as_json(one) for one in found]}, json_dumps_params={"ensure_ascii": False, "indent": 1}
        )
        response["Content-Disposition"] = 'attachment; filename="council.json"'
        return response
    query = request.GET.copy()
    query.pop("page", None)
    query.pop("format", None)
    context: dict[str, Any] = {
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "filter": chosen,
        "seasons": seasons_with_a_council(),
        "kinds": [
            *((kind.value, word) for kind, word in words.KINDS.items()),
            (CLARIFICATION, _("clarification")),
            (DECISION, _("decision of the curator")),
        ],
        "query": query.urlencode(),
    }
    return render(request, "chgk/council/archive.html", context)


def _csv(found: list[Found]) -> HttpResponse:
    """For a spreadsheet: with a byte order mark, and no cell that one would take for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in as_rows(found):
        writer.writerow([f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell for cell in row])
    response = HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="council.csv"'
    return response
