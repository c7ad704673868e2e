"""§5.1: the curator composes a jury of three without interest, the council of captains confirms it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from appeals.enums import CouncilChoice, JuryState
from appeals.models import CouncilVote, Jury, JurySeat
from appeals.rules.interest import check_jury
from appeals.selectors.people import candidate, parties_of
from appeals.services import letters
from appeals.services.council import ask_council_about, follow_decision, jury_gives_way, meeting_was_held
from chgk.models import ClubSeason, Fixture
from chgk.selectors.council import council_at
from chgk.services.desk import decider, lock_club, reason_of
from tournaments.models import LiveGame, Person
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import JURY, Count, decide_vote
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def compose_jury(
    *, club_id: int, people: Sequence[Person], game: LiveGame | None = None, reason: str = "", actor: Actor
) -> Jury:
    """§5.1.1: three people, in the order in which they will vote, for the season or for one game of it.

    They take their seats once the council has confirmed them. A jury in force is replaced then, which needs a
    ``reason``; one that still waits for the council gives way at once. Refused, with who it is, where somebody has an
    interest; for a game of another season; in a closed season. Who may is asked before.
    """
    with write_lock(), transaction.atomic():
        club = lock_club(club_id)
        if game is not None and not Fixture.objects.filter(club=club, game=game).exists():
            raise Refusal("5.2.1", "game_of_another_season", {})
        check_jury([candidate(person) for person in people], parties_of(club, game))
        scope = Jury.objects.select_for_update().filter(club=club, game=game)
        old = scope.filter(state=JuryState.CONFIRMED).first()
        words = reason_of(reason, 500) if old is not None else ""
        for waiting in scope.filter(state=JuryState.PROPOSED):
            jury_gives_way(waiting, actor, timezone.now())
            waiting.state = JuryState.REPLACED
            waiting.save(update_fields=["state"])
        jury = Jury.objects.create(club=club, game=game, replaces=old, reason=words, composed_by=decider(actor))
        JurySeat.objects.bulk_create(
            JurySeat(jury=jury, person=person, position=position) for position, person in enumerate(people, 1)
        )
        details = {"jury": jury.pk, "people": [person.pk for person in people], "reason": words}
        record_audit(actor=actor, action="compose_jury", target=f"club_season:{club.pk}", details=details)
        letters.tell_council_of_jury(jury, ask_council_about(jury, club, actor))
    return jury


def record_council_vote(
    *,
    jury_id: int,
    voices: Mapping[int, CouncilChoice],
    held_on: datetime.date,
    actor: Actor,
    now: datetime.datetime | None = None,
) -> CouncilVote:
    """§5.1.2: how the captains voted on a proposed jury, by the number of their team; whoever is missing was absent.

    Confirmed, the jury takes its seats at all appeals that wait; rejected, the curator composes another; below two
    thirds nothing is decided and the council meets again. Refused for a jury that does not wait for the council, for a
    day to come, without any vote. Who may is asked before.
    """
    now = now or timezone.now()
    with write_lock(), transaction.atomic():
        club = lock_club(Jury.objects.values_list("club_id", flat=True).get(pk=jury_id))
        jury = Jury.objects.select_for_update(of=("self",)).select_related("club").get(pk=jury_id)
        if jury.state != JuryState.PROPOSED:
            raise Refusal("5.1.2", "jury_not_proposed", {})
        if held_on > timezone.localdate(now):
            raise Refusal("5.1.2", "meeting_to_come", {})
        lines = _lines(club, voices, now)
        result = decide_vote(JURY, _count(lines))
        if result.count.present == 0:
            raise Refusal("5.1.2", "nobody_voted", {})
        vote = CouncilVote.objects.create(
            jury=jury,
            held_on=held_on,
            voices=lines,
            composition=result.count.composition,
            in_favour=result.count.in_favour,
            against=result.count.against,
            abstained=result.count.abstained,
            decision=result.decision.value,
            recorded_by=decider(actor),
        )
        follow_decision(jury, result.decision, actor, now)
        meeting_was_held(f"jury:{jury.pk}", result.decision, result.count, held_on, actor, now)
        details = {"jury": jury.pk, "decision": vote.decision, "votes": vote.in_favour}
        record_audit(actor=actor, action="record_council_vote", target=f"club_season:{club.pk}", details=details)
    return vote


def _lines(club: ClubSeason, voices: Mapping[int, CouncilChoice], now: datetime.datetime) -> list[dict[str, str]]:
    lines = []
    for voice in council_at(club, now):
        choice = voices.get(voice.team, CouncilChoice.ABSENT)
        lines.append({"house": voice.house, "captain": voice.name, "choice": str(choice.value)})
    return lines


def _count(lines: Sequence[Mapping[str, str]]) -> Count:
    choices = [line["choice"] for line in lines]
    return Count(
        len(choices),
        choices.count(CouncilChoice.FOR),
        choices.count(CouncilChoice.AGAINST),
        choices.count(CouncilChoice.ABSTAINED),
    )
