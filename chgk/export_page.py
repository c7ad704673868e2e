"""A package as a download: question files as chgk/formats writes them, or one page of HTML that prints well."""

from __future__ import annotations

import base64
from urllib.parse import quote

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.text import slugify

from chgk.formats.detect import DOCX
from chgk.formats.package import Image
from chgk.formats.writing import ENDINGS, without_pictures, write_file
from chgk.models import Package
from chgk.selectors.package_files import bank_parts, read_package

HTML = "html"
_TYPES = {
    DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    HTML: "text/html; charset=utf-8",
}


def write_export(package: Package, kind: str, *, pictures: bool) -> HttpResponse:
    """The package as an attachment. ``pictures``: False names them only, where a text cannot hold them.

    FormatError where anything would be lost on the way.
    """
    if kind == HTML:
        data = _printable(package)
    else:
        parsed = read_package(package)
        data = write_file(parsed if pictures or kind == DOCX else without_pictures(parsed), kind)
    response = HttpResponse(data, content_type=_TYPES.get(kind, "text/plain; charset=utf-8"))
    ending = ENDINGS.get(kind, ".html")
    plain = slugify(package.title) or f"package-{package.pk}"
    spoken = quote(f"{package.title[:100]}{ending}", safe="")
    response["Content-Disposition"] = f"attachment; filename=\"{plain[:100]}{ending}\"; filename*=UTF-8''{spoken}"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _printable(package: Package) -> bytes:
    """One file with everything in it, pictures too; whatever the questions say is text and never markup."""
    rows = package.questions.order_by("number").prefetch_related("images")
    questions = []
    for row in rows:
        parts = bank_parts(row)
        questions.append({"row": row, "parts": parts, "pictures": [_inline(image) for image in parts.images]})
    context = {"package": package, "questions": questions}
    return render_to_string("chgk/bank/files/export_file.html", context).encode()


def _inline(image: Image) -> dict[str, str]:
    kind = "png" if image.data.startswith(b"\x89PNG") else "gif" if image.data.startswith(b"GIF") else "jpeg"
    if image.data[8:12] == b"WEBP":
        kind = "webp"
    return {"address": f"data:image/{kind};base64,{base64.b64encode(image.data).decode()}", "name": image.name}
