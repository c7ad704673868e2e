"""Full-text search of the bank; what is not for the reader is left out by the database, before anything is counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from chgk.models import Package, Question
from chgk.rules.bank_query import BankQuery, read_query
from chgk.rules.word_forms import Piece, pieces_of, words_of
from chgk.selectors.readable import readable_by
from chgk.selectors.stemming import stem
from chgk.selectors.word_index import matching
from tournaments.models import User

PARTS = ("text", "answer", "accepted", "comment", "handout", "authors", "source")
AROUND = 90  # characters before and after the first word found


@dataclass(frozen=True, slots=True)
class Filter:
    """What somebody looks for, and where."""

    text: str = ""
    state: str = ""
    category: int = 0
    season: int = 0
    author: str = ""

    @classmethod
    def of(cls, data: Mapping[str, str]) -> Filter:
        """From an address; what means nothing is left out."""
        state, category, season = data.get("state", ""), data.get("category", ""), data.get("season", "")
        return cls(
            data.get("q", "").strip()[:300],
            state if state in (*Package.State.values, "none") else "",
            int(category) if category in ("1", "2", "3") else 0,
            int(season) if season.isascii() and season.isdigit() and len(season) < 10 else 0,
            data.get("author", "").strip()[:100],
        )

    @property
    def query(self) -> BankQuery:
        """The words, read."""
        return read_query(self.text, stem)

    @property
    def asks(self) -> bool:
        """Whether anything at all is asked for."""
        return bool(self.text or self.state or self.category or self.season or self.author)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of one part of a question, with the words marked that were looked for."""

    part: str
    pieces: tuple[Piece, ...]
    cut_before: bool = False
    cut_after: bool = False


def find_questions(chosen: Filter, user: User | AnonymousUser) -> QuerySet[Question]:
    """The questions that fit and that the account may read, the newest first. Nothing for words that tell nothing."""
    query = chosen.query
    if not chosen.asks or (chosen.text and query.is_empty):
        return Question.objects.none()
    rows = Question.objects.filter(readable_by(user)).select_related("package__season", "package__game")
    if query.stems:
        rows = rows.filter(pk__in=matching("chgk_questionwords", "search_stems", query.stems))
    for phrase in query.phrases:
        rows = rows.filter(words__folded__contains=f" {phrase} ")
    return rows.filter(_where(chosen)).order_by("-pk")


def excerpts_of(question: Question, query: BankQuery) -> Iterator[Excerpt]:
    """The parts in which the words stand, two at most; the beginning of the text if they are nowhere in one piece."""
    found = 0
    for part in PARTS:
        text = getattr(question, part)
        pieces = pieces_of(text, query.stems, stem) if text else []
        if any(piece.shared for piece in pieces):
            yield cut(part, pieces)
            found += 1
            if found == 2:
                return
    if not found:
        yield cut("text", [Piece(question.text, shared=False, is_word=False)] if question.text else [])


def cut(part: str, pieces: list[Piece]) -> Excerpt:
    """The pieces around the first marked one."""
    at, first = 0, 0
    for piece in pieces:
        if piece.shared:
            first = at
            break
        at += len(piece.text)
    start, end = max(0, first - AROUND), first + 2 * AROUND
    if start < 20:
        start = 0
    kept: list[Piece] = []
    at = 0
    for piece in pieces:
        after = at + len(piece.text)
        text = piece.text[max(0, start - at) : max(0, end - at)]
        if text and (piece.is_word is False or len(text) == len(piece.text)):
            kept.append(Piece(text, piece.shared, piece.is_word))
        at = after
    return Excerpt(part, tuple(kept), cut_before=start > 0, cut_after=end < at)


def _where(chosen: Filter) -> Q:
    where = Q()
    if chosen.state == "none":
        where &= Q(package__isnull=True)
    elif chosen.state:
        where &= Q(package__state=chosen.state)
    if chosen.category:
        where &= Q(category=chosen.category)
    if chosen.season:
        where &= Q(package__season=chosen.season)
    if chosen.author:
        for word in words_of(chosen.author)[:5]:
            where &= Q(words__folded__contains=f" @{word}")
    return where
