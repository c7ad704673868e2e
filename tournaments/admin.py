"""The backoffice: games to edit, their logs to read only. Its other pages stand in files of their own."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin
from tournaments.models import AccessLink, AuditEntry, ChatMessage, ChatMute, GameCommand, GameEvent, LiveGame

admin.site.site_header = admin.site.site_title = "Sowa"
admin.site.index_title = _("Backoffice")


@admin.register(LiveGame)
class LiveGameAdmin(OfficeAdmin):
    """Games. The log is the game: state and counters are never edited, and the start pins the setup."""

    list_display = ("title", "discipline", "season", "seq", "started_at", "finished_at")
    list_filter = ("discipline", "season", ("started_at", admin.EmptyFieldListFilter))
    list_select_related = ("season",)
    search_fields = ("title", "hosts__username")
    date_hierarchy = "created_at"
    filter_horizontal = ("hosts",)
    readonly_fields = ("seq", "chat_seq", "created_at", "started_at", "finished_at", "is_sealed")
    exclude = secret_fields = ("snapshot",)
    audit_name = "game"

    def get_readonly_fields(self, request: HttpRequest, obj: LiveGame | None = None) -> tuple[str, ...]:
        """Discipline, season, setup and whether it counts are fixed with the start."""
        pinned = ("discipline", "season", "setup", "for_ranking") if obj is not None and obj.started_at else ()
        return (*self.readonly_fields, *pinned)


def without_questions(data: Any) -> str:
    """JSON with only the name of each question in it; the protocol shows what the hall has seen."""
    return json.dumps(_named_only(data), ensure_ascii=False)


def _named_only(data: Any) -> Any:
    if isinstance(data, list):
        return [_named_only(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        key: {"id": value.get("id")} if key == "question" and isinstance(value, dict) else _named_only(value)
        for key, value in data.items()
    }


@admin.register(GameCommand)
class GameCommandAdmin(ReadOnlyAdmin):
    """What was received, accepted or refused."""

    list_display = ("game", "received_at", "actor_name", "actor_role", "actor_team", "do", "accepted", "last_seq")
    list_filter = ("accepted", "actor_role", "game__discipline")
    list_select_related = ("game",)
    search_fields = ("game__title", "actor_name", "actor_key", "command_id")
    ordering = ("-pk",)
    date_hierarchy = "received_at"
    secret_fields = exclude = ("command",)
    readonly_fields = ("command_without_question",)

    @admin.display(description=_("command"))
    def do(self, command: GameCommand) -> str:
        """The command's name."""
        return str(command.command.get("do", ""))

    @admin.display(description=_("command"))
    def command_without_question(self, command: GameCommand) -> str:
        """A question travels inside its command; its text is nobody's before the hall has it."""
        return without_questions(command.command)


@admin.register(GameEvent)
class GameEventAdmin(ReadOnlyAdmin):
    """What the accepted commands brought about."""

    list_display = ("game", "seq", "kind", "recorded_at")
    list_filter = ("game__discipline",)
    list_select_related = ("game",)
    search_fields = ("game__title", "kind")
    raw_id_fields = ("command",)
    ordering = ("-pk",)
    secret_fields = exclude = ("data",)
    readonly_fields = ("data_without_question",)

    @admin.display(description=_("data"))
    def data_without_question(self, event: GameEvent) -> str:
        """As in its command."""
        return without_questions(event.data)


@admin.register(AccessLink)
class AccessLinkAdmin(ReadOnlyAdmin):
    """Seats. Issued and revoked on the game's setup page, which writes the audit; tokens are shown there only."""

    list_display = ("game", "role", "team", "name", "issued_at", "expires_at", "revoked_at", "first_used_at")
    list_filter = ("role", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("game",)
    search_fields = ("game__title", "name", "team")


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyAdmin):
    """What was said in the hall, hidden messages too; of a team's room who and when, never what."""

    list_display = ("game", "number", "room", "author_name", "team", "words", "sent_at", "removed_at")
    list_filter = (("removed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("game",)
    search_fields = ("game__title", "author_name")
    search_help_text = _("Game, author, or words said in the hall")
    exclude = ("text",)
    readonly_fields = ("words",)
    ordering = ("-pk",)

    @admin.display(description=_("text"))
    def words(self, message: ChatMessage) -> str:
        """The text of the hall."""
        return str(_("private")) if message.room else message.text

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """No filter by address on the words: it would tell them letter by letter."""
        return not lookup.startswith("text") and super().lookup_allowed(lookup, value, request)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Words are looked for in the hall alone: a search that finds a room's message would tell what it says."""
        found, twice = super().get_search_results(request, queryset, search_term)
        said = queryset.filter(room="", text__icontains=search_term) if search_term.strip() else queryset.none()
        return (found | said if search_term.strip() else found), twice


@admin.register(ChatMute)
class ChatMuteAdmin(ReadOnlyAdmin):
    """Who was silenced, and until when."""

    list_display = ("game", "voice_key", "muted_at", "released_at")
    list_select_related = ("game",)
    search_fields = ("game__title", "voice_key")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Who decided what."""

    list_display = ("at", "actor", "action", "target", "details")
    search_fields = ("actor", "target", "action")
    search_help_text = _("Actor (user:5), target (person:7) or action (change_person)")
    date_hierarchy = "at"


from tournaments import (  # noqa: E402, F401 - pages of the backoffice in files of their own
    admin_draws,
    admin_editions,
    admin_letters,
    admin_people,
    admin_register,
    admin_rewards,
    admin_rosters,
    admin_seasons,
)
