"""What all rulings on a question come to together: several appeals, and the host, may have ruled on the same one."""

from __future__ import annotations

from appeals.models import Appeal
from appeals.rules.state import Kind, Phase
from appeals.selectors.folds import read_state
from chgk.rules.questions import Verdict
from tournaments.models import GameCommand
from tournaments.selectors.games import effective_commands

VERDICTS = {Kind.ACCEPT: Verdict.ACCEPT, Kind.REMOVE: Verdict.REMOVE}


def verdict_in_force(row: Appeal, *, granted: bool) -> Verdict:
    """The verdict on the appeal's question once this appeal is granted, or is so no longer (§5.2.2). Four queries.

    A question that any ruling takes out stays out; else an answer that any ruling accepts counts.
    """
    verdicts = _of_other_appeals(row) | {_of_the_host(row)}
    if granted:
        verdicts.add(VERDICTS[Kind(row.kind)])
    return next((one for one in (Verdict.REMOVE, Verdict.ACCEPT) if one in verdicts), Verdict.NONE)


def _of_other_appeals(row: Appeal) -> set[Verdict]:
    announced = Appeal.objects.filter(game=row.game_id, question=row.question, phase=Phase.ANNOUNCED.value)
    return {VERDICTS[Kind(other.kind)] for other in announced.exclude(pk=row.pk) if read_state(other).granted}


def _of_the_host(row: Appeal) -> Verdict:
    """The last ruling that no appeal has brought about."""
    wanted = {"accepted": True, "command__do": "rule", "command__question": row.question}
    if not GameCommand.objects.filter(game=row.game_id, **wanted).exists():
        return Verdict.NONE  # nearly always: the log need not be read
    last = Verdict.NONE
    for one in effective_commands(row.game):
        command = one.command
        if command["do"] == "rule" and command["question"] == row.question and "appeal" not in command:
            last = Verdict(command["verdict"])
    return last
