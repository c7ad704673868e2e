"""Log lines without secrets: a private link or a ticket in a log would be a seat for whoever reads it."""

import copy
import logging
import re

from django.core.exceptions import PermissionDenied
from django.http import Http404

_SECRETS = re.compile(
    r"(/join/|/invitations/|/calendar/(?!games\.ics)|[?&;]ticket=|sessionid=|csrftoken=|csrfmiddlewaretoken=)[^\s/&;'\"<>]+"
)


def redact(text: str) -> str:
    """``text`` with join tokens, tickets and cookies blotted out."""
    return _SECRETS.sub(r"\1…", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, and then blots out the secrets in it.

    A page refused (403) or not found (404) is somebody's address, not a fault of the program: it is one line.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The finished line."""
        if _is_an_answer(record):
            record = copy.copy(record)  # other handlers keep the exception
            record.exc_info = record.exc_text = None
        return redact(super().format(record))


def _is_an_answer(record: logging.LogRecord) -> bool:
    """Whether the exception behind a line of the requests only says 403 or 404."""
    error = record.exc_info[1] if record.name == "django.request" and record.exc_info else None
    return isinstance(error, PermissionDenied | Http404)
