"""The backoffice of draws: what was promised, and what has been published."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import ReadOnlyAdmin
from tournaments.models import DrawSeed


@admin.register(DrawSeed)
class DrawSeedAdmin(ReadOnlyAdmin):
    """Seeds of draws. A secret one is nobody's, staff included: the page shows what the public may know."""

    list_display = ("game", "series", "round", "commitment", "draws", "made_at", "revealed_at", "reason")
    list_filter = (("revealed_at", admin.EmptyFieldListFilter), "reason")
    list_select_related = ("game",)
    search_fields = ("game__title", "commitment")
    secret_fields = ("seed",)
    fields = (
        "game", "series", "round", "commitment", "draws", "made_at", "revealed_at", "abandoned_at", "reason",
        "public_seed",
    )  # fmt: skip
    readonly_fields = ("public_seed",)

    @admin.display(description=_("seed"))
    def public_seed(self, seed: DrawSeed) -> str:
        """Once it is published."""
        return seed.published_seed
