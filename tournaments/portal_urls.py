"""Addresses of one's own pages: what waits, applications, deputies, calendars."""

from django.urls import path

from tournaments.views import applications, calendars, deputies, me

urlpatterns = [
    path("me/", me.me, name="me"),
    path("me/language/", me.language, name="my_language"),
    path("me/calendar/", me.renew_calendar, name="renew_calendar"),
    path("calendar/games.ics", calendars.everybodys, name="games_calendar"),
    path("calendar/<str:token>.ics", calendars.own, name="calendar"),
    path("applications/", applications.applications, name="applications"),
    path("applications/new/", applications.apply, name="apply"),
    path("applications/<int:application_id>/<str:what>/", applications.deed, name="application_deed"),
    path("deputies/", deputies.deputies, name="deputies"),
    path("deputies/<int:deputy_id>/end/", deputies.end, name="end_deputy"),
]
