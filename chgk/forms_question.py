"""What an author or an editor types about a question (§4.1.1); its sources are :mod:`tournaments.citation_forms`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from chgk.forms_season import DeskForm
from chgk.models import Package, Question
from chgk.rules.sizes import LONGEST
from chgk.services.bank_pictures import LONGEST_DESCRIPTION
from chgk.services.bank_questions import QuestionParts
from chgk.services.question_offers import LONGEST_WORD
from tournaments.rules.citations import Citation


def _text(name: str, label: Any, rows: int, help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=LONGEST[name],
        required=False,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class QuestionForm(DeskForm):
    """All parts of a question; none of them has to be there yet."""

    category = forms.TypedChoiceField(
        label=_("Category"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[*Question.Category.choices, ("", _("not decided yet"))],
        widget=forms.RadioSelect(attrs={"class": "form-check-input"}),
    )
    kind = forms.ChoiceField(
        label=_("Kind of question"),
        choices=Question.Kind.choices,
        help_text=_("Number the small questions of a duplet or a blitz, and their answers: «1. … 2. …»."),
    )
    text = _text("text", _("Question"), 6)
    handout = _text(
        "handout", _("Handout"), 3, _("What the table gets to read. Pictures are added below, once the draft is saved.")
    )
    answer = _text("answer", _("Answer"), 2)
    accepted = _text("accepted", _("Accepted answers"), 2, _("One a line: what counts as well."))
    rejected = _text("rejected", _("Answers that do not count"), 2, _("One a line: they look right and are not."))
    comment = _text("comment", _("Comment"), 4, _("By what an answer is judged, and what there is to explain."))
    authors = _text("authors", _("Authors"), 2, _("One a line: name, town."))
    parts = ("kind", "text", "handout", "answer", "accepted", "rejected", "comment", "authors")

    def __init__(self, data: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, key="question", initial=initial)

    def question_parts(self, citations: list[Citation]) -> QuestionParts:
        """What a valid form says."""
        texts = {name: self.cleaned_data[name] for name in self.parts}
        return QuestionParts(category=self.cleaned_data["category"], citations=citations, **texts)


def initial_parts(question: Question) -> dict[str, Any]:
    """A stored question as its form shows it."""
    return {"category": question.category, **{name: getattr(question, name) for name in QuestionForm.parts}}


class PictureForm(DeskForm):
    """A picture to hand out."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG, WebP or GIF, at most 8 MB. Only its pixels are kept."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )
    description = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        help_text=_("For whoever cannot see it. It gives nothing of the answer away."),
    )

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, key="picture", files=files)


class OfferForm(DeskForm):
    """To which editor a draft goes."""

    package = forms.ModelChoiceField(
        label=_("Package"), queryset=Package.objects.none(), empty_label=None, to_field_name="pk"
    )
    word = forms.CharField(label=_("A word to the editor"), max_length=LONGEST_WORD, required=False)

    def __init__(self, data: Any = None, *, packages: Iterable[Package]) -> None:
        super().__init__(data, key="offer")
        field: Any = self.fields["package"]
        field.queryset = packages
        field.label_from_instance = lambda package: f"{package.title} · {package.editor.public_name}"


class ReturnForm(DeskForm):
    """Why a draft goes back to its author."""

    word = forms.CharField(label=_("What has to change"), max_length=LONGEST_WORD)

    def __init__(self, data: Any = None, *, key: object) -> None:
        super().__init__(data, key=f"return-{key}")
