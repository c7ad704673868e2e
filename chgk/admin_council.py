"""The backoffice of the council and the regulation: to be looked at. Ballots and discussions stand nowhere here."""

from __future__ import annotations

from django.contrib import admin

from chgk.models import (
    ActingCaptain,
    AmendedParagraph,
    Clarification,
    CouncilRules,
    CuratorDecision,
    Motion,
    MotionRound,
    RegulationVersion,
)
from tournaments.admin_base import ReadOnlyAdmin


@admin.register(ActingCaptain)
class ActingCaptainAdmin(ReadOnlyAdmin):
    """Who has stood in for a captain (§2.2.2)."""

    list_display = ("team", "person", "starts_at", "ends_at", "reason", "named_by")
    list_filter = ("club__season",)
    list_select_related = ("team__house", "team__season", "person")
    search_fields = ("person__name", "reason")


@admin.register(CouncilRules)
class CouncilRulesAdmin(ReadOnlyAdmin):
    """What seasons have settled about their councils; it is changed on the council's page."""

    list_display = ("club", "changed_at")
    list_select_related = ("club__season",)
    search_fields = ("club__season__name",)


@admin.register(AmendedParagraph)
class AmendedParagraphAdmin(ReadOnlyAdmin):
    """What motions do to paragraphs of the regulation (§1.6)."""

    list_display = ("number", "change", "motion")
    list_filter = ("change",)
    list_select_related = ("motion",)
    search_fields = ("=number", "motion__title")


@admin.register(Motion)
class MotionAdmin(ReadOnlyAdmin):
    """What lay before the council. What is moved, and who said what, is read on the pages alone: by whom it may be."""

    list_display = ("number", "club", "kind", "state", "moved_at", "ended_at")
    list_filter = ("club__season", "kind", "state")
    list_select_related = ("club__season",)
    search_fields = ("=number", "club__season__name")
    fields = ("number", "club", "kind", "moved_at", "state", "ended_at")
    secret_fields = ("title", "text", "mover", "moved_by", "note", "words", "rounds", "paragraphs")


@admin.register(MotionRound)
class MotionRoundAdmin(ReadOnlyAdmin):
    """Votes of the council; counts are there once a vote is over, and never who chose what (§1.6.3)."""

    list_display = ("motion", "number", "opened_at", "closes_at", "closed_at", "decision", "in_favour", "against")
    list_filter = ("decision", "secret")
    list_select_related = ("motion",)
    search_fields = ("=motion__number",)
    fields = (
        "motion", "number", "secret", "opened_at", "opened_by", "closes_at", "closed_at", "in_favour", "against",
        "abstained", "decision",
    )  # fmt: skip
    secret_fields = ("ballots",)


@admin.register(RegulationVersion)
class RegulationVersionAdmin(ReadOnlyAdmin):
    """Versions of the regulation."""

    list_display = ("number", "motion", "holds_from", "promulgated_at", "promulgated_by")
    list_select_related = ("motion",)
    search_fields = ("promulgated_by",)


@admin.register(Clarification)
class ClarificationAdmin(ReadOnlyAdmin):
    """What curators have made more precise (§1.6.2)."""

    list_display = ("paragraph", "club", "setting", "made_at", "made_by")
    list_filter = ("club__season",)
    list_select_related = ("club__season",)
    search_fields = ("text", "paragraph")


@admin.register(CuratorDecision)
class CuratorDecisionAdmin(ReadOnlyAdmin):
    """What curators have decided by their priority (§1.5)."""

    list_display = ("club", "game", "matter", "text", "made_at", "made_by")
    list_filter = ("club__season",)
    list_select_related = ("club__season", "game")
    search_fields = ("text", "reason", "matter")
