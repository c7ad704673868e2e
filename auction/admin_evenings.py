"""The backoffice of an evening's own tables: to look at; what is sealed or not yet opened stands nowhere here."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from auction.models import BlackBox, BoxSeat, ImportedRecord, Masters, QuestionUse
from tournaments.admin_base import ReadOnlyAdmin


@admin.register(BlackBox)
class BlackBoxAdmin(ReadOnlyAdmin):
    """Black boxes: sealed when and by whom. What is in one is told on the stage, once it is opened."""

    list_display = ("game", "number", "commitment", "sealed_at", "sealed_by", "opened_at")
    list_filter = (("opened_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game",)
    search_fields = ("game__title", "commitment")
    secret_fields = exclude = ("contents", "salt")


@admin.register(ImportedRecord)
class ImportedRecordAdmin(ReadOnlyAdmin):
    """Records that became games."""

    list_display = ("game", "file_name", "digest")
    list_select_related = ("game",)
    search_fields = ("game__title", "file_name", "digest")


@admin.register(Masters)
class MastersAdmin(ReadOnlyAdmin):
    """Who is prepared to sit as Masters; named on the evening's own page, which writes the audit (§23)."""

    list_display = ("game", "word", "people")
    list_select_related = ("game",)
    search_fields = ("game__title",)

    @admin.display(description=_("command word"))
    def word(self, masters: Masters) -> str:
        """What they bid with."""
        return str(masters.entry.get("command", ""))

    @admin.display(description=_("people"))
    def people(self, masters: Masters) -> str:
        """Who sits there."""
        return ", ".join(str(player.get("name", "")) for player in masters.entry.get("players", ()))


@admin.register(BoxSeat)
class BoxSeatAdmin(ReadOnlyAdmin):
    """Whom the house in the Masters' box sends; the head names them on a page of their own (§28)."""

    list_display = ("house", "person", "is_captain", "game", "named_at", "named_by")
    list_filter = ("house",)
    list_select_related = ("house", "person", "game")
    search_fields = ("house__name", "person__name", "game__title")


@admin.register(QuestionUse)
class QuestionUseAdmin(ReadOnlyAdmin):
    """Which question the hall has seen when, by its number."""

    list_display = ("question", "season", "game", "used_at")
    list_filter = ("season",)
    list_select_related = ("question", "season", "game")
    search_fields = ("game__title", "=question__id")
    date_hierarchy = "used_at"
