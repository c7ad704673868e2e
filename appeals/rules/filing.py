"""§5.2: a team hands its appeal in, the curator receives it or sends it back for a fault of form."""

from __future__ import annotations

from appeals.rules import commands as c
from appeals.rules import events as e
from appeals.rules.state import MOST_SOURCES, Appeal, Kind, Phase, Sheet
from appeals.rules.texts import has_words
from tournaments.rules.citations import check_citation, from_json
from tournaments.rules.engine import Refusal

PARAGRAPHS_OF_FAULTS = ("5.2.1", "5.2.2", "5.2.3", "5.2.3.1", "5.2.3.2")  # for which an appeal is sent back


def check_sheet(sheet: Sheet) -> None:
    """§5.2.3.1, §5.2.3.2: refused if something is missing that belongs on the sheet, or in one of its sources.

    A refusal about a source is that of the rules for questions (§4.1.2); ``source`` in its params is the place.
    """
    if not has_words(sheet.reasoning):
        raise Refusal("5.2.3.1", "reasoning_missing")
    if sheet.kind is Kind.ACCEPT and not has_words(sheet.given):
        raise Refusal("5.2.3.1", "given_missing")
    sources = [source for source in sheet.sources if has_words(source.raw)]
    if not sources:
        raise Refusal("5.2.3.1", "source_missing")
    if len(sources) > MOST_SOURCES:
        raise Refusal("5.2.3.1", "too_many_sources", {"most": MOST_SOURCES, "count": len(sources)})
    for place, source in enumerate(sources, 1):
        for refusal in () if source.citation is None else check_citation(from_json(source.citation)):
            paragraph, code = refusal.paragraph, refusal.code
            raise Refusal(paragraph, code, {**refusal.params, "source": place})


def file(appeal: Appeal, command: c.File) -> tuple[e.Event, ...]:
    """§5.2.3: complete, and not while it lies with the curator or the jury."""
    if appeal.phase is Phase.WITHDRAWN:
        raise Refusal("5.4.1", "appeal_withdrawn")
    if appeal.phase not in (Phase.DRAFT, Phase.RETURNED):
        raise Refusal("5.2.3", "already_filed")
    check_sheet(command.sheet)
    return (e.Filed(command.sheet, command.settings, command.decide_by, command.at),)


def withdraw(appeal: Appeal, command: c.Withdraw) -> tuple[e.Event, ...]:
    """A team may think better of it until the announcement: it does not know before how far its jury is."""
    if appeal.phase is Phase.WITHDRAWN:
        raise Refusal("5.2.1", "appeal_withdrawn")
    if appeal.phase is Phase.ANNOUNCED:
        raise Refusal("5.4.1", "too_late_to_withdraw")
    return (e.Withdrawn(command.at),)


def send_back(appeal: Appeal, command: c.Return) -> tuple[e.Event, ...]:
    """§5.2.3: only for a fault of form, and with its paragraph."""
    _require_filed(appeal)
    if command.paragraph not in PARAGRAPHS_OF_FAULTS:
        raise Refusal("5.2.3", "fault_not_formal", {"paragraphs": PARAGRAPHS_OF_FAULTS})
    if not has_words(command.reason):
        raise Refusal("5.2.3", "fault_without_words")
    return (e.Returned(command.paragraph, command.reason.strip(), command.at),)


def receive(appeal: Appeal, command: c.Receive) -> tuple[e.Event, ...]:
    """§5.2.4: the curator takes it on."""
    _require_filed(appeal)
    return (e.Received(command.at),)


def _require_filed(appeal: Appeal) -> None:
    if appeal.phase is Phase.WITHDRAWN:
        raise Refusal("5.2.4", "appeal_withdrawn")
    if appeal.phase is not Phase.FILED:
        raise Refusal("5.2.4", "not_waiting_for_receipt")
