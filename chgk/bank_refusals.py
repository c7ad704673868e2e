"""Refusals around the questions of the bank as sentences; :mod:`chgk.refusals` has the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    # what a question lacks
    "question_category_missing": _("Choose the category: 1 for easy, 2 for medium, 3 for hard."),
    "question_number_missing": _("In a package the question needs its number."),
    "question_text_missing": _("The question itself is missing."),
    "question_answer_missing": _("The answer is missing."),
    "question_comment_missing": _("The comment is missing: what counts as right, and what there is to explain."),
    "question_source_missing": _("Name at least one source."),
    "question_small_texts": _("It has %(needed)s small questions, numbered from 1 on; found so far: %(found)s."),
    "question_small_answers": _("It has %(needed)s answers, numbered from 1 on; found so far: %(found)s."),
}
