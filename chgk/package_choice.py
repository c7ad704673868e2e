"""Which packages can be laid for a game, and why the season's others cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chgk.models import ClubSeason, Fixture, Package
from chgk.refusal_words import Refused, refused
from chgk.rules.packages import Facts, judge_laying
from chgk.selectors.packages import facts_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A package of the season, with how many envelopes it has. ``why_not``: why it cannot be laid here."""

    package: Package
    on_table: int
    spares: int
    why_not: Refused | None = None


def read_offers(club: ClubSeason, fixture: Fixture) -> list[Offer]:
    """The packages of the season that have not been played, in their order. Two queries."""
    over = (Package.State.PLAYED, Package.State.ARCHIVED)
    rows = Package.objects.filter(season=club.season_id).exclude(state__in=over).select_related("game", "fixture")
    return [_offer(package, club, fixture) for package in rows.prefetch_related("questions").order_by("pk")]


def can_be_laid(offers: Sequence[Offer]) -> list[Offer]:
    """Those that the form offers."""
    return [offer for offer in offers if offer.why_not is None]


def _offer(package: Package, club: ClubSeason, fixture: Fixture) -> Offer:
    facts: Facts = facts_of(package, package.questions.all(), club=club, fixture=fixture)
    refusals = judge_laying(package.title, facts, sealed_elsewhere=package.fixture_id != fixture.pk)
    return Offer(
        package=package,
        on_table=sum(question.is_on_table for question in facts.questions),
        spares=sum(question.is_spare for question in facts.questions),
        why_not=refused(refusals[0], {}) if refusals else None,
    )
