"""What waits for somebody around originality: claims to decide, pairs that only the curator may compare (§4.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from chgk.models import OriginalityClaim
from chgk.selectors.claims import curated_by
from chgk.selectors.likeness_pairs import left_to_curator
from tournaments.models import Person, User
from tournaments.selectors.waiting import Waiting


def waiting(user: User, person: Person | None, now: datetime) -> Iterator[Waiting]:
    """Four queries at most."""
    rows = OriginalityClaim.objects.filter(curated_by(user), state=OriginalityClaim.State.OPEN)
    for row in rows.order_by("made_at", "pk"):
        text = _("Decide on a claim of originality (§4.1.3)")
        yield Waiting(text, reverse("chgk:bank_claim", args=[row.pk]), key=f"originality-{row.pk}")
    count = left_to_curator(user).count()
    if count:
        text = ngettext(
            "Compare %(count)s question with a sealed one it is like (§4.1.3)",
            "Compare %(count)s questions with sealed ones they are like (§4.1.3)",
            count,
        )
        yield Waiting(text % {"count": count}, reverse("chgk:bank_likenesses"), key="likenesses")
