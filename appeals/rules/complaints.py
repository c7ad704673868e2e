"""§5.4: a ruling is final; what the jury did on the way to it may be complained of to the council of captains."""

from __future__ import annotations

from appeals.rules import commands as c
from appeals.rules import events as e
from appeals.rules.state import Appeal, Complaint, Finding, Phase
from appeals.rules.texts import has_letters
from tournaments.rules.deadlines import is_over
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import Decision, decide_vote


def complain(appeal: Appeal, command: c.Complain) -> tuple[e.Event, ...]:
    """§5.4.2: within a week of the announcement, about the procedure, each person once."""
    told = appeal.announcement
    if told is None:
        raise Refusal("5.4.2", "not_announced")
    if any(one.by == command.by and one.at >= told.at for one in appeal.complaints):
        raise Refusal("5.4.2", "complained_already")
    if is_over(told.complain_until, command.at):
        raise Refusal("5.4.2", "complaint_late")
    if not command.on_procedure:
        raise Refusal("5.4.1", "complaint_on_merits")
    if not has_letters(command.text):
        raise Refusal("5.4.2", "complaint_without_words")
    number = len(appeal.complaints) + 1
    return (e.ComplaintMade(Complaint(number, command.by, command.name, command.text.strip(), command.at)),)


def hear(appeal: Appeal, command: c.HearComplaint) -> tuple[e.Event, ...]:
    """§5.4.2: the council finds, by the command's rule; below its quorum it meets again."""
    complaint = next((one for one in appeal.complaints if one.number == command.number), None)
    if complaint is None:
        raise Refusal("5.4.2", "complaint_unknown")
    if complaint.finding is not None:
        raise Refusal("5.4.2", "complaint_heard")
    if not has_letters(command.finding):
        raise Refusal("5.4.2", "finding_without_words")
    result = decide_vote(command.rule, command.count)
    if result.decision is Decision.NO_QUORUM:
        raise Refusal("5.1.2", "council_without_quorum", {"came": command.count.present, "needed": result.needed})
    upheld = result.decision is Decision.ADOPTED
    if command.repeat:
        _check_repeat(appeal, upheld=upheld)
    finding = Finding(
        upheld,
        command.finding.strip(),
        command.at,
        command.count.composition,
        command.count.in_favour,
        command.count.against,
        command.count.abstained,
        repeat=command.repeat,
    )
    return (e.ComplaintHeard(command.number, finding, command.decide_by),)


def _check_repeat(appeal: Appeal, *, upheld: bool) -> None:
    if not appeal.settings.complaint_repeats:
        raise Refusal("5.4.1", "repeat_not_allowed")
    if not upheld:
        raise Refusal("5.4.2", "repeat_without_fault")
    if appeal.phase is not Phase.ANNOUNCED:
        raise Refusal("5.4.2", "repeated_already")
