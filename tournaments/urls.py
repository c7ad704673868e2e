"""Addresses of the live loop and of the pages around it."""

from django.urls import include, path

from tournaments.views import chat, commands, cup, demo, join, pages, privileges, rulebooks, ticket
from tournaments.views.live_check import live_check

app_name = "tournaments"
urlpatterns = [
    path("", pages.home, name="home"),
    path("demo/enter/<str:role>/", demo.enter, name="demo_enter"),
    path("live/check/", live_check, name="live_check"),
    path("join/", join.ask_for_link, name="ask_for_link"),
    path("join/<str:token>/", join.join, name="join"),
    path("games/<int:game_id>/do/", commands.do, name="do"),
    path("games/<int:game_id>/start/", commands.start, name="start"),
    path("games/<int:game_id>/finish/", commands.finish, name="finish"),
    path("games/<int:game_id>/resume/", commands.resume, name="resume"),
    path("games/<int:game_id>/reopen/", commands.reopen, name="reopen"),
    path("games/<int:game_id>/chat/", chat.say, name="chat"),
    path("games/<int:game_id>/chat/remove/", chat.remove, name="chat_remove"),
    path("games/<int:game_id>/chat/mute/", chat.mute, name="chat_mute"),
    path("games/<int:game_id>/chat/release/", chat.release, name="chat_release"),
    path("games/<int:game_id>/ticket/<str:screen>/", ticket.ticket, name="ticket"),
    path("rules/", rulebooks.choose, name="rules"),
    path("cup/", cup.current_cup, name="current_cup"),
    path("cup/<int:season_id>/", cup.cup, name="cup"),
    path("register/", include("tournaments.register_urls")),
    path("privileges/", privileges.privileges, name="privileges"),
    path("privileges/list.txt", privileges.as_text, name="privileges_text"),
    path("privileges/list.json", privileges.as_json, name="privileges_json"),
    path("privileges/<int:privilege_id>/revoke/", privileges.revoke, name="revoke_privilege"),
]
