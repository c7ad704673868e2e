"""People in and out of the backoffice as spreadsheets: a preview with lines and questions, then all or nothing."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.admin_base import OfficeAdmin
from tournaments.models import Person
from tournaments.people_columns import COLUMNS, headings, people_rows, read_people, say_problem, say_value
from tournaments.services.actors import account_actor
from tournaments.services.people_sheets import FIELDS, NEW, Change, PeopleImport, import_people
from tournaments.sheets import ENCODING_NAMES, ENCODINGS, SheetError, read_sheet, write_sheet

KEPT = 60 * 60  # seconds between the preview and the import
SHOWN = 200  # changes drawn in the preview


class FileForm(forms.Form):
    """A table of people."""

    file = forms.FileField(
        label=gettext_lazy("Table"), help_text=gettext_lazy("CSV or XLSX, its first line names the columns.")
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Letters"),
        required=False,
        choices=[("", gettext_lazy("find out")), *((one, ENCODING_NAMES[one]) for one in ENCODINGS)],
        help_text=gettext_lazy("Only if names come out wrong in the preview."),
    )


class PeopleSheets(OfficeAdmin):
    """The pages «import» and «export» of the people's list."""

    change_list_template = "admin/people_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Before Django's own, which would take «import» for a person."""
        wrap = self.admin_site.admin_view
        own = [
            path("import/", wrap(self.import_page), name="tournaments_person_import"),
            path("export/<str:kind>/", wrap(require_safe(self.export)), name="tournaments_person_export"),
        ]
        return [*own, *super().get_urls()]

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Whoever may add people and change them."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The list, with the ways in and out for whoever may."""
        context = {"may_import": self.has_import_permission(request), **(extra_context or {})}
        return super().changelist_view(request, context)

    def export(self, request: HttpRequest, kind: str) -> HttpResponse:
        """Everybody that the list shows, as it is searched and filtered now."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        people = self.get_changelist_instance(request).get_queryset(request)
        return write_sheet(kind, "people", headings(), people_rows(people.select_related("house")))

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Takes a file, shows what would come of it, and imports it once nothing is in the way."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        if request.method != "POST":
            return self._page(request, form=FileForm())
        if "sheet" in request.POST:
            return self._answered(request)
        form = FileForm(request.POST, request.FILES)
        if not form.is_valid():
            return self._page(request, form=form)
        upload = form.cleaned_data["file"]
        sent = {"data": upload.read(), "encoding": form.cleaned_data["encoding"], "name": upload.name}
        key = secrets.token_urlsafe(24)
        cache.set(_cache_key(request, key), sent, KEPT)
        return self._preview(request, key, sent, form=form, write=False)

    def _answered(self, request: HttpRequest) -> HttpResponse:
        key = request.POST["sheet"]
        sent = cache.get(_cache_key(request, key))
        if sent is None:
            form = FileForm()
            return self._page(request, form=form, problem=_("The table is no longer kept here. Choose the file again."))
        if "done" in sent:  # pressed twice
            messages.success(request, sent["done"])
            return HttpResponseRedirect(reverse("admin:tournaments_person_changelist"))
        return self._preview(request, key, sent, form=FileForm(), write=True)

    def _preview(self, request: HttpRequest, key: str, sent: Any, *, form: FileForm, write: bool) -> HttpResponse:
        try:
            sheet = read_sheet(sent["data"], sent["encoding"])
            rows, problems = read_people(sheet)
        except SheetError as error:
            return self._page(request, form=form, problem=str(error))
        answers = {
            int(name.removeprefix("same-")): str(answer)
            for name, answer in request.POST.items()
            if name.startswith("same-") and name[5:].isascii() and name[5:].isdigit() and len(name) < 15
        }
        may_write = write and not problems
        found = import_people(
            rows=rows, answers=answers, actor=account_actor(request.user), write=may_write, source=sent["name"]
        )
        if may_write and found.is_ready:
            return self._done(request, key, found)
        context = {
            "sheet": key,
            "name": sent["name"],
            "encoding": ENCODING_NAMES.get(sheet.encoding, ""),
            "found": found,
            "pressed": write,
            "problems": [(line, say_problem(one)) for line, one in sorted([*problems, *found.problems], key=_line)],
            "changes": [_shown(change) for change in found.changes if change.kind != "skip"][:SHOWN],
            "more": max(0, found.count("new") + found.count("update") - SHOWN),
        }
        context |= {kind: found.count(kind) for kind in ("new", "update", "skip")}
        return self._page(request, form=form, **context)

    def _done(self, request: HttpRequest, key: str, found: PeopleImport) -> HttpResponse:
        counts = {kind: found.count(kind) for kind in ("new", "update", "skip")}
        said = _("Imported: %(new)s new, %(update)s changed, %(skip)s as they were.") % counts
        cache.set(_cache_key(request, key), {"done": said}, KEPT)
        self._log(request, found)
        messages.success(request, said)
        return HttpResponseRedirect(reverse("admin:tournaments_person_changelist"))

    def _log(self, request: HttpRequest, found: PeopleImport) -> None:
        """Django's own log, as for any change of the backoffice."""
        for kind, log in (("new", self.log_additions), ("update", self.log_changes)):
            people = [change.person for change in found.changes if change.kind == kind]
            if people:
                log(request, people)

    def log_additions(self, request: HttpRequest, people: list[Person]) -> None:
        """New ones."""
        from django.contrib.admin.models import ADDITION, LogEntry  # the app is ready by now

        LogEntry.objects.log_actions(request.user.pk or 0, people, ADDITION, [{"added": {}}])

    def log_changes(self, request: HttpRequest, people: list[Person]) -> None:
        """Changed ones."""
        from django.contrib.admin.models import CHANGE, LogEntry

        LogEntry.objects.log_actions(request.user.pk or 0, people, CHANGE, [{"changed": {}}])

    def _page(self, request: HttpRequest, *, form: FileForm, **context: Any) -> HttpResponse:
        site = self.admin_site
        wrong = bool(context.get("problem") or context.get("problems") or (form.is_bound and form.errors))
        page = {
            **site.each_context(request),
            "title": _("Import people"),
            "opts": Person._meta,
            "form": form,
            "columns": [(label, name == "name") for name, label in COLUMNS.items()],
            "same_as_new": NEW,
            **context,
        }
        request.current_app = site.name
        return render(request, "admin/people_import.html", page, status=422 if wrong else 200)


def _cache_key(request: HttpRequest, key: str) -> str:
    return f"people-sheet-{request.user.pk}-{key[:64]}"


def _line(problem: Any) -> int:
    return int(problem[0])


def _shown(change: Change) -> dict[str, Any]:
    """A change as the preview draws it."""
    fields = [
        (COLUMNS[name], say_value(name, before), say_value(name, after))
        for name, before, after in change.fields
        if name in FIELDS and not (change.kind == "new" and after in (None, ""))
    ]
    number = change.person.pk if change.kind == "update" else None
    return {"line": change.line, "kind": change.kind, "name": change.name, "number": number, "fields": fields}
