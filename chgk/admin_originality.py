"""The backoffice of reference collections and of claims that a question is not original (§4.1.3)."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from chgk.models import OriginalityClaim, ReferenceCollection, ReferenceFile, ReferenceQuestion
from chgk.selectors.stemming import stems_of
from chgk.selectors.word_index import matching
from chgk.services.reference import delete_collection
from tournaments.admin_base import ReadOnlyAdmin
from tournaments.services.actors import account_actor


@admin.register(ReferenceCollection)
class ReferenceCollectionAdmin(ReadOnlyAdmin):
    """Collections with how much lies in each. They are made by ``manage.py import_reference``, and deleted here."""

    list_display = ("name", "made_at", "file_count", "question_count")
    search_fields = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReferenceCollection]:
        """Counts files and questions in the same query; questions as their files say."""
        rows: QuerySet[ReferenceCollection] = super().get_queryset(request)
        return rows.annotate(_files=Count("files"), _questions=Sum("files__question_count", default=0))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """By the right to delete collections."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Said in numbers: nobody reads a list of three hundred thousand questions."""
        said = []
        for row in objs:
            count = row.files.aggregate(all=Sum("question_count", default=0))["all"]
            words = ngettext("%(name)s: %(count)d question", "%(name)s: %(count)d questions", count)
            said.append(words % {"name": row.name, "count": count})
        return said, {str(ReferenceCollection._meta.verbose_name_plural): len(said)}, set(), []

    def delete_model(self, request: HttpRequest, obj: ReferenceCollection) -> None:
        """In slices, with the index."""
        delete_collection(collection_id=obj.pk, actor=account_actor(request.user))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """One after the other."""
        for row in queryset:
            delete_collection(collection_id=row.pk, actor=account_actor(request.user))

    @admin.display(description=_("files"), ordering="_files")
    def file_count(self, row: Any) -> int:
        """How many files were taken in."""
        return int(row._files)

    @admin.display(description=_("questions"), ordering="_questions")
    def question_count(self, row: Any) -> int:
        """How many questions they hold."""
        return int(row._questions)


@admin.register(ReferenceFile)
class ReferenceFileAdmin(ReadOnlyAdmin):
    """Where the questions came from."""

    list_display = ("path", "collection", "title", "question_count", "imported_at")
    list_filter = ("collection",)
    list_select_related = ("collection",)
    search_fields = ("path", "title")


@admin.register(ReferenceQuestion)
class ReferenceQuestionAdmin(ReadOnlyAdmin):
    """Questions that others have asked; searched by the index, in any form of the words."""

    list_display = ("__str__", "text_start", "answer", "file", "tour", "number")
    list_select_related = ("file",)
    search_fields = ("text",)
    search_help_text = _("Words in any form")
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """All the words, in any form."""
        stems = stems_of(search_term)[:20]
        if not stems:
            return queryset, False
        return queryset.filter(pk__in=matching("chgk_referencequestion", "stems", stems)), False

    @admin.display(description=_("question"))
    def text_start(self, row: ReferenceQuestion) -> str:
        """How it begins."""
        return row.text if len(row.text) <= 160 else row.text[:159] + "…"


@admin.register(OriginalityClaim)
class OriginalityClaimAdmin(ReadOnlyAdmin):
    """Claims and what became of them; the evidence tells of the question, and is read where the question is."""

    list_display = ("__str__", "game", "number", "claimant", "made_at", "state", "decided_at", "decided_by")
    list_filter = ("state",)
    list_select_related = ("game", "claimant")
    search_fields = ("claimant__name", "decided_by")
    fields = ("game", "number", "claimant", "made_at", "state", "decided_at", "decided_by")
    secret_fields = ("question", "words", "source", "reason")
