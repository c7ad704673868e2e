"""What chance decides: the category or special lot on the wheel, the question of the category, a tie by lot.

Each is a draw that anyone can check (tournaments/services/draws.py, docs/draws.md).
"""

from __future__ import annotations

from typing import Any

from auction import selectors
from auction.rules.checks import in_phase
from auction.rules.dueling import check
from auction.rules.endings import tie_teams
from auction.rules.session import Session
from auction.rules.special import kind_of, on_the_wheel
from auction.rules.state import Kind, Phase
from auction.services.duel import draw_plan
from tournaments.models import LiveGame
from tournaments.rules.draw import Choice
from tournaments.rules.engine import Refusal
from tournaments.rules.serial import to_json
from tournaments.services.draws import Drawing, begin_drawing

Json = dict[str, Any]


def draw_for(*, game: LiveGame, session: Session, command: Json) -> Json:
    """The command with what chance decides for it; one that leaves nothing to chance stays as it is.

    Called under the game's lock. Raises :class:`Refusal` for what cannot be drawn now.
    """
    match command["do"]:
        case "draw" if "category" not in command:
            return draw_lot(game=game, session=session, command=command)
        case "open" if session.stage.duel is not None:
            return deal_for_duel(game=game, session=session, command=command)
        case "replace_question" if "question" not in command:
            return draw_reserve(game=game, session=session, command=command)
        case "break_tie" if command.get("by") == "lot":
            return draw_finalist(game=game, session=session, command=command)
        case _:
            return command


def draw_lot(*, game: LiveGame, session: Session, command: Json) -> Json:
    """§9: a category still on the wheel and one of its unused questions, or a special lot (§6, §25)."""
    in_phase(session.game, Phase.READY, paragraph="9", code="draw_not_now")
    choices = wheel_choices(game=game, session=session)
    if not choices:
        raise Refusal("9", "wheel_empty", {})
    drawing = start_drawing(game=game, session=session, command=command)
    name = drawing.draw("category", choices)
    kind = kind_of(name)
    dealt = _deal(drawing, kind, name, game=game, session=session)
    return drawing.prove({**command, "category": name, "kind": str(kind), **dealt})


def _deal(drawing: Drawing, kind: Kind, name: str, *, game: LiveGame, session: Session) -> Json:
    """What chance decides beside the lot itself: of a question which one; of a duel what it is about (§25)."""
    if kind is Kind.QUESTION:
        unused = selectors.unused_questions(game=game, burnt=session.burnt).filter(category__name=name)
        return {"question": draw_question(game=game, drawing=drawing, questions=unused)}
    return draw_plan(drawing=drawing, game=game, session=session) if kind is Kind.ONE_ON_ONE else {}


def deal_for_duel(*, game: LiveGame, session: Session, command: Json) -> Json:
    """§25: the question of the category that striking left. Drawn no earlier: nobody knew which one it would be."""
    check(session.scene, {"do": "open"})
    duel = session.stage.duel
    category = "" if duel is None or duel.left is None else duel.left
    unused = selectors.unused_questions(game=game, burnt=session.burnt).filter(category__name=category)
    if session.game.phase is not Phase.DRAWN:
        return command  # the rules refuse it
    if not unused.exists():
        raise Refusal("25", "no_question_left", {"category": category})
    drawing = start_drawing(game=game, session=session, command=command)
    question = draw_question(game=game, drawing=drawing, questions=unused)
    return drawing.prove({**command, "category": category, "question": question})


def draw_reserve(*, game: LiveGame, session: Session, command: Json) -> Json:
    """§9: the replacement of a faulty question; refused when the category has no other."""
    found = selectors.reserves(game=game, session=session)
    if not found.exists():
        raise Refusal("9", "no_reserve", {"category": session.scene.category})
    drawing = start_drawing(game=game, session=session, command=command)
    return drawing.prove({**command, "question": draw_question(game=game, drawing=drawing, questions=found)})


def draw_finalist(*, game: LiveGame, session: Session, command: Json) -> Json:
    """§21: which of the tied teams goes to the final, by lot."""
    in_phase(session.game, Phase.TIE, paragraph="21", code="tie_not_now")
    drawing = start_drawing(game=game, session=session, command=command)
    return drawing.prove({**command, "team": drawing.draw("tie", tie_teams(session.game))})


def wheel_choices(*, game: LiveGame, session: Session) -> list[Choice]:
    """What the wheel can stop at, with weights where they are not one; empty once no category is left."""
    categories = selectors.categories_on_the_wheel(game=game, session=session)
    return list(on_the_wheel(session.game, session.specials, categories))


def start_drawing(*, game: LiveGame, session: Session, command: Json) -> Drawing:
    """The draws of a command. If the last draw was taken back, refused without a reason in words."""
    drawing = begin_drawing(game=game, round_number=session.game.round, in_force=session.drawn)
    reason = command.get("reason")
    if drawing.taken_back and not (isinstance(reason, str) and any(map(str.isalpha, reason))):
        raise Refusal("9", "redraw_needs_reason", {})
    return drawing


def draw_question(*, game: LiveGame, drawing: Drawing, questions: selectors.Questions) -> Json:
    """One of ``questions`` (from :func:`selectors.unused_questions`) as it is played."""
    mark = drawing.draw("question", questions.values_list("mark", flat=True))  # type: ignore[misc]  # annotated
    question: Json = to_json(selectors.as_dealt(game=game, mark=mark))
    return question
