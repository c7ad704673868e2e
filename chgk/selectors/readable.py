"""Which questions an account reads freely, as a condition of the query: what is filtered out is not even counted.

Says what ``bank_permissions.can_read_question`` says of one question; a test compares the two. Closed ones are in
nobody's list: whoever may open one does so on purpose, and it is written down.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from chgk.models import ClubSeason, Package, QuestionOffer
from tournaments.models import Person, User
from tournaments.permissions import can_manage_people
from tournaments.selectors.offices import person_of, principals_of

OPEN = Q(package__isnull=False) & (
    Q(package__game__finished_at__isnull=False)
    | (Q(package__game__isnull=True) & ~Q(package__state=Package.State.SEALED))
)
OPEN_PACKAGE = Q(game__finished_at__isnull=False) | (Q(game__isnull=True) & ~Q(state=Package.State.SEALED))
CLOSED = (Q(package__game__isnull=False) & Q(package__game__finished_at__isnull=True)) | (
    Q(package__game__isnull=True) & Q(package__state=Package.State.SEALED)
)
NOTHING = Q(pk__in=[])


def readable_by(user: User | AnonymousUser) -> Q:
    """The questions of the club that the account reads freely in the bank. A handful of queries, however many."""
    if not isinstance(user, User) or not user.is_active:
        return NOTHING
    person = person_of(user)
    if can_manage_people(user):
        return OPEN | Q(package__isnull=True)
    seasons = _curated(user)
    found = OPEN & Q(package__season__in=seasons)
    edited = Package.objects.filter(OPEN_PACKAGE).filter(Q(season__in=seasons) | Q(editor=person, editor__isnull=False))
    offers = QuestionOffer.objects.filter(state=QuestionOffer.State.WAITING, package__in=edited)
    found |= Q(package__isnull=True, pk__in=offers.values("question"))  # a draft that waits for the account's word
    return found if person is None else found | _of_person(person)


def _of_person(person: Person) -> Q:
    past = (Package.State.PLAYED, Package.State.ARCHIVED)
    return (OPEN & (Q(package__state__in=past) | Q(package__editor=person))) | (
        Q(package__isnull=True) & Q(written_by=person)
    )


def _curated(user: User) -> set[int]:
    """The seasons that the account curates, also as a deputy."""
    clubs = ClubSeason.objects.all()
    if not user.is_superuser:
        clubs = clubs.filter(curator__in=[user.pk, *principals_of(user, "curator")])
    return set(clubs.values_list("season", flat=True))
