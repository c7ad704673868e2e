"""A file of the register comes in: uploaded, previewed with its questions and problems, confirmed as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.enums import Mark
from tournaments.models import House, RegisterUpload, User
from tournaments.permissions import can_manage_seasons
from tournaments.register_files import headings
from tournaments.register_files.proposals import LONGEST_SUBJECT, Proposal
from tournaments.register_forms import RegisterFileForm
from tournaments.register_texts import (
    ENCODING_NAMES,
    ORDER_NAMES,
    ROLES,
    SEPARATOR_NAMES,
    explain_file,
    explain_problem,
    explain_register,
)
from tournaments.rules.engine import Refusal
from tournaments.selectors.register_preview import NEW, NO_HOUSE, SKIP, Preview, read_preview, word_key
from tournaments.services.actors import account_actor
from tournaments.services.register_import import answer_upload, discard_upload, import_upload, keep_upload
from tournaments.views.register import chosen_season, keepers_only

MOST_PROBLEMS = 100
MOST_QUESTIONS = 60  # names on one page: a form of Django's takes a thousand fields
MOST_CHANGES = 200
RECENT = 20
IGNORED = "none"  # a sign that says nothing


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def uploads(request: HttpRequest) -> HttpResponse:
    """Choose a file; the ones that wait, and what was imported lately."""
    season = chosen_season(request)
    if season is None:
        return render(request, "tournaments/register/no_season.html", {"may_set_up": can_manage_seasons(request.user)})
    form = RegisterFileForm(request.POST, request.FILES) if request.method == "POST" else RegisterFileForm()
    if request.method == "POST" and form.is_valid():
        user, file = request.user, form.cleaned_data["file"]
        assert isinstance(user, User)  # noqa: S101 - keepers_only
        try:
            upload = keep_upload(season=season, user=user, file_name=file.name or "", data=file.read())
        except Refusal as refusal:
            form.add_error("file", explain_register(refusal))
        else:
            return redirect("tournaments:register_upload", upload.pk)
    recent = RegisterUpload.objects.filter(season=season).defer("contents", "answers")
    recent = recent.select_related("uploaded_by__person")
    context = {"form": form, "season": season, "recent": recent[:RECENT]}
    return render(request, "tournaments/register/uploads.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@keepers_only
def upload(request: HttpRequest, upload_id: int) -> HttpResponse:
    """The preview. A POST answers questions or says how the file is to be read, and the preview is made anew."""
    found = _find(upload_id)
    if found.imported_at is not None:
        return render(request, "tournaments/register/imported.html", {"upload": found, "season": found.season})
    preview = read_preview(bytes(found.contents), found.season, found.answers)
    if request.method != "POST":
        return _page(request, found, preview)
    answers = _format(request.POST, preview, found.answers)
    answers |= _answers(request.POST, preview, found.answers)
    try:
        answer_upload(upload_id=upload_id, answers=answers)
    except Refusal as refusal:
        return _page(request, found, preview, refused=explain_register(refusal), status=422)
    return redirect("tournaments:register_upload", upload_id)


@require_POST
@keepers_only
def confirm(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Imports what the preview showed, or says why not and shows it anew."""
    _find(upload_id)
    fingerprint = request.POST.get("fingerprint", "")
    try:
        done = import_upload(upload_id=upload_id, fingerprint=fingerprint, actor=account_actor(request.user))
    except Refusal as refusal:
        found = _find(upload_id)
        preview = read_preview(bytes(found.contents), found.season, found.answers)
        return _page(request, found, preview, refused=explain_register(refusal), status=409)
    if not done.repeated:
        messages.success(request, _("The register is imported."))
    return redirect("tournaments:register_upload", upload_id)


@require_POST
@keepers_only
def discard(request: HttpRequest, upload_id: int) -> HttpResponse:
    """Throws the file away."""
    found = _find(upload_id)
    try:
        discard_upload(upload_id=upload_id, actor=account_actor(request.user))
    except Refusal as refusal:
        messages.error(request, explain_register(refusal))
    else:
        messages.success(request, _("The file is thrown away. The register stays as it was."))
    return redirect(f"{reverse('tournaments:register_uploads')}?season={found.season_id}")


def _find(upload_id: int) -> RegisterUpload:
    found = RegisterUpload.objects.select_related("season", "uploaded_by").filter(pk=upload_id).first()
    if found is None:
        raise Http404
    return found


# --- what was answered ------------------------------------------------------------------------------------------------


def _format(posted: QueryDict, preview: Preview, before: Mapping[str, Any]) -> dict[str, Any]:
    """How the file is to be read. Columns that were chosen for another reading of it are forgotten."""
    if posted.get("part") != "format":
        return {}
    proposal = preview.proposal
    table = proposal.table if proposal is not None else None
    found: dict[str, Any] = {}
    for name in ("encoding", "separator", "sheet"):
        value = posted.get(name, "").replace("\0", "")[:200]
        value = "\t" if value == "tab" else value
        if name in posted and value != getattr(table, name, ""):
            found[name] = value
    header = posted.get("header", "")
    if header.isascii() and header.isdecimal() and len(header) < 7:
        line = int(header)
        found |= {"header": line} if proposal is None or line != proposal.header else {}
    if found:
        return found | {"columns": {}}
    columns = dict(before.get("columns") or {})
    for column in proposal.columns if proposal is not None else ():
        role = posted.get(f"column-{column.index}", "")
        if role in ROLES and role != column.role:
            columns[str(column.index)] = role
    return {"columns": columns}


def _answers(posted: QueryDict, preview: Preview, before: Mapping[str, Any]) -> dict[str, Any]:
    """What was said about days, subject, signs, houses and people."""
    if posted.get("part") != "answers":
        return {}
    found: dict[str, Any] = {}
    if posted.get("order") in ORDER_NAMES:
        found["order"] = posted["order"]
    if "subject" in posted:
        found["subject"] = " ".join(posted.get("subject", "").replace("\0", " ").split())[:LONGEST_SUBJECT]
    proposal = preview.proposal
    signs = {*(proposal.unknown_marks if proposal is not None else ()), *before.get("marks", {})}
    marks = {}
    for text in signs:
        said = posted.get(f"sign-{word_key(text)}", "")
        if said in (*Mark.values, IGNORED):
            marks[text] = "" if said == IGNORED else said
    houses = {str(pk) for pk in House.objects.values_list("pk", flat=True)} | {NO_HOUSE}
    found["marks"] = marks
    found["houses"] = {
        one.key: posted[f"house-{one.key}"] for one in preview.houses if posted.get(f"house-{one.key}") in houses
    }
    found["people"] = {
        one.key: said
        for one in preview.people
        if (said := posted.get(f"person-{one.key}", "")) in (NEW, SKIP) or (said.isascii() and said.isdecimal())
    }
    if posted.get("unknown") in (NEW, SKIP):
        found["unknown"] = posted["unknown"]
    return found


# --- what is shown ----------------------------------------------------------------------------------------------------


def _page(
    request: HttpRequest, found: RegisterUpload, preview: Preview, refused: str = "", status: int = 200
) -> HttpResponse:
    proposal, plan = preview.proposal, preview.plan
    earlier = RegisterUpload.objects.filter(season=found.season, digest=found.digest).exclude(imported_at=None).first()
    shown = preview.open_people[:MOST_QUESTIONS]
    context: dict[str, Any] = {
        "upload": found,
        "season": found.season,
        "preview": preview,
        "proposal": proposal,
        "plan": plan,
        "refused": refused,
        "error": explain_file(preview.error) if preview.error is not None else "",
        "problems": [explain_problem(one) for one in preview.problems[:MOST_PROBLEMS]],
        "earlier": earlier,
        "questions": shown,
        "more_questions": len(preview.open_people) - len(shown),
        "unknown_count": sum(one.kind == "unknown" for one in preview.open_people),
        "answered": [one for one in preview.people if not one.is_open][:MOST_QUESTIONS],
        "open_houses": preview.houses,
        "all_houses": House.objects.all() if preview.houses else (),
        "format": _format_choices(found, proposal),
        "marks": Mark.choices,
        "signs": _signs(found, proposal),
        "orders": [(order, ORDER_NAMES[order]) for order in proposal.orders] if proposal else [],
        "changes": [
            {"change": one, "before": Mark(one.before).label, "after": Mark(one.after).label}
            for one in preview.changes[:MOST_CHANGES]
        ],
        "lessons": _lessons(proposal),
    }
    context["has_questions"] = bool(
        shown
        or context["signs"]
        or any(one.is_open for one in preview.houses)
        or (proposal is not None and (proposal.needs_subject or len(proposal.orders) > 1))
    )
    return render(request, "tournaments/register/preview.html", context, status=status)


def _format_choices(found: RegisterUpload, proposal: Proposal | None) -> dict[str, Any]:
    """Every setting of the reading with its choices, and each column with its role."""
    table = proposal.table if proposal is not None else None
    is_text = table.encoding != "" if table is not None else not bytes(found.contents[:2]).startswith(b"PK")
    return {
        "is_text": is_text,
        "encodings": ENCODING_NAMES.items(),
        "encoding": table.encoding if table else found.answers.get("encoding", ""),
        "encoding_name": ENCODING_NAMES.get(table.encoding, "") if table else "",
        "separators": [("tab" if sign == "\t" else sign, name) for sign, name in SEPARATOR_NAMES.items()],
        "separator": ("tab" if table.separator == "\t" else table.separator) if table else "",
        "separator_name": SEPARATOR_NAMES.get(table.separator, table.separator) if table else "",
        "sheets": table.sheets if table else (),
        "sheet": table.sheet if table else "",
        "header": proposal.header if proposal else 1,
        "roles": ROLES.items(),
        "columns": proposal.columns if proposal else (),
        "read": [one for one in proposal.columns if one.role != headings.IGNORE] if proposal else (),
    }


def _signs(found: RegisterUpload, proposal: Proposal | None) -> list[dict[str, Any]]:
    """The school's own signs: those that nobody has explained, and those that were."""
    said: Mapping[str, str] = found.answers.get("marks", {})
    unknown: Mapping[str, int] = proposal.unknown_marks if proposal is not None else {}
    rows = [{"text": text, "count": count, "key": word_key(text), "said": ""} for text, count in unknown.items()]
    explained = [text for text in said if text not in unknown]
    return rows + [
        {"text": text, "count": 0, "key": word_key(text), "said": said[text] or IGNORED} for text in explained
    ]


def _lessons(proposal: Proposal | None) -> list[tuple[Any, int]]:
    """The file's lessons with how many marks each has."""
    if proposal is None:
        return []
    counts = Counter(entry.lesson for entry in proposal.entries)
    return sorted(counts.items(), key=lambda item: (item[0].day, item[0].period, item[0].subject))
