"""The vote on the best player of a won final: §3.2.3, §3.2.4.

Everybody may know who has voted; what they chose leaves this module as an outcome only, never as a ballot. Locked are
the season, the game, the vote, in this order: nobody votes while the final is being opened again.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from chgk.models import Ballot, BestPlayerVote, Fixture, Owl
from chgk.rules import best_player as rules
from chgk.rules.best_player import Decider
from chgk.selectors.finals import read_final
from chgk.services.ballot_box import seal_choice, unseal_choice
from chgk.services.owls import LONGEST_REASON, give_owl, lock_club
from tournaments.models import AccessLink, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.selectors.seats import find_link
from tournaments.services.access_links import LinkError, require_open
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit

SOWA = Actor(key="system:vote", role="system", name="Sowa")


def follow_final(*, game: LiveGame) -> None:
    """What a start, an end or a reopening of this game does to its vote; in the caller's transaction and lock.

    A final that ends won opens the vote. Opened again, one that nobody has voted in is withdrawn; any other rests
    until the final is finished again.
    """
    fixture = Fixture.objects.filter(game=game, is_final=True).first()
    if fixture is None:
        return
    fixture.game = game
    vote = _locked_vote(fixture)
    if game.finished_at is None:
        if vote is not None and vote.over_at is None and not vote.ballots.exists():
            _withdraw(vote)
        return
    final = read_final(game)
    if final is None or not final.won:
        return
    if vote is None:
        _open(fixture, SOWA)
    elif vote.over_at is not None:  # the owl was annulled after a ruling that another one has undone
        _give_if_decided(fixture, vote, SOWA)


def open_vote(*, fixture_id: int, actor: Actor) -> BestPlayerVote:
    """§3.2.3: opens the vote of a won final, if that has not happened by itself; one that is open stays as it is.

    Refused before the team has won the final, while the final is open, and once the vote is over. Raises
    Fixture.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        fixture, game, row = _lock_final(fixture_id)
        _require_won(game, has_vote=row is not None)
        if row is not None and row.over_at is not None:
            raise Refusal("3.2.3", "ballot_closed")
        return row or _open(fixture, actor)


@sensitive_variables()
def cast_ballot(*, game_id: int, player: str, choice: str, actor: Actor) -> BestPlayerVote:
    """§3.2.3: the ballot of ``player`` names ``choice`` (ids of the line-up). The last one ends the vote.

    One each, once, from the player's own open seat: a host votes for nobody. Refused with its paragraph. Raises
    LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        fixture = Fixture.objects.filter(game_id=game_id, is_final=True).first()
        if fixture is not None:
            lock_club(fixture.club_id)
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        row = _locked_vote(fixture) if fixture is not None else None
        if fixture is None or row is None:
            raise Refusal("3.2.3", "vote_not_open")
        fixture.game = game
        _require_own_seat(game, player, actor)
        _require_won(game, has_vote=True)
        if not choice:
            raise Refusal("3.2.3", "ballot_empty")
        vote = rules.cast(_load(row), player, choice)
        place = vote.players.index(choice)
        sealed = seal_choice(vote_id=row.pk, voter=player, place=place)
        Ballot.objects.create(vote=row, voter=player, choice=sealed)
        record_audit(actor=actor, action="cast_ballot", target=f"vote:{row.pk}", details={"voter": player})
        _end_if_over(fixture, row, vote, actor)
        publish_after_commit(game.pk)
    return row


@sensitive_variables()
def close_vote(*, fixture_id: int, actor: Actor) -> BestPlayerVote:
    """§1.5: the curator waits no longer for those who have not voted. Who may is asked before.

    Refused once the vote is over, and while the final is open again. Raises Fixture.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        fixture, game, row = _lock_vote_of_a_won_final(fixture_id)
        vote = rules.close_vote(_load(row))
        row.closed_by = (actor.name or actor.key)[:250]
        row.save(update_fields=["closed_by"])
        details = {"waiting": list(vote.waiting)}
        record_audit(actor=actor, action="close_vote", target=f"vote:{row.pk}", details=details)
        _end_if_over(fixture, row, vote, actor)
        publish_after_commit(game.pk)
    return row


def name_best(*, fixture_id: int, player: str, reason: str, actor: Actor) -> BestPlayerVote:
    """§3.2.4: the players differ, so the curator names the best player, and the owl is given.

    Refused while the vote goes on, where the players agree, a second time, for a stranger, and without a reason in
    words. Who may is asked before. Raises Fixture.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        fixture, game, row = _lock_vote_of_a_won_final(fixture_id)
        vote = rules.name_best(_load(row), player, reason[:LONGEST_REASON])
        row.named, row.reason, row.named_at = player, vote.reason, timezone.now()
        row.named_by = (actor.name or actor.key)[:250]
        row.save(update_fields=["named", "reason", "named_by", "named_at"])
        details = {"player": player, "reason": vote.reason}
        record_audit(actor=actor, action="name_best", target=f"vote:{row.pk}", details=details)
        _give_if_decided(fixture, row, actor)
        publish_after_commit(game.pk)
    return row


def _lock_final(fixture_id: int) -> tuple[Fixture, LiveGame, BestPlayerVote | None]:
    """The final with its game and its vote, both locked."""
    fixture = Fixture.objects.get(pk=fixture_id)
    if not fixture.is_final or fixture.game_id is None:
        raise Refusal("3.2.1", "vote_not_won")
    lock_club(fixture.club_id)
    fixture.game = game = LiveGame.objects.select_for_update().get(pk=fixture.game_id)
    return fixture, game, _locked_vote(fixture)


def _lock_vote_of_a_won_final(fixture_id: int) -> tuple[Fixture, LiveGame, BestPlayerVote]:
    fixture, game, row = _lock_final(fixture_id)
    _require_won(game, has_vote=row is not None)
    if row is None:
        raise Refusal("3.2.3", "vote_not_open")
    return fixture, game, row


def _locked_vote(fixture: Fixture) -> BestPlayerVote | None:
    """The vote's row alone: its usual order would join, and so lock, the season after the game."""
    return BestPlayerVote.objects.select_for_update().filter(fixture=fixture).order_by("pk").first()


def _require_won(game: LiveGame, *, has_vote: bool) -> None:
    final = read_final(game)
    if has_vote and final is not None and not final.finished:
        raise Refusal("3.2.3", "vote_rests")
    if final is None or not final.finished or not final.won:
        raise Refusal("3.2.1", "vote_not_won")


def _require_own_seat(game: LiveGame, player: str, actor: Actor) -> None:
    """Nobody votes for somebody else, and nobody from a seat that has been taken back since the page was loaded."""
    if actor.role == "system":
        return
    if actor.player != player:
        raise Refusal("3.2.3", "ballot_of_another")
    pk = actor.key.removeprefix("seat:")
    link = find_link(game.pk, int(pk)) if pk.isdecimal() else None
    if link is None or link.player != player or not _is_open(link):
        raise Refusal("3.2.3", "ballot_seat_gone")


def _is_open(link: AccessLink) -> bool:
    try:
        require_open(link, link.generation)
    except LinkError:
        return False
    return True


def _open(fixture: Fixture, actor: Actor) -> BestPlayerVote:
    final = read_final(fixture.game) if fixture.game is not None else None
    players = [{"id": key, "name": name} for key, name in final.players] if final is not None else []
    rules.open_vote(player["id"] for player in players)
    row = BestPlayerVote.objects.create(fixture=fixture, players=players)
    record_audit(actor=actor, action="open_vote", target=f"vote:{row.pk}", details={"fixture": fixture.pk})
    if fixture.game_id is not None:
        publish_after_commit(fixture.game_id)
    return row


def _withdraw(vote: BestPlayerVote) -> None:
    record_audit(actor=SOWA, action="withdraw_vote", target=f"vote:{vote.pk}", details={"fixture": vote.fixture_id})
    vote.delete()


@sensitive_variables()
def _load(row: BestPlayerVote) -> rules.Vote:
    """The vote as the rules know it; a ballot that cannot be read names nobody."""
    players = tuple(player["id"] for player in row.players)
    ballots = {}
    for ballot in row.ballots.order_by("voter"):
        place = unseal_choice(vote_id=row.pk, voter=ballot.voter, sealed=ballot.choice) if ballot.choice else None
        ballots[ballot.voter] = players[place] if place is not None and place < len(players) else ""
    return rules.Vote(
        players,
        ballots,
        closed=bool(row.closed_by),
        wiped=row.over_at is not None,
        agreed=row.agreed or None,
        named=row.named or None,
        reason=row.reason,
    )


@sensitive_variables()
def _end_if_over(fixture: Fixture, row: BestPlayerVote, vote: rules.Vote, actor: Actor) -> None:
    """Nothing of the ballots outlives the vote but the outcome."""
    if not vote.over:
        return
    kept = rules.wipe(vote)
    row.over_at, row.agreed = timezone.now(), kept.agreed or ""
    row.save(update_fields=["over_at", "agreed"])
    row.ballots.update(choice="")
    details = {"voted": len(kept.ballots), "agreed": kept.agreed}
    record_audit(actor=actor, action="end_vote", target=f"vote:{row.pk}", details=details)
    _give_if_decided(fixture, row, actor)


def _give_if_decided(fixture: Fixture, row: BestPlayerVote, actor: Actor) -> None:
    best = rules.outcome(_load(row))
    if best.player is None or Owl.objects.filter(club_id=fixture.club_id, annulled_at=None).exists():
        return
    player = next(player for player in row.players if player["id"] == best.player)
    decider = Decider.PLAYERS if best.by is Decider.PLAYERS else Decider.CURATOR
    give_owl(fixture=fixture, player=player, decider=decider, actor=actor)
