"""Refusals around the questions of the bank as sentences; :mod:`chgk.refusals` has the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    "question_excluded": _("The question has been found not original already."),
    # what a question lacks
    "question_category_missing": _("Choose the category: 1 for easy, 2 for medium, 3 for hard."),
    "question_number_missing": _("In a package the question needs its number."),
    "question_text_missing": _("The question itself is missing."),
    "question_answer_missing": _("The answer is missing."),
    "question_comment_missing": _("The comment is missing: what counts as right, and what there is to explain."),
    "question_source_missing": _("Name at least one source."),
    "question_small_texts": _("It has %(needed)s small questions, numbered from 1 on; found so far: %(found)s."),
    "question_small_answers": _("It has %(needed)s answers, numbered from 1 on; found so far: %(found)s."),
    # writing it
    "question_part_too_long": _("«%(part)s» takes at most %(most)s characters; there are %(length)s."),
    "question_changed_meanwhile": _(
        "Somebody has changed the question since you opened this page, so yours is not saved yet. Compare them first."
    ),
    "question_texts_stand": _("The texts of «%(title)s» stand: nothing in its questions changes any more."),
    # pictures
    "picture_unreadable": _("This is no picture that can be handed out: PNG, JPEG, WebP or GIF, and unbroken."),
    "picture_too_heavy": _("The file is too large: at most %(most)s MB."),
    "picture_too_large": _("The picture has too many pixels: at most %(most)s million."),
    "picture_description_too_long": _("The description takes at most %(most)s characters; there are %(length)s."),
    "pictures_too_many": _("A question has at most %(most)s pictures."),
    # to an editor
    "question_in_package_already": _("The question lies in a package already."),
    "question_offered_already": _("The draft waits with the editor of «%(title)s»: take it back first."),
    "package_without_editor": _("The package «%(title)s» has no editor yet, so nobody would see the draft."),
    "question_offer_decided": _("The draft does not wait any more: its author has taken it back."),
}

PARTS: Mapping[str, str | Promise] = {
    "text": _("Question"),
    "handout": _("Handout"),
    "answer": _("Answer"),
    "accepted": _("Accepted answers"),
    "rejected": _("Answers that do not count"),
    "comment": _("Comment"),
    "authors": _("Authors"),
}
