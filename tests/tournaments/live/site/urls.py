"""The tally's own pages beside Sowa's."""

from django.urls import include, path

from tests.tournaments.live.site import views
from tournaments.views.live_check import live_check

urlpatterns = [
    path("games/<int:game_id>/add/", views.add),
    path("games/<int:game_id>/tick/", views.tick),
    path("page/<int:game_id>/<str:screen>/<str:audience>/", views.page),
    path("ticket/<int:game_id>/<str:screen>/<str:audience>/", views.ticket),
    path("echo/<path:rest>", views.echo),
    path("slow/", views.slow),
    path("kick/<int:game_id>/<str:seat>/", views.kick),
    path("live/check/", live_check),
    path("boom/", views.boom),
    path("file/", views.file),
    path("stream/", views.streamed),
    path("connections/", views.connections_open),
    path("", include("config.urls")),
]
