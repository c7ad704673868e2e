"""§5.2.3.1: a sheet that the captain writes, changes and hands in when it is complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from appeals.models import Appeal
from appeals.rules.ground import Earlier, check_ground
from appeals.rules.state import Kind, Phase
from appeals.rules.texts import clean_lines, clean_text
from appeals.selectors.fingerprints import draft_mark
from appeals.selectors.folds import read_state
from appeals.selectors.questions import read_asked
from appeals.services.logs import lock_appeal
from chgk.models import Fixture
from chgk.services.desk import lock_club
from tournaments.models import LiveGame, Person, User
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citation_sizes import check_sizes
from tournaments.rules.citations import Citation, as_json, from_json
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def start_draft(
    *,
    game_id: int,
    question: int,
    kind: Kind,
    content: Mapping[str, Any],
    captain: Person | None,
    author: User | None,
    actor: Actor,
) -> Appeal:
    """A new sheet on a question of the team's own game (§5.2.1). Who may is asked before.

    Refused for a question that was not played, for what the team has already, and for the same ground a second time
    (§5.4.1); for texts that are too long; in a closed season. Raises Fixture.DoesNotExist for any other game.
    """
    with write_lock(), transaction.atomic():
        fixture = Fixture.objects.select_related("club").get(game_id=game_id)
        lock_club(fixture.club_id)
        game = LiveGame.objects.get(pk=game_id)
        require_ground(game, question, kind)
        try:
            with transaction.atomic():
                row = Appeal.objects.create(
                    club=fixture.club,
                    game=game,
                    question=question,
                    kind=kind.value,
                    team=game.setup["team"]["id"],
                    captain=captain,
                    author=author,
                    draft=clean_content(content),
                    phase=Phase.DRAFT.value,
                )
        except IntegrityError as error:  # two pages at once
            raise Refusal("5.2.3", "ground_drafted", {"number": ""}) from error
        details = {"game": game.pk, "question": question, "kind": kind.value}
        record_audit(actor=actor, action="start_appeal", target=f"appeal:{row.pk}", details=details)
    return row


def save_draft(*, appeal_id: int, content: Mapping[str, Any], seen: str | None = None, actor: Actor) -> Appeal:
    """What the captain has written so far. ``seen``: the mark of what the page showed.

    Refused for too long texts, once it is with the curator or the jury, and where another page has been saved since
    (never for what is so already).
    """
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        if read_state(row).phase not in (Phase.DRAFT, Phase.RETURNED):
            raise Refusal("5.2.3", "already_filed")
        draft = clean_content(content)
        if draft != row.draft:
            _require_seen(row, seen)
        row.draft = draft
        row.save(update_fields=["draft"])
    return row


def discard_draft(*, appeal_id: int, seen: str | None = None, actor: Actor) -> None:
    """A sheet that was never handed in goes away. Refused for every other: those are withdrawn, and stay.

    And where it was saved from another page since ``seen``: nobody throws away what they have not read.
    """
    with write_lock(), transaction.atomic():
        row = lock_appeal(appeal_id)
        if row.seq:
            raise Refusal("5.3.3", "filed_appeals_stay")
        _require_seen(row, seen)
        details = {"game": row.game_id, "question": row.question}
        record_audit(actor=actor, action="discard_appeal", target=f"appeal:{row.pk}", details=details)
        row.delete()


def _require_seen(row: Appeal, seen: str | None) -> None:
    if seen is not None and seen != draft_mark(row):
        raise Refusal("5.2.3", "draft_moved_on")


def require_ground(game: LiveGame, question: int, kind: Kind, *, but: int | None = None) -> None:
    """§5.2.1, §5.2.2, §5.4.1: there is something to appeal against, and it has not been asked before."""
    asked = read_asked(game)
    if question not in asked:
        raise Refusal("5.2.1", "question_not_played")
    rows = [row for row in Appeal.objects.filter(game=game, question=question) if row.pk != but]
    earlier = [Earlier(row.number, Kind(row.kind), Phase(row.phase)) for row in rows]
    check_ground(kind, asked[question].played, earlier)


def clean_content(content: Mapping[str, Any]) -> dict[str, Any]:
    """What a form sent, as it is kept. Refused, with the field, for what is too long or too much."""
    paragraph = "5.2.3.1"
    return {
        "reasoning": clean_text("reasoning", content.get("reasoning", ""), paragraph),
        "given": clean_text("given", " ".join(str(content.get("given", "")).split()), paragraph),
        "accepted": clean_lines("accepted", content.get("accepted", ()), paragraph),
        "sources": [as_json(citation) for citation in _citations(content, paragraph)],
    }


def citations_of(draft: Mapping[str, Any]) -> list[Citation]:
    """The sources of a stored draft; of one from before they had parts, what each line seems to cite."""
    sources = draft.get("sources", ())
    return [from_json(source) if "kind" in source else propose_citation(source["raw"]) for source in sources]


def _citations(content: Mapping[str, Any], paragraph: str) -> Sequence[Citation]:
    """``citations`` of a form, or ``sources``: lines of text."""
    if "citations" not in content:
        return [propose_citation(line) for line in clean_lines("sources", content.get("sources", ()), paragraph)]
    check_sizes(content["citations"])
    return list(content["citations"])
