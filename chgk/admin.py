"""The backoffice of the packages; of a game that is not over nobody reads a question here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chgk.admin_questions import PictureInline, PlaceFilter
from chgk.models import Package, Question
from chgk.models.packages import lines_of
from chgk.question_page import missing_words
from chgk.rules.packages import EDITABLE
from chgk.selectors import missing_of
from chgk.services.bank_questions import tell_followers
from tournaments.admin_base import OfficeAdmin
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import as_json

TEXTS = ("text", "handout", "answer", "accepted", "rejected", "comment", "source")


@admin.register(Question)
class QuestionAdmin(OfficeAdmin):
    """Questions. Those on the table of a game that is not over show their number alone, to everybody.

    No search reaches a text: what is found by its words is told by them.
    """

    list_display = ("number", "package", "category", "is_spare", "shown_missing", "shown_authors")
    list_filter = (PlaceFilter, "package", "category", "is_spare")
    list_select_related = ("package__game",)
    autocomplete_fields = ("package",)
    search_fields = ("package__title", "=number")
    search_help_text = _("Package or number; no text is searched")
    ordering = ("package", "number")
    secret_fields = (*TEXTS, "authors")
    fieldsets = (
        (None, {"fields": ("package", "number", "category", "kind", "is_spare", *TEXTS, "authors", "missing_parts")}),
    )
    readonly_fields = ("missing_parts",)
    closed_fieldsets = ((None, {"fields": ("package", "number", "closed_notice")}),)

    def get_fieldsets(self, request: HttpRequest, obj: Question | None = None) -> Any:
        """Of a closed envelope only what stands on it."""
        return self.closed_fieldsets if is_closed(obj) else self.fieldsets

    def get_inlines(self, request: HttpRequest, obj: Question | None = None) -> Any:
        """Pictures are as secret as the text."""
        return [] if obj is None or is_closed(obj) else [PictureInline]

    def save_model(self, request: HttpRequest, obj: Question, form: Any, change: bool) -> None:
        """Sources typed here are read anew; whoever follows questions is told, and a stale page elsewhere notices."""
        if "source" in form.changed_data:
            obj.citations = [as_json(propose_citation(line)) for line in lines_of(obj.source)]
        obj.revision, obj.changed_at = obj.revision + int(change), timezone.now()
        super().save_model(request, obj, form, change)
        if obj.package_id is not None:
            Package.objects.filter(pk=obj.package_id).update(revision=F("revision") + 1)
        tell_followers(obj)

    def has_change_permission(self, request: HttpRequest, obj: Question | None = None) -> bool:
        """What is sealed or has been laid on a table is not changed any more: the log holds it as it was asked."""
        return not is_held(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Question | None = None) -> bool:
        """Nor taken away."""
        return not is_held(obj) and super().has_delete_permission(request, obj)

    @admin.display(description=_("still missing"))
    def shown_missing(self, question: Question) -> str:
        """How many parts the regulation still asks for (§4.1.1)."""
        return "" if is_closed(question) else str(len(missing_of(question)) or "")

    @admin.display(description=_("still missing"))
    def missing_parts(self, question: Question) -> str:
        """Which ones, in words."""
        if question.pk is None or is_closed(question):
            return ""
        return " ".join(f"{one.text} (§{one.paragraph})" for one in missing_words(question)) or "—"

    @admin.display(description=_("authors"))
    def shown_authors(self, question: Question) -> str:
        """Who wrote it, once everybody may know."""
        return "" if is_closed(question) else question.authors.replace("\n", "; ")

    @admin.display(description=_("question"))
    def closed_notice(self, question: Question) -> str:
        """Why nothing of the question stands here."""
        return str(_("On the table of a game that is not over: closed to everybody until then."))


def is_closed(question: Question | None) -> bool:
    """Whether nobody reads the question here: sealed, or on the table of a game that is not over."""
    return question is not None and question.is_closed


def is_held(question: Question | None) -> bool:
    """Whether the texts stand: its package is approved, sealed or was played. The curator can give it back."""
    if question is None or question.package is None:
        return False
    return question.package.game_id is not None or question.package.state not in EDITABLE


# pages in files of their own
from chgk import (  # noqa: E402
    admin_council,  # noqa: F401
    admin_originality,  # noqa: F401
    admin_packages,  # noqa: F401
    admin_seasons,  # noqa: F401
    admin_testing,  # noqa: F401
)
