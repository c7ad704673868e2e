"""The sheet of an appeal on paper, one a page, and as PDF (§5.2.3.1)."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from appeals.appeal_page import read_page
from appeals.views.doors import find_visitor
from tournaments.pdf import NoPdf, is_pdf_possible, make_pdf


@never_cache
@require_safe
def sheet(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """A4, for whoever may read the appeal; with views and votes where they may see them. ``?format=pdf``."""
    visitor = find_visitor(request, appeal_id)
    if visitor.seen.sheet is None:
        raise Http404
    context: dict[str, Any] = {
        **read_page(visitor.row, visitor.seen, curates=False),
        "row": visitor.row,
        "pdf_possible": is_pdf_possible(),
        "printed_at": timezone.now(),
    }
    if request.GET.get("format") != "pdf":
        return render(request, "appeals/sheet.html", context)
    try:
        document = make_pdf(render_to_string("appeals/sheet_pdf.html", context))
    except NoPdf:
        return render(request, "appeals/sheet.html", context | {"no_pdf": True})
    response = HttpResponse(document, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="appeal-{visitor.row.number}.pdf"'
    return response
