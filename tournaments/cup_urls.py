"""Addresses of the house cup, below /cup/."""

from django.urls import path

from tournaments.views import cup

urlpatterns = [
    path("", cup.current_cup, name="current_cup"),
    path("<int:season_id>/", cup.cup, name="cup"),
]
