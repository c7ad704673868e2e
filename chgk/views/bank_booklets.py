"""The host's booklet: a package on paper, page by page, and as PDF."""

from __future__ import annotations

import base64
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from chgk.bank_permissions import can_read_package
from chgk.models import Package, PackageReading, Question, QuestionImage, lines_of
from chgk.services.package_readings import open_package
from chgk.views.bank_packages import package_page, show
from tournaments.models import User
from tournaments.pdf import NoPdf, is_pdf_possible, make_pdf
from tournaments.rules.engine import Refusal

PICTURES = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


@require_http_methods(["GET", "HEAD", "POST"])
@package_page
def booklet(request: HttpRequest, package: Package, user: User) -> HttpResponse:
    """``format=pdf``: the document. A closed package asks for a press (POST): each one is written down first."""
    if request.method == "POST":
        try:
            reading = open_package(package_id=package.pk, what=PackageReading.What.BOOKLET, user=user)
        except Refusal as refusal:
            return show(request, package, user, refusal, status=403)
        if reading is None and not can_read_package(user, package):
            return redirect("chgk:bank_package", package.pk)
    elif not can_read_package(user, package) or package.is_closed:
        return redirect("chgk:bank_package", package.pk)
    data = request.POST if request.method == "POST" else request.GET
    return _answer(request, package, data.get("format", "") == "pdf")


def _answer(request: HttpRequest, package: Package, as_document: bool) -> HttpResponse:
    context: dict[str, Any] = {
        "package": package,
        "questions": [_sheet(question) for question in package.questions.prefetch_related("images").order_by("number")],
        "pdf_possible": is_pdf_possible(),
        "printed_at": timezone.now(),
        "printed_by": request.user,
    }
    if not as_document:
        return render(request, "chgk/bank/booklet.html", context)
    try:
        document = make_pdf(render_to_string("chgk/bank/booklet_pdf.html", context))
    except NoPdf:
        return render(request, "chgk/bank/booklet.html", context | {"no_pdf": True})
    response = HttpResponse(document, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="package-{package.pk}.pdf"'
    return response


def _sheet(question: Question) -> dict[str, Any]:
    """A question as the booklet prints it. Its pictures are in the page: asking for one would be another reading."""
    return {
        "question": question,
        "accepted": lines_of(question.accepted),
        "rejected": lines_of(question.rejected),
        "sources": lines_of(question.source),
        "authors": lines_of(question.authors),
        "pictures": [_picture(image) for image in question.images.all() if image.media_type in PICTURES],
    }


def _picture(image: QuestionImage) -> dict[str, str]:
    data = base64.b64encode(bytes(image.data)).decode()
    return {"address": f"data:{image.media_type};base64,{data}", "description": image.description}
