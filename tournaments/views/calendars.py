"""Calendars to subscribe to: one's own behind a private address, and everybody's with the games of the season."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.ical import write_calendar
from tournaments.selectors.calendar import events_for
from tournaments.services.calendar_feed import find_feed


@require_safe
def own(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar that the token opens, in its owner's language; 404 for any other address."""
    person = find_feed(token)
    if person is None:
        raise Http404
    with translation.override(person.language or settings.LANGUAGE_CODE):
        text = write_calendar("Sowa", events_for(person))
    response = _feed(request, text, "private, max-age=300")
    response["Referrer-Policy"] = "no-referrer"  # the address is a key
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def everybodys(request: HttpRequest) -> HttpResponse:
    """The games of this season. Public; in the school's language, whoever asks: programs name none."""
    with translation.override(settings.LANGUAGE_CODE):
        text = write_calendar(_("Sowa: games"), events_for(None))
    return _feed(request, text, "public, max-age=300")


def _feed(request: HttpRequest, text: bytes, caching: str) -> HttpResponse:
    """The feed, or 304 for a program that has it. The tag is made with the secret key: it tells nothing."""
    etag = quote_etag(salted_hmac("tournaments.calendar", text, algorithm="sha256").hexdigest()[:32])
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer = get_conditional_response(request, etag=etag, response=response)
    found = answer if answer is not None else response
    found["ETag"], found["Cache-Control"] = etag, caching
    return found
