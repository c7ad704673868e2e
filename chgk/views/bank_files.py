"""Files of a package: one comes in with a preview of every question and every line; the package goes out."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from chgk import file_words
from chgk.bank_permissions import can_edit_package, can_read_package
from chgk.export_page import write_export
from chgk.file_forms import QuestionFileForm
from chgk.formats.detect import DOCX, FORMATS
from chgk.formats.encodings import CHOICES
from chgk.formats.problems import FormatError, Reading
from chgk.models import Package, PackageReading, QuestionUpload
from chgk.refusals import explain
from chgk.rules.packages import EDITABLE
from chgk.selectors.question_files import FilePreview, digests_imported, preview_upload, read_upload
from chgk.services.package_readings import open_package
from chgk.services.question_uploads import (
    answer_upload,
    discard_upload,
    import_upload,
    keep_upload,
)
from tournaments.models import User
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor

Rest = ParamSpec("Rest")
MOST_PROBLEMS = 200
RECENT = 20
Inner = Callable[Concatenate[HttpRequest, User, Rest], HttpResponse]


def member_page(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """Strangers are sent to the login; nothing is cached, as the pages hold questions."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not isinstance(request.user, User):
            raise PermissionDenied
        return inner(request, request.user, *args, **kwargs)

    return never_cache(login_required(view))


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def uploads(request: HttpRequest, user: User, package_id: int) -> HttpResponse:
    """Choose a file for the package; those of one's own that wait, and what came in before."""
    package = _package(package_id)
    if not can_edit_package(user, package):
        raise PermissionDenied
    form = QuestionFileForm(request.POST, request.FILES) if request.method == "POST" else QuestionFileForm()
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            upload = keep_upload(package=package, user=user, file_name=file.name or "", data=file.read())
        except Refusal as refusal:
            form.add_error("file", explain(refusal, {}))
        else:
            return redirect("chgk:bank_file", upload.pk)
    rows = QuestionUpload.objects.filter(package=package).defer("contents").select_related("uploaded_by__person")
    waiting = rows.filter(uploaded_by=user, imported_at=None)[:RECENT]
    context = {
        "form": form,
        "package": package,
        "is_open": _takes_questions(package),
        "waiting": waiting,
        "imported": rows.exclude(imported_at=None)[:RECENT],
        "formats": file_words.FORMATS.values(),
    }
    return render(request, "chgk/bank/files/uploads.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def upload(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """The preview. A POST says how the file is to be read or what is not taken; the preview is made anew."""
    found = _upload(user, upload_id)
    if found.imported_at is not None:
        return render(request, "chgk/bank/files/imported.html", {"upload": found, "package": found.package})
    if request.method != "POST":
        return _preview(request, found)
    try:
        answer_upload(upload_id=upload_id, answers=_answers(request, found))
    except Refusal as refusal:
        return _preview(request, found, refusal, status=409)
    return redirect("chgk:bank_file", upload_id)


@require_POST
@member_page
def confirm(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """Brings in what the preview showed; choices made on the page and not saved before are saved first."""
    found = _upload(user, upload_id)
    fingerprint = request.POST.get("fingerprint", "")
    try:
        done = import_upload(upload_id=upload_id, fingerprint=fingerprint, actor=account_actor(user))
    except Refusal as refusal:
        return _preview(request, _upload(user, upload_id), refusal, status=409)
    if not done.repeated:
        messages.success(request, file_words.imported(done.questions))
    return redirect("chgk:bank_file", found.pk)


@require_POST
@member_page
def discard(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """Throws the file away."""
    found = _upload(user, upload_id)
    try:
        discard_upload(upload_id=upload_id, actor=account_actor(user))
    except Refusal as refusal:
        messages.error(request, explain(refusal, {}))
    else:
        messages.success(request, _("The file is thrown away. The package stays as it was."))
    return redirect("chgk:bank_files", found.package_id)


@require_http_methods(["GET", "HEAD", "POST"])
@member_page
def export(request: HttpRequest, user: User, package_id: int) -> HttpResponse:
    """Which formats there are; a POST hands out the file. Of a closed package that stands in its log of readings."""
    package = _package(package_id)
    if not can_read_package(user, package):
        raise PermissionDenied
    if request.method != "POST":
        return _export_page(request, package)
    kind = request.POST.get("format", "")
    if kind not in file_words.EXPORTS:
        return HttpResponse(status=400)
    try:
        reading = open_package(package_id=package_id, what=PackageReading.What.EXPORT, user=user)
        if reading is None and not can_read_package(user, _package(package_id)):
            raise PermissionDenied
        return write_export(package, kind, pictures=request.POST.get("pictures") != "named")
    except Refusal:
        raise PermissionDenied from None
    except FormatError as error:
        return _export_page(request, package, error, kind)


# --- what was asked ---------------------------------------------------------------------------------------------------


def _package(package_id: int) -> Package:
    return get_object_or_404(Package.objects.select_related("season", "editor", "game"), pk=package_id)


def _takes_questions(package: Package) -> bool:
    return package.state in EDITABLE and package.game_id is None


def _upload(user: User, upload_id: int) -> QuestionUpload:
    """A file is its sender's alone, and only while the package is theirs to edit."""
    rows = QuestionUpload.objects.select_related("package__season", "package__game", "uploaded_by")
    found = rows.filter(pk=upload_id, uploaded_by=user).first()
    if found is None or not (found.imported_at or can_edit_package(user, found.package)):
        raise Http404
    return found


def _answers(request: HttpRequest, found: QuestionUpload) -> dict[str, Any]:
    posted = request.POST
    if posted.get("part") == "format":
        return {"format": posted.get("format", "")[:20], "encoding": posted.get("encoding", "")[:20]}
    places = {int(text) for text in posted.getlist("take") if text.isascii() and text.isdecimal() and len(text) < 6}
    shown = {int(text) for text in posted.getlist("shown") if text.isascii() and text.isdecimal() and len(text) < 6}
    return {"left_out": sorted(shown - places)}


# --- what is shown ----------------------------------------------------------------------------------------------------


def _preview(
    request: HttpRequest, found: QuestionUpload, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    reading = read_upload(bytes(found.contents), found.answers)
    preview = preview_upload(found, reading)
    context = {
        "upload": found,
        "package": found.package,
        "refused": explain(refusal, {}) if refusal is not None else "",
        "preview": preview,
        "seen_before": found.digest in digests_imported(found.package),
        "is_open": _takes_questions(found.package),
        **_said(reading, preview),
    }
    return render(request, "chgk/bank/files/preview.html", context, status=status)


def _said(reading: Reading, preview: FilePreview) -> dict[str, Any]:
    fatal = [one for one in reading.problems if one.is_fatal]
    others = [one for one in reading.problems if not one.is_fatal]
    blocked = [one.blocked for one in preview.taken if one.blocked is not None]
    return {
        "errors": [file_words.say(one) for one in fatal],
        "blocked": [file_words.say(one) for one in blocked],
        "problems": [file_words.say(one) for one in others[:MOST_PROBLEMS]],
        "problem_count": len(others),
        "unread": [file_words.at_line(one.line, one.text) for one in reading.unread[:MOST_PROBLEMS]],
        "unread_count": len(reading.unread),
        "format_name": file_words.FORMATS.get(reading.format, ""),
        "formats": [(key, file_words.FORMATS[key]) for key in FORMATS],
        "encodings": CHOICES,
        "is_text": reading.format != DOCX,
        "is_sure": reading.confidence >= 1 or not reading.encoding,
        "is_ready": reading.is_readable and bool(preview.taken) and not blocked,
        "parts": file_words.PARTS,
    }


def _export_page(
    request: HttpRequest, package: Package, error: FormatError | None = None, kind: str = ""
) -> HttpResponse:
    problems = [] if error is None else error.problems
    context = {
        "package": package,
        "exports": file_words.EXPORTS.items(),
        "kind": kind,
        "problems": [file_words.say(one) for one in problems],
        "only_pictures": bool(problems) and all(one.code == "picture_left_out" for one in problems),
    }
    return render(request, "chgk/bank/files/export.html", context, status=422 if problems else 200)
