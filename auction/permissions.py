"""Who may see the questions of an evening before they are played, and who approves the rosters of its teams."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from tournaments.models import LiveGame, Season, User
from tournaments.permissions import can_create_games
from tournaments.rules.engine import Refusal
from tournaments.rules.names import fold_name
from tournaments.selectors.offices import deputies_of, principals_of
from tournaments.selectors.people import find_people
from tournaments.selectors.roster_books import Approver


def why_kept_out(user: User | AnonymousUser, game: LiveGame) -> Refusal | None:
    """Why this account may not see the questions of the game; None if it may.

    Only the accounts named as hosts: neither a superuser's nor the staff's rights open it, nor a host's link. Heads of
    houses may play (§1), so a host who sits in a team is kept out, too. Two queries.
    """
    if not isinstance(user, User) or not user.is_active or not game.hosts.filter(pk=user.pk).exists():
        return Refusal("", "questions_hosts_only", {})
    if _plays(user, game):
        return Refusal("1", "questions_not_for_players", {"name": _name(user)})
    return None


def can_see_questions(user: User | AnonymousUser, game: LiveGame) -> bool:
    """Whether the account may choose, seal and open the questions of the game."""
    return why_kept_out(user, game) is None


def can_fill_bank(user: User | AnonymousUser) -> bool:
    """Who brings tables into the bank and takes it out: whoever reads and adds questions in the backoffice."""
    if not isinstance(user, User) or not user.is_active or not (user.is_staff or user.is_superuser):
        return False
    return user.has_perms(("auction.view_auctionquestion", "auction.add_auctionquestion"))


def roster_approver(user: User, season: Season) -> Approver | None:
    """Whether the account approves rosters: whoever may set up games, and their deputies. A handful of queries."""
    if can_create_games(user):
        return Approver()
    principals = principals_of(user, "host").values()
    return next((Approver(row) for row in principals if can_create_games(row.principal)), None)


def told_of_rosters(season: Season) -> list[User]:
    """Who hears that a roster was submitted: hosts of the season's evenings and who stands in for them, else staff."""
    hosts = User.objects.filter(is_active=True, hosted_games__season=season, hosted_games__discipline="auction")
    found = list(hosts.distinct())
    return [*found, *deputies_of(found, "host")] or list(User.objects.filter(is_staff=True, is_active=True))


def _plays(user: User, game: LiveGame) -> bool:
    """As far as Sowa knows: by the person whom the account is bound to, else by the name."""
    teams = game.setup.get("teams", [])
    names = {player.get("name", "") for team in teams for player in team.get("players", [])}
    people = find_people(player.get("id", "") for team in teams for player in team.get("players", []))
    for person in people.values():
        names |= {person.name, person.display_name}
    if any(person.user_id == user.pk for person in people.values()):
        return True
    return fold_name(_name(user)) in {fold_name(name) for name in names if name.strip()}


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()
