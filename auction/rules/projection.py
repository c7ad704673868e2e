"""What each audience may see: the only way from the state to a screen.

The host sees everything; a team its own choices; the public what the rulebook makes public.
A question is public once shown, its variants once shown, its answer after the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from auction.rules import engine
from auction.rules.duel_view import DuelView, view_duel
from auction.rules.ends import End, explain_end
from auction.rules.questions import Question, compare_answer
from auction.rules.session import Session
from auction.rules.special import Box
from auction.rules.stage import Answer, Proposal, Result
from auction.rules.state import Game, Kind, Phase, Team
from tournaments.rules.audience import Audience
from tournaments.rules.clock import Clock
from tournaments.rules.likeness import Likeness
from tournaments.rules.lineup import Player, Seat


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team as every screen shows it."""

    id: str
    command: str
    name: str
    colour: str
    emblem: str
    points: int
    delta: int  # since the draw of this lot, or through the last one
    stake: int | None  # total in this lot
    leads: bool
    out: bool
    warnings: int
    reprimand: int | None  # points lost for not bidding in this lot; 0 is a warning (§16)
    hints: int
    boxes: int
    answers: bool
    mine: bool
    can_raise: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The parts of a question that this audience may know; None where it may not yet."""

    text: str | None = None
    variants: tuple[str, ...] | None = None
    right_variant: int | None = None
    answer: str | None = None
    accepted: tuple[str, ...] | None = None
    comment: str | None = None
    source: str | None = None
    on_screens: bool = False  # whether the hall sees the text
    variants_on_screens: bool = False
    burnt: bool = False  # for the host: the hall saw it in a move since undone


@dataclass(frozen=True, slots=True)
class HintView:
    """The hint of this lot, for the team that answers and for the host (§19)."""

    price: int
    tokens: int
    taken: bool


@dataclass(frozen=True, slots=True)
class BiddingView:
    """The auction as one captain (or the host for each team) can act in it: numbers to name (§11)."""

    team: str
    minimum: int | None  # lowest legal number; None if the team cannot raise
    maximum: int
    block: int | None  # lowest number that nobody could top
    va_banque: int  # the points at risk


@dataclass(frozen=True, slots=True)
class BoxView:
    """A black box: its seal is public from the start, what is in it once it was opened (§6)."""

    number: int
    commitment: str
    drawn: bool
    team: str | None
    owner: str  # the word by which the team that won it bids
    contents: str | None
    salt: str | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one audience sees it."""

    audience: Audience
    phase: Phase
    round: int
    played: int
    questions_per_round: int
    question_number: int
    pot: int
    held: int  # what lies in a special lot itself, apart from the pot (§6)
    carried: int
    added: int
    bank: int
    category: str | None
    kind: Kind | None
    categories: tuple[str, ...]  # of the evening, in the order of the wheel
    drawn: tuple[str, ...]  # of these, already drawn in this round
    special_lots: int  # drawn in this round
    weights: Mapping[str, int]  # of the special lots on the wheel, by kind
    boxes: tuple[BoxView, ...]
    open_box: int | None  # the black box that was opened last
    calls: int
    leader: str | None
    top: int
    va_banque: bool
    teams: tuple[TeamView, ...]
    question: QuestionView | None
    hint: HintView | None
    clock: Clock | None
    answering: str | None
    answerer: Player | None
    answer: Answer | None  # the host's and the answering team's; public only through ``result``
    likeness: Likeness | None
    result: Result | None
    bidding: tuple[BiddingView, ...]  # the host: of all teams; a captain: of the own one
    reprimanded: tuple[str, ...]  # for the host: who would be reprimanded now (§16)
    tied: tuple[str, ...]
    finalist: str | None
    winner: str | None
    masters: str | None = None  # their team's id, once they sit (§23)
    opening: bool = False  # the Masters have just sat down, and nothing has been drawn yet (§24)
    end: End | None = None  # why this round ended, once it has
    resting: TeamView | None = None  # the audience's own team, if it plays in the other round
    duel: DuelView | None = None  # of this lot (§25)
    proposals: tuple[Proposal, ...] = ()  # substitutes: the host knows all, a captain what the own team is asked (§5)

    def team(self, team_id: str | None) -> TeamView | None:
        """The team with this id, if it plays."""
        return next((team for team in self.teams if team.id == team_id), None)

    @property
    def in_special_lot(self) -> bool:
        """Whether a prize is up instead of a question (§6)."""
        return self.kind is not None and self.kind.special

    @property
    def at_stake(self) -> int:
        """What the lot is about in points: the pot, or a special lot's own stakes."""
        return self.held if self.in_special_lot else self.pot

    @property
    def mine(self) -> TeamView | None:
        """The audience's own team."""
        return self.team(self.audience.team)


def project(session: Session, audience: Audience, now: int | None = None) -> View:
    """The session as ``audience`` may see it. ``now``: ms since the epoch, for what is overdue on the console."""
    game, stage, lot = session.game, session.stage, session.game.lot
    is_host = audience.role == "host"
    answering = lot.answering if lot is not None else None
    sees_answer = is_host or (audience.team is not None and audience.team == answering)
    return View(
        audience=audience,
        phase=game.phase,
        round=game.round,
        played=game.played,
        questions_per_round=game.parameters.questions_per_round,
        question_number=_question_number(game),
        pot=game.pot,
        held=lot.held if lot is not None else 0,
        carried=lot.carried if lot is not None else game.pot,
        added=lot.added if lot is not None else 0,
        bank=game.bank,
        category=lot.category if lot is not None else None,
        kind=lot.kind if lot is not None else None,
        categories=session.categories,
        drawn=tuple(sorted(game.drawn)),
        special_lots=len(session.specials.drawn),
        weights=session.specials.weights,
        boxes=tuple(_box_view(game, box) for box in session.specials.boxes),
        open_box=stage.open_box,
        calls=stage.calls,
        leader=lot.leader if lot is not None else None,
        top=lot.top if lot is not None else 0,
        va_banque=lot.va_banque if lot is not None else False,
        teams=tuple(_team_view(session, team, audience) for team in game.teams if team.id in game.playing),
        question=_question_view(session, is_host=is_host),
        hint=_hint_view(game) if sees_answer else None,
        clock=stage.clock,
        answering=answering,
        answerer=_answerer(session, answering),
        answer=stage.answer if sees_answer else None,
        likeness=_likeness(session) if is_host else None,
        result=stage.result,
        bidding=_bidding_views(game, audience),
        reprimanded=engine.reprimand_list(game) if is_host and game.phase is Phase.BIDDING else (),
        tied=engine.tie_teams(game) if game.phase is Phase.TIE else (),
        finalist=game.finalist,
        winner=game.winner,
        masters=game.masters,
        opening=_is_opening(session),
        end=explain_end(game, session.ends),
        resting=_resting(session, audience),
        duel=view_duel(session, audience.team, captain=audience.role == "captain", host=is_host, now=now),
        proposals=_proposals(session, audience),
    )


def _proposals(session: Session, audience: Audience) -> tuple[Proposal, ...]:
    if audience.role == "host":
        return session.proposals
    if audience.role != "captain":
        return ()
    return tuple(one for one in session.proposals if one.team == audience.team and not one.declined)


def _is_opening(session: Session) -> bool:
    game = session.game
    return game.round == 2 and game.phase is Phase.READY and not game.played and session.stage.result is None


def _resting(session: Session, audience: Audience) -> TeamView | None:
    """§22: whose evening as players is over keep their screen."""
    teams = [team for team in session.game.teams if team.id == audience.team and team.id not in session.game.playing]
    return _team_view(session, teams[0], audience) if teams else None


def _box_view(game: Game, box: Box) -> BoxView:
    owner = next((team.command for team in game.teams if team.id == box.team), "")
    return BoxView(box.number, box.commitment, box.drawn, box.team, owner, box.contents, box.salt)


def _question_number(game: Game) -> int:
    in_question = game.lot is not None and game.lot.kind in (Kind.QUESTION, Kind.ONE_ON_ONE)
    return min(game.played + (1 if in_question or game.lot is None else 0), game.parameters.questions_per_round)


def _team_view(session: Session, team: Team, audience: Audience) -> TeamView:
    game, lot = session.game, session.game.lot
    seat = seat_of(session, team)
    return TeamView(
        id=team.id,
        command=team.command,
        name=seat.name,
        colour=seat.colour,
        emblem=seat.emblem,
        points=team.points,
        delta=team.points - session.stage.opening.get(team.id, team.points),
        stake=lot.stakes.get(team.id) if lot is not None else None,
        leads=lot is not None and lot.leader == team.id,
        out=team.out,
        warnings=team.warnings,
        reprimand=session.stage.reprimands.get(team.id),
        hints=team.hints,
        boxes=team.boxes,
        answers=lot is not None and lot.answering == team.id,
        mine=audience.team == team.id,
        can_raise=game.phase is Phase.BIDDING and engine.can_raise(game, team.id),
    )


def seat_of(session: Session, team: Team) -> Seat:
    """How a team looks; guests of whom a record says no more than their word get its first letter (§23)."""
    known = next((seat for seat in session.seats if seat.team == team.id), None)
    return known or Seat(team.id, team.command, "", team.command.strip()[:1].upper())


def _question_view(session: Session, *, is_host: bool) -> QuestionView | None:
    question, stage = session.stage.question, session.stage
    if question is None:
        return None
    judged = stage.result is not None and stage.result.correct is not None
    text_is_public = stage.shown or judged
    if is_host:
        return _whole(question, stage.shown, stage.hint_shown, question.id in session.burnt and not text_is_public)
    if not text_is_public:
        return None
    return QuestionView(
        text=question.text,
        variants=question.variants if stage.hint_shown else None,
        answer=question.answer if judged else None,
        comment=question.comment if judged else None,
        source=question.source if judged else None,
        right_variant=question.right_variant if judged and stage.hint_shown else None,
        on_screens=True,
        variants_on_screens=stage.hint_shown,
    )


def _whole(question: Question, shown: bool, hint_shown: bool, burnt: bool) -> QuestionView:
    return QuestionView(
        text=question.text,
        variants=question.variants,
        right_variant=question.right_variant,
        answer=question.answer,
        accepted=question.accepted,
        comment=question.comment,
        source=question.source,
        on_screens=shown,
        variants_on_screens=hint_shown,
        burnt=burnt,
    )


def _hint_view(game: Game) -> HintView | None:
    if game.phase is not Phase.ANSWERING or game.lot is None or game.lot.answering is None:
        return None
    return HintView(engine.hint_price(game), game.team(game.lot.answering).hints, game.lot.hinted)


def _answerer(session: Session, answering: str | None) -> Player | None:
    """Who answers: the named player, else the captain."""
    for seat in session.seats:
        if seat.team == answering:
            named = [player for player in seat.players if player.id == session.stage.answerer]
            return next(iter(named or [player for player in seat.players if player.captain]), None)
    return None


def _likeness(session: Session) -> Likeness | None:
    stage = session.stage
    if stage.question is None or stage.answer is None:
        return None
    return compare_answer(stage.question, stage.answer.text)


def _bidding_views(game: Game, audience: Audience) -> tuple[BiddingView, ...]:
    if game.phase is not Phase.BIDDING or audience.role not in ("host", "captain"):
        return ()
    return tuple(
        BiddingView(
            team=team.id,
            minimum=engine.minimum_bid(game, team.id) if engine.can_raise(game, team.id) else None,
            maximum=engine.maximum_bid(game, team.id),
            block=engine.blocking_bid(game, team.id),
            va_banque=team.points,
        )
        for team in game.standing
        if audience.role == "host" or team.id == audience.team
    )
