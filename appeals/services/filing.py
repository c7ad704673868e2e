"""§5.2.3, §5.2.4: handed in, withdrawn, received, sent back. The week runs from the filing (§5.3.1)."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from appeals.models import Appeal
from appeals.rules import commands as c
from appeals.rules.state import Kind, Sheet, Source
from appeals.rules.texts import clean_text
from appeals.selectors.clocks import milliseconds, week_after
from appeals.selectors.questions import read_asked
from appeals.selectors.rules import settings_of
from appeals.services import letters
from appeals.services.drafts import citations_of, require_ground
from appeals.services.logs import carry_out, lock_appeal, lock_season_of
from appeals.services.seating import seat_jury
from chgk.services.desk import lock_club
from tournaments.rules.citation_references import as_line
from tournaments.rules.citations import as_json
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.locks import write_lock


def file_appeal(*, appeal_id: int, actor: Actor, command_id: str = "", now: datetime.datetime | None = None) -> Appeal:
    """The captain hands the draft in: what stands on it now is the appeal, and the jury's week begins.

    Refused while something is missing on it (§5.2.3.1), where it lies with curator or jury already, and in a closed
    season. Who may is asked before. Raises Appeal.DoesNotExist.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        lock_club(Appeal.objects.values_list("club_id", flat=True).get(pk=appeal_id))
        row = lock_appeal(appeal_id)
        require_ground(row.game, row.question, Kind(row.kind), but=row.pk)
        if row.number is None:
            highest = Appeal.objects.filter(club=row.club_id).aggregate(highest=Max("number"))["highest"]
            row.number = (highest or 0) + 1
        command = c.File(sheet_of(row), settings_of(row.club), week_after(now), milliseconds(now))
        row.reminded_at = None
        carry_out(row, command, actor, at=now, command_id=command_id, action="file_appeal")
        letters.tell_curator_of_filing(row)
    return row


def withdraw_appeal(
    *, appeal_id: int, actor: Actor, command_id: str = "", now: datetime.datetime | None = None
) -> Appeal:
    """The team does not insist. Refused once the ruling is announced. Who may is asked before."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        if not row.seq:
            raise Refusal("5.2.3", "draft_not_filed")
        carry_out(row, c.Withdraw(milliseconds(now)), actor, at=now, command_id=command_id, action="withdraw_appeal")
    return row


def receive_appeal(
    *, appeal_id: int, actor: Actor, command_id: str = "", now: datetime.datetime | None = None
) -> Appeal:
    """§5.2.4: the curator takes it on; it goes to the jury at once if there is one. Who may is asked before."""
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        lock_season_of(appeal_id)  # a jury confirmed in the same moment takes its seats here, or is seen here
        row = lock_appeal(appeal_id)
        carry_out(row, c.Receive(milliseconds(now)), actor, at=now, command_id=command_id, action="receive_appeal")
        letters.tell_captain_of_receipt(row)
        seat_jury(row, actor, now)
    return row


def return_appeal(
    *,
    appeal_id: int,
    paragraph: str,
    reason: str,
    actor: Actor,
    command_id: str = "",
    now: datetime.datetime | None = None,
) -> Appeal:
    """§5.2.3: back to the captain for a fault of form, with its paragraph; filed again, it has a new week.

    Refused after the receipt, for a paragraph that is not about form, without words. Who may is asked before.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        command = c.Return(paragraph, clean_text("fault", reason, "5.2.3"), milliseconds(now))
        carry_out(row, command, actor, at=now, command_id=command_id, action="return_appeal")
        letters.tell_captain_of_return(row)
    return row


def sheet_of(row: Appeal) -> Sheet:
    """The draft as it would be handed in: season, question and the authors' answer come from the game itself."""
    asked = read_asked(row.game)[row.question]
    draft = row.draft
    given = draft.get("given", "")
    return Sheet(
        season=str(row.club),
        game=row.game.title,
        team=row.game.setup["team"]["name"],
        question=row.question,
        text=asked.text,
        answer=asked.answer,
        given=given,
        kind=Kind(row.kind),
        reasoning=draft.get("reasoning", "").strip(),
        sources=tuple(Source(as_line(citation, "ru"), as_json(citation)) for citation in citations_of(draft)),
        captain=row.captain.public_name if row.captain is not None else "",
        accepted=tuple(draft.get("accepted", ())) or ((given,) if given else ()),
    )
