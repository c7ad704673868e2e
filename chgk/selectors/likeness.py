"""Which questions are like a question (§4.1.3): found by their rarest words, then compared, as a figure up to 100."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Model
from rapidfuzz import fuzz

from chgk.models import QuestionWords, ReferenceQuestion, StemCount
from chgk.rules.word_forms import choose_groups, overlap, weight
from chgk.selectors.stemming import stems_of
from chgk.selectors.word_index import postings

BUDGET = 2_000  # questions that the index may come up with
MOST_PER_GROUP = 600
COMPARED = 50  # of them, those that share the most are read and compared
LIKE = 55  # from here on two questions are worth a look


@dataclass(frozen=True, slots=True)
class Like:
    """A question that is like ours: its number in its table, and how much, 0 to 100."""

    pk: int
    similarity: int


def like_references(text: str, answer: str = "", *, most: int = 5, least: int = 0) -> list[Like]:
    """Reference questions like this one, the most alike first. Three queries, and one by number for those compared."""
    return _find(ReferenceQuestion, stems_of(text, answer), most, least)


def like_questions(text: str, answer: str = "", *, most: int = 5, least: int = 0, but: int | None = None) -> list[Like]:
    """Questions of the club like this one, whoever may read them: for services, never for a page. Three queries."""
    found = _find(QuestionWords, stems_of(text, answer), most + 1, least)
    return [like for like in found if like.pk != but][:most]


def similarity(one: Sequence[str], other: Sequence[str], weigh: Callable[[str], float]) -> int:
    """How alike two questions are, 0 to 100: by the weight of the stems that they share, and by their letters.

    The letters forgive what a stemmer does not: «день» beside «дня», a slip of the pen.
    """
    by_letters = fuzz.token_sort_ratio(" ".join(one), " ".join(other))
    return round(70 * overlap(one, other, weigh) + 0.3 * by_letters)


def counts_of(stems: Iterable[str]) -> dict[str, int]:
    """In how many reference questions each stem occurs; rare ones are left out. One query."""
    return dict(StemCount.objects.filter(pk__in=list(stems)).values_list("pk", "questions"))


def _find(model: type[ReferenceQuestion] | type[QuestionWords], stems: list[str], most: int, least: int) -> list[Like]:
    if not stems:
        return []
    stems = stems[:150]
    counts = counts_of(stems)
    total = max([*counts.values(), 1]) * 2
    groups = choose_groups(stems, counts, total, BUDGET)
    found = postings(model._meta.db_table, "stems", groups, MOST_PER_GROUP)
    shared: dict[int, float] = {}
    for group, keys in zip(groups, found, strict=True):
        worth = sum(weight(counts.get(stem, 1), total) for stem in group)
        for key in keys:
            shared[key] = shared.get(key, 0.0) + worth
    best = sorted(shared, key=lambda key: (-shared[key], key))[:COMPARED]
    rows = dict(_stems_by_key(model, best))
    weights = _Weights(stems, counts, total)
    likes = [Like(key, similarity(stems, text.split(), weights)) for key, text in rows.items()]
    likes.sort(key=lambda like: (-like.similarity, like.pk))
    return [like for like in likes if like.similarity >= least][:most]


def _stems_by_key(model: type[Model], keys: list[int]) -> Iterable[tuple[int, str]]:
    return model._default_manager.filter(pk__in=keys).values_list("pk", "stems")


class _Weights:
    """What a stem weighs; one that our question lacks is taken for a word of middling rarity, without asking for it."""

    def __init__(self, stems: Iterable[str], counts: dict[str, int], total: int) -> None:
        self.known = {stem: weight(counts.get(stem, 1), total) for stem in stems}
        self.unknown = weight(max(1, total // 1_000), total)

    def __call__(self, stem: str) -> float:
        return self.known.get(stem, self.unknown)
