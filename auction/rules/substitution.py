"""§5, §3: who takes whose seat: proposed by the host, agreed by the captain; an absent captain's by the head's word.

What is known of the newcomer (``person``) comes inside the command: the rules look nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from auction.rules.rosters import check_eligible
from auction.rules.seating import MASTERS
from auction.rules.stage import Proposal, Stage
from auction.rules.staging import Scene
from auction.rules.state import Game, Phase
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player, Seat
from tournaments.rules.rosters import PUPIL, Candidate
from tournaments.rules.staging import AnswererNamed

LONGEST_REASON = 300  # letters


@dataclass(frozen=True, slots=True)
class SubstitutionProposed:
    """The captain is asked."""

    team: str
    out: Player
    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class SubstitutionWithdrawn:
    """The host asks no longer, or has read why not."""

    team: str
    out: Player
    player: Player


@dataclass(frozen=True, slots=True)
class SubstitutionDeclined:
    """The captain does not agree: the team stays as it is."""

    team: str
    out: Player
    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerSubstituted:
    """The newcomer sits where ``out`` sat."""

    team: str
    out: Player
    player: Player
    reason: str


@dataclass(frozen=True, slots=True)
class CaptainSeated:
    """The head of the house named another captain."""

    team: str
    captain: Player
    head: str
    reason: str


SubstitutionEvent = (
    SubstitutionProposed | SubstitutionWithdrawn | SubstitutionDeclined | PlayerSubstituted | CaptainSeated
)
Events = tuple[Any, ...]


def propose_substitution(scene: Scene, command: Mapping[str, Any]) -> Events:
    """The host proposes who comes in for whom; one open proposal a team at a time (§5)."""
    seat = _seat(scene, command)
    reason = _reason(command)
    if open_proposal(scene.proposals, seat.team) is not None:
        raise Refusal("5", "proposal_open", {"team": seat.team})
    out = leaving_player(seat, command.get("out"))
    if out.captain:
        raise Refusal("3", "captain_by_the_head", {"team": seat.team, "player": out.name})
    player = newcomer(scene.seats, house_of(scene.game, seat.team), seat, command.get("person"))
    _not_asked_elsewhere(scene.proposals, seat.team, player)
    return (SubstitutionProposed(seat.team, out, player, reason),)


def withdraw_substitution(scene: Scene, command: Mapping[str, Any]) -> Events:
    """The host takes the proposal back; of a declined one: has read it."""
    team = str(command.get("team") or "")
    proposal = next((one for one in scene.proposals if one.team == team), None)
    if proposal is None or not _is_about(proposal, command):
        raise Refusal("5", "no_proposal", {"team": team})
    return (SubstitutionWithdrawn(team, proposal.out, proposal.player),)


def answer_substitution(scene: Scene, command: Mapping[str, Any]) -> Events:
    """The captain agrees, and the seat changes; or declines, with a word why (§5)."""
    seat = _seat(scene, command)
    proposal = open_proposal(scene.proposals, seat.team)
    if proposal is None or not _is_about(proposal, command):
        raise Refusal("5", "no_proposal", {"team": seat.team})
    agree = command.get("agree")
    if not isinstance(agree, bool):
        raise Refusal("5", "malformed", {"field": "agree"})
    if not agree:
        return (SubstitutionDeclined(seat.team, proposal.out, proposal.player, _reason(command)),)
    out = leaving_player(seat, proposal.out.id)
    if out.captain:  # seated as captain since
        raise Refusal("3", "captain_by_the_head", {"team": seat.team, "player": out.name})
    if command.get("among_masters"):  # named there since
        _not_among_masters(seat, proposal.player)
    _sits_nowhere(scene.seats, seat, proposal.player)
    change = PlayerSubstituted(seat.team, out, proposal.player, proposal.reason)
    return (*_set_free(scene, out), change)


def seat_captain(scene: Scene, command: Mapping[str, Any]) -> Events:
    """The head of the house names the captain (§3): of the team, or who comes in for the absent one (§5)."""
    seat = _seat(scene, command)
    reason, head = _reason(command), _words(command.get("head"))
    if not head:
        raise Refusal("3", "head_missing", {})
    now = captain_of(seat)
    coming: Events = ()
    if command.get("person") is not None or command.get("newcomer"):
        player = newcomer(scene.seats, house_of(scene.game, seat.team), seat, command.get("person"))
        _not_asked_elsewhere(scene.proposals, seat.team, player)
        if now is not None:
            change = PlayerSubstituted(seat.team, now, player, reason)
            coming, seat = (*_set_free(scene, now), change), substituted(seat, change)
    captain = next((one for one in seat.players if one.id == command.get("captain")), None)
    if captain is None:
        raise Refusal("3", "captain_of_the_team", {"team": seat.team})
    if now is not None and captain.id == now.id:
        raise Refusal("3", "captain_already", {"team": seat.team, "player": captain.name})
    person = command.get("person")
    is_head = command.get("captain_is_head") is True
    if isinstance(person, Mapping) and person.get("id") == captain.id:
        is_head = person.get("head") is True
    if is_head or _is_same_name(head, captain.name):
        raise Refusal("3", "head_no_captain", {"player": captain.name})
    return (*coming, CaptainSeated(seat.team, replace(captain, captain=True), head, reason))


RULES: Mapping[str, Callable[[Scene, Mapping[str, Any]], Events]] = {
    "propose_substitution": propose_substitution,
    "withdraw_substitution": withdraw_substitution,
    "answer_substitution": answer_substitution,
    "seat_captain": seat_captain,
}


def _without(stage: Stage, event: PlayerSubstituted) -> Stage:
    """Whoever was named for a duel that has not begun is to be replaced there, too, by whom the captain names."""
    if stage.duel is None or event.out.id not in stage.duel.duellists.values():
        return stage
    left = {team: player for team, player in stage.duel.duellists.items() if player != event.out.id}
    return replace(stage, duel=replace(stage.duel, duellists=left))


CHANGES: Mapping[type, Callable[[Stage, Any], Stage]] = {
    **{shape: lambda stage, event: stage for shape in get_args(SubstitutionEvent)},
    PlayerSubstituted: _without,
}


# --- what changes ------------------------------------------------------------------------------------------------


def change_seats(seats: tuple[Seat, ...], event: SubstitutionEvent) -> tuple[Seat, ...]:
    """The seats after an event."""
    match event:
        case PlayerSubstituted():
            return tuple(substituted(seat, event) if seat.team == event.team else seat for seat in seats)
        case CaptainSeated():
            return tuple(_captained(seat, event) if seat.team == event.team else seat for seat in seats)
        case _:
            return seats


def change_proposals(proposals: tuple[Proposal, ...], event: SubstitutionEvent) -> tuple[Proposal, ...]:
    """The proposals after an event: at most one a team, and none that has become pointless."""
    others = tuple(one for one in proposals if one.team != event.team)
    mine = next((one for one in proposals if one.team == event.team), None)
    match event:
        case SubstitutionProposed():
            return (*others, Proposal(event.team, event.out, event.player, event.reason))
        case SubstitutionDeclined() if mine is not None:
            return (*others, replace(mine, declined=event.reason))
        case CaptainSeated() if mine is not None and mine.out.id != event.captain.id:
            return proposals  # the new captain is asked
        case PlayerSubstituted() if (
            mine is not None and event.out.id != mine.out.id and event.player.id != mine.player.id
        ):
            return proposals
        case _:
            return others


def substituted(seat: Seat, event: PlayerSubstituted) -> Seat:
    """The seat with the newcomer in the place of who left; an absent captain's place has no captain yet."""
    return replace(seat, players=tuple(event.player if one.id == event.out.id else one for one in seat.players))


def _captained(seat: Seat, event: CaptainSeated) -> Seat:
    return replace(seat, players=tuple(replace(one, captain=one.id == event.captain.id) for one in seat.players))


def _set_free(scene: Scene, out: Player) -> Events:
    """Nothing waits for who leaves: an answer falls back to the captain (§17), but a duel is fought out first (§25)."""
    duel, is_on = scene.stage.duel, scene.game.phase in (Phase.DUEL, Phase.ANSWERING)
    if is_on and duel is not None and duel.gone and out.id in duel.duellists.values():
        raise Refusal("25", "duellist_cannot_leave", {"player": out.name})
    return (AnswererNamed(None),) if scene.stage.answerer == out.id else ()


# --- who may -----------------------------------------------------------------------------------------------------


def open_proposal(proposals: tuple[Proposal, ...], team: str) -> Proposal | None:
    """What the team's captain is being asked."""
    return next((one for one in proposals if one.team == team and not one.declined), None)


def captain_of(seat: Seat) -> Player | None:
    """The captain, if the team has one."""
    return next((player for player in seat.players if player.captain), None)


def house_of(game: Game, team: str) -> str | None:
    """The house that the team plays for; guests play for none."""
    return game.team(team).house


def leaving_player(seat: Seat, player: object) -> Player:
    """Who is to leave the seat; refused for somebody who does not sit there."""
    for one in seat.players:
        if one.id == player:
            return one
    raise Refusal("5", "not_in_the_team_to_leave", {"team": seat.team})


def newcomer(seats: tuple[Seat, ...], house: str | None, seat: Seat, person: object) -> Player:
    """The person as a player of the team.

    Refused for another house's, for who may not play at all (§1), and for who sits somewhere already (§5, §23).
    """
    if not isinstance(person, Mapping):
        raise Refusal("5", "person_unknown", {})
    player = Player(str(person["id"]), str(person["name"]))
    if house is not None and person.get("house") != house:
        raise Refusal("5", "of_another_house", {"player": player.name, "team": seat.team})
    if house is not None and seat.team != MASTERS:
        _require_eligible(player, person)
    if person.get("masters"):
        _not_among_masters(seat, player)
    _sits_nowhere(seats, seat, player)
    return player


def _require_eligible(player: Player, person: Mapping[str, Any]) -> None:
    """§1, as on a roster: a pupil with enough lessons today, or the head. What ``person`` does not say is not asked."""
    one = Candidate(
        person=0,
        name=player.name,
        is_head=person.get("head") is True,
        kind=str(person.get("kind", PUPIL)),
        has_left=person.get("left") is True,
        lessons=person.get("lessons"),
        needed=person.get("needed", 0),
    )
    for refusal in check_eligible(one):
        match refusal.code:
            case "too_few_lessons":
                raise Refusal("1", "substitute_without_lessons", {"player": player.name, **refusal.params})
            case "left_the_school":
                raise Refusal("1", "substitute_has_left", {"player": player.name})
            case _:
                raise Refusal("1", "substitute_no_pupil", {"player": player.name})
    if person.get("elsewhere"):
        raise Refusal("5", "substitute_on_a_roster", {"player": player.name, "house": person["elsewhere"]})


def _not_among_masters(seat: Seat, player: Player) -> None:
    if seat.team != MASTERS:
        raise Refusal("23", "among_the_masters", {"player": player.name})


def _sits_nowhere(seats: tuple[Seat, ...], seat: Seat, player: Player) -> None:
    for other in seats:
        if player.id not in {one.id for one in other.players}:
            continue
        if other.team == seat.team:
            raise Refusal("5", "in_the_team_already", {"player": player.name})
        raise Refusal("5", "in_another_team", {"player": player.name, "team": other.team})


def _not_asked_elsewhere(proposals: tuple[Proposal, ...], team: str, player: Player) -> None:
    for one in proposals:
        if one.team != team and one.player.id == player.id and not one.declined:
            raise Refusal("5", "proposed_elsewhere", {"player": player.name, "team": one.team})


def _seat(scene: Scene, command: Mapping[str, Any]) -> Seat:
    """The seat of the command's team, as long as the team plays: what was played is not played by others afterwards."""
    team = command.get("team")
    seat = next((one for one in scene.seats if one.team == team), None)
    if seat is None or team not in {one.id for one in scene.game.teams}:
        raise Refusal("5", "team_unknown", {"team": str(team or "")})
    if scene.game.phase is Phase.FINISHED:
        raise Refusal("5", "seats_are_final", {})
    if team not in scene.game.playing:
        raise Refusal("5", "team_not_in_round", {"team": seat.team})
    if scene.game.team(seat.team).out:
        raise Refusal("5", "team_out", {"team": seat.team})
    return seat


def _is_about(proposal: Proposal, command: Mapping[str, Any]) -> bool:
    """Whether who answers has seen this proposal, and not an earlier one."""
    return (command.get("out"), command.get("player")) == (proposal.out.id, proposal.player.id)


def _is_same_name(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _reason(command: Mapping[str, Any]) -> str:
    reason = _words(command.get("reason"))
    if not reason:
        raise Refusal("5", "reason_for_the_seat", {})
    return reason


def _words(text: object) -> str:
    """The text if there is a letter in it."""
    return text.strip()[:LONGEST_REASON] if isinstance(text, str) and any(map(str.isalpha, text)) else ""
