"""The backoffice of the house ranking and of rights in the chat: to read, to decide, to take back, with reasons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import texts
from tournaments.admin_base import ReadOnlyAdmin
from tournaments.models import LedgerEntry, Privilege
from tournaments.rules.engine import Refusal
from tournaments.services.actors import account_actor
from tournaments.services.awards import revocation_refused, revoke_privilege
from tournaments.services.ranking import counter_entry, enter_decision


class DecisionForm(forms.ModelForm):
    """A decision of the school, or the taking back of one: either house and points, or the entry to take back."""

    words = forms.CharField(
        label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 2}), help_text=_("Everybody reads it.")
    )

    class Meta:
        model = LedgerEntry
        fields = ("season", "house", "points", "corrects", "words")
        help_texts = {"corrects": _("To take a decision back, choose it here and leave house and points empty.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("season", "house", "points"):
            self.fields[name].required = False
        decisions = LedgerEntry.objects.filter(kind="decision", counter=None).select_related("house")
        self.fields["corrects"].queryset = decisions  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Either a whole decision or an entry to take back."""
        cleaned = super().clean() or self.cleaned_data
        given = [name for name in ("season", "house", "points") if cleaned.get(name) is not None]
        if cleaned.get("corrects") is not None:
            if "house" in given or "points" in given:
                raise forms.ValidationError(_("Either take an entry back, or give points to a house."))
        elif len(given) < 3:
            raise forms.ValidationError(_("A decision needs a season, a house and points."))
        elif cleaned["points"] == 0:
            self.add_error("points", texts.explain_here(Refusal("", "entry_without_points", {"limit": 1_000_000})))
        if not any(letter.isalnum() for letter in cleaned.get("words", "")):
            self.add_error("words", texts.explain_here(Refusal("", "reason_missing")))
        return cleaned

    def _post_clean(self) -> None:
        """The row is the use case's to make; there is nothing of the form's own to validate."""


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    """The ledger. Entries of games follow their games; decisions are added, and taken back, here."""

    list_display = ("entered_at", "season", "house", "points", "kind", "paragraph", "game", "why")
    list_filter = ("season", "kind", "house")
    list_select_related = ("season", "house", "game")
    search_fields = ("house__name", "game__title", "entered_by")
    date_hierarchy = "entered_at"
    audit_name = "ledger"
    ordering = ("-pk",)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Decisions may be entered by whoever has the right."""
        return admin.ModelAdmin.has_add_permission(self, request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """An entry that exists has nothing to fill in."""
        form = DecisionForm if obj is None else forms.ModelForm
        return super().get_form(request, obj, change, **{**kwargs, "form": form})

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """The form's fields; those of an entry that exists are only shown."""
        if obj is None:
            return DecisionForm.Meta.fields
        return ("season", "house", "points", "kind", "paragraph", "game", "why", "entered_at", "entered_by", "corrects")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """All of an entry that exists."""
        return () if obj is None else self.get_fields(request, obj)

    def save_model(self, request: HttpRequest, obj: LedgerEntry, form: Any, change: bool) -> None:
        """By the use cases, which write the audit."""
        data, actor = form.cleaned_data, account_actor(request.user)
        if data["corrects"] is not None:
            outcome = counter_entry(entry_id=data["corrects"].pk, reason=data["words"], actor=actor)
        else:
            outcome = enter_decision(
                season=data["season"],
                house=data["house"],
                points=data["points"],
                reason=data["words"],
                actor=actor,
            )
        if outcome.entry is not None:
            obj.__dict__.update(outcome.entry.__dict__)

    @admin.display(description=_("reason"))
    def why(self, entry: LedgerEntry) -> str:
        """In words."""
        return texts.explain_entry(entry)


class RevokeForm(forms.ModelForm):
    """The one field of a privilege that is typed."""

    class Meta:
        model = Privilege
        fields = ("revoke_reason",)

    def clean_revoke_reason(self) -> str:
        """What the use case would refuse is refused here, beside the field."""
        reason = str(self.cleaned_data["revoke_reason"])
        refusal = revocation_refused(Privilege.objects.get(pk=self.instance.pk), reason)
        if refusal is not None:
            raise forms.ValidationError(texts.explain_here(refusal))
        return reason

    def _post_clean(self) -> None:
        """The use case writes; half of a revocation would break the table's constraint."""


@admin.register(Privilege)
class PrivilegeAdmin(ReadOnlyAdmin):
    """Rights in the chat. They come from games; here one is taken away early, with a reason."""

    form = RevokeForm
    list_display = ("name", "person", "kind", "paragraph", "starts_at", "ends_at", "revoked_at", "withdrawn")
    list_filter = ("season", ("revoked_at", admin.EmptyFieldListFilter), "withdrawn")
    list_select_related = ("person", "game")
    search_fields = ("name", "game__title")
    date_hierarchy = "ends_at"
    ordering = ("-ends_at", "name")
    fields = (
        "name", "person", "season", "game", "paragraph", "kind", "starts_at", "ends_at", "withdrawn",
        "revoked_at", "revoked_by", "revoke_reason",
    )  # fmt: skip

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """To take it away; afterwards there is nothing to change."""
        over = isinstance(obj, Privilege) and (obj.revoked_at is not None or obj.withdrawn)
        return not over and admin.ModelAdmin.has_change_permission(self, request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """All but the reason."""
        return tuple(name for name in self.fields if name != "revoke_reason")

    def save_model(self, request: HttpRequest, obj: Privilege, form: Any, change: bool) -> None:
        """By the use case, which writes the audit."""
        revoke_privilege(
            privilege_id=obj.pk, reason=form.cleaned_data["revoke_reason"], actor=account_actor(request.user)
        )
