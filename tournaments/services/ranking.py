"""The house ranking's ledger: settled when a game is finished, put right by counter-entries only.

The sum of a game's entries is always what its log folds to: a finished game's rewards, else nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from tournaments.disciplines import discipline_for
from tournaments.enums import EntryKind
from tournaments.models import House, LedgerEntry, LiveGame, Season
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward, RewardKind
from tournaments.selectors.people import find_people
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.awards import missing_privileges, settle_privileges
from tournaments.services.locks import take_turns, write_lock
from tournaments.services.replay_log import load_session

REOPENED, CAME_OUT_OTHERWISE = "game_reopened", "game_came_out_otherwise"
LONGEST_REASON = 500
MOST_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a settlement wrote: entries that stand from now on, counter-entries to those that no longer do."""

    entered: int = 0
    countered: int = 0


@dataclass(frozen=True, slots=True)
class LedgerOutcome:
    """What became of an entry by hand."""

    entry: LedgerEntry | None
    refusal: Refusal | None = None

    @property
    def accepted(self) -> bool:
        """Whether it was entered."""
        return self.refusal is None


def settled_rewards(game: LiveGame) -> tuple[Reward, ...]:
    """What ledger and privileges must hold of the game: its rewards once it is finished, and if it counts at all."""
    return compute_rewards(game) if game.for_ranking and game.finished_at is not None else ()


def compute_rewards(game: LiveGame) -> tuple[Reward, ...]:
    """What the game's state earns now, with the staff told apart (§29); at most two queries."""
    lines = tuple(discipline_for(game.discipline).rewards(load_session(game)))
    asked = {line.player for line in lines if line.not_for_staff}
    staff = _staff_among(asked) if asked else set()
    return tuple(_without_right(line) if line.not_for_staff and line.player in staff else line for line in lines)


def settle_game(*, game_id: int, actor: Actor) -> Settlement:
    """Brings ledger and privileges into line with the game; a second call finds nothing to do.

    Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        lines = settled_rewards(game)
        missing, stale = _compare(game, lines)
        reason = REOPENED if game.finished_at is None else CAME_OUT_OTHERWISE
        for entry in stale:
            _enter_counter(entry, {"code": reason}, actor)
        for entry in missing:
            entry.entered_by = actor.key
            entry.save()
        settle_privileges(game=game, lines=lines, actor=actor)
        done = Settlement(len(missing), len(stale))
        if missing or stale:
            details = {"entered": done.entered, "countered": done.countered}
            record_audit(actor=actor, action="settle_game", target=f"game:{game.pk}", details=details)
    return done


def enter_decision(
    *, season: Season, house: House, points: int, reason: str, actor: Actor, once: str = ""
) -> LedgerOutcome:
    """Points by decision of the school, with its reason; no game's own entries are touched.

    ``once`` names the gesture: the same one a second time finds the entry of the first.
    """
    reason = " ".join(reason.split())
    if not _has_words(reason):
        return LedgerOutcome(None, Refusal("", "reason_missing"))
    if points == 0 or abs(points) > MOST_POINTS:
        return LedgerOutcome(None, Refusal("", "entry_without_points", {"limit": MOST_POINTS}))
    with write_lock(), transaction.atomic():
        take_turns("ranking")
        there = LedgerEntry.objects.filter(kind=EntryKind.DECISION, reason__once=once).first() if once else None
        if there is not None:
            return LedgerOutcome(there)
        entry = LedgerEntry.objects.create(
            season=season,
            house=house,
            points=points,
            kind=EntryKind.DECISION,
            reason={"text": reason[:LONGEST_REASON], **({"once": once} if once else {})},
            entered_by=actor.key,
        )
        details = {"house": house.key, "points": points, "reason": reason}
        record_audit(actor=actor, action="enter_decision", target=f"ledger:{entry.pk}", details=details)
    return LedgerOutcome(entry)


def counter_entry(*, entry_id: int, reason: str, actor: Actor) -> LedgerOutcome:
    """Takes a decision back by a counter-entry with a reason. A game's entries follow its log and nothing else.

    Raises LedgerEntry.DoesNotExist.
    """
    reason = " ".join(reason.split())
    if not _has_words(reason):
        return LedgerOutcome(None, Refusal("", "reason_missing"))
    with write_lock(), transaction.atomic():
        # On PostgreSQL the row lock makes a second one wait, and find the first one's counter-entry.
        entry = LedgerEntry.objects.select_for_update(of=("self",)).get(pk=entry_id)
        if entry.kind != EntryKind.DECISION:
            return LedgerOutcome(None, Refusal("", "entry_not_by_hand"))
        if LedgerEntry.objects.filter(corrects=entry).exists():
            return LedgerOutcome(None, Refusal("", "entry_already_countered"))
        counter = _enter_counter(entry, {"text": reason[:LONGEST_REASON]}, actor)
        record_audit(actor=actor, action="counter_entry", target=f"ledger:{entry.pk}", details={"reason": reason[:500]})
    return LedgerOutcome(counter)


def find_ledger_differences(game: LiveGame) -> list[str]:
    """In which ways ledger and privileges are not what the game comes to; empty if all is well."""
    return check_settlement(game)[1]


def check_settlement(game: LiveGame) -> tuple[tuple[Reward, ...], list[str]]:
    """What the game comes to, nothing if that cannot be computed, and the differences as above; settles it once."""
    try:
        lines = settled_rewards(game)
        missing, stale = _compare(game, lines)
        holders = missing_privileges(game, lines)
    except Exception as error:  # noqa: BLE001 - whatever keeps the game from being settled is the finding
        return (), [f"the rewards cannot be computed: {type(error).__name__}: {error}"]
    found = [f"the ledger lacks {entry.house.key} {entry.points:+d} (§{entry.paragraph})" for entry in missing]
    found += [f"the ledger has {entry.house.key} {entry.points:+d} (§{entry.paragraph}) too many" for entry in stale]
    return lines, found + [f"the privilege of {holder} does not fit the result" for holder in holders]


def _compare(game: LiveGame, lines: Iterable[Reward]) -> tuple[list[LedgerEntry], list[LedgerEntry]]:
    """Entries that the ledger lacks (unsaved), and those that stand in it though they should not."""
    entries = LedgerEntry.objects.filter(game=game).exclude(kind=EntryKind.COUNTER)
    standing = list(entries.filter(counter=None).select_related("house").order_by("pk"))
    wanted = _entries(game, [line for line in lines if line.for_the_house])
    have = Counter(_what(entry) for entry in standing)
    missing = [entry for entry in wanted if not _taken(have, _what(entry))]
    want = Counter(_what(entry) for entry in wanted)
    stale = [entry for entry in standing if not _taken(want, _what(entry))]
    return missing, stale


def _taken(counter: Counter[Any], item: Any) -> bool:
    """Whether one more of the item is there; it is used up then."""
    counter[item] -= 1
    return counter[item] >= 0


def _entries(game: LiveGame, lines: list[Reward]) -> list[LedgerEntry]:
    """The lines as rows. A house that Sowa does not know (an imported record's) has no place in the ranking."""
    houses = House.objects.in_bulk({line.house for line in lines}, field_name="key") if lines else {}
    return [
        LedgerEntry(
            season_id=game.season_id,
            house=houses[line.house],
            game=game,
            paragraph=line.paragraph,
            points=line.points,
            kind=EntryKind.MASTERS if line.kind is RewardKind.MASTERS else EntryKind.POINTS,
            reason={"code": line.code},
        )
        for line in lines
        if line.house in houses
    ]


def _what(entry: LedgerEntry) -> tuple[Any, ...]:
    return (entry.season_id, entry.house_id, entry.paragraph, entry.kind, entry.points, entry.reason.get("code"))


def _enter_counter(entry: LedgerEntry, reason: dict[str, str], actor: Actor) -> LedgerEntry:
    return LedgerEntry.objects.create(
        season_id=entry.season_id,
        house_id=entry.house_id,
        game_id=entry.game_id,
        paragraph=entry.paragraph,
        points=-entry.points,
        kind=EntryKind.COUNTER,
        reason=reason,
        entered_by=actor.key,
        corrects=entry,
    )


def _staff_among(players: set[str]) -> set[str]:
    """Those of the players (``p12`` is person 12) who are on the school's staff."""
    return {player for player, person in find_people(players).items() if person.is_staff}


def _without_right(line: Reward) -> Reward:
    return replace(line, kind=RewardKind.NOTHING, code="staff", weeks=0)


def _has_words(reason: str) -> bool:
    return any(letter.isalnum() for letter in reason)
