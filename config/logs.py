"""Log lines without secrets: a private link or a ticket in a log would be a seat for whoever reads it."""

import logging
import re

_SECRETS = re.compile(
    r"(/join/|/invitations/|/calendar/(?!games\.ics)|[?&;]ticket=|sessionid=|csrftoken=|csrfmiddlewaretoken=)[^\s/&;'\"<>]+"
)


def redact(text: str) -> str:
    """``text`` with join tokens, tickets and cookies blotted out."""
    return _SECRETS.sub(r"\1…", text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, and then blots out the secrets in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line."""
        return redact(super().format(record))
