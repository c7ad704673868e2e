"""What waits for somebody around originality: claims to decide, pairs that only the curator may compare (§4.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chgk.models import ClubSeason, OriginalityClaim
from chgk.selectors.claims import curated_by
from chgk.selectors.likeness_pairs import left_to_curator
from chgk.selectors.open_matters import OpenMatter
from tournaments.models import Person, User
from tournaments.selectors.waiting import Waiting


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Four queries at most."""
    rows = OriginalityClaim.objects.filter(curated_by(user), state=OriginalityClaim.State.OPEN)
    for row in rows.order_by("made_at", "pk"):
        text = _("Decide on a claim of originality (§4.1.3)")
        yield Waiting(text, reverse("chgk:bank_claim", args=[row.pk]), key=f"originality-{row.pk}")
    count = len(left_to_curator(user))
    if count:
        text = ngettext(
            "Compare %(count)s pair of questions that nobody else may read (§4.1.3)",
            "Compare %(count)s pairs of questions that nobody else may read (§4.1.3)",
            count,
        )
        yield Waiting(text % {"count": count}, reverse("chgk:bank_likenesses"), key="likenesses")


def left_open(club: ClubSeason) -> Iterator[OpenMatter]:
    """Claims about the season's questions that nobody has decided; one query."""
    rows = OriginalityClaim.objects.filter(state=OriginalityClaim.State.OPEN, question__package__season=club.season_id)
    for row in rows.order_by("pk"):
        yield OpenMatter(_("Decide on a claim of originality (§4.1.3)"), reverse("chgk:bank_claim", args=[row.pk]))
