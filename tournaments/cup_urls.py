"""Addresses of the house cup, below /cup/."""

from django.urls import path

from tournaments.views import cup, decisions

urlpatterns = [
    path("", cup.current_cup, name="current_cup"),
    path("<int:season_id>/", cup.cup, name="cup"),
    path("<int:season_id>/lines.csv", cup.lines, {"kind": "csv"}, name="cup_csv"),
    path("<int:season_id>/lines.xlsx", cup.lines, {"kind": "xlsx"}, name="cup_xlsx"),
    path("<int:season_id>/decisions/", decisions.decisions, name="decisions"),
    path("decisions/<int:entry_id>/", decisions.take_back, name="take_back"),
]
