"""Crystal owls: given once the best player is known, annulled with a reason; the title that three stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from chgk.models import ClubSeason, Fixture, Magister, Owl
from chgk.rules import owls as rules
from chgk.rules.best_player import Decider
from chgk.rules.decisions import with_words
from chgk.selectors.finals import read_final
from chgk.selectors.owls import is_ground
from tournaments.models import LiveGame, Person
from tournaments.rules.engine import Refusal
from tournaments.selectors.people import find_person
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit

LONGEST_REASON = 500


def give_owl(*, fixture: Fixture, player: Mapping[str, Any], decider: Decider, actor: Actor) -> Owl:
    """§3.2.1: the owl of the season for this player (``{"id", "name"}``), in the caller's transaction and lock.

    The player is a person of the school if the id says so (``p12``), else known by name only. Raises :class:`Refusal`
    if the season's owl has been given.
    """
    given = _as_rules(Owl.objects.filter(club_id=fixture.club_id, annulled_at=None))
    season, game = str(fixture.club_id), str(fixture.game_id)
    rules.give_owl(given, rules.Owl(player["name"], season, game, decider))
    final = read_final(fixture.game) if fixture.game is not None else None
    owl = Owl.objects.create(
        club_id=fixture.club_id,
        fixture=fixture,
        person=find_person(player["id"]),
        name=player["name"][:200],
        team=(final.team if final is not None else "")[:200],
        decided_by=Owl.Decider(decider.value),
    )
    details = {"name_of_row": owl.name, "person": owl.person_id, "decided_by": owl.decided_by}
    record_audit(actor=actor, action="give_owl", target=f"owl:{owl.pk}", details=details)
    return owl


def annul_owl(*, owl_id: int, reason: str, actor: Actor) -> Owl:
    """§3.2.1: the team that the owl was won with is not the champion after all. The row stays, with the reason.

    Refused while the final stands as won, while it is open again, a second time, and without a reason in words.
    Who may is asked before. Raises Owl.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        club_id, game_id = Owl.objects.values_list("club_id", "fixture__game_id").get(pk=owl_id)
        lock_club(club_id)
        game = LiveGame.objects.select_for_update().filter(pk=game_id).first()
        owl = Owl.objects.select_for_update().get(pk=owl_id)
        final = read_final(game) if game is not None else None
        if owl.annulled_at is not None:
            raise Refusal("3.2.1", "owl_annulled_already", {"player": owl.name})
        if final is not None and not final.finished:
            raise Refusal("3.2.1", "owl_final_open")
        if final is not None and final.won:
            raise Refusal("3.2.1", "owl_stands", {"team": final.team, "player": owl.name})
        owl.annul_reason, owl.annulled_at = with_words(reason)[:LONGEST_REASON], timezone.now()
        owl.save(update_fields=["annul_reason", "annulled_at"])
        details = {"name_of_row": owl.name, "reason": owl.annul_reason}
        record_audit(actor=actor, action="annul_owl", target=f"owl:{owl.pk}", details=details)
        if game is not None:
            publish_after_commit(game.pk)
    return owl


def confirm_magister(*, person_id: int, actor: Actor) -> Magister:
    """§3.2.2: the title that three crystal owls give grounds for.

    Refused with fewer (one whose final is not won any more is none), and for who bears it already. Who may is asked
    before. Raises Person.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        rows = Owl.objects.filter(person=person, annulled_at=None).select_related("fixture__game")
        owls = [owl for owl in rows if is_ground(owl)]
        titled = {player_key(person.pk)} if Magister.objects.filter(person=person).exists() else set()
        proposal = rules.confirm_magister(_as_rules(owls), titled, player_key(person.pk))
        magister = Magister.objects.create(person=person, confirmed_by=(actor.name or actor.key)[:250])
        details = {"name_of_row": str(person), "seasons": [int(owl.season) for owl in proposal.grounds]}
        record_audit(actor=actor, action="confirm_magister", target=f"person:{person.pk}", details=details)
    return magister


def lock_club(club_id: int) -> ClubSeason:
    """The season, locked before any of its games, as every deed of its curator locks it; closed or not."""
    return ClubSeason.objects.select_for_update().get(pk=club_id)


def player_key(person_id: int) -> str:
    """A person as games name them."""
    return f"p{person_id}"


def _as_rules(rows: Iterable[Owl]) -> tuple[rules.Owl, ...]:
    return tuple(
        rules.Owl(
            player_key(row.person_id) if row.person_id is not None else row.name,
            str(row.club_id),
            str(row.fixture_id),
            Decider(row.decided_by),
        )
        for row in rows
    )
