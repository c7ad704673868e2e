"""Black boxes (§6): the host seals what is in one before the game; nobody reads it before it is opened.

The seal is public at once: it stands in the setup, which the start pins. What was sealed can only be thrown away
unread, before the start and with a reason.
"""

from __future__ import annotations

import datetime
import secrets
import unicodedata
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from auction.models import BlackBox
from auction.models.boxes import LONGEST_CONTENTS
from auction.rules.boxes import seal
from auction.rules.special import MOST_BOXES
from tournaments.models import AuditEntry, LiveGame
from tournaments.rules.engine import Refusal
from tournaments.rules.fields import is_text
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.gates import require_waiting
from tournaments.services.locks import write_lock
from tournaments.services.play import Outcome
from tournaments.services.publishing import publish_after_commit

Json = dict[str, Any]
SAME_PRESS = datetime.timedelta(seconds=20)  # a second press of the same hand, no guess at what is sealed


def seal_box(*, game_id: int, number: int, contents: str, actor: Actor) -> Outcome:
    """Seals box ``number`` of a game that has not started. A second press at once changes nothing (``repeated``).

    Refused for anyone but a host, after the start, for contents that say nothing or too much, and where a sealed box
    lies already. Raises LiveGame.DoesNotExist.
    """
    text = clean_contents(contents)
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        refusal = _why_not(game, actor) or _flaw(number, text)
        lies_there = BlackBox.objects.filter(game=game, number=number).first()
        if refusal is None and lies_there is not None:
            if lies_there.contents == text and _just_sealed(lies_there, actor):
                return Outcome(accepted=True, seq=game.seq, repeated=True)
            refusal = Refusal("6", "box_sealed_already", {"box": number})
        if refusal is not None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        box = _seal(game, number, text, actor)
        _keep(game)
        details = {"box": number, "commitment": box.commitment}
        record_audit(actor=actor, action="seal_box", target=f"game:{game.pk}", details=details)
    return Outcome(accepted=True, seq=game.seq)


def unseal_box(*, game_id: int, number: int, reason: str, actor: Actor) -> Outcome:
    """Throws a sealed box away, unread; its seal and the reason stay in the audit.

    Refused for anyone but a host, after the start, and without a reason in words. Raises LiveGame.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        game = LiveGame.objects.select_for_update().get(pk=game_id)
        refusal = _why_not(game, actor)
        box = BlackBox.objects.filter(game=game, number=number).first()
        if refusal is None and box is None:
            refusal = Refusal("6", "box_not_sealed", {"box": number})
        if refusal is None and not (is_text(reason) and any(map(str.isalpha, reason))):
            refusal = Refusal("6", "box_reason_missing", {})
        if refusal is not None or box is None:
            return Outcome(accepted=False, seq=game.seq, refusal=refusal)
        details = {"box": number, "commitment": box.commitment, "reason": reason.strip()[:500]}
        box.delete()
        game.setup = {**game.setup, "boxes": _seals(game)}
        _keep(game)
        record_audit(actor=actor, action="unseal_box", target=f"game:{game.pk}", details=details)
    return Outcome(accepted=True, seq=game.seq)


def clean_contents(contents: str) -> str:
    """The text as it is sealed: without white space around it, its lines ended alike."""
    return contents.replace("\r\n", "\n").replace("\r", "\n").strip()


def with_contents(*, game: LiveGame, command: Json) -> Json:
    """The command to open a box, with what was sealed: the rules compare it with the seal. Under the game's lock."""
    number = command.get("box")
    box = BlackBox.objects.filter(game=game, number=number).first() if type(number) is int else None
    plain = {key: value for key, value in command.items() if key not in ("contents", "salt")}
    return plain if box is None else {**plain, "contents": box.contents, "salt": box.salt}


def mark_opened(*, game: LiveGame, number: int) -> None:
    """The hall has seen what was in the box."""
    BlackBox.objects.filter(game=game, number=number, opened_at=None).update(opened_at=timezone.now())


def seal_stand_ins(*, game: LiveGame, actor: Actor) -> None:
    """A rehearsal has as many boxes as the evening, with nothing of it in them. In the caller's transaction."""
    evening = game.rehearsal_of
    count = len(evening.setup.get("boxes", ())) if evening is not None else 0
    game.setup = {**game.setup, "boxes": []}
    for number in range(1, count + 1):
        _seal(game, number, _("A box of the rehearsal: on the evening something else lies in it."), actor)
    game.save(update_fields=["setup"])


def _seal(game: LiveGame, number: int, text: str, actor: Actor) -> BlackBox:
    """Locks the text up and puts its seal into the setup."""
    salt = secrets.token_hex(32)
    box = BlackBox.objects.create(
        game=game,
        number=number,
        contents=text,
        salt=salt,
        commitment=seal(text, salt),
        sealed_by=(actor.name or actor.key)[:200],
    )
    game.setup = {**game.setup, "boxes": _seals(game)}
    return box


def _why_not(game: LiveGame, actor: Actor) -> Refusal | None:
    try:
        require_waiting(game, actor)
    except Refusal as refusal:
        return refusal
    return None


def _flaw(number: int, text: str) -> Refusal | None:
    if not is_text(text):
        return Refusal("6", "box_unreadable", {})
    if not 1 <= number <= MOST_BOXES:
        return Refusal("6", "box_no_more", {"most": MOST_BOXES})
    if not any(unicodedata.category(char)[0] in "LNS" for char in text):  # a letter, a digit, an emoji
        return Refusal("6", "box_empty", {})
    if len(text) > LONGEST_CONTENTS:
        return Refusal("6", "box_too_long", {"longest": LONGEST_CONTENTS, "length": len(text)})
    return None


def _just_sealed(box: BlackBox, actor: Actor) -> bool:
    """Whether the same hand sealed it a moment ago: anybody else could try out what is in it."""
    entries = AuditEntry.objects.filter(action="seal_box", target=f"game:{box.game_id}", actor=actor.key)
    last = entries.order_by("-pk").first()
    return (
        last is not None
        and last.details.get("commitment") == box.commitment
        and (timezone.now() - box.sealed_at < SAME_PRESS)
    )


def _seals(game: LiveGame) -> list[Json]:
    """What everybody may know of the boxes."""
    rows = BlackBox.objects.filter(game=game).order_by("number").values_list("number", "commitment")
    return [{"number": number, "commitment": commitment} for number, commitment in rows]


def _keep(game: LiveGame) -> None:
    """The seals in the setup are those of the boxes; the start pins them."""
    game.save(update_fields=["setup"])
    publish_after_commit(game.pk)
