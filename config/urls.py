"""Which address leads where; the apps own their parts."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe

PRIVATE = ("/games/", "/join/", "/invitations/", "/people/", "/calendar/")
ROBOTS = "".join(["User-agent: *\n", *(f"Disallow: {place}\n" for place in PRIVATE)])


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers and tools that ask before they have read a page's head."""
    return HttpResponseRedirect(static("img/sowa-32.png"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Games and seats are for those in the hall, not for search engines."""
    return HttpResponse(ROBOTS, content_type="text/plain")


urlpatterns = [
    path("favicon.ico", favicon, name="favicon"),
    path("robots.txt", robots, name="robots"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("tournaments.urls")),
    path("", include("auction.urls")),
    path("", include("chgk.urls")),
    path("", include("appeals.urls")),
]
