"""Commands of the duel (§25): name a duellist, strike a category, «go», press, and who was first.

Presses come with their moments; nothing here reads a clock. What a press decides is the buzz of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auction.rules import answering
from auction.rules.commands import Buzz
from auction.rules.duel import LOCK, ORDERS, Duel, Press, adjust_press, find_first
from auction.rules.duel_events import (
    BuzzDecided,
    BuzzersOpened,
    BuzzPressed,
    BuzzRepeated,
    CategoryStruck,
    DuelingEvent,
    DuellistNamed,
    DuelQuestionDealt,
    DuelSet,
    FalseStart,
)
from auction.rules.events import BuzzTaken
from auction.rules.questions import Question
from auction.rules.stage import Stage
from auction.rules.staging import Scene, StageRule
from auction.rules.state import Game, Kind, Phase
from tournaments.rules.clock import Clock, moment_of
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text, is_whole_number
from tournaments.rules.lineup import Player
from tournaments.rules.staging import AnswererNamed, ClockSet

_LATEST = 2**53  # ms; a later moment is none


# --- before the duel -----------------------------------------------------------------------------------------------


def set_up(game: Game, command: Mapping[str, Any]) -> tuple[DuelSet, ...]:
    """What a draw that stopped at the duel says of it; nothing if it says nothing that can be played."""
    plan = command.get("duel")
    if game.lot is None or game.lot.kind is not Kind.ONE_ON_ONE or not isinstance(plan, Mapping):
        return ()
    categories, starter = plan.get("categories"), plan.get("starter")
    teams = [team.id for team in game.standing]
    if starter not in teams or not isinstance(categories, list | tuple) or not all(map(is_text, categories)):
        return ()
    if not categories or len(set(categories)) < len(categories) or any(name in game.drawn for name in categories):
        return ()
    return (DuelSet((starter, *(team for team in teams if team != starter)), tuple(categories)),)


def name_duellist(scene: Scene, command: Mapping[str, Any]) -> tuple[DuelingEvent, ...]:
    """A captain names the player who stands up; it may be changed until the buzzers open for the first time."""
    duel, team = on_stage(scene), _side(scene, command)
    if duel.gone and team not in unnamed(scene):
        raise Refusal("25", "duellists_stand", {})
    player = command.get("player")
    if player not in {member.id for member in members(scene, team)}:
        raise Refusal("25", "duellist_of_another_team", {"team": team})
    if duel.duellists.get(team) == player:
        raise Refusal("25", "duellist_named_already", {"team": team})
    return (DuellistNamed(team, str(player)),)


def strike(scene: Scene, command: Mapping[str, Any]) -> tuple[DuelingEvent, ...]:
    """The sides strike in turn, until one category is left."""
    duel, team, category = on_stage(scene), _side(scene, command), command.get("category")
    if duel.turn is None:
        raise Refusal("25", "one_category_left", {"category": duel.left or ""})
    if team != duel.turn:
        raise Refusal("25", "not_your_turn", {"team": duel.turn})
    if category not in duel.categories:
        raise Refusal("25", "category_not_offered", {"category": str(category or "")})
    if category not in duel.offered:
        raise Refusal("25", "category_struck", {"category": str(category)})
    return (CategoryStruck(team, str(category)),)


def check(scene: Scene, command: Mapping[str, Any]) -> None:
    """What a duel on the stage asks of the game's own commands, beyond the record."""
    match command.get("do"):
        case "open":
            _check_open(scene, command)
        case "buzz" | "no_answer":
            _check_decision(scene, command)


def _check_open(scene: Scene, command: Mapping[str, Any]) -> None:
    """The duel starts once one category is left and both sides have named who stands up."""
    duel = scene.stage.duel
    if duel is None or scene.game.phase is not Phase.DRAWN:
        return
    if duel.left is None:
        raise Refusal("25", "strikes_missing", {"team": duel.turn or ""})
    for team in unnamed(scene):
        raise Refusal("25", "duellist_missing", {"team": team})
    if command.get("category") not in (None, duel.left):
        raise Refusal("25", "another_category_left", {"category": duel.left})
    question = command.get("question")
    if isinstance(question, Question) and question.category != duel.left:
        raise Refusal("25", "another_category_left", {"category": duel.left})
    if isinstance(question, Question) and question.id in scene.burnt:
        raise Refusal("9", "question_burnt", {})


def deal(stage: Stage, command: Mapping[str, Any], after: Game) -> tuple[DuelingEvent, ...]:
    """The question comes with the start of the duel, face down."""
    question = command.get("question")
    starts = command.get("do") == "open" and after.phase is Phase.DUEL and stage.duel is not None
    return (DuelQuestionDealt(question),) if starts and isinstance(question, Question) else ()


# --- the buzzers ---------------------------------------------------------------------------------------------------


def open_buzzers(scene: Scene, command: Mapping[str, Any]) -> tuple[DuelingEvent, ...]:
    """«Go», once the question has been read. A second one before anybody has pressed starts anew."""
    duel = _at_the_buzzers(scene)
    if not is_read(scene.stage):
        raise Refusal("25", "question_not_shown", {})
    if duel.is_tie:
        raise Refusal("25", "tie_first", {})
    if duel.is_collecting:
        raise Refusal("25", "buzz_waits", {})
    return (BuzzersOpened(moment_of(command, "25")),)


def press(scene: Scene, command: Mapping[str, Any]) -> tuple[Any, ...]:
    """A duellist presses. Before «go» it is a false start; the first press waits for the other side's."""
    duel, team, at = _at_the_buzzers(scene), _side(scene, command), moment_of(command, "25")
    if duel.is_tie:
        raise Refusal("25", "tie_first", {})
    if duel.press_of(team) is not None:
        raise Refusal("25", "pressed_already", {"team": team})
    if not is_read(scene.stage):
        raise Refusal("25", "question_not_shown", {})
    pressed = Press(team, duel.duellists.get(team, ""), at, adjust_press(at, *_estimate(command)))
    moment = pressed.moment(scene.settings.duel_order)
    if moment < duel.locked.get(team, moment):
        raise Refusal("25", "buzzer_locked", {"team": team, "ms": duel.locked[team] - moment})
    if duel.go_at is None or moment < duel.go_at:
        return (FalseStart(team, pressed.player, at, moment + LOCK),)
    if duel.window_ends is not None and at > duel.window_ends:
        raise Refusal("25", "pressed_too_late", {"team": team})
    presses = (*duel.presses, pressed)
    if len({each.team for each in presses}) < len(duel.sides):
        return (BuzzPressed(pressed),)
    return (BuzzPressed(pressed), *_decide(scene, presses))


def settle_buzz(scene: Scene, command: Mapping[str, Any]) -> tuple[Any, ...]:
    """The time to collect presses is over: who was first? ``go_at`` names the try that is meant."""
    duel = _at_the_buzzers(scene)
    ends, at = duel.window_ends, moment_of(command, "25")
    if ends is None or duel.decision is not None or command.get("go_at") not in (None, duel.go_at):
        raise Refusal("25", "nothing_to_settle", {})
    if at < ends:
        raise Refusal("25", "buzz_waits", {})
    return _decide(scene, duel.presses)


def repeat_buzz(scene: Scene, command: Mapping[str, Any]) -> tuple[DuelingEvent, ...]:
    """After a tie the buzzers close, and the host says «go» once more."""
    if not _at_the_buzzers(scene).is_tie:
        raise Refusal("25", "no_tie_of_presses", {})
    return (BuzzRepeated(),)


def _check_decision(scene: Scene, command: Mapping[str, Any]) -> None:
    """The host's «buzz» and «nobody answered» never wipe out a press; a host who decides says why."""
    duel = scene.stage.duel
    if duel is None or scene.game.phase is not Phase.DUEL:
        return
    if duel.is_collecting:
        raise Refusal("25", "buzz_waits", {})
    if command.get("do") == "buzz":
        if not is_read(scene.stage):
            raise Refusal("25", "question_not_shown", {})
        reason = command.get("reason")
        if not isinstance(reason, str) or not any(map(str.isalpha, reason)):
            raise Refusal("25", "buzz_needs_reason", {})


def grant(scene: Scene, command: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the stage makes of a buzz: the duellist answers, the clock runs from the press (§17).

    Where the host decided, it runs from that decision.
    """
    duel, team = scene.stage.duel, str(command.get("team"))
    if duel is None or command.get("do") != "buzz":
        return ()
    pressed = duel.press_of(team)
    host_decides = duel.decision is not None or pressed is None
    moment = moment_of(command, "25") if host_decides or pressed is None else pressed.moment(scene.settings.duel_order)
    reason = command.get("reason")
    return _granted(scene, duel, duel.presses, team, moment, reason.strip() if isinstance(reason, str) else "")


def until_buzz(events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of what a press brought about, all before somebody may answer: in a record that stands on the line after it."""
    taken = next((place for place, event in enumerate(events) if isinstance(event, BuzzTaken)), len(events))
    return events[:taken]


def _decide(scene: Scene, presses: tuple[Press, ...]) -> tuple[Any, ...]:
    duel, order = on_stage(scene), scene.settings.duel_order
    first = find_first(presses, order)
    if first is None:
        return (BuzzDecided(None, presses),)
    moment = next(each.moment(order) for each in presses if each.team == first)
    return (*answering.buzz(scene.game, Buzz(first)), *_granted(scene, duel, presses, first, moment, ""))


def _granted(
    scene: Scene, duel: Duel, presses: tuple[Press, ...], team: str, moment: int, reason: str
) -> tuple[Any, ...]:
    duellist = duel.duellists.get(team)
    captains = {member.id for member in members(scene, team) if member.captain}
    total = scene.settings.answer_ms
    return (
        BuzzDecided(team, presses, reason),
        AnswererNamed(None if duellist in captains else duellist),
        ClockSet(Clock(total, total).running(moment)),
    )


# --- what others ask -----------------------------------------------------------------------------------------------


def on_stage(scene: Scene) -> Duel:
    """The duel of this lot; refused without one."""
    if scene.stage.duel is None or scene.game.phase not in (Phase.DRAWN, Phase.DUEL):
        raise Refusal("25", "no_duel", {})
    return scene.stage.duel


def members(scene: Scene, team: str) -> tuple[Player, ...]:
    """The players of a team, as far as the game knows them."""
    return next((seat.players for seat in scene.seats if seat.team == team), ())


def unnamed(scene: Scene) -> tuple[str, ...]:
    """The sides that have players and none of them named, or one who has left the seat since (§5)."""
    duel = scene.stage.duel
    if duel is None:
        return ()
    players = {team: {member.id for member in members(scene, team)} for team in duel.sides}
    return tuple(team for team, ids in players.items() if ids and duel.duellists.get(team) not in ids)


def is_read(stage: Stage) -> bool:
    """Whether the hall knows the question: it is on the screens, or none was dealt and the host reads their own."""
    return stage.shown or stage.question is None


def authorize_press(command: Mapping[str, Any], team: str | None, player: str | None, stage: Stage) -> None:
    """Only the duellist presses, on their own phone."""
    duel = stage.duel
    if team is None or command.get("team") != team:
        raise Refusal("25", "not_the_duellist", {})
    named = None if duel is None else duel.duellists.get(team)
    if duel is not None and (player is None or named != player or command.get("player") not in (None, "", player)):
        raise Refusal("25", "not_the_duellist", {})


def _at_the_buzzers(scene: Scene) -> Duel:
    duel = scene.stage.duel
    if duel is None or scene.game.phase is not Phase.DUEL:
        decided = duel is not None and duel.decision is not None
        raise Refusal("25", "buzz_taken" if decided else "buzz_not_now", {"phase": scene.game.phase})
    return duel


def _side(scene: Scene, command: Mapping[str, Any]) -> str:
    team = command.get("team")
    if not isinstance(team, str) or team not in on_stage(scene).sides:
        raise Refusal("25", "no_side_of_the_duel", {"team": str(team or "")})
    return team


def _estimate(command: Mapping[str, Any]) -> tuple[int | None, int]:
    """The phone's own time and how far it may be off; what cannot be read counts by its arrival."""
    pressed_at, uncertainty = command.get("pressed_at"), command.get("uncertainty")
    if not is_whole_number(pressed_at) or not 0 < pressed_at < _LATEST:
        return None, 0
    return pressed_at, uncertainty if is_whole_number(uncertainty) else 0


RULES: Mapping[str, StageRule] = {
    "name_duellist": name_duellist,
    "strike": strike,
    "open_buzzers": open_buzzers,
    "press": press,
    "settle_buzz": settle_buzz,
    "repeat_buzz": repeat_buzz,
}


def read_order(value: object) -> str:
    """The order of presses that a setup asks for; the fair one unless it says otherwise."""
    return value if isinstance(value, str) and value in ORDERS else ORDERS[0]
