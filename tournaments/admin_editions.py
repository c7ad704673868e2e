"""The backoffice of an evening's dates: what was moved, and why."""

from __future__ import annotations

from django.contrib import admin

from tournaments.admin_base import ReadOnlyAdmin
from tournaments.models import Postponement


@admin.register(Postponement)
class PostponementAdmin(ReadOnlyAdmin):
    """Decided on the evening's own page, which writes the audit."""

    list_display = ("game", "before", "after", "reason", "decided_at", "decided_by")
    list_select_related = ("game",)
    search_fields = ("game__title", "reason")
