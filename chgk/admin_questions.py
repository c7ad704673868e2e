"""Parts of the backoffice of questions: their pictures, what is missing, where they lie."""

from __future__ import annotations

import hashlib
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from chgk.models import Question, QuestionImage, QuestionOffer
from chgk.refusal_words import refused
from chgk.rules.sizes import MOST_PICTURES
from chgk.services.bank_pictures import LARGEST, Picture, read_picture
from tournaments.admin_base import ReadOnlyAdmin
from tournaments.rules.engine import Refusal


class PictureForm(forms.ModelForm):
    """A picture is read and written anew, as on the question's own page."""

    picture = forms.FileField(label=_("Picture"), required=False, help_text=_("PNG, JPEG, WebP or GIF."))

    class Meta:
        model = QuestionImage
        fields = ("description", "position")

    def clean(self) -> dict[str, Any]:
        """Refuses what is no picture."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        sent = data.get("picture")
        self.read: Picture | None = None
        if sent is None and self.instance.pk is None:
            raise ValidationError({"picture": _("Choose a file.")})
        if sent is not None:
            try:
                self.read = read_picture(sent.read(LARGEST + 1))
            except Refusal as refusal:
                raise ValidationError({"picture": refused(refusal, {}).text}) from refusal
        return data

    def save(self, commit: bool = True) -> QuestionImage:
        """With the bytes that the server wrote."""
        row: QuestionImage = self.instance
        if self.read is not None:
            row.name = self.cleaned_data["picture"].name[-200:]
            row.media_type, row.data = self.read.media_type, self.read.data
            row.width, row.height = self.read.width, self.read.height
            row.digest = hashlib.sha256(self.read.data).hexdigest()
        saved: QuestionImage = super().save(commit)
        return saved


class PictureInline(admin.TabularInline):
    """The pictures of a question that may be read here."""

    model = QuestionImage
    form = PictureForm
    extra = 0
    max_num = MOST_PICTURES
    fields = ("picture", "description", "position", "size")
    readonly_fields = ("size",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[QuestionImage]:
        """Without the bytes."""
        rows: QuerySet[QuestionImage] = super().get_queryset(request)
        return rows.defer("data")

    @admin.display(description=_("size"))
    def size(self, image: QuestionImage) -> str:
        """In pixels."""
        return f"{image.width} × {image.height}" if image.pk else ""


class PlaceFilter(admin.SimpleListFilter):
    """Drafts, or what lies in a package."""

    title = _("where it lies")
    parameter_name = "place"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Both."""
        return [("draft", _("drafts outside packages")), ("package", _("in a package"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        """Those."""
        if self.value() in ("draft", "package"):
            return queryset.filter(package__isnull=self.value() == "draft")
        return queryset


@admin.register(QuestionOffer)
class QuestionOfferAdmin(ReadOnlyAdmin):
    """Drafts that wait for an editor, and what became of them; their words are between author and editor."""

    list_display = ("question", "package", "offered_by", "state", "offered_at", "decided_at")
    list_filter = ("state",)
    list_select_related = ("question", "package", "offered_by")
    search_fields = ("package__title", "offered_by__name")
    fields = ("question", "package", "offered_by", "state", "offered_at", "decided_at")
    secret_fields = ("word", "answer")
