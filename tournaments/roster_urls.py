"""Addresses of the rosters: the head's desk, the review, guests."""

from django.urls import path

from tournaments.views import roster_guests, roster_review, rosters

urlpatterns = [
    path("", rosters.rosters, name="rosters"),
    path("review/", roster_review.review, name="roster_review"),
    path("review/<int:season_id>/<str:discipline>/", roster_review.set_date, name="roster_date"),
    path("invitations/", roster_guests.invitations, name="roster_invitations"),
    path("invitations/<str:token>/", roster_guests.invitation, name="roster_invitation"),
    path("<int:call_id>/<str:house>/", rosters.roster, name="roster"),
    path("<int:call_id>/<str:house>/decide/", roster_review.decide, name="roster_decide"),
    path("<int:call_id>/<str:house>/guests/", roster_guests.guests, name="roster_guests"),
]
