"""The backoffice: people, seasons and games to edit; logs to read only."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.disciplines import disciplines
from tournaments.models import (
    AccessLink,
    AuditEntry,
    ChatMessage,
    ChatMute,
    GameCommand,
    GameEvent,
    House,
    LiveGame,
    Person,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.services.roster_guards import why_roster_is_held

admin.site.site_header = admin.site.site_title = "Sowa"
admin.site.index_title = _("Backoffice")


class DiscreetAdmin(admin.ModelAdmin):
    """``secret_fields`` are not shown, and nobody feels their way to them by filters in the address either."""

    secret_fields: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """A list filtered by a secret would tell it letter by letter."""
        is_secret = lookup.split("__", maxsplit=1)[0] in self.secret_fields
        return not is_secret and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(DiscreetAdmin):
    """Rows to look at: nobody adds, changes or deletes them here."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never; the view permission is enough to look."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


class HeldAdmin(admin.ModelAdmin):
    """Rows that history may hold: what holds them is listed, not that nobody has the right to delete history."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What protects a row says more than a missing right."""
        deletable, counts, missing, protected = super().get_deleted_objects(objs, request)
        return deletable, counts, set() if protected else missing, protected


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Accounts. A host of games cannot be deleted, only deactivated."""

    list_display = ("username", "get_full_name", "email", "is_active", "is_staff", "last_login")

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Adds the games that a host stands by to what holds the row."""
        deletable, counts, missing, protected = super().get_deleted_objects(objs, request)
        hosted = LiveGame.objects.filter(hosts__in=list(objs)).distinct()
        held = [_("Host of the game «%(game)s»") % {"game": game} for game in hosted]
        return deletable, counts, missing, [*protected, *held]


@admin.register(House)
class HouseAdmin(HeldAdmin):
    """Houses in their order."""

    list_display = ("name", "key", "command", "colour", "emblem", "position", "people_count")
    list_editable = ("position",)
    search_fields = ("name", "key", "command")

    def get_readonly_fields(self, request: HttpRequest, obj: House | None = None) -> tuple[str, ...]:
        """Games name houses by their key: it stays as it was made."""
        return ("key",) if obj is not None else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[House]:
        """Counts people in the same query."""
        houses: QuerySet[House] = super().get_queryset(request)
        return houses.annotate(_people=Count("people"))

    @admin.display(description=_("people"), ordering="_people")
    def people_count(self, house: Any) -> int:
        """How many people belong to the house."""
        return int(house._people)


@admin.register(Person)
class PersonAdmin(HeldAdmin):
    """People; namesakes are told apart by house."""

    list_display = ("name", "display_name", "house", "kind")
    list_filter = ("house", "kind")
    list_select_related = ("house",)
    search_fields = ("name", "display_name")


@admin.register(Season)
class SeasonAdmin(HeldAdmin):
    """Seasons; at most one is current."""

    list_display = ("name", "is_current", "created_at")
    list_filter = ("is_current",)
    search_fields = ("name",)


class TeamMemberInline(admin.TabularInline):
    """The places of a team; only to look at where what has been played holds them."""

    model = TeamMember
    extra = 0
    autocomplete_fields = ("person",)

    def has_add_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_delete_permission(request, obj)


def _name_of_discipline(key: str) -> str:
    """What the app of a discipline is called in the reader's language; its key if it is no app."""
    return str(apps.get_app_config(key).verbose_name) if apps.is_installed(key) else key


def _is_free(team: Team | None) -> bool:
    """Whether the people of the team may be changed; a team that is being added has none yet."""
    return team is None or not why_roster_is_held(team)


@admin.register(Team)
class TeamAdmin(HeldAdmin):
    """Teams with their people. A roster that is held says why."""

    list_display = ("house", "discipline", "season", "size")
    list_filter = ("season", "discipline", "house")
    list_select_related = ("house", "season")
    search_fields = ("house__name", "season__name", "members__person__name")
    inlines = (TeamMemberInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        """Counts members in the same query."""
        teams: QuerySet[Team] = super().get_queryset(request)
        return teams.annotate(_size=Count("members", distinct=True))

    def get_fields(self, request: HttpRequest, obj: Team | None = None) -> Any:
        """A held roster stands under the sentence that says why."""
        return ("season", "discipline", "house", *(() if _is_free(obj) else ("held",)))

    def get_readonly_fields(self, request: HttpRequest, obj: Team | None = None) -> tuple[str, ...]:
        """What a held team is stays as well."""
        return () if _is_free(obj) else ("season", "discipline", "house", "held")

    def has_delete_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """A team whose roster is held has played."""
        return _is_free(obj) and super().has_delete_permission(request, obj)

    @admin.display(description=_("Why the team stays as it is"))
    def held(self, team: Team) -> str:
        """The paragraph's reason in words."""
        return why_roster_is_held(team)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The discipline is one of those that are installed."""
        if db_field.name == "discipline":
            choices = [(key, _name_of_discipline(key)) for key in disciplines()]
            return forms.ChoiceField(label=db_field.verbose_name, choices=choices)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description=_("members"), ordering="_size")
    def size(self, team: Any) -> int:
        """How many people are in the team."""
        return int(team._size)


@admin.register(LiveGame)
class LiveGameAdmin(DiscreetAdmin):
    """Games. The log is the game: state and counters are never edited, and the start pins the setup."""

    list_display = ("title", "discipline", "season", "seq", "started_at", "finished_at")
    list_filter = ("discipline", "season", ("started_at", admin.EmptyFieldListFilter))
    list_select_related = ("season",)
    search_fields = ("title", "hosts__username")
    date_hierarchy = "created_at"
    filter_horizontal = ("hosts",)
    readonly_fields = ("seq", "chat_seq", "created_at", "started_at", "finished_at", "is_sealed")
    secret_fields = ("snapshot",)

    def get_readonly_fields(self, request: HttpRequest, obj: LiveGame | None = None) -> tuple[str, ...]:
        """Discipline, season, setup and whether it counts are fixed with the start."""
        pinned = ("discipline", "season", "setup", "for_ranking") if obj is not None and obj.started_at else ()
        return (*self.readonly_fields, *pinned)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """A game that anything happened in stays; says how much holds it instead of listing every event."""
        held = [line for game in objs for line in _holding(game)]
        return ([], {}, set(), held) if held else super().get_deleted_objects(objs, request)


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


def _holding(game: LiveGame) -> list[str]:
    rows = (
        (model, model._default_manager.filter(game=game).count()) for model in (GameCommand, AccessLink, ChatMessage)
    )
    return [f"{game}: {model._meta.verbose_name_plural} ({count})" for model, count in rows if count]


@admin.register(GameCommand)
class GameCommandAdmin(ReadOnlyAdmin):
    """What was received, accepted or refused."""

    list_display = ("game", "received_at", "actor_name", "actor_role", "actor_team", "do", "accepted", "last_seq")
    list_filter = ("accepted", "actor_role", "game__discipline")
    list_select_related = ("game",)
    search_fields = ("game__title", "actor_name", "actor_key", "command_id")
    ordering = ("-pk",)
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
    list_filter = ("action",)
    search_fields = ("actor", "target", "action")
    date_hierarchy = "at"


from tournaments import admin_draws, admin_editions, admin_letters, admin_rewards  # noqa: E402, F401 - pages of the backoffice in files of their own
