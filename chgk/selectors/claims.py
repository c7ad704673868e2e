"""Lists of claims that a question is not original (§4.1.3)."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from chgk.models import ClubSeason, OriginalityClaim, Package, Question
from chgk.selectors.readable import OPEN
from tournaments.models import Person, User
from tournaments.selectors.offices import principals_of

State = OriginalityClaim.State


def decided_claims() -> QuerySet[OriginalityClaim]:
    """What everybody may read: questions that were taken out, and, once they have been played, those that stay.

    A claim that was declined before the game would tell what the question is like.
    """
    played = Question.objects.filter(OPEN, package__state__in=(Package.State.PLAYED, Package.State.ARCHIVED))
    rows = OriginalityClaim.objects.filter(Q(state=State.GRANTED) | Q(state=State.DECLINED, question__in=played))
    return rows.select_related("game", "question__package__season").order_by("-decided_at", "-pk")


def open_claims(user: User | AnonymousUser, person: Person | None) -> list[OriginalityClaim]:
    """What waits for the account as a curator or a curator's deputy, and what it has claimed itself. Three queries."""
    rows = OriginalityClaim.objects.filter(state=State.OPEN)
    own = Q(pk__in=[]) if person is None else Q(claimant=person)
    rows = rows.filter(own | curated_by(user)).select_related("game", "question__package")
    return list(rows.order_by("made_at", "pk"))


def curated_by(user: User | AnonymousUser) -> Q:
    """Claims that the account decides on. Two queries."""
    if not isinstance(user, User) or not user.is_active:
        return Q(pk__in=[])
    principals = [user.pk, *principals_of(user, "curator")]
    seasons = ClubSeason.objects.filter(curator__in=principals).values_list("season", flat=True)
    where = Q(question__package__season__in=list(seasons))
    latest = ClubSeason.objects.order_by("-season__is_current", "-opened_at", "-pk").first()
    if latest is not None and latest.curator_id in principals:
        where |= Q(question__isnull=False, question__package__isnull=True)
    return where
