"""§3.1.2, §1.5: teams that are equal in everything; the curator sends one of them to the final."""

from __future__ import annotations

from django.db import transaction

from chgk import selectors
from chgk.models import TieDecision
from chgk.rules import standings
from chgk.services.desk import decider, lock_club, reason_of
from chgk.services.finals import require_final_to_come
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock

LONGEST_REASON = 500  # characters


def decide_tie(*, club_id: int, team: str, reason: str, actor: Actor) -> TieDecision:
    """Records whom of those tied the curator sends to the final; it holds for these teams, not for another tie.

    ``team``: the key of its house. Refused while games are to be played, without a tie, for a team that is not tied,
    for a tie that has been decided, without a reason in words, once the final has started, in a closed season.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        require_final_to_come(club)
        table = selectors.season_table(club)
        lead = table.lead
        if isinstance(lead, standings.Finalist) and lead.why is standings.Why.CURATOR:
            raise Refusal("3.1.2", "tie_already_decided", {"team": lead.team})
        choice = standings.decide_tie(table, team, reason)
        decision = TieDecision.objects.create(
            club=club,
            team=choice.team,
            among=sorted(choice.among),
            reason=reason_of(choice.reason, LONGEST_REASON),
            decided_by=decider(actor),
        )
        details = {"team": decision.team, "among": decision.among, "reason": decision.reason}
        record_audit(actor=actor, action="decide_tie", target=f"club_season:{club.pk}", details=details)
    return decision
