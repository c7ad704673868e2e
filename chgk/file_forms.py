"""Which question file is sent."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.evening_forms import EveningForm


class QuestionFileForm(EveningForm):
    """One file of questions."""

    name = "file"
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,  # the reader says what is wrong with it, better than Django does
        help_text=_("Text in any encoding, 4s, or Word (.docx); up to 20 MB."),
        widget=forms.FileInput(attrs={"accept": ".txt,.4s,.docx,text/plain"}),
    )
