"""A calendar as iCalendar (RFC 5545): moments in UTC, which every program knows whatever the clocks do."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event

from tournaments.selectors.calendar import CalendarEvent
from tournaments.services.letters import site_address

PRODUCT = "-//Sowa//Sowa//EN"


def write_calendar(name: str, events: Iterable[CalendarEvent]) -> bytes:
    """The events as a feed. The same events always make the same bytes: what tells one reading from the next is left
    out.
    """
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _one_line(name))
    calendar.add("refresh-interval", datetime.timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for event in events:
        calendar.add_component(_entry(event))
    return bytes(calendar.to_ical())


def _entry(event: CalendarEvent) -> Event:
    entry = Event()
    entry.add("uid", f"{event.uid}@{urlsplit(settings.SOWA_URL).hostname or 'sowa'}")
    entry.add("dtstamp", event.changed_at.astimezone(datetime.UTC))
    entry.add("last-modified", event.changed_at.astimezone(datetime.UTC))
    entry.add("dtstart", event.starts_at.astimezone(datetime.UTC))
    entry.add("dtend", (event.starts_at + datetime.timedelta(minutes=event.minutes)).astimezone(datetime.UTC))
    entry.add("sequence", event.sequence)
    entry.add("status", "CANCELLED" if event.cancelled else "CONFIRMED")
    entry.add("transp", "OPAQUE" if event.is_game and not event.cancelled else "TRANSPARENT")
    entry.add("summary", _one_line(event.summary))
    if event.place:
        entry.add("location", _one_line(event.place))
    if event.notes:
        entry.add("description", _readable(event.notes))
    if event.url:
        entry.add("url", site_address(event.url))
    return entry


def _one_line(text: str) -> str:
    return " ".join(_readable(text).split())


def _readable(text: str) -> str:
    """Without the characters that no calendar may hold."""
    return "".join(letter for letter in text.replace("\r\n", "\n") if letter in "\n\t" or ord(letter) >= 32)
