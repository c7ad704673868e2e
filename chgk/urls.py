"""Addresses of the club's games. Commands, chat and tickets of a game stand where those of every game do."""

from django.urls import include, path

from chgk.views import (
    ballots,
    desk,
    draws,
    fireplace,
    new_season,
    owls,
    protocol,
    record,
    replay,
    rulebook,
    screens,
    season_settings,
    seasons,
    setup,
    tables,
    votes,
)

app_name = "chgk"
urlpatterns = [
    path("club/bank/", include("chgk.bank_urls")),
    path("rules/chgk/", rulebook.rulebook, name="rulebook"),
    path("club/seasons/<int:club_id>/settings/", season_settings.season_settings, name="season_settings"),
    path("club/", seasons.current, name="current_season"),
    path("club/seasons/new/", new_season.new_season, name="new_season"),
    path("club/seasons/<int:club_id>/", seasons.season, name="season"),
    path("club/seasons/<int:club_id>/desk/", desk.desk, name="desk"),
    path("club/seasons/<int:club_id>/desk/<slug:what>/", desk.deed, name="desk_deed"),
    path("club/seasons/<int:club_id>/games/<int:number>/table/", tables.table, name="lay_table"),
    path("club/games/<int:game_id>/", screens.spectator, name="spectator"),
    path("club/games/<int:game_id>/screen/", screens.projector, name="projector"),
    path("club/games/<int:game_id>/console/", screens.console, name="console"),
    path("club/games/<int:game_id>/seat/<int:link_id>/", screens.seat, name="seat"),
    path("club/games/<int:game_id>/seat/<int:link_id>/fireplace/", fireplace.page, name="fireplace"),
    path("club/games/<int:game_id>/versions/", fireplace.versions, name="versions"),
    path("club/games/<int:game_id>/seat/<int:link_id>/ballot/", ballots.ballot, name="ballot"),
    path("club/games/<int:game_id>/setup/", setup.setup, name="setup"),
    *setup.links.urls("club/games/<int:game_id>/setup/links/"),
    path("club/games/<int:game_id>/setup/<slug:what>/", setup.deed, name="setup_deed"),
    path("club/games/<int:game_id>/record/", record.download, name="record"),
    path("club/games/<int:game_id>/draws/", draws.draws, name="draws"),
    path("club/games/<int:game_id>/protocol/", protocol.protocol, name="protocol"),
    path("club/games/<int:game_id>/replay/", replay.replay, name="replay"),
    path("club/owls/", owls.hall_of_fame, name="hall_of_fame"),
    path("club/owls/magisters/<int:person_id>/", votes.confirm_magister, name="confirm_magister"),
    path("club/seasons/<int:club_id>/vote/<slug:what>/", votes.vote_deed, name="vote_deed"),
]
