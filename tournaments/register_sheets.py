"""The class register out of the backoffice as a spreadsheet; it comes in on the register's own pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.admin_base import OfficeAdmin
from tournaments.enums import Mark
from tournaments.models import Attendance
from tournaments.sheets import write_sheet


class RegisterSheets(OfficeAdmin):
    """The page «export» of the lessons' list."""

    change_list_template = "admin/lessons_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Before Django's own."""
        wrap = self.admin_site.admin_view
        own = path("export/<str:kind>/", wrap(require_safe(self.export)), name="tournaments_lesson_export")
        return [own, *super().get_urls()]

    def export(self, request: HttpRequest, kind: str) -> HttpResponse:
        """Every mark of the lessons that the list shows, a line each."""
        if not request.user.has_perm("tournaments.view_attendance"):
            raise PermissionDenied
        lessons = self.get_changelist_instance(request).get_queryset(request)
        headers = [_("day"), _("period"), _("subject"), _("season"), _("number"), _("pupil"), _("house"), _("mark")]
        return write_sheet(kind, "register", headers, _lines(lessons))


def _lines(lessons: Any) -> Iterator[list[Any]]:
    names = {mark.value: str(mark.label) for mark in Mark}
    marks = (
        Attendance.objects.filter(lesson__in=lessons.order_by().values("pk"))
        .order_by("lesson__held_on", "lesson__period", "lesson__subject", "person__name", "pk")
        .values_list(
            "lesson__held_on", "lesson__period", "lesson__subject", "lesson__season__name", "person_id",
            "person__name", "person__house__name", "mark",
        )
    )  # fmt: skip
    for *cells, mark in marks.iterator(chunk_size=2000):
        yield [*cells, names[mark]]
