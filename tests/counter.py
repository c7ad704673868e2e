"""A game small enough to see through: a total, a purse a team, a clock, and things once shown stay shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.models import AuditEntry
from tournaments.rules.engine import Refusal
from tournaments.rules.rewards import Reward, RewardKind

Json = dict[str, Any]
PURSE = 100


@dataclass(frozen=True)
class Counter:
    """The state. ``stakes`` is what each team has put on the table in this round."""

    total: int = 0
    purses: tuple[tuple[str, int], ...] = (("blue", PURSE), ("red", PURSE))
    stakes: tuple[tuple[str, int], ...] = ()
    leader: str | None = None
    shown: frozenset[str] = field(default_factory=frozenset)
    clock: bool = False
    trail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Happened:
    """The one kind of event: a name and what it says."""

    kind: str
    said: tuple[tuple[str, Any], ...] = ()

    @property
    def data(self) -> Json:
        """What it says, by name."""
        return dict(self.said)


def happened(kind: str, **said: Any) -> Happened:
    """An event."""
    return Happened(kind, tuple(sorted(said.items())))


class CounterGame:
    """The discipline «counter»."""

    key = "counter"

    def initial(self, setup: Json) -> Counter:
        """A setup may say where the total starts: a number (else ValueError); below zero it is refused."""
        if not isinstance(setup.get("total", 0), int):
            raise ValueError("total")
        if setup.get("total", 0) < 0:
            raise Refusal("1", "below_zero")
        return Counter(total=setup.get("total", 0))

    def authorize(self, state: Counter, command: Json, role: str, team: str | None, player: str | None) -> None:
        """Captains bid for their own team; the rest is the host's."""
        if role == "captain" and command["do"] == "bid" and command.get("team") == team:
            return
        if role != "host":
            raise Refusal("10", "not_yours")

    def prepare(self, game: Any, state: Counter, command: Json) -> Json:
        """Nothing is left to chance."""
        return command

    def drawing_round(self, state: Counter) -> int | None:
        """So no seed is needed."""
        return None

    def follow_seats(self, game: Any, before: Counter, after: Counter, actor: Any) -> None:
        """Nobody changes places."""

    def readers(self, game: Any, audiences: Collection[str]) -> Mapping[str, Collection[str]]:
        """Whoever has a ticket."""
        return {}

    def is_over(self, state: Counter) -> bool:
        """While its clock runs, a host who closes it says why."""
        return not state.clock

    def decide(self, state: Counter, command: Json) -> Sequence[Happened]:
        """One event a command; «add_twice» has two, «look» none."""
        match command["do"]:
            case "add" | "add_twice":
                if not isinstance(command.get("amount"), int) or command["amount"] == 0:
                    raise Refusal("5", "no_amount", {"seen": frozenset({"b", "a"})})
                return [happened("added", amount=command["amount"])] * (1 if command["do"] == "add" else 2)
            case "bid":
                return [self._bid(state, command["team"], command["points"])]
            case "settle":
                return [happened("settled", at=command["at"])]
            case "show":
                return [happened("shown", thing=command["thing"])]
            case "clock":
                return [happened("clock_moved", running=command["running"])]
            case "look":
                return []
            case other:
                raise Refusal("", "unknown_command", {"do": other})

    def _bid(self, state: Counter, team: str, points: int) -> Happened:
        if points <= max((stake for _, stake in state.stakes), default=0):
            raise Refusal("11", "bid_too_low")
        if points > dict(state.purses)[team]:
            raise Refusal("11", "too_poor")
        return happened("bid_made", team=team, points=points)

    def evolve(self, state: Counter, event: Happened) -> Counter:
        """The next state."""
        data, state = event.data, replace(state, trail=(*state.trail[-5:], event.kind))
        match event.kind:
            case "added":
                return replace(state, total=state.total + data["amount"])
            case "bid_made":
                stakes = dict(state.stakes) | {data["team"]: data["points"]}
                return replace(state, stakes=tuple(sorted(stakes.items())), leader=data["team"])
            case "settled":
                return self._settle(state)
            case "shown":
                return replace(state, shown=state.shown | {data["thing"]})
            case _:
                return replace(state, clock=data["running"])

    def _settle(self, state: Counter) -> Counter:
        purses = {team: purse - dict(state.stakes).get(team, 0) for team, purse in state.purses}
        gained = sum(stake for _, stake in state.stakes)
        if state.leader:
            purses[state.leader] += gained
        return replace(state, purses=tuple(sorted(purses.items())), stakes=(), leader=None)

    def dump_state(self, state: Counter) -> Json:
        """As JSON."""
        return {
            **asdict(state),
            "purses": dict(state.purses),
            "stakes": dict(state.stakes),
            "shown": sorted(state.shown),
            "trail": list(state.trail),
        }

    def load_state(self, data: Json) -> Counter:
        """The inverse."""
        return Counter(
            **{
                **data,
                "purses": tuple(sorted(data["purses"].items())),
                "stakes": tuple(sorted(data["stakes"].items())),
                "shown": frozenset(data["shown"]),
                "trail": tuple(data["trail"]),
            }
        )

    def dump_event(self, event: Happened) -> Json:
        """As JSON."""
        return {"kind": event.kind, **event.data}

    def load_event(self, data: Json) -> Happened:
        """The inverse."""
        return happened(**data)

    def is_step(self, command: Json) -> bool:
        """The clock goes with the step before it."""
        return command["do"] not in ("clock", "look")

    def require_undoable(self, command: Json) -> None:
        """A command may say that it stays."""
        if command.get("stays"):
            raise Refusal("13", "stays")

    def is_stale_sensitive(self, command: Json, role: str) -> bool:
        """Bids queue; the host says what they saw."""
        return role == "host" and command["do"] != "look"

    def after_undo(self, current: Counter, restored: Counter, at: int) -> Counter:
        """What was shown stays shown; the clock stands."""
        return replace(restored, shown=restored.shown | current.shown, clock=False)

    def apply_effects(self, game: Any, events: Sequence[Happened]) -> None:
        """Writes down what is shown; the thing called «used» is refused after it has been written."""
        for event in events:
            if event.kind == "shown":
                AuditEntry.objects.create(actor="system:counter", action="shown", target=event.data["thing"])
                if event.data["thing"] == "used":
                    raise Refusal("7", "used_already")

    def halt(self, state: Counter) -> None:
        """Nothing runs by itself."""

    def follow_game(self, game: Any) -> None:
        """Nothing beside the log."""

    def rewards(self, state: Counter) -> Sequence[Reward]:
        """The total is the red house's; a shown ``p…`` wins a right for two weeks, if not on the staff."""
        points = [Reward(RewardKind.POINTS, "22", "total", "red", "red", state.total)] if state.total else []
        players = sorted(thing for thing in state.shown if thing.startswith("p"))
        rights = [
            Reward(RewardKind.HALF_OP, "29", "half_op", "red", "red", 0, 2, player, player.upper(), True)
            for player in players
        ]
        return [*points, *rights]

    def explain_reward(self, code: str) -> str:
        """Briefly."""
        return f"because of the {code}"

    def command_from_form(self, game: Any, data: Mapping[str, str], role: str, team: str | None) -> Json:
        """Numbers are whole; a captain speaks for the own team."""
        command: Json = {"do": data["do"]}
        for name in ("amount", "points"):
            if name in data:
                try:
                    command[name] = int(data[name])
                except ValueError:
                    raise Refusal("11", "not_a_number") from None
        if "thing" in data:
            command["thing"] = data["thing"]
        if data["do"] == "bid":
            command["team"] = team or data.get("team", "")
        return command

    def explain(self, game: Any, refusal: Refusal) -> str:
        """In brackets, so that a test sees who spoke."""
        return f"[{refusal.code}]"

    def rules_url(self, paragraph: str) -> str:
        """An address."""
        return f"/rules/counter/#p{paragraph}"

    def render(self, game: Any, screen: str, audience: str, language: str) -> Mapping[str, str]:
        """One panel."""
        return {"total": f"<b>{game.seq}</b>"}
