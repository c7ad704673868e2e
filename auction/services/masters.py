"""The Masters of a final (§23): prepared beforehand or named at its opening; guests, or the last winners."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from auction.models import BoxSeat, Masters
from auction.rules.seating import MASTERS, MASTERS_COLOUR, MOST_MASTERS, check_masters, read_seat
from auction.rules.session import Session
from tournaments.models import AccessLink, LedgerEntry, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text
from tournaments.rules.lineup import Seat
from tournaments.rules.serial import to_json
from tournaments.selectors.people import find_people
from tournaments.selectors.ranking import masters_house
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_host
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit
from tournaments.services.replay_log import load_session
from tournaments.services.seating import follow_seats

Json = dict[str, Any]
DEFAULT_WORD = "Mistrzowie"
LONGEST_WORD = 50
LONGEST_NAME = 200
LONGEST_EMBLEM = 16
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit at the Masters' table: somebody the school knows, or a guest by name alone."""

    name: str = ""
    person: int | None = None
    captain: bool = False
    staff: bool = False  # of a guest; of a person the school knows it


@dataclass(frozen=True, slots=True)
class Plan:
    """The Masters as the desk names them. ``winners``: they sit there for the house that won the last edition."""

    players: tuple[Sitter, ...]
    command: str = DEFAULT_WORD
    colour: str = MASTERS_COLOUR
    emblem: str = ""
    winners: bool = False


@dataclass(frozen=True, slots=True)
class Champions:
    """Whose the Masters' box is (§28), and who won it: they sit there unless the head names others."""

    title: LedgerEntry
    players: tuple[Sitter, ...] = field(default=())  # who sits there: as the head named them, else as they won
    winners: tuple[Sitter, ...] = field(default=())
    named_by: str = ""  # the head, or who stood in; "" while nobody else is named
    named_at: datetime.datetime | None = None


def prepared_masters(game: LiveGame) -> Masters | None:
    """Who will sit down, or sits, as Masters; None while nobody is named. One query for one row of the game."""
    return getattr(game, "masters", None)


def last_champions() -> Champions | None:
    """The house in the Masters' box with the team that won it; None after no edition or a lost title."""
    title = masters_house()
    if title is None or title.game_id is None:
        return None if title is None else Champions(title)
    won = LiveGame.objects.get(pk=title.game_id)
    session = load_session(won)
    teams = [team.id for team in session.game.teams if team.house == title.house.key]
    seats = [seat for seat in session.seats if seat.team in teams]
    played = [player for seat in seats for player in seat.players]
    people = find_people(player.id for player in played)
    sitters = [
        Sitter(name=player.name, person=people[player.id].pk, captain=player.captain)
        for player in played
        if player.id in people
    ]
    winners = tuple(sitters[:MOST_MASTERS])
    seats_named = list(BoxSeat.objects.filter(game=won, house=title.house).select_related("person"))
    if not seats_named:
        return Champions(title, winners, winners)
    named = tuple(Sitter(name=seat.person.name, person=seat.person_id, captain=seat.is_captain) for seat in seats_named)
    return Champions(title, named, winners, seats_named[0].named_by, seats_named[0].named_at)


def prepare_masters(*, game_id: int, plan: Plan, actor: Actor) -> Outcome:
    """Names the Masters and gives each a link; may be called again until they sit down (§23).

    Refused for anyone but a host, and for whoever may not sit there. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_host(game, actor)
            session = load_session(game)
            _require_unseated(game, session)
            entry = make_entry(game=game, session=session, plan=plan)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        row = prepared_masters(game)
        if row is not None and row.entry == entry:
            return Outcome(accepted=True, seq=game.seq, repeated=True)
        details = {"before": row.entry if row is not None else None, "after": entry}
        Masters.objects.update_or_create(game=game, defaults={"entry": entry})
        record_audit(actor=actor, action="prepare_masters", target=f"game:{game.pk}", details=details)
        before = () if row is None else (read_seat(row.entry),)
        follow_seats(game=game, before=before, after=(read_seat(entry),), actor=actor)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def remove_masters(*, game_id: int, actor: Actor) -> Outcome:
    """Nobody is prepared any more; their links close. Refused once the Masters sit. Raises LiveGame.DoesNotExist."""
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        row = prepared_masters(game)
        try:
            require_host(game, actor)
            if row is None:
                return Outcome(accepted=True, seq=game.seq, repeated=True)
            _require_unseated(game, load_session(game))
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        record_audit(actor=actor, action="remove_masters", target=f"game:{game.pk}", details={"before": row.entry})
        follow_seats(game=game, before=(read_seat(row.entry),), after=(), actor=actor)
        row.delete()
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=game.seq)


def rename_sitter(games: Collection[int], old: str, new: str) -> None:
    """A duplicate was merged: prepared Masters of these games, which have not started, are called by the ``new`` id."""
    for row in Masters.objects.filter(game__in=games):
        players = [{**one, "id": new if one["id"] == old else one["id"]} for one in row.entry.get("players", ())]
        if players != row.entry.get("players", []):
            row.entry = {**row.entry, "players": players}
            row.save(update_fields=["entry", "changed_at"])


def follow_session(*, game: LiveGame, before: Session, after: Session, actor: Actor) -> None:
    """After a command, an undo or a redo: the links of the new seating, where it differs from the old one.

    The Masters keep theirs when the opening of the final is taken back: they are prepared then, and wait.
    """
    if before.seats == after.seats:
        return
    row = prepared_masters(game)
    prepared = () if row is None else (read_seat(row.entry),)
    team = after.game.masters or before.game.masters
    seated = tuple(seat for seat in after.seats if seat.team == after.game.masters)
    if seated and seated != prepared:
        entry = dump_table(seated[0], after)
        Masters.objects.update_or_create(game=game, defaults={"entry": entry})
    follow_seats(
        game=game,
        before=(*(seat for seat in before.seats if seat.team != team), *prepared),
        after=(*(seat for seat in after.seats if seat.team != team), *(seated or prepared)),
        actor=actor,
    )


def dump_table(seat: Seat, session: Session) -> dict[str, Any]:
    """A table as setups and commands describe it."""
    team = session.game.team(seat.team)
    return {"id": team.id, "command": team.command, "house": team.house, **dump_seat(seat)}


def dump_seat(seat: Seat) -> dict[str, Any]:
    """What of a table is not the points'."""
    return {
        "name": seat.name,
        "colour": seat.colour,
        "emblem": seat.emblem,
        "players": [to_json(player) for player in seat.players],
    }


def name_masters(*, game: LiveGame, session: Session, command: Json) -> Json:
    """The opening of the final with who the Masters are: as it says, as typed at the console, or as prepared.

    Called under the game's lock. Raises :class:`Refusal` if nobody is named, or somebody who may not sit there.
    """
    if "masters" in command:
        return command
    typed = command.get("guests")
    if isinstance(typed, Mapping):
        entry = make_entry(game=game, session=session, plan=_typed_plan(typed))
    else:
        row = prepared_masters(game)
        if row is None:
            raise Refusal("23", "masters_not_prepared", {})
        entry = row.entry
    return {**{key: value for key, value in command.items() if key != "guests"}, "masters": entry}


def make_entry(*, game: LiveGame, session: Session, plan: Plan) -> Json:
    """The table that the plan comes to. Raises :class:`Refusal` with the paragraph that forbids it."""
    command = " ".join(plan.command.split())[:LONGEST_WORD]
    if not any(char.isalnum() for char in command):
        raise Refusal("11", "masters_word_missing", {})
    champions = last_champions() if plan.winners else None
    if plan.winners and champions is None:
        raise Refusal("28", "masters_nobody_won", {})
    house = champions.title.house if champions is not None else None
    players = _players(game, plan.players, house)
    entry = {
        "id": _free_id(session),
        "command": command,
        "house": house.key if house is not None else None,
        "name": house.name if house is not None else command,
        "colour": plan.colour.lower() if _COLOUR.fullmatch(plan.colour) else MASTERS_COLOUR,
        "emblem": plan.emblem.strip()[:LONGEST_EMBLEM] or command[:1].upper(),
        "players": players,
    }
    check_masters(entry, session.game.teams, session.seats)
    return entry


def _typed_plan(typed: Mapping[str, Any]) -> Plan:
    players = typed.get("players")
    sitters = [
        Sitter(str(one.get("name") or ""), captain=one.get("captain") is True, staff=one.get("staff") is True)
        for one in (players if isinstance(players, list) else [])
        if isinstance(one, Mapping)
    ]
    command = typed.get("command")
    return Plan(tuple(sitters), command if is_text(command) and command.strip() else DEFAULT_WORD)


def _players(game: LiveGame, sitters: Sequence[Sitter], house: Any) -> list[Json]:
    """One to three, one of them captain, each once, each known or named; for a house, of that house."""
    if not 1 <= len(sitters) <= MOST_MASTERS:
        raise Refusal("23", "masters_too_many" if sitters else "masters_nobody", {"most": MOST_MASTERS})
    if sum(sitter.captain for sitter in sitters) != 1:
        raise Refusal("23", "masters_one_captain", {})
    people = find_people(f"p{sitter.person}" for sitter in sitters if sitter.person is not None)
    names: list[str] = []
    guests = _guest_ids(game, [sitter for sitter in sitters if sitter.person is None])
    players = []
    for sitter in sitters:
        name = " ".join(sitter.name.split())[:LONGEST_NAME]
        if sitter.person is None:
            if house is not None:
                raise Refusal("28", "masters_not_of_house", {"name": name, "house": house.name})
            if not any(char.isalnum() for char in name):
                raise Refusal("23", "masters_name_missing", {})
            players.append({"id": guests[name], "name": name, "captain": sitter.captain, "staff": sitter.staff})
            continue
        person = people.get(f"p{sitter.person}")
        if person is None:
            raise Refusal("23", "masters_person_unknown", {"number": sitter.person})
        if house is not None and person.house_id != house.pk:
            raise Refusal("28", "masters_not_of_house", {"name": str(person), "house": house.name})
        names.append(person.name_beside(names))
        players.append({"id": f"p{person.pk}", "name": names[-1], "captain": sitter.captain, "staff": person.is_staff})
    if len({player["id"] for player in players}) < len(players):
        raise Refusal("23", "masters_twice", {})
    return players


def _guest_ids(game: LiveGame, guests: Sequence[Sitter]) -> Mapping[str, str]:
    """A guest keeps the id, and so the link, by the name; whoever is new gets one that nobody had before."""
    rows = AccessLink.objects.filter(game=game, player__startswith="g").order_by("pk")
    known = {row.name: row.player for row in rows if row.player[1:].isdigit()}
    last = max((int(player[1:]) for player in known.values()), default=0)
    ids: dict[str, str] = {}
    for guest in guests:
        name = " ".join(guest.name.split())[:LONGEST_NAME]
        if name in ids:
            raise Refusal("23", "masters_twice", {})
        if name not in known:
            last += 1
        ids[name] = known.get(name, f"g{last}")
    return ids


def _free_id(session: Session) -> str:
    taken = {team.id for team in session.game.teams if team.id != session.game.masters}
    return next(name for name in (MASTERS, *(f"{MASTERS}-{n}" for n in range(2, 9))) if name not in taken)


def _require_unseated(game: LiveGame, session: Session) -> None:
    if session.game.masters is not None:
        raise Refusal("23", "masters_seated", {})
    if game.finished_at is not None:
        raise Refusal("", "game_over", {})
