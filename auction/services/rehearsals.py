"""A rehearsal of an evening: the same teams and settings, questions that no evening asks, and nothing that counts."""

from __future__ import annotations

import copy
import json
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from auction import selectors
from auction.models import Category, Masters
from auction.services.bank import import_bank
from auction.services.boxes import seal_stand_ins
from auction.services.masters import prepared_masters
from tournaments.models import AccessLink, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.seats import twin_link
from tournaments.services.access_links import issue_link
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_evening
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit

_OF_THE_EVENING = ("boxes",)  # sealed for it alone
BANK = Path(__file__).resolve().parent.parent / "rehearsal" / "bank.json"


def make_rehearsal(*, game_id: int, actor: Actor) -> tuple[Outcome, LiveGame | None]:
    """The game's rehearsal, new or already there (``repeated``): an evening has one at a time.

    Refused for anyone but the conducting host, after the start, and for a rehearsal. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        try:
            require_evening(game, actor)
        except Refusal as refusal:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal), None
        there = LiveGame.objects.filter(rehearsal_of=game).first()
        if there is not None:
            return Outcome(accepted=True, seq=there.seq, repeated=True), there
        rehearsal = LiveGame.objects.create(
            discipline=game.discipline,
            season_id=game.season_id,
            title=_("%(title)s · rehearsal") % {"title": game.title[:180]},
            setup=_setup(game),
            for_ranking=False,
            rehearsal_of=game,
        )
        rehearsal.hosts.set(game.hosts.all())
        seal_stand_ins(game=rehearsal, actor=actor)
        _copy_links(game, rehearsal, actor)
        _copy_masters(game, rehearsal)
        _copy_conductor(game, rehearsal)
        details = {"rehearsal": rehearsal.pk}
        record_audit(actor=actor, action="make_rehearsal", target=f"game:{game.pk}", details=details)
        publish_after_commit(game.pk)
    return Outcome(accepted=True, seq=0), rehearsal


def _setup(game: LiveGame) -> dict[str, object]:
    """The evening's own, on another supply of questions."""
    supply = selectors.rehearsal_questions()
    if not supply.exists():
        import_bank(json.loads(BANK.read_text(encoding="utf-8")), for_rehearsal=True)
    names = Category.objects.filter(questions__in=supply.values("pk")).distinct().order_by("name")
    kept = {name: value for name, value in game.setup.items() if name not in _OF_THE_EVENING}
    return {**copy.deepcopy(kept), "categories": list(names.values_list("name", flat=True))}


def _copy_links(game: LiveGame, rehearsal: LiveGame, actor: Actor) -> None:
    """Everybody who has a seat in the evening has one here; the evening's link leads to it (views/join.py)."""
    for link in AccessLink.objects.filter(game=game, revoked_at=None):
        issue_link(
            game_id=rehearsal.pk,
            role=link.role,
            team=link.team,
            player=link.player,
            name=link.name,
            expires_at=link.expires_at,
            actor=actor,
        )


def _copy_masters(game: LiveGame, rehearsal: LiveGame) -> None:
    """§23: whoever is named for the final rehearses it, too."""
    named = prepared_masters(game)
    if named is not None:
        Masters.objects.create(game=rehearsal, entry=copy.deepcopy(named.entry))


def _copy_conductor(game: LiveGame, rehearsal: LiveGame) -> None:
    """Who conducts the evening rehearses it; a guest with a link by the link's twin."""
    if not game.conductor:
        return
    kind, _colon, pk = game.conductor["key"].partition(":")
    key = game.conductor["key"]
    if kind == "seat":
        link = AccessLink.objects.filter(pk=int(pk)).first()
        twin = twin_link(link, rehearsal) if link is not None else None
        if twin is None:
            return
        key = twin.seat_key
    rehearsal.conductor = {**game.conductor, "key": key}
    rehearsal.save(update_fields=["conductor"])
