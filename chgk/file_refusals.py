"""Refusals around files of questions as sentences; :mod:`chgk.refusals` has the others."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    "question_file_too_large": _("The file is too large; at most %(most)s bytes are read."),
    "question_file_empty": _("The file is empty."),
    "package_gone": _("The package is no longer there."),
    "package_not_open": _("Questions come into a draft or a package in testing. This one is no longer either."),
    "picture_not_taken": _("The picture «%(name)s» of question %(number)s cannot be read or is too large."),
    "upload_gone": _("The file is no longer there: it was thrown away, or nobody imported it for a week."),
    "upload_imported": _("The file has been imported already."),
    "upload_not_ready": _("Nothing was imported: the file is not ready. What is wrong stands below."),
    "upload_moved_on": _("Package or choices have changed since you looked. Look once more, then import."),
}
