"""The backoffice of how teams come about: decided on their own pages, looked at here."""

from __future__ import annotations

from django.contrib import admin

from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin
from tournaments.models import Application, GuestInvitation, RosterCall


@admin.register(RosterCall)
class RosterCallAdmin(OfficeAdmin):
    """By when the houses name their teams. A later date opens the desks again."""

    list_display = ("season", "discipline", "due_at", "note")
    list_filter = ("season", "discipline")
    list_select_related = ("season",)
    search_fields = ("season__name", "note")
    autocomplete_fields = ("season",)
    date_hierarchy = "due_at"


@admin.register(Application)
class ApplicationAdmin(ReadOnlyAdmin):
    """Who asked for a place, and what the head answered (§4)."""

    list_display = ("person", "house", "discipline", "season", "state", "sent_at", "decided_by")
    list_filter = ("season", "discipline", "state", "house")
    list_select_related = ("person", "house", "season")
    search_fields = ("person__name", "house__name")
    date_hierarchy = "sent_at"


@admin.register(GuestInvitation)
class GuestInvitationAdmin(ReadOnlyAdmin):
    """Whom captains asked into their teams (§2.1.3 of the club's regulation)."""

    list_display = ("person", "team", "state", "invited_by", "sent_at", "answered_at")
    list_filter = ("team__season", "state")
    list_select_related = ("person", "team__house", "team__season")
    search_fields = ("person__name", "team__house__name", "invited_by")
    date_hierarchy = "sent_at"
