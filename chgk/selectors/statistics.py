"""How the bank's questions fared in games that are over: nothing else is counted, and no text of another is shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chgk.models import Package, Question
from chgk.models.packages import author_of, lines_of
from chgk.rules.questions import Question as Played
from chgk.rules.snapshot import load_game
from chgk.rules.statistics import Fate, Tally, tally
from chgk.selectors.question_marks import Mark, Marks, marks_of
from tournaments.models import LiveGame, Season


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of a finished game; ``fate`` is None if it stayed in its envelope."""

    question: Question
    game: LiveGame
    team: str
    fate: Fate | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of a season, or of all: every question of its finished games, and the tallies over them."""

    questions: tuple[AskedQuestion, ...]
    whole: Tally
    authors: tuple[tuple[str, Tally], ...]  # whoever wrote most comes first
    categories: tuple[tuple[int, Tally], ...]


def read_statistics(season: Season | None) -> Statistics:
    """Packages whose game is over, in the order of their games. Two queries, and those of the marks."""
    packages = Package.objects.filter(game__finished_at__isnull=False)
    if season is not None:
        packages = packages.filter(season=season)
    rows = packages.select_related("game").prefetch_related("questions").order_by("game__finished_at", "pk")
    marks = marks_of(row.game_id for row in rows if row.game_id is not None)
    found = tuple(one for row in rows for one in _questions(row, marks))
    authors = tally((_authors(one.question), one.fate) for one in found)
    categories = tally(((one.question.category or 0,), one.fate) for one in found)
    return Statistics(
        questions=found,
        whole=tally((("",), one.fate) for one in found).get("", Tally()),
        authors=tuple(sorted(authors.items(), key=lambda item: (-item[1].written, item[0].casefold()))),
        categories=tuple(sorted(item for item in categories.items() if item[0])),
    )


def fate_of(question: Question) -> AskedQuestion | None:
    """What became of one question; None before its game is over. Two queries at most."""
    game = question.package.game if question.package is not None else None
    if game is None or game.finished_at is None:
        return None
    return _asked(question, game, _played(game), marks_of([game.pk]))


def _questions(package: Package, marks: Marks) -> Iterable[AskedQuestion]:
    game = package.game
    if game is None:
        return
    played = _played(game)
    for question in sorted(package.questions.all(), key=lambda one: one.number or 0):
        if question.kind != Question.Kind.WARM_UP:
            yield _asked(question, game, played, marks)


def _asked(question: Question, game: LiveGame, played: Mapping[str, Played], marks: Marks) -> AskedQuestion:
    own = marks.get((game.pk, question.number or 0), ())
    found = played.get(str(question.number))
    fate = None if found is None else Fate(found.winner, len(own), any(mark.overturned for mark in own))
    return AskedQuestion(question, game, str(game.setup["team"]["name"]), fate, own)


def _played(game: LiveGame) -> Mapping[str, Played]:
    """The judged questions by the numbers on their envelopes."""
    if not game.snapshot:
        return {}
    state = load_game(json.loads(game.snapshot)["state"]["game"])
    return {str(one.label): one for one in (*state.opening, *(state.ending or ()))}


def _authors(question: Question) -> list[str]:
    return [name for line in lines_of(question.authors) if (name := author_of(line)["name"])]
