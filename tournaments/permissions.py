"""Who may do what: plain predicates, asked by views and pages; the rules of a game ask their own (§10)."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from tournaments.enums import PersonKind
from tournaments.models import Deputy, House, LiveGame, Person, User
from tournaments.selectors.offices import headed_houses, in_force, person_of
from tournaments.services.actors import Actor

PUBLIC_SCREENS = ("spectator", "projector")
ROLE_OF_SCREEN = {"console": "host", "captain": "captain", "player": "player"}


def can_host(user: User | AnonymousUser, game: LiveGame) -> bool:
    """Whether the console is open to the account: one of the game's hosts, a deputy of one, whoever it was handed to,
    superusers.

    A deputy who took it stops with the deputy's time. One query, two for whoever is no host of the game.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    return was_given_console(user, game) or owns_game(user, game)


def was_given_console(user: User, game: LiveGame) -> bool:
    """Whether the console was handed to the account itself, in nobody's place. No query."""
    return game.conductor.get("key") == f"user:{user.pk}" and not game.conductor.get("deputy_of")


def owns_game(user: User | AnonymousUser | None, game: LiveGame) -> bool:
    """Whether the game is the account's own, so that a console handed over can be taken back.

    Superusers own all that are not sealed; a host's deputy owns it as the host does. One query, or two.
    """
    return is_own_game(user, game) or host_deputy(user, game) is not None


def is_own_game(user: User | AnonymousUser | None, game: LiveGame) -> bool:
    """The same without deputies. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return (user.is_superuser and not game.is_sealed) or game.hosts.filter(pk=user.pk).exists()


def host_deputy(user: User | AnonymousUser | None, game: LiveGame) -> Deputy | None:
    """As whose deputy the account hosts the game at this moment; None if as nobody's. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return None
    rows = in_force("host").filter(deputy=user, principal__hosted_games=game)
    return rows.select_related("principal__person").order_by("-ends_at", "pk").first()


def can_be_given_the_console(user: User, game: LiveGame) -> bool:
    """Whether the game's console may be handed to the account: staff, superusers, hosts of the season's games."""
    if not user.is_active:
        return False
    return user.is_staff or user.is_superuser or user.hosted_games.filter(season_id=game.season_id).exists()


def can_create_games(user: User | AnonymousUser) -> bool:
    """Staff set up games, and so does whoever hosts one already. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or user.hosted_games.exists()


def can_manage_privileges(user: User | AnonymousUser) -> bool:
    """Who sees and ends the rights in the chat: staff, and whoever hosts a game. At most one query."""
    return can_create_games(user)


def can_manage_seasons(user: User | AnonymousUser) -> bool:
    """Who makes the school's seasons and says which is current: staff and superusers. No query."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def can_decide_points(user: User | AnonymousUser) -> bool:
    """Who enters decisions of the school into the house ranking, and takes them back: as above. No query."""
    return can_manage_seasons(user)


def can_see_screen(actor: Actor | None, screen: str) -> bool:
    """Whether the screen may be streamed to this person: public ones to everybody, the others by role."""
    return screen in PUBLIC_SCREENS or (actor is not None and actor.role == ROLE_OF_SCREEN.get(screen))


def can_keep_register(user: User | AnonymousUser | None) -> bool:
    """Who enters lessons and attendance: staff, superusers, and teachers still at the school. At most one query."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or user.is_superuser or _teaches(person_of(user))


def can_see_house_register(user: User | AnonymousUser | None, house: House) -> bool:
    """Who reads the lessons of a house's pupils: its head, the head's deputy, and who keeps the register."""
    return can_keep_register(user) or house.pk in headed_houses(user)


def _teaches(person: Person | None) -> bool:
    return person is not None and person.is_staff and person.left_at is None


def can_manage_people(user: User | AnonymousUser) -> bool:
    """Who adds, changes, merges and deletes people and houses: the school's office, that is staff and superusers."""
    return isinstance(user, User) and user.is_active and (user.is_staff or user.is_superuser)


def acts_for_headless(user: User | AnonymousUser, house: House) -> bool:
    """A house that nobody leads, its head removed or gone, is the office's until somebody is named."""
    return house.leader is None and can_manage_people(user)


@dataclass(frozen=True, slots=True)
class PeopleScope:
    """Whose full names and particulars an account reads: everybody's, or those of the houses it heads."""

    everybody: bool
    houses: frozenset[int] = frozenset()

    def can_see(self, person: Person) -> bool:
        """Whether the person's page is open."""
        return self.everybody or person.house_id in self.houses

    def can_invite(self, person: Person) -> bool:
        """A head invites pupils and guests of the own house; of staff, who may lead a house, the office decides."""
        return self.everybody or (person.house_id in self.houses and person.kind != PersonKind.STAFF)


def people_scope(user: User | AnonymousUser) -> PeopleScope | None:
    """What the account may read of the school's people; None for nothing. Two queries for whoever is not staff."""
    if can_manage_people(user):
        return PeopleScope(everybody=True)
    houses = headed_houses(user)
    return PeopleScope(everybody=False, houses=frozenset(houses)) if houses else None
