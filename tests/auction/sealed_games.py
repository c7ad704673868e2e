"""An evening whose questions are sealed, for tests: six categories, each text with a word that no page may say."""

from __future__ import annotations

from auction.models import AuctionQuestion, Category, QuestionSet
from auction.services import seals
from auction.services.question_sets import propose_questions
from tests.auction_games import make_auction_game
from tournaments.models import LiveGame, Season, User

CATEGORIES = ("Film", "Historia", "Muzyka", "Sport", "Sztuka", "Żarty")
MARKER = "xyzzy"


def fill_bank(each: int = 6) -> None:
    """``each`` questions a category."""
    for name in CATEGORIES:
        category, _new = Category.objects.get_or_create(name=name)
        AuctionQuestion.objects.bulk_create(question(category, f"{name}-{number}") for number in range(each))


def question(category: Category, tail: str) -> AuctionQuestion:
    """A question all of whose texts are marked."""
    words = {f"variant_{letter}": f"{MARKER}{letter}-{tail}" for letter in "abcd"}
    words |= {name: f"{MARKER}{name}-{tail}" for name in ("answer", "accepted", "comment", "source")}
    return AuctionQuestion(category=category, text=f"{MARKER}text-{tail}?", right_variant=1, **words)


def make_game(season: Season, host: User, title: str = "Derby", **rules: int) -> LiveGame:
    """A game that waits for its start, with a bank."""
    if not Category.objects.exists():
        fill_bank()
    game = make_auction_game(season, host, title)
    LiveGame.objects.filter(pk=game.pk).update(setup={**game.setup, "rules": {"questions_per_round": 2, **rules}})
    return LiveGame.objects.get(pk=game.pk)


def seal(game: LiveGame, host: User) -> QuestionSet:
    """Chosen by chance and sealed."""
    propose_questions(game_id=game.pk, user=host)
    chosen = QuestionSet.objects.get(game=game)
    seals.seal_set(game_id=game.pk, seen=seals.fingerprint(seals.read_rows(chosen)), user=host)
    return QuestionSet.objects.get(pk=chosen.pk)
