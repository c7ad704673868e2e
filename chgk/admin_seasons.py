"""The backoffice of the seasons: what the curator's desk has decided, to be looked at. Ballots are nobody's to read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from chgk.models import BestPlayerVote, ClubSeason, Fixture, FixtureMove, Magister, Owl, TieDecision
from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin


@admin.register(ClubSeason)
class ClubSeasonAdmin(ReadOnlyAdmin, OfficeAdmin):
    """Seasons of the club. Of an open one the curator can be replaced; everything else is decided at the desk."""

    list_display = ("season", "curator", "opened_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("season", "curator")
    search_fields = ("season__name", "curator__username")
    autocomplete_fields = ("curator",)
    audit_name = "club_season"
    fields = ("season", "curator", "rules", "final_rules", "settings", "opened_at", "closed_at")
    readonly_fields = ("season", "rules", "final_rules", "settings", "opened_at", "closed_at")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """While the season is open, for whoever has the right."""
        is_open = not isinstance(obj, ClubSeason) or obj.closed_at is None
        return is_open and request.user.has_perm("chgk.change_clubseason")


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    """The calendar."""

    list_display = ("club", "number", "is_final", "team", "planned_at", "place", "game", "no_show_at")
    list_filter = ("club__season", "is_final", ("no_show_at", admin.EmptyFieldListFilter))
    list_select_related = ("club__season", "team__house", "team__season", "game")
    search_fields = ("club__season__name", "team__house__name", "place")
    fields = (
        "club", "number", "is_final", "team", "game", "planned_at", "place", "no_show_at", "no_show_reason",
        "no_show_by",
    )  # fmt: skip


@admin.register(FixtureMove)
class FixtureMoveAdmin(ReadOnlyAdmin):
    """Moved dates, with their reasons."""

    list_display = ("fixture", "before", "after", "reason", "decided_at", "decided_by")
    list_filter = ("fixture__club__season",)
    list_select_related = ("fixture",)
    search_fields = ("reason", "decided_by")


@admin.register(TieDecision)
class TieDecisionAdmin(ReadOnlyAdmin):
    """Whom the curator sent to the final (§3.1.2, §1.5)."""

    list_display = ("club", "team", "reason", "decided_at", "decided_by")
    list_filter = ("club__season",)
    list_select_related = ("club__season",)
    search_fields = ("team", "reason", "decided_by")


@admin.register(BestPlayerVote)
class BestPlayerVoteAdmin(ReadOnlyAdmin):
    """Votes on the best player: how they ended. What anybody chose stands nowhere here (§3.2.3)."""

    audit_name = "vote"
    list_display = ("fixture", "opened_at", "over_at", "agreed", "named", "named_by")
    list_filter = (("over_at", admin.EmptyFieldListFilter),)
    list_select_related = ("fixture",)
    search_fields = ("reason", "named_by")
    secret_fields = ("ballots",)


@admin.register(Owl)
class OwlAdmin(ReadOnlyAdmin):
    """Crystal owls, the annulled ones too."""

    list_display = ("name", "team", "club", "decided_by", "given_at", "annulled_at")
    list_filter = ("decided_by", ("annulled_at", admin.EmptyFieldListFilter))
    list_select_related = ("club__season",)
    search_fields = ("name", "team", "club__season__name")


@admin.register(Magister)
class MagisterAdmin(ReadOnlyAdmin):
    """Who bears the title (§3.2.2)."""

    list_display = ("person", "confirmed_at", "confirmed_by")
    list_select_related = ("person",)
    search_fields = ("person__name", "person__display_name")
