"""The scratch list at the fireplace: proposing, striking out, being for a version, the captain's choice (§3.1.5).

It leaves no trace outside the team: no command, no event, no line of the audit, and no refusal repeats what was typed.
Each of these says what it did to the table's own screens alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from chgk.models import LONGEST_VERSION, Favour, Version
from chgk.rules.fireplace import require_captain, require_discussed, require_table
from chgk.rules.session import Session
from tournaments.models import LiveGame
from tournaments.rules.engine import Refusal
from tournaments.rules.likeness import normalise
from tournaments.services.access_links import require_seat
from tournaments.services.actors import Actor
from tournaments.services.chat import clean_text
from tournaments.services.gates import require_open
from tournaments.services.locks import write_lock
from tournaments.services.publishing import publish_after_commit
from tournaments.services.replay_log import load_session

MOST_VERSIONS = 60  # for one question; more than a table can look through in its minutes


@dataclass(frozen=True, slots=True)
class Proposal:
    """A version on the list. ``seconded``: it lay there already, and who proposed it again is now for it."""

    version: Version
    seconded: bool = False


def propose_version(*, game_id: int, question: int, text: str, actor: Actor, message_id: str = "") -> Proposal:
    """Puts ``text`` (at most 200 letters) on the list of the ``question`` that is being talked over.

    The same ``message_id`` of the same author is answered with what came of it first. The words of a version that
    stands on the list already count as a voice for it. Raises :class:`Refusal` (§3.1.5): nothing to read in it, too
    long, no question or another one, the list is full, a seat that is not at this table; and LiveGame.DoesNotExist.
    """
    text = clean_text(text)
    with _fireplace(game_id, actor) as (game, session):
        said = Version.objects.filter(game=game, author_key=actor.key, message_id=message_id).first()
        if message_id and said is not None:
            return Proposal(said)
        _require_words(text)
        require_discussed(session, question)
        listed = list(Version.objects.filter(game=game, question=question))
        same = [one for one in listed if one.struck_at is None and normalise(one.text) == normalise(text)]
        if same and normalise(text):
            if same[0].author_key != actor.key and _favour(same[0], actor):
                _changed(game)
            return Proposal(same[0], seconded=True)
        if len(listed) >= MOST_VERSIONS:
            raise Refusal("3.1.5", "too_many_versions", {"limit": MOST_VERSIONS})
        version = Version.objects.create(
            game=game,
            number=_changed(game),
            question=question,
            text=text,
            author_key=actor.key,
            author_name=actor.name[:200],
            message_id=message_id or uuid4().hex,
        )
    return Proposal(version)


def strike_version(*, game_id: int, number: int, actor: Actor) -> Version:
    """Strikes a version out, for all to see by whom; it can be restored. Anybody at the table may.

    Raises :class:`Refusal`, LiveGame.DoesNotExist and Version.DoesNotExist.
    """
    with _version(game_id, number, actor) as (version, _session):
        if version.struck_at is None:
            version.struck_at, version.struck_by, version.chosen_at = timezone.now(), actor.name[:200], None
            version.save(update_fields=["struck_at", "struck_by", "chosen_at"])
            _changed(version.game)
    return version


def restore_version(*, game_id: int, number: int, actor: Actor) -> Version:
    """Takes a striking out back. Raises as :func:`strike_version`."""
    with _version(game_id, number, actor) as (version, _session):
        if version.struck_at is not None:
            version.struck_at, version.struck_by = None, ""
            version.save(update_fields=["struck_at", "struck_by"])
            _changed(version.game)
    return version


def favour_version(*, game_id: int, number: int, actor: Actor) -> Version:
    """Notes that who sits there is for it; once, however often it is said. Raises as :func:`strike_version`."""
    with _version(game_id, number, actor) as (version, _session):
        _require_unstruck(version)
        if _favour(version, actor):
            _changed(version.game)
    return version


def withdraw_favour(*, game_id: int, number: int, actor: Actor) -> Version:
    """Takes it back. Raises as :func:`strike_version`."""
    with _version(game_id, number, actor) as (version, _session):
        if version.favours.filter(voice=voice_of(actor)).delete()[0]:
            _changed(version.game)
    return version


def choose_version(*, game_id: int, number: int, actor: Actor) -> Version:
    """Marks the team's choice, in place of another one; the captain's alone. It answers nothing: an answer is given.

    Raises as :func:`strike_version`.
    """
    with _version(game_id, number, actor) as (version, session):
        require_captain(session, actor.player)
        _require_unstruck(version)
        if version.chosen_at is None:
            Version.objects.filter(game=version.game, question=version.question).update(chosen_at=None)
            version.chosen_at = timezone.now()
            version.save(update_fields=["chosen_at"])
            _changed(version.game)
    return version


def withdraw_choice(*, game_id: int, number: int, actor: Actor) -> Version:
    """Takes the mark away again. Raises as :func:`strike_version`."""
    with _version(game_id, number, actor) as (version, session):
        require_captain(session, actor.player)
        if version.chosen_at is not None:
            version.chosen_at = None
            version.save(update_fields=["chosen_at"])
            _changed(version.game)
    return version


def voice_of(actor: Actor) -> str:
    """Who somebody at the table is among the voices: the player, or the seat where no player is named."""
    return actor.player or actor.key


@contextmanager
def _fireplace(game_id: int, actor: Actor) -> Iterator[tuple[LiveGame, Session]]:
    """The game and its state under the lock, for somebody who sits at this table now."""
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        session: Session = load_session(game)
        require_table(session, actor.role, actor.team)
        require_seat(game_id, actor)
        require_open(game, actor)
        if game.started_at is None:
            raise Refusal("3.1.5", "nothing_discussed", {})
        if game.finished_at is not None:
            raise Refusal("3.1.5", "fireplace_over", {})
        yield game, session


@contextmanager
def _version(game_id: int, number: int, actor: Actor) -> Iterator[tuple[Version, Session]]:
    """A version of the question that is being talked over, likewise."""
    with _fireplace(game_id, actor) as (game, session):
        version = Version.objects.select_related("game").get(game=game, number=number)
        require_discussed(session, version.question)
        yield version, session


def _require_words(text: str) -> None:
    if not any(unicodedata.category(char)[0] in "LNPS" for char in text):
        raise Refusal("3.1.5", "version_empty", {})
    if len(text) > LONGEST_VERSION:
        raise Refusal("3.1.5", "version_too_long", {"length": len(text), "limit": LONGEST_VERSION})


def _require_unstruck(version: Version) -> None:
    if version.struck_at is not None:
        raise Refusal("3.1.5", "version_struck", {})


def _favour(version: Version, actor: Actor) -> bool:
    """Whether this voice is new."""
    _row, is_new = Favour.objects.get_or_create(
        version=version, voice=voice_of(actor), defaults={"name": actor.name[:200]}
    )
    return is_new


def _changed(game: LiveGame) -> int:
    """The next number of what is said in this game: screens know by it which state of the list is the newer one."""
    game.chat_seq += 1
    LiveGame.objects.filter(pk=game.pk).update(chat_seq=game.chat_seq)
    publish_after_commit(game.pk)
    return game.chat_seq
