"""Packages as their pages and their moves see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from chgk.models import ClubSeason, Fixture, Package, Question
from chgk.rules.packages import Facts, Listed, State
from chgk.selectors.questions import missing_of
from chgk.selectors.season_rules import target_of
from tournaments.models import Person, Team, User
from tournaments.selectors.offices import principals_of


def list_questions(questions: Iterable[Question]) -> tuple[Listed, ...]:
    """The questions as the rules judge a package by them."""
    return tuple(
        Listed(
            number=question.number or 0,
            is_spare=question.is_spare,
            is_warm_up=question.kind == Question.Kind.WARM_UP,
            category=question.category,
            missing=tuple(missing_of(question)),
        )
        for question in questions
    )


def facts_of(
    package: Package,
    questions: Iterable[Question] | None = None,
    *,
    club: ClubSeason | None,
    fixture: Fixture | None = None,
) -> Facts:
    """What decides its moves. ``fixture``: for which game, if for another than it is meant for. One query without
    ``questions``.
    """
    rows = package.questions.order_by("number") if questions is None else questions
    game = fixture or package.fixture
    return Facts(
        state=State(package.state),
        handed_in=package.handed_in_at is not None,
        on_table=package.game_id is not None,
        target=target_of(club, is_final=game is not None and game.is_final),
        questions=list_questions(rows),
    )


def packages_for(user: User, person: Person | None, *, office: bool) -> QuerySet[Package]:
    """The packages that the account may know of: its own ones, those of its seasons and games, played ones.

    ``office``: all of them. Two queries go before, and none of the texts is in it.
    """
    found = Package.objects.select_related("season__club", "editor", "fixture__team__house", "game")
    if office:
        return found
    curators = [user.pk, *principals_of(user, "curator")]
    mine = Q(season__club__curator__in=curators) | Q(game__in=user.hosted_games.values("pk"))
    if person is not None:
        over = Q(state__in=(Package.State.PLAYED, Package.State.ARCHIVED)) & (
            Q(game=None) | Q(game__finished_at__isnull=False)
        )
        mine |= Q(editor=person) | over
    return found.filter(mine)


def teams_of(fixture: Fixture) -> QuerySet[Team]:
    """Whose game it is: one team's, or, of a final, any of the season's teams."""
    if fixture.is_final and fixture.team_id is None:
        return Team.objects.filter(fixtures__club=fixture.club_id)
    return Team.objects.filter(fixtures=fixture)


def plays_in(person: Person, fixture: Fixture) -> bool:
    """Whether the person sits, or may sit, at the table of this game. One query."""
    return teams_of(fixture).filter(members__person=person).exists()
