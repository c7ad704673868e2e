"""Addresses of the school's seasons, below /seasons/."""

from django.urls import path

from tournaments.views import seasons

urlpatterns = [
    path("", seasons.seasons, name="seasons"),
    path("new/", seasons.new, name="new_season"),
    path("<int:season_id>/", seasons.season, name="season"),
    path("<int:season_id>/next/", seasons.follow, name="next_season"),
    path("<int:season_id>/current/", seasons.current, name="make_season_current"),
    path("<int:season_id>/delete/", seasons.delete, name="delete_season"),
]
