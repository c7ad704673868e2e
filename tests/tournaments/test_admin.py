"""The backoffice: logs are read only, held rows stay, a room tells nothing; all tables at once: test_office.py."""

import pytest
from django.urls import reverse

from tests.playing import RED, give
from tournaments.models import (
    AccessLink,
    AuditEntry,
    ChatMessage,
    ChatMute,
    GameCommand,
    GameEvent,
    House,
    LiveGame,
    Person,
    Season,
    Team,
    TeamMember,
    User,
)
from tournaments.services.access_links import issue_link
from tournaments.services.chat import mute_voice, post_message
from tournaments.services.games import finish_game
from tournaments.services.ranking import enter_decision

pytestmark = pytest.mark.django_db

LOGS = [GameCommand, GameEvent, ChatMessage, ChatMute, AuditEntry, AccessLink]


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def fill(make_game, host, rounds):
    """Rows in every table, ``rounds`` of each."""
    for number in range(rounds):
        game = make_game(title=f"Game {number} <b>")
        house = House.objects.create(name=f"House {number}", command="x")
        person = Person.objects.create(name=f"Person {number}", house=house)
        team = Team.objects.create(discipline="counter", season=game.season, house=house)
        TeamMember.objects.create(team=team, person=person, is_captain=True)
        give(game, host, "add", amount=1)
        give(game, RED, "add", amount=1)
        issue_link(game_id=game.pk, role="captain", team="red", actor=host)
        post_message(game_id=game.pk, actor=RED, text="hey")
        mute_voice(game_id=game.pk, voice_key=RED.key, actor=host)
        enter_decision(season=game.season, house=house, points=5, reason="a deed", actor=host)
        give(game, host, "show", thing=f"p{person.pk}")
        finish_game(game_id=game.pk, actor=host, reason="dość na dziś")
        Season.objects.create(name=f"Season {number}")
        User.objects.create_user(f"user{number}")


@pytest.fixture
def office(admin_client):
    return admin_client


@pytest.mark.parametrize("model", LOGS)
def test_logs_are_looked_at_only(model, office, make_game, host):
    fill(make_game, host, 1)
    row = model.objects.first()
    assert office.get(address(model, "change", row.pk)).status_code == 200
    assert office.get(address(model, "add")).status_code == 403
    assert office.post(address(model, "change", row.pk), {}).status_code == 403
    assert office.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("model", [LiveGame, Season, House, Person])
def test_a_row_that_others_hold_is_not_deleted_and_says_what_holds_it(model, office, make_game, host):
    fill(make_game, host, 1)
    row = model.objects.order_by("pk").first()
    page = office.post(address(model, "delete", row.pk), {"post": "yes"}, follow=True)
    assert page.status_code in (200, 403) and "protected" in page.content.decode()
    action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    assert "protected" in office.post(address(model, "changelist"), action, follow=True).content.decode()
    assert model.objects.filter(pk=row.pk).exists()


def test_a_host_is_held_by_the_games(office, make_game, host_user):
    make_game(title="Derby")
    page = office.post(address(User, "delete", host_user.pk), {"post": "yes"}).content.decode()
    assert "hosts: 1" in page and "Derby" in page and User.objects.filter(pk=host_user.pk).exists()


def test_a_started_games_setup_is_pinned(office, make_game, host_user, season):
    game = make_game(total=5)
    fields = {"title": "New", "season": season.pk, "hosts": [host_user.pk], "discipline": "x", "setup": "{}"}
    assert office.post(address(LiveGame, "change", game.pk), fields).status_code == 302
    game.refresh_from_db()
    assert (game.title, game.discipline, game.setup) == ("New", "counter", {"total": 5})
    assert '"total":5' in game.snapshot


def test_a_house_named_in_any_script_is_added(office):
    for name in ("Гриффиндор", "🦉", "בית"):
        fields = {"name": name, "key": "", "command": "x", "colour": "#112233", "emblem": "", "position": 0}
        assert office.post(address(House, "add"), fields).status_code == 302
    assert House.objects.count() == 3


def test_the_backoffice_does_not_tell_what_is_said_in_a_room(game, admin_client):
    for room, text in (("", "zz-hall"), ("red", "zz-room")):
        post_message(game_id=game.pk, actor=RED, text=text, room=room)
    address = reverse("admin:tournaments_chatmessage_changelist")
    page = admin_client.get(address).content.decode()
    assert "zz-hall" in page and "zz-room" not in page and "private" in page
    assert "1 result" in admin_client.get(address, {"q": "zz-hall"}).content.decode()
    for text in ("zz-room", "zz-r", "room"):
        assert "0 results" in admin_client.get(address, {"q": text}).content.decode()
    for message in ChatMessage.objects.all():
        shown = admin_client.get(reverse("admin:tournaments_chatmessage_change", args=[message.pk])).content.decode()
        assert ("zz-hall" in shown) is (message.room == "") and "zz-room" not in shown
    assert admin_client.get(address, {"text": "zz-room"}).status_code in (302, 400)
    assert admin_client.get(address, {"text__startswith": "zz-r"}).status_code in (302, 400)
    games = reverse("admin:tournaments_livegame_changelist")
    assert admin_client.get(games, {"messages__text__startswith": "zz-r"}).status_code in (302, 400)
