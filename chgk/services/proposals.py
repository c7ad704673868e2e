"""§4.2.3: testers propose another text for a part of a question; its editor takes or declines it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from chgk.models import Proposal, Question
from chgk.models.packages import lines_of
from chgk.models.testing import LONGEST_PART, LONGEST_WORD
from chgk.rules.packages import EDITABLE
from chgk.rules.sizes import LONGEST
from chgk.rules.testing import Part, check_proposal, read_digest, tidy
from chgk.services.bank_questions import lines_for
from chgk.services.desk import decider
from chgk.services.testing import lock_package, require_answered, require_texts
from chgk.services.testing_notes import touch
from tournaments.models import Person
from tournaments.rules.citation_proposals import propose_citation
from tournaments.rules.citations import as_json, from_json
from tournaments.rules.engine import Refusal
from tournaments.services.actors import Actor
from tournaments.services.audit import record_audit
from tournaments.services.locks import write_lock


def part_of(question: Question, part: Part) -> str:
    """The text of a part as it stands."""
    return tidy(part, str(getattr(question, part.value)))


def part_digest(question: Question, part: Part) -> str:
    """What a form that edits a copy of the part has seen."""
    return read_digest((part_of(question, part),))


def make_proposal(
    *,
    package_id: int,
    question_id: int,
    part: Part,
    after: str,
    seen: str,
    words: str = "",
    tester: Person,
    actor: Actor,
) -> Proposal:
    """Another text for a part; it takes the place of the tester's own open proposal for the same part.

    Refused before the tester has answered, if the part is not what was ``seen`` any more, if nothing changes, if a
    question or an answer would be taken away, and for an endless text. Raises Question.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        question = require_answered(package_id, question_id, tester)
        before, wanted = part_of(question, part), tidy(part, after)
        if seen != part_digest(question, part):
            raise Refusal("4.2.3", "part_changed_meanwhile", {})
        check_proposal(part, before, wanted, _longest(part))
        own = Proposal.objects.filter(question=question, person=tester, part=part.value, state=Proposal.State.OPEN)
        same = own.filter(before=before, after=wanted).first()
        if same is not None:
            return same
        own.update(state=Proposal.State.WITHDRAWN, decided_at=timezone.now())
        return Proposal.objects.create(
            question=question,
            person=tester,
            part=part.value,
            before=before,
            after=wanted,
            words=" ".join(words.split())[:LONGEST_WORD],
        )


def withdraw_proposal(*, package_id: int, question_id: int, proposal_id: int, tester: Person, actor: Actor) -> Proposal:
    """The tester takes it back; once. Refused when it has been decided. Raises Proposal.DoesNotExist."""
    with write_lock(), transaction.atomic():
        question = require_answered(package_id, question_id, tester)
        row = Proposal.objects.select_for_update(of=("self",)).get(pk=proposal_id, question=question, person=tester)
        return _decide(row, Proposal.State.WITHDRAWN, "", actor)


def take_proposal(*, package_id: int, proposal_id: int, word: str = "", actor: Actor) -> Proposal:
    """The part gets the proposed text; once, whoever presses it.

    Refused if the part is not what it was when the text was proposed, if the proposal was decided otherwise, and in a
    package whose texts stand. Who may is asked before. Raises Proposal.DoesNotExist.
    """
    with write_lock(), transaction.atomic():
        row = _locked(package_id, proposal_id)
        if row.state == Proposal.State.TAKEN:
            return row
        part = Part(row.part)
        if row.state == Proposal.State.OPEN:
            if part_of(row.question, part) != row.before:
                raise Refusal("4.2.3", "proposal_stale", {})
            _write(row.question, part, row.after, actor)
        return _decide(row, Proposal.State.TAKEN, word, actor)


def note_taken_by_hand(*, package_id: int, proposal_id: int, word: str = "", actor: Actor) -> Proposal:
    """The editor has put it in by other words. As :func:`take_proposal`, but nothing is written into the question."""
    with write_lock(), transaction.atomic():
        return _decide(_locked(package_id, proposal_id), Proposal.State.BY_HAND, word, actor)


def decline_proposal(*, package_id: int, proposal_id: int, word: str = "", actor: Actor) -> Proposal:
    """It stays as it is, with a word to the tester if the editor has one. Refused as :func:`take_proposal`."""
    with write_lock(), transaction.atomic():
        return _decide(_locked(package_id, proposal_id), Proposal.State.DECLINED, word, actor)


def _locked(package_id: int, proposal_id: int) -> Proposal:
    package = lock_package(package_id)
    require_texts(package)
    if package.state not in EDITABLE:
        raise Refusal("4.2.3", "texts_stand", {})
    locked = Proposal.objects.select_for_update(of=("self",))
    row = locked.get(pk=proposal_id, question__package=package)
    row.question = Question.objects.select_for_update(of=("self",)).get(pk=row.question_id)
    return row


def _decide(row: Proposal, state: Proposal.State, word: str, actor: Actor) -> Proposal:
    if row.state == state:
        return row
    if row.state != Proposal.State.OPEN:
        raise Refusal("4.2.3", "proposal_decided", {})
    row.state, row.decided_at, row.decided_by = state, timezone.now(), decider(actor)
    row.word = " ".join(word.split())[:LONGEST_WORD]
    row.save(update_fields=["state", "decided_at", "decided_by", "word"])
    details = {"question": row.question_id, "proposal": row.pk, "part": row.part, "state": row.state}
    record_audit(actor=actor, action="decide_proposal", target=f"package:{row.question.package_id}", details=details)
    return row


def _write(question: Question, part: Part, text: str, actor: Actor) -> None:
    """The part, and with the sources what they were confirmed to cite: of new lines what they seem to."""
    values: dict[str, object] = {part.value: text}
    if part is Part.SOURCE:
        known = {lines_for([from_json(one)]): one for one in question.citations}
        values["citations"] = [known.get(line) or as_json(propose_citation(line)) for line in lines_of(text)]
    touch(question, **values)
    details = {"package": question.package_id, "parts": sorted(values)}
    record_audit(actor=actor, action="change_question", target=f"question:{question.pk}", details=details)


def _longest(part: Part) -> int:
    return LONGEST.get(part.value, LONGEST_PART)
