"""The bank's doors: a table of questions comes in after its preview, the bank goes out as CSV or XLSX."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from auction import bank_words
from auction.formats.bank_table_writer import write_csv, write_xlsx
from auction.models import BankUpload
from auction.permissions import can_fill_bank
from auction.refusals import explain
from auction.selectors import bank_rows
from auction.services.bank_uploads import (
    CHOICES,
    answer_upload,
    discard_upload,
    import_upload,
    keep_upload,
    plan_import,
    read_upload,
)
from tournaments.evening_forms import EveningForm
from tournaments.models import User
from tournaments.register_files.problems import FileError
from tournaments.register_texts import ENCODING_NAMES, SEPARATOR_NAMES
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor
from tournaments.sheets import XLSX

Rest = ParamSpec("Rest")
Inner = Callable[Concatenate[HttpRequest, User, Rest], HttpResponse]
MOST_PROBLEMS = 200
MOST_SHOWN = 300  # questions on the preview
RECENT = 20


class BankFileForm(EveningForm):
    """A table of questions."""

    name = "bank"
    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,  # the reader says what is wrong with it, better than Django does
        help_text=gettext_lazy("A table as CSV or XLSX, one question a line."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv"}),
    )


def keeper_page(inner: Inner[Rest]) -> Callable[..., HttpResponseBase]:
    """Strangers are sent to the login, accounts that do not fill the bank are refused; nothing is cached."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        if not isinstance(request.user, User) or not can_fill_bank(request.user):
            raise PermissionDenied
        return inner(request, request.user, *args, **kwargs)

    return never_cache(login_required(view))


@require_http_methods(["GET", "HEAD", "POST"])
@keeper_page
def bank(request: HttpRequest, user: User) -> HttpResponse:
    """Send a table, take the bank out; the tables that wait for their sender."""
    form = BankFileForm(request.POST, request.FILES) if request.method == "POST" else BankFileForm()
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            upload = keep_upload(user=user, file_name=file.name or "", data=file.read())
        except Refusal as refusal:
            form.add_error("file", explain(refusal, {}))
        else:
            return redirect("auction:bank_file", upload.pk)
    rows = BankUpload.objects.defer("contents")
    context = {
        "form": form,
        "waiting": rows.filter(uploaded_by=user, imported_at=None)[:RECENT],
        "imported": rows.exclude(imported_at=None)[:RECENT],
    }
    return render(request, "auction/bank/bank.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@keeper_page
def upload(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """The preview. A POST says how the table is to be read, and the preview is made anew."""
    found = _find(user, upload_id)
    if found.imported_at is not None:
        return render(request, "auction/bank/imported.html", {"upload": found})
    if request.method != "POST":
        return _preview(request, found)
    posted = request.POST
    said = {name: posted.get(name, "").replace("\0", "")[:200] for name in CHOICES if name in posted}
    if said.get("separator") == "tab":
        said["separator"] = "\t"
    try:
        answer_upload(upload_id=upload_id, answers={**said, "for_rehearsal": posted.get("for_rehearsal") == "1"})
    except Refusal as refusal:
        return _preview(request, found, refusal, status=409)
    return redirect("auction:bank_file", upload_id)


@require_POST
@keeper_page
def confirm(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """Adds what the preview showed."""
    _find(user, upload_id)
    fingerprint = request.POST.get("fingerprint", "")
    try:
        done = import_upload(upload_id=upload_id, fingerprint=fingerprint, actor=account_actor(user))
    except Refusal as refusal:
        return _preview(request, _find(user, upload_id), refusal, status=409)
    messages.success(request, bank_words.imported(done.questions))
    return redirect("auction:bank_file", upload_id)


@require_POST
@keeper_page
def discard(request: HttpRequest, user: User, upload_id: int) -> HttpResponse:
    """Throws the file away."""
    _find(user, upload_id)
    try:
        discard_upload(upload_id=upload_id, actor=account_actor(user))
    except Refusal as refusal:
        messages.error(request, explain(refusal, {}))
    else:
        messages.success(request, _("The file is thrown away. The bank stays as it was."))
    return redirect("auction:bank")


@require_safe
@keeper_page
def export(request: HttpRequest, user: User, kind: str) -> HttpResponse:
    """The bank without what is sealed for an evening: nobody reads that, not even here."""
    if kind not in ("csv", "xlsx"):
        raise Http404
    language = get_language() or "en"
    try:
        rows = bank_rows()
        data = write_xlsx(rows, language) if kind == "xlsx" else write_csv(rows, language)
    except FileError as error:
        messages.error(request, bank_words.explain_writing(error))
        return redirect("auction:bank")
    response = HttpResponse(data, content_type=XLSX if kind == "xlsx" else "text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{_("questions")}.{kind}"'
    return response


def _find(user: User, upload_id: int) -> BankUpload:
    found = BankUpload.objects.filter(pk=upload_id, uploaded_by=user).first()
    if found is None:
        raise Http404
    return found


def _preview(
    request: HttpRequest, found: BankUpload, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    reading = read_upload(found)
    plan = plan_import(found, reading)
    context: dict[str, Any] = {
        "upload": found,
        "reading": reading,
        "plan": plan,
        "shown": plan.new[:MOST_SHOWN],
        "refused": explain(refusal, {}) if refusal is not None else "",
        "problems": [bank_words.say(one) for one in reading.problems[:MOST_PROBLEMS]],
        "is_ready": bool(plan.new) and not reading.problems,
        "is_text": not bytes(found.contents[:2]).startswith(b"PK"),
        "encodings": ENCODING_NAMES.items(),
        "separators": [("tab" if sign == "\t" else sign, name) for sign, name in SEPARATOR_NAMES.items()],
        "separator": "tab" if reading.separator == "\t" else reading.separator,
    }
    return render(request, "auction/bank/preview.html", context, status=status)
