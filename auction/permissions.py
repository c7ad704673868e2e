"""Who may see the questions of an evening before they are played: its hosts alone, and none who plays in it."""

from __future__ import annotations

import unicodedata

from django.contrib.auth.models import AnonymousUser

from tournaments.models import LiveGame, Person, User
from tournaments.rules.engine import Refusal


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


def _plays(user: User, game: LiveGame) -> bool:
    """As far as Sowa knows: accounts and people meet by name only; which account leads a house no table says."""
    teams = game.setup.get("teams", [])
    names = {player.get("name", "") for team in teams for player in team.get("players", [])}
    numbers = {player.get("id", "") for team in teams for player in team.get("players", [])}
    people = Person.objects.filter(pk__in=[int(one[1:]) for one in numbers if one[:1] == "p" and one[1:].isdigit()])
    for person in people:
        names |= {person.name, person.display_name}
    return _folded(_name(user)) in {_folded(name) for name in names if name.strip()}


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().replace("ё", "е").split())
