"""Setting up a game of auction: who plays, and which categories the evening has."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from auction import selectors
from tournaments.disciplines import Json
from tournaments.enums import RosterState
from tournaments.models import LiveGame, Season, Team, User
from tournaments.models.people import table_names
from tournaments.services.access_links import issue_link
from tournaments.services.actors import account_actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

TEAM_SIZE = 3  # §2


class SetupError(ValueError):
    """Why a game cannot be set up so; the message is for the person at the desk."""


def create_game(*, season: Season, teams: Sequence[Team], title: str, host: User) -> LiveGame:
    """A game of the season with its links, one a captain and a player, ready for settings and start (§7).

    ``teams``: two to four, each of three players with a captain. Raises :class:`SetupError`.
    """
    if not 2 <= len(teams) <= 4:
        raise SetupError(_("Two to four houses take part (§7)."))
    with write_lock(), transaction.atomic():
        entries = [team_entry(team) for team in teams]
        game = LiveGame.objects.create(
            discipline="auction",
            season=season,
            title=title,
            setup={"rules": {}, "settings": {}, "teams": entries, "categories": _categories(season)},
        )
        game.hosts.add(host)
        actor = account_actor(host)
        for entry in entries:
            for player in entry["players"]:
                issue_link(
                    game_id=game.pk,
                    role="captain" if player["captain"] else "player",
                    team=entry["id"],
                    player=player["id"],
                    name=player["name"],
                    actor=actor,
                )
        record_audit(actor=actor, action="create_game", target=f"game:{game.pk}", details={"title": title})
    return game


def team_entry(team: Team) -> Json:
    """A team as a game knows it. Raises :class:`SetupError` unless it is approved: three players, one the captain."""
    if team.state != RosterState.APPROVED:
        raise SetupError(_("The roster of %(house)s is not approved (§4).") % {"house": team.house.name})
    members = list(team.members.select_related("person").order_by("position"))
    if len(members) != TEAM_SIZE or sum(member.is_captain for member in members) != 1:
        raise SetupError(
            _("%(house)s needs three players, one of them the captain (§2, §3).") % {"house": team.house.name}
        )
    names = table_names(member.person for member in members)
    return {
        "id": team.house.key,
        "command": team.house.command,
        "house": team.house.key,
        "name": team.house.name,
        "colour": team.house.colour,
        "emblem": team.house.emblem,
        "players": [
            {
                "id": f"p{member.person_id}",
                "name": names[member.person_id],
                "captain": member.is_captain,
            }
            for member in members
        ],
    }


def _categories(season: Season) -> list[str]:
    names = selectors.playable_categories(season=season)
    if not names:
        raise SetupError(_("The bank has no question left for this season."))
    return names
