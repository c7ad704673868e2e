"""What every page of the backoffice has: an audited write, a history with decisions, deletes that say what holds."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst

from tournaments.models import AuditEntry
from tournaments.selectors.holders import Hold, find_holds
from tournaments.services.actors import account_actor
from tournaments.services.audit import record_audit

LONGEST_VALUE = 200
HISTORY = 100  # entries on a page of history


class DiscreetAdmin(admin.ModelAdmin):
    """``secret_fields`` are not shown, and nobody feels their way to them by filters in the address either."""

    secret_fields: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """A list filtered by a secret would tell it letter by letter."""
        is_secret = lookup.split("__", maxsplit=1)[0] in self.secret_fields
        return not is_secret and super().lookup_allowed(lookup, value, request)


class HeldAdmin(admin.ModelAdmin):
    """Rows that others may hold: what holds them is counted and linked, table by table, whatever the rights."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What holds a row says more than a list of thousands, or than a missing right."""
        holds = find_holds(list(objs))
        if holds:
            return [], {}, set(), [_say_hold(hold, list(objs), self.admin_site, request) for hold in holds]
        return super().get_deleted_objects(objs, request)


class HistoryAdmin(admin.ModelAdmin):
    """An object's history: changes of the backoffice, and what was decided about it anywhere else.

    ``audit_name`` is what the audit trail calls a row: ``person`` in ``person:7``; the model's name unless it says.
    """

    audit_name = ""
    object_history_template = "admin/history.html"

    def target_of(self, row: Model) -> str:
        """The row in the audit trail."""
        return f"{self.audit_name or self.opts.model_name}:{row.pk}"

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Django's page with the audit's entries; their details are for whoever may read the audit trail."""
        entries = list(
            AuditEntry.objects.filter(target=f"{self.audit_name or self.opts.model_name}:{object_id}")[:HISTORY]
        )
        may_read = request.user.has_perm("tournaments.view_auditentry")
        audit = [
            {"at": entry.at, "who": entry.details.get("name") or entry.actor, "action": entry.action,
             "details": list(_plain_details(entry.details)) if may_read else []}
            for entry in entries
        ]  # fmt: skip
        return super().history_view(request, object_id, {"audit": audit, **(extra_context or {})})


class OfficeAdmin(HeldAdmin, HistoryAdmin, DiscreetAdmin):
    """Rows that are edited here. Every change is in the audit trail, with what it was before; secrets by name only."""

    list_per_page = 50
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saves and records what changed, in the transaction of the page."""
        super().save_model(request, obj, form, change)
        details = read_changes(form, self.secret_fields) if change else {"name_of_row": str(obj)[:LONGEST_VALUE]}
        if details or not change:
            self.record(request, "change" if change else "add", obj, details)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """The same for rows edited inside another."""
        super().save_formset(request, form, formset, change)
        details = {
            "added": [str(row)[:LONGEST_VALUE] for row in formset.new_objects],
            "changed": [str(row)[:LONGEST_VALUE] for row, _fields in formset.changed_objects],
            "removed": [str(row)[:LONGEST_VALUE] for row in formset.deleted_objects],
        }
        if any(details.values()):
            self.record(request, f"change_{formset.model._meta.model_name}s_of", form.instance, details)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Deletes and records it."""
        self.record(request, "delete", obj, {"name_of_row": str(obj)[:LONGEST_VALUE]})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """The same for several."""
        for row in queryset:
            self.record(request, "delete", row, {"name_of_row": str(row)[:LONGEST_VALUE]})
        super().delete_queryset(request, queryset)

    def record(self, request: HttpRequest, what: str, row: Model, details: Mapping[str, Any]) -> None:
        """One line of the audit trail about the row: ``change_person``, ``delete_house``."""
        action = f"{what}_{self.audit_name or self.opts.model_name}"[:50]
        record_audit(actor=account_actor(request.user), action=action, target=self.target_of(row), details=details)


class ReadOnlyAdmin(HistoryAdmin, DiscreetAdmin):
    """Rows to look at: nobody adds, changes or deletes them here."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never; the view permission is enough to look."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


def read_changes(form: forms.ModelForm, secret: Sequence[str] = ()) -> dict[str, Any]:
    """What a form changes, ``{field: [before, after]}``; a secret or a password only by its name."""
    changed: dict[str, Any] = {}
    for name in form.changed_data:
        if name in secret or "password" in name:
            changed[name] = ["…", "…"]
            continue
        changed[name] = [_plain(form, name, form.initial.get(name)), _plain(form, name, form.cleaned_data.get(name))]
    return {"changed": changed} if changed else {}


def _plain(form: forms.ModelForm, name: str, value: Any) -> Any:
    """A value as it stands in the audit trail: JSON, and not a book."""
    if isinstance(value, QuerySet | list | tuple | set):
        return [_plain(form, name, one) for one in value][:50]
    if isinstance(value, bool | int | None):
        field: Any = form.fields.get(name)
        if isinstance(field, forms.ModelChoiceField) and value is not None and not isinstance(value, bool):
            row = field.queryset.filter(pk=value).first() if field.queryset is not None else None
            return f"{row} #{value}" if row is not None else value
        return value
    if isinstance(value, Model):
        return f"{value} #{value.pk}"[:LONGEST_VALUE]
    if isinstance(value, datetime.date | datetime.datetime):
        return value.isoformat()
    return str(value)[:LONGEST_VALUE]


def _plain_details(details: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """What an entry says beside who and what, each on a line."""
    for key, value in details.items():
        if key in ("name", "role") or value in (None, "", [], {}):
            continue
        if key == "changed" and isinstance(value, Mapping):
            for name, (before, after) in value.items():
                yield str(name), f"{_said(before)} → {_said(after)}"
            continue
        yield str(key), _said(value)


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_said(one) for one in value) or "–"
    return "–" if value in (None, "") else str(value)


def _say_hold(hold: Hold, rows: Sequence[Model], site: admin.AdminSite, request: HttpRequest) -> str:
    """One table that holds the rows; examples and a way to them for whoever may look at that table."""
    opts = hold.model._meta
    said = f"{capfirst(hold.label)}: {hold.count}"
    if not request.user.has_perm(f"{opts.app_label}.view_{opts.model_name}"):
        return said
    examples = "; ".join(hold.examples) + (" …" if hold.count > len(hold.examples) else "")
    if len(rows) > 1 or not site.is_registered(hold.model):
        return f"{said} ({examples})"
    url = f"{reverse(f'admin:{opts.app_label}_{opts.model_name}_changelist')}?{hold.field}__id__exact={rows[0].pk}"
    return format_html('<a href="{}">{}</a> ({})', url, said, examples)
