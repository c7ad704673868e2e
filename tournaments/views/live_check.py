"""A page that tries a stream from this browser through every proxy on the way, and says in words what is wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def live_check(request: HttpRequest) -> HttpResponse:
    """The work is done by check.js; the sentences stand in the template."""
    return render(request, "live/check.html")
