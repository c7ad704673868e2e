"""The backoffice of the bank: categories and questions; of what is sealed for an evening nobody reads a word here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from auction import selectors
from auction.models import AuctionQuestion, Category, QuestionSet, QuestionUse, SetOpening
from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin

_TEXTS = (
    "text", "answer", "accepted", "comment", "source", "variant_a", "variant_b", "variant_c", "variant_d",
    "right_variant",
)  # fmt: skip


class UsedFilter(admin.SimpleListFilter):
    """Questions that some season has seen, and fresh ones."""

    title = _("played")
    parameter_name = "used"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, object]]:  # type: ignore[override]
        """Played, fresh."""
        return [("yes", _("played in a season")), ("no", _("never played"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuctionQuestion]) -> QuerySet[AuctionQuestion]:
        """By whether a use is on record."""
        if self.value() not in ("yes", "no"):
            return queryset
        used = Exists(QuestionUse.objects.filter(question=OuterRef("pk")))
        return queryset.filter(used if self.value() == "yes" else ~used)


@admin.register(Category)
class CategoryAdmin(OfficeAdmin):
    """Categories with how many questions each has and how many are still fresh."""

    list_display = ("name", "is_active", "question_count", "fresh_count")
    list_editable = ("is_active",)
    search_fields = ("name",)
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Category]:
        """With the counts, in one query."""
        fresh = Q(questions__is_active=True, questions__uses=None)
        categories: QuerySet[Category] = super().get_queryset(request)
        return categories.annotate(
            all_questions=Count("questions", distinct=True),
            fresh_questions=Count("questions", filter=fresh, distinct=True),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Category | None = None) -> tuple[str, ...]:
        """An evening knows its categories by name: one with sealed questions keeps it until they are played."""
        held = obj is not None and selectors.sealed_away().filter(question__category=obj).exists()
        return ("name",) if held else ()

    @admin.display(description=_("questions"), ordering="all_questions")
    def question_count(self, category: Category) -> int:
        """All of them."""
        return int(getattr(category, "all_questions", 0))

    @admin.display(description=_("never played"), ordering="fresh_questions")
    def fresh_count(self, category: Category) -> int:
        """Those that may be played and never were."""
        return int(getattr(category, "fresh_questions", 0))


@admin.register(AuctionQuestion)
class AuctionQuestionAdmin(OfficeAdmin):
    """Questions; one that was played can be switched off, not deleted, and a sealed one not even read.

    No column of texts sorts, and no search or filter reaches a sealed text: its place among the others would tell.
    """

    list_display = ("shown_text", "category", "shown_answer", "shown_right_variant", "is_active", "was_used")
    list_filter = ("category", "is_active", "for_rehearsal", UsedFilter)
    list_select_related = ("category",)
    search_fields = ("text", "answer", "accepted", "comment", "source")
    autocomplete_fields = ("category",)
    list_per_page = 50
    change_list_template = "admin/questions_list.html"
    secret_fields = _TEXTS
    fieldsets = (
        (
            None,
            {"fields": ("category", "text", "answer", "accepted", "comment", "source", ("is_active", "for_rehearsal"))},
        ),
        (_("Hint (§19)"), {"fields": (("variant_a", "variant_b"), ("variant_c", "variant_d"), "right_variant")}),
    )
    sealed_fieldsets = ((None, {"fields": ("number", "category", "sealed_notice")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuctionQuestion]:
        """With whether each was played, and the evening that it is sealed for, in one query."""
        uses = QuestionUse.objects.filter(question=OuterRef("pk"))
        sealed = selectors.sealed_away().filter(question=OuterRef("pk")).values("set__game__title")[:1]
        questions: QuerySet[AuctionQuestion] = super().get_queryset(request)
        return questions.annotate(used=Exists(uses), sealed_for=Subquery(sealed))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Whoever searches for words finds no sealed question by them."""
        if search_term.strip():
            sealed = selectors.sealed_away().filter(question=OuterRef("pk"))
            queryset = queryset.filter(~Exists(sealed))
        return super().get_search_results(request, queryset, search_term)

    def has_change_permission(self, request: HttpRequest, obj: AuctionQuestion | None = None) -> bool:
        """Nobody edits a sealed question: what is played is the copy, and the form would show it."""
        return not _is_sealed(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: AuctionQuestion | None = None) -> bool:
        """Nor deletes it."""
        return not _is_sealed(obj) and super().has_delete_permission(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: AuctionQuestion | None = None) -> Any:
        """Of a sealed question its number and category, and which evening it waits for."""
        return self.sealed_fieldsets if _is_sealed(obj) else self.fieldsets

    def get_readonly_fields(self, request: HttpRequest, obj: AuctionQuestion | None = None) -> tuple[str, ...]:
        """The same."""
        return ("number", "category", "sealed_notice") if _is_sealed(obj) else ()

    @admin.display(description=_("question"))
    def shown_text(self, question: AuctionQuestion) -> str:
        """Its beginning, or that it is sealed."""
        return self.sealed_notice(question) if _is_sealed(question) else question.text[:200]

    @admin.display(description=_("answer"))
    def shown_answer(self, question: AuctionQuestion) -> str:
        """Nothing of a sealed one."""
        return "" if _is_sealed(question) else question.answer

    @admin.display(description=_("right variant"))
    def shown_right_variant(self, question: AuctionQuestion) -> str:
        """The same."""
        return "" if _is_sealed(question) else question.get_right_variant_display()

    @admin.display(description=_("number"))
    def number(self, question: AuctionQuestion) -> str:
        """In the bank."""
        return str(question.pk)

    @admin.display(description=_("sealed"))
    def sealed_notice(self, question: AuctionQuestion) -> str:
        """Which evening it waits for."""
        return gettext("no. %(number)s, sealed for «%(game)s»") % {
            "number": question.pk,
            "game": getattr(question, "sealed_for", "") or "",
        }

    @admin.display(description=_("played"), boolean=True, ordering="used")
    def was_used(self, question: AuctionQuestion) -> bool:
        """Whether some season has seen it."""
        return bool(getattr(question, "used", False))


def _is_sealed(question: AuctionQuestion | None) -> bool:
    if question is None:
        return False
    if hasattr(question, "sealed_for"):
        return question.sealed_for is not None
    return selectors.sealed_away().filter(question=question).exists()


@admin.register(QuestionSet)
class QuestionSetAdmin(ReadOnlyAdmin):
    """Question sets: how big, sealed when and by whom; the promise stands on the page of the game's draws."""

    list_display = ("game", "wanted", "spares", "sealed_at", "sealed_by", "opened")
    list_select_related = ("game",)
    search_fields = ("game__title",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[QuestionSet]:
        """With how often each was opened, in one query."""
        sets: QuerySet[QuestionSet] = super().get_queryset(request)
        opened = Count("openings", filter=Q(openings__kind=SetOpening.Kind.OPENED), distinct=True)
        return sets.annotate(times_opened=opened)

    @admin.display(description=_("openings"), ordering="times_opened")
    def opened(self, chosen: QuestionSet) -> int:
        """How often."""
        return int(getattr(chosen, "times_opened", 0))


@admin.register(SetOpening)
class SetOpeningAdmin(ReadOnlyAdmin):
    """Who looked into a sealed set, and why."""

    list_display = ("game", "kind", "who", "at", "why")
    list_filter = ("kind",)
    list_select_related = ("set__game",)
    search_fields = ("set__game__title", "who")

    @admin.display(description=_("game"), ordering="set__game__title")
    def game(self, opening: SetOpening) -> str:
        """Whose questions."""
        return str(opening.set.game)


from auction import admin_evenings  # noqa: E402, F401 - an evening's own tables in a file of their own
