"""The questions of the club: those on a game's table, and what any of them still lacks."""

from __future__ import annotations

from chgk.models import Question
from chgk.models.packages import lines_of
from chgk.rules.completeness import Parts, judge_parts
from tournaments.models import LiveGame
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import Citation, from_json
from tournaments.rules.engine import Refusal


def find_question(*, game: LiveGame, number: int) -> Question | None:
    """The question in this envelope of the game's table; one query."""
    return Question.objects.filter(package__game=game, number=number).first()


def citations_of(question: Question) -> tuple[Citation, ...]:
    """The question's sources as citations; of one whose sources were only typed, what each line seems to cite."""
    if question.citations:
        return tuple(from_json(data) for data in question.citations)
    return tuple(propose_citation(line) for line in lines_of(question.source))


def missing_of(question: Question) -> tuple[Refusal, ...]:
    """Which parts the regulation still asks for (§4.1.1, §4.1.2); empty: it is complete. No query."""
    return judge_parts(
        Parts(
            category=question.category,
            number=question.number,
            in_package=question.package_id is not None,
            kind=question.kind,
            text=question.text,
            answer=question.answer,
            comment=question.comment,
            citations=citations_of(question),
        )
    )
