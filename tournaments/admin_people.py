"""The backoffice of accounts, houses and people, and of what binds them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import OfficeAdmin, ReadOnlyAdmin, read_changes
from tournaments.admin_forms import HouseForm, PersonForm
from tournaments.models import Deputy, House, Invitation, MergedPerson, Person, User
from tournaments.people_sheets import PeopleSheets
from tournaments.selectors.holding import what_holds
from tournaments.selectors.people import people_of_house
from tournaments.services.actors import account_actor
from tournaments.services.people import delete_person

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(OfficeAdmin, DjangoUserAdmin):
    """Accounts. A host of games cannot be deleted, only deactivated; rights are given by superusers alone."""

    list_display = ("username", "get_full_name", "email", "person_name", "is_active", "is_staff", "last_login")
    list_select_related = ("person",)
    list_filter = ("is_active", "is_staff", "is_superuser", ("person", admin.EmptyFieldListFilter))
    date_hierarchy = "date_joined"
    secret_fields = ("password",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Whoever may edit accounts gives themselves no rights by it."""
        return () if _is_root(request) else (*RIGHTS, "last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """A superuser's account, with its password, is a superuser's business."""
        return (obj is None or not obj.is_superuser or _is_root(request)) and super().has_change_permission(
            request, obj
        )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """As to change it."""
        return (obj is None or not obj.is_superuser or _is_root(request)) and super().has_delete_permission(
            request, obj
        )

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Superusers among the chosen ones stay, unless one deletes them."""
        super().delete_queryset(request, queryset if _is_root(request) else queryset.exclude(is_superuser=True))

    @admin.display(description=_("person"), ordering="person__name")
    def person_name(self, user: User) -> str:
        """Whom the account is bound to."""
        person = getattr(user, "person", None)
        return person.name if person is not None else ""


@admin.register(House)
class HouseAdmin(OfficeAdmin):
    """Houses in their order."""

    form = HouseForm
    list_display = ("name", "key", "command", "colour", "emblem", "head", "position", "people_count")
    list_editable = ("position",)
    list_select_related = ("head",)
    search_fields = ("name", "key", "command", "head__name")
    autocomplete_fields = ("head",)

    def get_readonly_fields(self, request: HttpRequest, obj: House | None = None) -> tuple[str, ...]:
        """Games name houses by their key: it stays as it was made."""
        return ("key",) if obj is not None else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[House]:
        """Counts people in the same query."""
        houses: QuerySet[House] = super().get_queryset(request)
        return houses.annotate(_people=Count("people"))

    def save_model(self, request: HttpRequest, obj: House, form: Any, change: bool) -> None:
        """By the use cases, which write the audit; a place in their order that is edited in the list, here."""
        if not isinstance(form, HouseForm):
            super().save_model(request, obj, form, change)
            return
        obj.__dict__.update(form.act(account_actor(request.user)).__dict__)
        if change and "position" in form.changed_data:
            self.record(request, "change", obj, {"changed": read_changes(form)["changed"]})

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> Any:
        """In the list the place alone is edited."""
        return super().get_changelist_form(request, **{**kwargs, "form": forms.ModelForm})

    @admin.display(description=_("people"), ordering="_people")
    def people_count(self, house: Any) -> int:
        """How many people belong to the house."""
        return int(house._people)


@admin.register(Person)
class PersonAdmin(PeopleSheets):
    """People; namesakes are told apart by house and number. Lists come in and go out as spreadsheets."""

    form = PersonForm
    list_display = ("name", "display_name", "house", "kind", "account", "consented_at", "left_at")
    list_filter = (
        "house",
        "kind",
        ("user", admin.EmptyFieldListFilter),
        ("consented_at", admin.EmptyFieldListFilter),
        ("left_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("house", "user")
    search_fields = ("name", "display_name", "email")
    search_help_text = _("Parts of a name in any alphabet's case, an e-mail address, or #number")
    autocomplete_fields = ("house", "user")
    readonly_fields = ("consent_by",)

    def get_fields(self, request: HttpRequest, obj: Person | None = None) -> Any:
        """The tick that tells namesakes apart is for new people alone."""
        names = [*PersonForm.Meta.fields, "consent_by"]
        return names if obj is not None else ["is_other", *names[:-1]]

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Games name people without a key of the database: they hold, too."""
        held = [
            f"{person}: {found.what} ({found.count}): {'; '.join(found.rows[:3])}"
            for person in objs
            for found in what_holds(person)
        ]
        return ([], {}, set(), held) if held else super().get_deleted_objects(objs, request)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        """By the use cases, which write the audit."""
        obj.__dict__.update(form.act(account_actor(request.user)).__dict__)

    def delete_model(self, request: HttpRequest, obj: Person) -> None:
        """By the use case: invitations that nobody accepted go with them."""
        delete_person(person_id=obj.pk, actor=account_actor(request.user))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Person]) -> None:
        """The same for several."""
        for person in queryset:
            self.delete_model(request, person)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """By name whatever the case and the accents: SQLite knows them of Latin letters alone."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term[:1] == "#" and term[1:].isascii() and term[1:].isdigit() and len(term) < 18:
            return queryset.filter(pk=int(term[1:])), False
        named = [person.pk for person in people_of_house(None, term)]
        return queryset.filter(Q(pk__in=named) | Q(email__icontains=term)), False

    @admin.display(description=_("account"), ordering="user__username")
    def account(self, person: Person) -> str:
        """The account that is bound to the person."""
        return person.user.get_username() if person.user is not None else ""


@admin.register(MergedPerson)
class MergedPersonAdmin(ReadOnlyAdmin):
    """Duplicates that were found: logs go on naming them by their old numbers."""

    list_display = ("old_id", "old_name", "person", "merged_at", "merged_by")
    list_select_related = ("person",)
    search_fields = ("old_name", "person__name", "=old_id")
    date_hierarchy = "merged_at"


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Links that bind an account to a person; their tokens stand nowhere."""

    list_display = ("person", "sent_to", "made_at", "made_by", "expires_at", "accepted_at", "revoked_at")
    list_filter = (("accepted_at", admin.EmptyFieldListFilter), ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("person",)
    search_fields = ("person__name", "sent_to")
    date_hierarchy = "made_at"


@admin.register(Deputy)
class DeputyAdmin(ReadOnlyAdmin):
    """Who acts for whom, and until when; named on the principal's own pages, which write the audit."""

    list_display = ("office", "principal", "deputy", "starts_at", "ends_at", "ended_at", "note")
    list_filter = ("office", ("ended_at", admin.EmptyFieldListFilter))
    list_select_related = ("principal", "deputy")
    search_fields = ("principal__username", "principal__last_name", "deputy__username", "deputy__last_name", "note")
    date_hierarchy = "starts_at"


def _is_root(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))
