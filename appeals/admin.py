"""The backoffice of appeals: what anybody may know. Views, votes and what they come to are read on the pages alone."""

from __future__ import annotations

from django.contrib import admin

from appeals.models import Appeal, CouncilVote, Jury
from tournaments.admin_base import ReadOnlyAdmin


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """Appeals by number; how far the jury is, and what stands in a draft, is nobody's business here (§5.3.2)."""

    list_display = ("number", "club", "team", "question", "kind", "filed_at", "decide_by", "announced_at")
    list_filter = ("club__season", "kind", ("announced_at", admin.EmptyFieldListFilter))
    list_select_related = ("club__season",)
    search_fields = ("team", "game__title")
    fields = ("number", "club", "game", "team", "question", "kind", "jury", "filed_at", "decide_by", "announced_at")
    secret_fields = ("snapshot", "phase", "seq", "draft", "events", "reminded_at")


@admin.register(Jury)
class JuryAdmin(ReadOnlyAdmin):
    """Juries of all seasons."""

    list_display = ("club", "game", "state", "composed_at", "composed_by", "confirmed_at")
    list_filter = ("club__season", "state")
    list_select_related = ("club__season", "game")
    search_fields = ("club__season__name", "composed_by")
    fields = ("club", "game", "replaces", "reason", "state", "composed_at", "composed_by", "confirmed_at")
    secret_fields = ("appeals",)


@admin.register(CouncilVote)
class CouncilVoteAdmin(ReadOnlyAdmin):
    """How the council of captains voted on juries (§5.1.2)."""

    list_display = ("jury", "held_on", "decision", "in_favour", "against", "abstained", "composition", "recorded_by")
    list_filter = ("decision",)
    list_select_related = ("jury",)
    search_fields = ("recorded_by",)
    secret_fields = ("jury",)
