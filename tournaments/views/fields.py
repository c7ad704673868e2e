"""The fields that every small POST has, read with care."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.translation import gettext as _

LARGEST_BODY = 64 * 1024
MOST_FIELDS = 50
_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}", re.ASCII)
_DO = re.compile(r"[a-z][a-z0-9_-]{0,40}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,15}", re.ASCII)


class BadField(ValueError):
    """A request that means nothing; the message says why, in the active language."""


def read_fields(request: HttpRequest) -> Mapping[str, str]:
    """The posted fields, the last of each name. Raises :class:`BadField` for a body that no form of ours sends."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > LARGEST_BODY:
        raise BadField(_("The request is too large: at most 64 KB."))
    if len(request.POST) > MOST_FIELDS or request.FILES:
        raise BadField(_("The request has too many fields."))
    fields = request.POST.dict()
    if sum(map(len, fields.values())) > LARGEST_BODY:
        raise BadField(_("The request is too large: at most 64 KB."))
    for name, value in fields.items():
        if "\0" in name or "\0" in value:
            raise BadField(_("The field «%(name)s» cannot be read.") % {"name": name[:40].replace("\0", "")})
    return {name: str(value) for name, value in fields.items()}


def read_seat(fields: Mapping[str, str]) -> str:
    """Which seat the request speaks for: "host" or digits."""
    seat = fields.get("seat", "")
    if seat != "host" and not _NUMBER.fullmatch(seat):
        raise _bad("seat")
    return seat


def read_do(fields: Mapping[str, str]) -> str:
    """The command's name."""
    return _matching(fields, "do", _DO)


def read_id(fields: Mapping[str, str], name: str) -> str:
    """An id that the browser made for one gesture."""
    return _matching(fields, name, _ID)


def read_number(fields: Mapping[str, str], name: str) -> int:
    """A whole number, not negative."""
    return int(_matching(fields, name, _NUMBER))


def read_optional_number(fields: Mapping[str, str], name: str) -> int | None:
    """The same, or None where the field is missing or empty."""
    return read_number(fields, name) if fields.get(name) else None


def _matching(fields: Mapping[str, str], name: str, pattern: re.Pattern[str]) -> str:
    value = fields.get(name, "")
    if not pattern.fullmatch(value):
        raise _bad(name)
    return value


def _bad(name: str) -> BadField:
    return BadField(_("The field «%(name)s» is missing or cannot be read.") % {"name": name})
