"""What is refused around the school's seasons, as sentences."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.rules.engine import Refusal

SENTENCES: Mapping[str, str] = {
    "season_name_missing": gettext_noop("Give the season a name."),
    "season_name_taken": gettext_noop("There is a season «%(season)s» already."),
    "season_threshold": gettext_noop("From 0 to %(limit)s lessons can be asked for (§1)."),
    "season_lessons_unknown": gettext_noop("Choose which lessons count (§1)."),
    "season_days_inverted": gettext_noop("The last day comes before the first."),
    "season_days_taken": gettext_noop("These days overlap with «%(season)s» (%(days)s)."),
    "season_moved_on": gettext_noop(
        "Somebody changed «%(season)s» after you had opened it. Compare what stands there now, and save again."
    ),
    "season_in_use": gettext_noop("«%(season)s» cannot be deleted, because it holds: %(list)s."),
}
FIELDS: Mapping[str, str] = {
    "season_name_missing": "name",
    "season_name_taken": "name",
    "season_threshold": "lessons_needed",
    "season_lessons_unknown": "lessons_counted",
    "season_days_inverted": "ends_on",
    "season_days_taken": "starts_on",
}


def explain_season(refusal: Refusal) -> str:
    """The refusal in the reader's language."""
    params: dict[str, Any] = dict(refusal.params)
    if refusal.code == "season_days_taken":
        params["days"] = say_days(_day(params["first"]), _day(params["last"]))
    if refusal.code == "season_in_use":
        params["list"] = ", ".join(f"{label} ({count})" for label, count in params["holds"].items())
    return _(SENTENCES[refusal.code]) % params


def say_days(first: datetime.date | None, last: datetime.date | None) -> str:
    """«1 September 2026 to 30 June 2027», or as much of it as is known; "" for nothing."""
    begin, end = (date_format(day, "j E Y") if day is not None else "" for day in (first, last))
    if begin and end:
        return _("%(first)s to %(last)s") % {"first": begin, "last": end}
    return (_("from %(day)s") % {"day": begin}) if begin else (_("until %(day)s") % {"day": end}) if end else ""


def next_season_name(name: str) -> str:
    """What the season after «2026» or «2026/27» is probably called: «2027», «2027/28»; "" where no year ends it."""
    found = re.fullmatch(r"(.*?)([0-9]{4})(?:([/\u2013-])([0-9]{2}))?", name, re.DOTALL)
    if found is None:
        return ""
    head, year, dash, short = found.groups()
    following = f"{head}{int(year) + 1}"
    return following if short is None else f"{following}{dash}{(int(short) + 1) % 100:02}"


def _day(text: Any) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None
