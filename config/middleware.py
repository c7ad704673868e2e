"""Two small steps around every request: when it arrived, and that a login never lands inside a panel."""

import datetime
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url

GetResponse = Callable[[HttpRequest], HttpResponse]


def stamp_receipt(get_response: GetResponse) -> GetResponse:
    """Sets ``request.received_at``, before anything that could wait.

    The bridge may have noted the arrival in ``sowa.received_at`` (seconds since the epoch),
    before the request waited for a thread; no header of a client can set that key.
    """

    def middleware(request: Any) -> HttpResponse:
        arrived = request.META.get("sowa.received_at")
        request.received_at = (
            datetime.datetime.now(datetime.UTC)
            if arrived is None
            else datetime.datetime.fromtimestamp(arrived, datetime.UTC)
        )
        return get_response(request)

    return middleware


def whole_page_login(get_response: GetResponse) -> GetResponse:
    """An htmx request that is redirected to the login sends the whole page there, not the panel."""

    def middleware(request: Any) -> HttpResponse:
        response = get_response(request)
        if request.htmx and response.status_code == 302:
            target = response["Location"]
            if target.split("?")[0] == resolve_url(settings.LOGIN_URL):
                response = HttpResponse(status=401, headers={"HX-Redirect": target})
        return response

    return middleware
