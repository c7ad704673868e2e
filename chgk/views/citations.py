"""The rows of sources on a form, sent to and fro while somebody writes. Nothing is stored, nothing is read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.citation_forms import CitationRows


@require_POST
@never_cache
def citations(request: HttpRequest) -> HttpResponse:
    """All rows after a button, or, for ``rows=preview-2``, how the second source reads and what it lacks."""
    rows, what = CitationRows.posted(request.POST), request.POST.get("rows", "")
    if what.startswith("preview-"):
        row = next((one for one in rows.rows if what == f"preview-{one.place}"), None)
        return render(request, "chgk/citations/_check.html", {"row": row, "oob": True})
    rows.act(what)
    return render(request, "chgk/citations/_rows.html", {"sources": rows})
