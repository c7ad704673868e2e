"""Who may be in a team of a season (§2.1.2 to §2.2.1, §2.2.4), and who sits at its table today (§2.2.2, §2.2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.rules.engine import Refusal
from tournaments.rules.rosters import PUPIL, Candidate, Refusals

FEWEST = 3  # §2.1.2
MOST = 6  # §2.2.1
OWN = 3  # §2.1.2: the captain and two more, named by the dean
GUESTS = 2  # §2.1.3


@dataclass(frozen=True, slots=True)
class Member:
    """A person of a roster. ``house``: the key of their own house, "" if they have none."""

    person: int
    name: str
    house: str
    captain: bool = False


@dataclass(frozen=True, slots=True)
class StandIn:
    """§2.2.2: who does the duties of the captain ``of`` the team, who is not there, and why."""

    player: Member
    of: Member
    reason: str


@dataclass(frozen=True, slots=True)
class LineUp:
    """The table of the day: at least three of the roster, in its order, and who decides for them."""

    players: tuple[Member, ...]
    captain: Member
    stand_in: StandIn | None = None


def check_roster(members: Sequence[Member], house: str) -> None:
    """Refused: a roster that the regulation does not allow for the team of this ``house`` (its key).

    Three to six players, one captain; at least three of the house, the captain among them; at most two guests.
    """
    if len(members) < FEWEST:
        raise Refusal("2.1.2", "roster_too_small", {"players": len(members), "needed": FEWEST})
    if len(members) > MOST:
        raise Refusal("2.2.1", "roster_too_large", {"players": len(members), "most": MOST})
    own = sum(member.house == house for member in members)
    if len(members) - own > GUESTS:
        raise Refusal("2.1.3", "too_many_guests", {"guests": len(members) - own, "most": GUESTS})
    if own < OWN:
        raise Refusal("2.1.2", "own_players_missing", {"own": own, "needed": OWN})
    captains = [member for member in members if member.captain]
    if len(captains) != 1:
        raise Refusal("2.2.2", "one_captain", {})
    if captains[0].house != house:
        raise Refusal("2.1.2", "captain_is_a_guest", {"player": captains[0].name})


# --- a roster that a dean submits ------------------------------------------------------------------------------------


def judge_person(one: Candidate) -> Refusals:
    """Every refusal of a person: §2.1.2 of the dean's own, §2.1.3 of a guest, §2.2.4 of who is in another team.

    How often somebody was at lessons is no question of this game.
    """
    return tuple(_against(one))


def judge_roster(roster: Sequence[Candidate]) -> Refusals:
    """Every refusal of the roster as a whole: the dean names three, and may be one more; two guests; six in all."""
    own = [one for one in roster if not one.is_guest]
    guests, named = len(roster) - len(own), OWN + any(one.is_head for one in own)
    found = []
    if len(own) < OWN:
        found.append(Refusal("2.1.2", "own_players_missing", {"own": len(own), "needed": OWN}))
    if len(own) > named:
        found.append(Refusal("2.1.2", "too_many_named", {"own": len(own), "most": OWN}))
    if guests > GUESTS:
        found.append(Refusal("2.1.3", "too_many_guests", {"guests": guests, "most": GUESTS}))
    if len(roster) > MOST:
        found.append(Refusal("2.2.1", "roster_too_large", {"players": len(roster), "most": MOST}))
    if sum(one.is_captain for one in roster) != 1:
        found.append(Refusal("2.2.2", "roster_captain_missing"))
    return tuple(found)


def _against(one: Candidate) -> Iterator[Refusal]:
    paragraph = "2.1.3" if one.is_guest else "2.1.2"
    if one.has_left:
        yield Refusal(paragraph, "left_the_school")
    if one.kind != PUPIL and not one.is_head:
        yield Refusal(paragraph, "neither_pupil_nor_dean")
    if not one.is_own and not one.is_guest:
        yield Refusal("2.1.3", "guest_without_invitation")
    if one.is_guest and one.is_captain:
        yield Refusal("2.1.2", "captain_is_a_guest", {"player": one.name})
    if one.elsewhere:
        yield Refusal("2.2.4", "on_another_roster", {"house": one.elsewhere})


# --- the table of the day --------------------------------------------------------------------------------------------


def check_lineup(
    roster: Sequence[Member],
    players: Sequence[int],
    captain: int,
    stand_in: int | None = None,
    reason: str = "",
) -> LineUp:
    """The table of the day; ``players``, ``captain`` and ``stand_in`` are people of the roster.

    ``captain`` is the team's own captain. Who is not at the table is replaced by a ``stand_in`` who is, with a
    ``reason`` in words. Refused: too few or too many, a stranger, a captain that the roster does not have, a stand-in
    for one who is there.
    """
    chosen = set(players)
    if len(chosen) < FEWEST:
        raise Refusal("2.1.2", "table_size", {"players": len(chosen)})
    if len(chosen) > MOST:
        raise Refusal("2.2.1", "table_size", {"players": len(chosen)})
    at_table = tuple(member for member in roster if member.person in chosen)
    if len(at_table) < len(chosen):
        raise Refusal("2.2.5", "not_in_the_roster", {})
    own = next((member for member in roster if member.captain), None)
    if own is None or own.person != captain:
        raise Refusal("2.2.2", "not_the_captain", {"player": "" if own is None else own.name})
    if own in at_table:
        if stand_in is not None:
            raise Refusal("2.2.2", "captain_is_here", {"player": own.name})
        return LineUp(at_table, own)
    return _led_by_a_stand_in(at_table, own, stand_in, reason)


def _led_by_a_stand_in(at_table: tuple[Member, ...], own: Member, stand_in: int | None, reason: str) -> LineUp:
    """§2.2.2: the captain is absent, so another player of the table decides today."""
    acting = next((member for member in at_table if member.person == stand_in), None)
    if stand_in is None or acting is None:
        raise Refusal("2.2.2", "stand_in_missing", {"player": own.name})
    if not any(map(str.isalpha, reason)):
        raise Refusal("2.2.2", "reason_without_words", {})
    return LineUp(at_table, acting, StandIn(acting, own, " ".join(reason.split())))
