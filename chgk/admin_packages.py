"""The backoffice of the packages: their states, and who opened the sealed ones. No text of a question stands here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chgk.models import Package, PackageReading
from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin


class ReadingInline(admin.TabularInline):
    """Who opened the package; written by opening it alone."""

    model = PackageReading
    fields = readonly_fields = ("at", "who", "what")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never; whoever may look at readings sees them."""
        return False


@admin.register(Package)
class PackageAdmin(OfficeAdmin):
    """Packages with where they stand and how many questions lie in each. What becomes of one is decided on its page."""

    list_display = ("title", "season", "state", "editor", "fixture", "game", "question_count")
    list_filter = ("state", "season")
    list_select_related = ("season", "editor", "fixture", "game")
    search_fields = ("title", "season__name")
    autocomplete_fields = ("season", "editor")
    readonly_fields = (
        "state", "fixture", "game", "handed_in_by", "return_reason",
        "approved_at", "approved_by", "sealed_at", "sealed_by",
    )  # fmt: skip
    fields = ("title", "season", "editor", *readonly_fields)
    secret_fields = ("note",)
    ordering = ("season", "pk")
    inlines = (ReadingInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Package]:
        """Counts the questions in the same query."""
        packages: QuerySet[Package] = super().get_queryset(request)
        return packages.annotate(_questions=Count("questions"))

    def has_change_permission(self, request: HttpRequest, obj: Package | None = None) -> bool:
        """What is sealed or has been played stays as it is."""
        return (obj is None or is_open(obj)) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Package | None = None) -> bool:
        """A package that was sealed or laid stays, with whoever opened it."""
        return (obj is None or is_open(obj)) and super().has_delete_permission(request, obj)

    @admin.display(description=_("questions"), ordering="_questions")
    def question_count(self, package: Any) -> int:
        """How many there are, the spare ones too."""
        return int(package._questions)


@admin.register(PackageReading)
class PackageReadingAdmin(ReadOnlyAdmin):
    """Who opened which sealed package, or carried it out of Sowa."""

    list_display = ("at", "package", "who", "what")
    list_filter = ("what",)
    list_select_related = ("package",)
    search_fields = ("package__title", "who")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")


def is_open(package: Package) -> bool:
    """Whether it is still being worked on, or lies ready: no game has had it, nothing closes it."""
    worked_on = (Package.State.DRAFT, Package.State.TESTING, Package.State.APPROVED)
    return package.game_id is None and package.state in worked_on
