"""The backoffice of the class register: lessons and marks to look through; they are entered on the register's pages."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import ReadOnlyAdmin
from tournaments.models import Attendance, Lesson, RegisterUpload
from tournaments.register_sheets import RegisterSheets
from tournaments.selectors.register import THERE


@admin.register(Lesson)
class LessonAdmin(RegisterSheets):
    """Lessons. A day or a subject is put right here; who was there, in the register's own grid."""

    list_display = ("held_on", "period", "subject", "season", "teacher", "marks", "there")
    list_filter = ("season", "subject")
    list_select_related = ("season", "teacher")
    search_fields = ("subject", "teacher__name")
    autocomplete_fields = ("season", "teacher")
    date_hierarchy = "held_on"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lesson]:
        """With how many marks there are, and how many were there, for the lists alone."""
        lessons: QuerySet[Lesson] = super().get_queryset(request)
        there = Q(attendance__mark__in=THERE)
        return lessons.annotate(_marks=Count("attendance"), _there=Count("attendance", filter=there))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """A grid that is open notices."""
        super().save_model(request, obj, form, change)
        if change and form.changed_data:
            Lesson.objects.filter(pk=obj.pk).update(revision=F("revision") + 1)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """A lesson goes with its marks: how many is said, not each of them."""
        lessons = list(objs)
        marks = Attendance.objects.filter(lesson__in=[lesson.pk for lesson in lessons]).count()
        named = [str(lesson) for lesson in lessons]
        counts = {str(Lesson._meta.verbose_name_plural): len(lessons), str(Attendance._meta.verbose_name_plural): marks}
        allowed = self.has_delete_permission(request)
        return named, counts, set() if allowed else {str(Lesson._meta.verbose_name)}, []

    @admin.display(description=_("marks"), ordering="_marks")
    def marks(self, lesson: Any) -> int:
        """How many the register has."""
        return int(lesson._marks)

    @admin.display(description=_("were there"), ordering="_there")
    def there(self, lesson: Any) -> int:
        """How many of them count (§1)."""
        return int(lesson._there)


@admin.register(Attendance)
class AttendanceAdmin(ReadOnlyAdmin):
    """Marks, pupil by pupil. The register's grid changes them, and writes the audit."""

    list_display = ("day", "subject", "person", "house", "mark")
    list_filter = ("mark", "lesson__season")
    list_select_related = ("lesson", "person__house")
    search_fields = ("person__name", "lesson__subject")
    ordering = ("-pk",)
    raw_id_fields = ("lesson", "person")

    @admin.display(description=_("day"), ordering="lesson__held_on")
    def day(self, mark: Attendance) -> Any:
        """When the lesson was held."""
        return mark.lesson.held_on

    @admin.display(description=_("subject"), ordering="lesson__subject")
    def subject(self, mark: Attendance) -> str:
        """Of the lesson."""
        return mark.lesson.subject

    @admin.display(description=_("house"), ordering="person__house__position")
    def house(self, mark: Attendance) -> str:
        """Of the pupil, today."""
        return str(mark.person.house or "")


@admin.register(RegisterUpload)
class RegisterUploadAdmin(ReadOnlyAdmin):
    """Files of the register: who sent which, and what became of it. What stood in them is the register's."""

    list_display = ("file_name", "season", "uploaded_by", "uploaded_at", "imported_at")
    list_filter = ("season", ("imported_at", admin.EmptyFieldListFilter))
    list_select_related = ("season", "uploaded_by")
    search_fields = ("file_name", "uploaded_by__username", "digest")
    date_hierarchy = "uploaded_at"
    secret_fields = exclude = ("contents", "answers")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RegisterUpload]:
        """Without the files."""
        uploads: QuerySet[RegisterUpload] = super().get_queryset(request)
        return uploads.defer("contents", "answers")
