"""One evening's game as the live loop plays it: the points, the stage, and what survives an undo.

Commands come as the JSON objects of the game records, with the stage's own beside them; a question
travels inside its command, so that the log needs no question bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from auction.rules import dueling, engine, special, substitution
from auction.rules.boxes import BoxOpened, box_opened
from auction.rules.commands import Judge, parse_command
from auction.rules.ends import End, EndReached, check_by_answers, note_end
from auction.rules.events import CategoryDrawn, FinalOpened, PrizeWon
from auction.rules.events import Event as GameEvent
from auction.rules.parameters import Parameters
from auction.rules.questions import Question
from auction.rules.seating import MastersSeated, check_masters, seat_masters
from auction.rules.special import Specials, prize_result
from auction.rules.stage import Proposal, Result, Settings, Stage
from auction.rules.stage_rules import STAGE_RULES, StageEvent, evolve_stage
from auction.rules.staging import (
    CallsReset,
    LotFinished,
    LotStaged,
    QuestionReplaced,
    QuestionShown,
    Scene,
    TeamsReprimanded,
)
from auction.rules.state import Game, Kind, Phase
from auction.rules.substitution import SubstitutionEvent, change_proposals, change_seats
from tournaments.rules.draw_lines import AFTERWARDS, PROOFS
from tournaments.rules.engine import Refusal
from tournaments.rules.lineup import Player, Seat
from tournaments.rules.serial import from_json
from tournaments.rules.staging import ClockSet, DrawMade

Event = GameEvent | StageEvent
# Undo takes these along with the step before them: presses with the «go» that they answer.
_NO_STEP = frozenset({"call", "clock", "press", "settle_buzz", "open_box"})
# These queue on the lock instead of naming a state: what they decide does not hang on what has just been bid.
_HURRIED = frozenset({"bid", "va_banque", "say", "answer", "press", "settle_buzz"}) | frozenset(substitution.RULES)


@dataclass(frozen=True, slots=True)
class Session:
    """Game and stage together. ``burnt``: questions that the hall has seen, undone or not."""

    game: Game
    seats: tuple[Seat, ...]
    settings: Settings = field(default_factory=Settings)
    stage: Stage = field(default_factory=Stage)
    burnt: frozenset[str] = frozenset()
    categories: tuple[str, ...] = ()  # of the evening, public beforehand (§6)
    specials: Specials = field(default_factory=Specials)
    drawn: tuple[int, int] | None = None  # series and number of the last draw that was not undone
    ends: tuple[End, ...] = ()  # why each round that is over ended
    proposals: tuple[Proposal, ...] = ()  # substitutions that the captains are asked about (§5)

    @property
    def scene(self) -> Scene:
        """What the stage's rules look at."""
        return Scene(
            self.game, self.stage, self.settings, self.seats, self.burnt, self.proposals, specials=self.specials
        )


def open_session(setup: Mapping[str, Any]) -> Session:
    """The first round of a game as set up; ValueError names what is wrong with the setup."""
    parameters = Parameters.from_json(setup.get("rules", {}))
    game = engine.start_game(parameters, [(team["id"], team["command"], team["house"]) for team in setup["teams"]])
    seats = tuple(_seat(team) for team in setup["teams"])
    categories = tuple(setup.get("categories", ()))
    stage_settings, specials = _settings(setup.get("settings", {})), Specials.from_setup(setup)
    return Session(game, seats, stage_settings, categories=categories, specials=specials)


def decide(session: Session, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events that a command brings about, or the :class:`Refusal` of the paragraph that forbids it."""
    do = command.get("do")
    command = {**command, "question": read_question(command.get("question"))}
    if isinstance(do, str) and do in STAGE_RULES:
        return (*STAGE_RULES[do](session.scene, command), *_drawn(command))
    if not command.get(AFTERWARDS):  # what was played on paper had no stage
        _check_stage(session, command)
        dueling.check(session.scene, command)
        if do == "open" and session.stage.duel is not None:
            command["category"] = session.stage.duel.left  # what striking left, named by nobody
    return (*take_effect(session, command), *_drawn(command))


def take_effect(session: Session, command: Mapping[str, Any]) -> tuple[Event, ...]:
    """The events of a command by the rules of the points alone, as in a record, and what the stage makes of it.

    A ``question`` in it must be a :class:`Question`.
    """
    events = engine.decide(session.game, parse_command(dict(command)))
    after = session.game
    for event in events:
        after = engine.evolve(after, event)
    reaction = _stage_reaction(session, command, events, after)
    return (*events, *reaction, *note_end(session.game, after, command, events))


def evolve(session: Session, event: Event) -> Session:
    """The session after an event."""
    if not isinstance(event, StageEvent):
        return replace(session, game=engine.evolve(session.game, event), specials=_specials_after(session, event))
    if isinstance(event, DrawMade):
        return replace(session, drawn=(event.series, event.number))
    if isinstance(event, SubstitutionEvent):
        session = replace(
            session,
            seats=change_seats(session.seats, event),
            proposals=change_proposals(session.proposals, event),
        )
    if isinstance(event, MastersSeated):
        session = replace(session, seats=(*session.seats, event.seat))
    if isinstance(event, BoxOpened):
        session = replace(session, specials=box_opened(session.specials, event))
    if isinstance(event, EndReached):
        return replace(session, ends=(*session.ends, event.end))
    spent = spent_question(event)
    burnt = session.burnt if spent is None else session.burnt | {spent}
    return replace(session, stage=evolve_stage(session.stage, event), burnt=burnt)


def _specials_after(session: Session, event: GameEvent) -> Specials:
    match event:
        case CategoryDrawn():
            return special.come_up(session.specials, event.lot_kind)
        case PrizeWon(prize=Kind.BLACK_BOX):
            return special.box_won(session.specials, event.team)
        case FinalOpened():
            return special.new_round(session.specials)
        case _:
            return session.specials


def spent_question(event: Event) -> str | None:
    """The question that is not asked again after this event: the hall has seen it, or it is faulty."""
    if isinstance(event, QuestionShown | LotFinished):
        return event.question
    return event.replaced if isinstance(event, QuestionReplaced) else None


def is_step(command: Mapping[str, Any]) -> bool:
    """Whether undo stops here."""
    return command.get("do") not in _NO_STEP


def is_stale_sensitive(command: Mapping[str, Any], role: str) -> bool:
    """A host acts on what the console shows; a bid or an answer queues as it arrives."""
    return role == "host" and command.get("do") not in _HURRIED


def after_undo(current: Session, restored: Session, at: int) -> Session:
    """What an undo cannot take back: the hall has seen the question. Clock and buzzers wait for the host."""
    stage = restored.stage
    if stage.clock is not None:
        stage = replace(stage, clock=stage.clock.stopped(at))
    if stage.duel is not None and not stage.duel.is_tie:
        stage = replace(stage, duel=stage.duel.closed())
    specials = special.keep_seen(current.specials, restored.specials)
    return replace(restored, stage=stage, burnt=restored.burnt | current.burnt, specials=specials)


def authorize(session: Session, command: Mapping[str, Any], role: str, team: str | None, player: str | None) -> None:
    """Captains decide for their own team (§10); a named player answers (§17); the host may do all but consent (§5).

    In a duel only the two duellists press (§25). Who has just left the seat has nothing to say any more, even if the
    request was on its way.
    """
    do, stage = command.get("do"), session.stage
    if role in ("host", "system"):
        _authorize_host(command)
        return
    sits = _sitter(session, team, player)
    if do == "press":
        dueling.authorize_press(command, team, player, stage)
        return
    if sits is not None and role == "captain" and not sits.captain:
        raise Refusal("10", "captain_decides", {})
    if do != "answer" and do not in _CAPTAINS:
        raise Refusal("10", "host_decides", {})
    if command.get("team") != team:
        raise Refusal("10", "not_your_team", {})
    if do == "answer":
        by_right = role == "captain" and stage.answerer is None
        if not by_right and (player is None or stage.answerer != player):
            raise Refusal("17", "not_the_answerer", {"player": stage.answerer or ""})
    elif role != "captain":
        raise Refusal("10", "captain_decides", {})


def _authorize_host(command: Mapping[str, Any]) -> None:
    """Consent is the captain's, and a press the duellist's."""
    if command.get("do") == "answer_substitution":
        raise Refusal("5", "captain_consents", {"team": str(command.get("team") or "")})
    if command.get("do") == "press":
        raise Refusal("25", "not_the_duellist", {})


_CAPTAINS = frozenset(
    {"bid", "va_banque", "say", "buy_hint", "use_hint", "name_answerer", "name_duellist", "strike"}
    | {"answer_substitution"}
)


def _sitter(session: Session, team: str | None, player: str | None) -> Player | None:
    """Who gives the command, as the seats are now; None for a device that stands for no player."""
    seat = next((one for one in session.seats if one.team == team), None)
    if player is None or seat is None:
        return None
    for one in seat.players:
        if one.id == player:
            return one
    raise Refusal("5", "seat_passed_on", {})


def read_question(data: object) -> Question | None:
    """The question that a command carries; refused if it is none."""
    if data is None or isinstance(data, Question):
        return data
    try:
        return from_json(Question, data)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise Refusal("9", "malformed", {"field": "question"}) from error


def _check_stage(session: Session, command: Mapping[str, Any]) -> None:
    """What the live game asks beyond the record: no spent question, no hint before the question or after the answer."""
    match command.get("do"):
        case "draw":
            question = command.get("question")
            if isinstance(question, Question) and question.id in session.burnt:
                raise Refusal("9", "question_burnt", {})
        case "buy_hint" | "use_hint" if session.game.phase is Phase.ANSWERING:
            answering = session.game.lot.answering if session.game.lot is not None else None
            if command.get("team") not in (None, "", answering):
                raise Refusal("19", "another_team_answers", {"team": answering or ""})
            if not session.stage.shown:
                raise Refusal("19", "question_not_shown", {})
            if session.stage.answer is not None:
                raise Refusal("19", "answer_already_given", {"team": session.stage.answer.team})
        case "judge" if session.game.phase is Phase.ANSWERING and session.stage.question is not None:
            if not session.stage.shown:
                raise Refusal("17", "question_not_shown", {})
        case _:
            _check_between_rounds(session.game, session.seats, command)


def _check_between_rounds(game: Game, seats: tuple[Seat, ...], command: Mapping[str, Any]) -> None:
    """§21: a tie decided by answers is; §23: the Masters sit at one table only."""
    match command.get("do"):
        case "break_tie" if command.get("by") == "answers" and game.phase is Phase.TIE:
            check_by_answers(game, command.get("team"))
        case "open_final" if game.phase is Phase.ROUND_OVER:
            check_masters(command.get("masters"), game.teams, seats)


def _stage_reaction(
    session: Session, command: Mapping[str, Any], happened: Iterable[GameEvent], after: Game
) -> tuple[StageEvent, ...]:
    """What the stage makes of a change in the game."""
    before, stage = session.game, session.stage
    if after.masters is not None and before.masters is None:
        return seat_masters(command)
    if after.lot is not None and before.lot is None:
        question = command.get("question")
        opening = {team.id: team.points for team in before.teams}
        staged = LotStaged(question if isinstance(question, Question) else None, opening)
        return (staged, *dueling.set_up(after, command))
    events: list[StageEvent] = []
    paid = _reprimands(before, after)
    if paid:
        events.append(TeamsReprimanded(paid))
    if before.lot is not None and after.lot is None:
        result = prize_result(before, happened) or _result(session, command, after)
        return (*events, LotFinished(result, _spent(session)))
    if stage.calls and (after.phase is not Phase.BIDDING or _stakes(after) != _stakes(before)):
        events.append(CallsReset())
    if command.get("do") in ("buy_hint", "use_hint") and stage.clock is not None:
        at = command.get("at")
        events.append(ClockSet(stage.clock.stopped(at if isinstance(at, int) else 0)))
    return (*events, *dueling.deal(stage, command, after), *dueling.grant(session.scene, command))


def _drawn(command: Mapping[str, Any]) -> tuple[DrawMade, ...]:
    """Which draw the command made last, if chance decided anything in it."""
    proofs = command.get(PROOFS)
    return (DrawMade(proofs[-1]["series"], proofs[-1]["n"]),) if proofs else ()


def _reprimands(before: Game, after: Game) -> dict[str, int]:
    """Who was reprimanded, and what it cost (§16)."""
    if before.phase is not Phase.BIDDING:
        return {}
    pairs = [(team, before.team(team.id)) for team in after.teams]
    return {now.id: then.points - now.points for now, then in pairs if now.warnings > then.warnings}


def _spent(session: Session) -> str | None:
    """A question is spent once somebody answered it; a lot without a buyer keeps it face down."""
    answered = session.game.phase in (Phase.ANSWERING, Phase.DUEL)
    return session.stage.question.id if answered and session.stage.question is not None else None


def _result(session: Session, command: Mapping[str, Any], after: Game) -> Result:
    before, lot = session.game, session.game.on_the_table
    correct: bool | None = None
    if command.get("do") == "judge":
        parsed = parse_command(dict(command))
        correct = parsed.correct if isinstance(parsed, Judge) else None
    elif command.get("do") == "no_answer":
        correct = False
    dropped = tuple(team.id for team in after.teams if team.out and not before.team(team.id).out)
    answer = session.stage.answer.text if session.stage.answer else ""
    category = session.scene.category or lot.category
    return Result(category, lot.answering, correct, before.pot, lot.va_banque, answer, dropped)


def _stakes(game: Game) -> Mapping[str, int]:
    return {} if game.lot is None else game.lot.stakes


def _seat(team: Mapping[str, Any]) -> Seat:
    players = tuple(Player(p["id"], p["name"], bool(p.get("captain"))) for p in team.get("players", []))
    return Seat(team["id"], team["name"], team["colour"], team["emblem"], players)


def _settings(data: Mapping[str, Any]) -> Settings:
    default = Settings()
    return Settings(
        answer_ms=data.get("answer_seconds", default.answer_ms // 1000) * 1000,
        grace_ms=data.get("answer_grace", default.grace_ms // 1000) * 1000,
        clock_from=data.get("clock_from", default.clock_from),
        duel_order=dueling.read_order(data.get("duel_order")),
    )
