"""What is wrong with a record, in the reader's language: the rules say it in English, for `replay` and its log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.rules.records import RecordError

_WHOLE = {
    "the record is empty, it has no header": gettext_noop("the record is empty, it has no header"),
    'no header: the first line must name the kind of game in "record"': gettext_noop(
        "this is not the first line of a record: it does not name the kind of game"
    ),
    "unknown kind of game": gettext_noop("records of this kind of game cannot be imported"),
    "unknown version of the record, only version 1 can be read": gettext_noop(
        "unknown version of the record, only version 1 can be read"
    ),
    "not UTF-8": gettext_noop("not UTF-8: save the file as UTF-8 and try again"),
    "nested too deeply to be read": gettext_noop("nested too deeply to be read"),
    "not a JSON object": gettext_noop("not a JSON object"),
    "something on it cannot be stored": gettext_noop("something on it cannot be stored"),
    "the record is larger than 5 MB": gettext_noop("the record is larger than 5 MB"),
    "the record is longer than 50000 lines": gettext_noop("the record is longer than 50,000 lines"),
}
_NOT_JSON = "not JSON: "


def explain_unreadable(error: RecordError) -> str:
    """The sentence, with the line that is to blame. What stands in a header is quoted as the rules put it."""
    if error.reason.startswith(_NOT_JSON):
        reason = _("not JSON (%(why)s)") % {"why": error.reason.removeprefix(_NOT_JSON)}
    elif error.reason in _WHOLE:
        reason = _(_WHOLE[error.reason])
    else:
        reason = error.reason
    return _("Line %(line)d: %(reason)s.") % {"line": error.line, "reason": reason}
