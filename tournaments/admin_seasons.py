"""The backoffice of seasons and teams. A season is changed by the use case that its own page calls, too."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, F, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin_base import OfficeAdmin
from tournaments.disciplines import discipline_name, disciplines
from tournaments.models import Season, Team, TeamMember
from tournaments.rules.engine import Refusal
from tournaments.season_words import FIELDS, explain_season
from tournaments.selectors.seasons import fingerprint
from tournaments.services.actors import account_actor
from tournaments.services.roster_guards import why_roster_is_held
from tournaments.services.seasons import SeasonPlan, change_season, check_plan, create_season, make_current


class SeasonForm(forms.ModelForm):
    """What the season's own page asks, refused by the same rules."""

    class Meta:
        model = Season
        fields = ("name", "starts_on", "ends_on", "lessons_needed", "lessons_counted", "is_current")

    def clean(self) -> dict[str, Any]:
        """Beside the field, what the use case would refuse."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                check_plan(self.plan(), self.instance if self.instance.pk else None)
            except Refusal as refusal:
                self.add_error(FIELDS.get(refusal.code), explain_season(refusal))
        if "is_current" in self.changed_data and not cleaned.get("is_current") and self.instance.pk:
            self.add_error("is_current", gettext("Make another season the current one instead."))
        return cleaned

    def plan(self) -> SeasonPlan:
        """What was filled in."""
        data = self.cleaned_data
        return SeasonPlan(
            data["name"], data["starts_on"], data["ends_on"], data["lessons_needed"], data["lessons_counted"]
        )

    def _post_clean(self) -> None:
        """The row is the use case's to write, and its name, and there being one current season, to take care of."""


@admin.register(Season)
class SeasonAdmin(OfficeAdmin):
    """Seasons; at most one is current. Starting the next one has a page of its own."""

    form = SeasonForm
    list_display = ("name", "is_current", "starts_on", "ends_on", "lessons_needed", "lessons_counted", "created_at")
    list_filter = ("is_current", "lessons_counted")
    search_fields = ("name",)
    change_list_template = "admin/seasons_list.html"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """By the use cases, which write the audit."""
        actor, current = account_actor(request.user), form.cleaned_data["is_current"]
        if not change:
            made = create_season(plan=form.plan(), is_current=current, actor=actor)
            obj.__dict__.update(made.__dict__)
            return
        change_season(season_id=obj.pk, plan=form.plan(), seen=fingerprint(obj), actor=actor)
        if current:
            make_current(season_id=obj.pk, actor=actor)


class MembersFormSet(BaseInlineFormSet):
    """The places of a team: nobody has two in a tournament, and a team has one captain."""

    def clean(self) -> None:
        """Whoever has a place in another team of the season is named; the table itself would only break."""
        super().clean()
        kept = [form for form in self.forms if getattr(form, "cleaned_data", None) and form not in self.deleted_forms]
        for form in kept:
            person = form.cleaned_data.get("person")
            if person is None:
                continue
            other = TeamMember.objects.filter(
                person=person, season_id=self.instance.season_id, discipline=self.instance.discipline
            )
            found = other.exclude(team=self.instance.pk).select_related("team__house", "team__season").first()
            if found is not None:
                sentence = gettext("%(person)s is in the team %(team)s already.")
                form.add_error("person", sentence % {"person": person, "team": found.team})
        if sum(bool(form.cleaned_data.get("is_captain")) for form in kept) > 1:
            raise forms.ValidationError(gettext("A team has one captain."))


class TeamMemberInline(admin.TabularInline):
    """The places of a team; only to look at where what has been played holds them."""

    model = TeamMember
    formset = MembersFormSet
    extra = 0
    autocomplete_fields = ("person",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamMember]:
        """With the people, in one query."""
        members: QuerySet[TeamMember] = super().get_queryset(request)
        return members.select_related("person")

    def has_add_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Team | None = None) -> bool:
        """Not while the roster is held."""
        return _is_free(obj) and super().has_delete_permission(request, obj)


def _is_free(team: Team | None) -> bool:
    """Whether the people of the team may be changed; a team that is being added has none yet."""
    return team is None or not why_roster_is_held(team)


@admin.register(Team)
class TeamAdmin(OfficeAdmin):
    """Teams with their people. A roster that is held says why."""

    list_display = ("house", "discipline", "season", "state", "size", "submitted_at", "decided_at")
    list_filter = ("season", "discipline", "state", "house")
    list_select_related = ("house", "season")
    search_fields = ("house__name", "season__name", "members__person__name")
    autocomplete_fields = ("season", "house")
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

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """A change of the people raises the revision, so that an open desk notices; nobody has approved them so."""
        super().save_formset(request, form, formset, change)
        if change and (formset.new_objects or formset.changed_objects or formset.deleted_objects):
            Team.objects.filter(pk=form.instance.pk).update(revision=F("revision") + 1, decided_at=None)

    @admin.display(description=_("Why the team stays as it is"))
    def held(self, team: Team) -> str:
        """The paragraph's reason in words."""
        return why_roster_is_held(team)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The discipline is one of those that are installed."""
        if db_field.name == "discipline":
            choices = [(key, discipline_name(key)) for key in disciplines()]
            return forms.ChoiceField(label=db_field.verbose_name, choices=choices)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description=_("members"), ordering="_size")
    def size(self, team: Any) -> int:
        """How many people are in the team."""
        return int(team._size)
