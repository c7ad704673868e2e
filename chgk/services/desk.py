"""What every deed at the curator's desk begins with: the season is locked, and it is still open."""

from __future__ import annotations

from chgk.models import ClubSeason, Fixture
from chgk.rules.decisions import with_words
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor

LONGEST_REASON = 300  # characters, as long as the columns
LONGEST_DECIDER = 250


def lock_club(club_id: int) -> ClubSeason:
    """The season, locked for the length of the transaction: deeds at one desk follow each other.

    Refused once the season is closed. Raises ClubSeason.DoesNotExist.
    """
    # no_key: a row that names the season, written under a game's lock, does not wait here for that game
    club = ClubSeason.objects.select_for_update(of=("self",), no_key=True).select_related("season").get(pk=club_id)
    if club.closed_at is not None:
        raise Refusal("3.2.1", "season_closed", {"season": str(club)})
    return club


def lock_fixture(fixture_id: int) -> Fixture:
    """A game of the calendar with its ``club``, both locked, the season first. Refused once the season is closed.

    Raises Fixture.DoesNotExist.
    """
    club = lock_club(Fixture.objects.values_list("club_id", flat=True).get(pk=fixture_id))
    locked = Fixture.objects.select_for_update(of=("self",), no_key=True)
    fixture = locked.select_related("team__house").get(pk=fixture_id)
    fixture.club = club
    return fixture


def lock_game(fixture: Fixture) -> LiveGame | None:
    """The game on the fixture's table, locked: it cannot start meanwhile. None without one."""
    if fixture.game_id is None:
        return None
    return LiveGame.objects.select_for_update().get(pk=fixture.game_id)


def require_to_come(fixture: Fixture, game: LiveGame | None) -> None:
    """Refused for a game that has started, and for a team that did not come."""
    if game is not None and game.started_at is not None:
        raise Refusal("3.1.1", "fixture_started", {})
    if fixture.no_show_at is not None:
        raise Refusal("3.1.1", "fixture_no_show", {})


def reason_of(text: str, longest: int = LONGEST_REASON) -> str:
    """A reason in words, in one line that fits its column; else refused (§1.5)."""
    return " ".join(with_words(text).split())[:longest].strip()


def decider(actor: Actor) -> str:
    """Whose decision a row records: the name with the account."""
    return f"{actor.name} ({actor.key})"[:LONGEST_DECIDER] if actor.name else actor.key[:LONGEST_DECIDER]
