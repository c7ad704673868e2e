"""The steps that a page of an appeal offers: who may, when they fit, what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from appeals.forms import FindingForm
from appeals.rules.projection import MemberNow
from appeals.rules.state import AT_WORK, BEFORE_THE_JURY, DECIDES, WITH_THE_JURY, Choice, Phase
from appeals.selectors.juries import complaint_motions, council_of
from appeals.services import complaints, considering, filing, rulings
from appeals.views.doors import Visitor
from tournaments.rules.engine import Refusal
from tournaments.rules.votes import Count


class Malformed(Exception):
    """A form whose fields are not right; the page shows it again."""

    def __init__(self, form: Any) -> None:
        super().__init__()
        self.form = form


@dataclass(frozen=True, slots=True)
class Step:
    """A deed. ``may``: whose it is; ``fits``: whether the appeal is there just now (the service decides anyway)."""

    may: Callable[[Visitor], bool]
    fits: Callable[[Visitor], bool]
    do: Callable[[HttpRequest, Visitor], str]


def _common(request: HttpRequest, visitor: Visitor) -> dict[str, Any]:
    return {
        "appeal_id": visitor.row.pk,
        "actor": visitor.actor,
        "command_id": request.POST.get("command_id", "")[:64],
    }


def _me(visitor: Visitor) -> MemberNow | None:
    return next((member for member in visitor.seen.members if member.mine), None)


def _withdraw(request: HttpRequest, visitor: Visitor) -> str:
    filing.withdraw_appeal(**_common(request, visitor))
    return _("The appeal is withdrawn.")


def _receive(request: HttpRequest, visitor: Visitor) -> str:
    row = filing.receive_appeal(**_common(request, visitor))
    if row.phase == Phase.WAITING.value:
        return _("The appeal is received. It waits for a jury that the council has confirmed.")
    return _("The appeal is received and lies with the jury.")


def _return(request: HttpRequest, visitor: Visitor) -> str:
    paragraph, reason = request.POST.get("paragraph", ""), request.POST.get("reason", "")
    filing.return_appeal(paragraph=paragraph, reason=reason, **_common(request, visitor))
    return _("The appeal is returned to the captain.")


def _read(request: HttpRequest, visitor: Visitor) -> str:
    considering.confirm_reading(juror=visitor.audience.id, **_common(request, visitor))
    return _("It is recorded that you have read the appeal.")


def _view(request: HttpRequest, visitor: Visitor) -> str:
    text = request.POST.get("text", "")
    considering.state_view(juror=visitor.audience.id, text=text, **_common(request, visitor))
    return _("Your view is recorded.")


def _vote(request: HttpRequest, visitor: Visitor) -> str:
    try:
        choice = Choice(request.POST.get("choice", ""))
    except ValueError:
        raise Refusal("5.3.2", "choice_missing") from None
    considering.cast_vote(juror=visitor.audience.id, choice=choice, **_common(request, visitor))
    return _("Your vote is recorded.")


def _recuse(request: HttpRequest, visitor: Visitor) -> str:
    juror = visitor.audience.id if visitor.is_juror else request.POST.get("juror", "")
    considering.recuse_member(juror=juror, reason=request.POST.get("reason", ""), **_common(request, visitor))
    return _("It is recorded: the member has no vote in this appeal.")


def _decide(request: HttpRequest, visitor: Visitor) -> str:
    granted = {"grant": True, "deny": False}.get(request.POST.get("outcome", ""))
    if granted is None:
        raise Refusal("5.3.2", "choice_missing")
    reason = request.POST.get("reason", "")
    rulings.decide_appeal(granted=granted, reason=reason, **_common(request, visitor))
    return _("Your decision is recorded. Announce it when you have looked at its effect.")


def _announce(request: HttpRequest, visitor: Visitor) -> str:
    accepted = request.POST.get("accepted", "").splitlines()
    seen = request.POST.get("seen") or None
    rulings.announce_ruling(accepted=accepted, seen=seen, **_common(request, visitor))
    return _("The ruling is announced and in force.")


def _complain(request: HttpRequest, visitor: Visitor) -> str:
    if visitor.person is None:
        raise Refusal("5.4.2", "complaint_unknown")
    complaints.make_complaint(
        person=visitor.person,
        text=request.POST.get("text", ""),
        on_procedure=request.POST.get("on_procedure") == "yes",
        **_common(request, visitor),
    )
    return _("The complaint goes to the council of captains.")


def _finding(request: HttpRequest, visitor: Visitor) -> str:
    composition = len(council_of(visitor.row.club))
    typed = request.POST.get("number", "")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 5 else 0
    motion = complaint_motions(visitor.row).get(number)
    voted = motion is not None and motion.is_decided
    form = FindingForm(request.POST, composition=composition, voted=voted)
    if not form.is_valid():
        raise Malformed(form)
    data = form.cleaned_data
    count = None if voted else Count(composition, data["in_favour"], data["against"], data["abstained"])
    complaints.record_finding(
        number=number, count=count, finding=data["finding"], repeat=data["repeat"], **_common(request, visitor)
    )
    return _("The council's finding is recorded and published.")


def _phase(*phases: Phase) -> Callable[[Visitor], bool]:
    return lambda visitor: visitor.state.phase in phases


def _curates(visitor: Visitor) -> bool:
    return visitor.curates


def _member(fits: Callable[[MemberNow], bool], *phases: Phase) -> Callable[[Visitor], bool]:
    def check(visitor: Visitor) -> bool:
        me = _me(visitor)
        return me is not None and not me.recused and visitor.state.phase in phases and fits(me)

    return check


def _is_my_turn(visitor: Visitor) -> bool:
    following = visitor.seen.following
    return following is not None and following.mine


def _may_withdraw(visitor: Visitor) -> bool:
    """A team that cannot tell a jury at work from one that is done is offered it as long as it is being considered."""
    return visitor.state.phase not in (Phase.DRAFT, Phase.WITHDRAWN, Phase.ANNOUNCED)


def _may_recuse(visitor: Visitor) -> bool:
    me = _me(visitor)
    if visitor.state.phase not in WITH_THE_JURY or len(visitor.state.voters) <= DECIDES:
        return False
    return visitor.curates or (me is not None and not me.recused and not me.has_voted)


def _may_complain(visitor: Visitor) -> bool:
    mine = [one for one in visitor.seen.complaints if one.by and one.by == visitor.audience.id]
    return visitor.state.phase is Phase.ANNOUNCED and not mine


DEEDS: Mapping[str, Step] = {
    "withdraw": Step(lambda visitor: visitor.is_team, _may_withdraw, _withdraw),
    "receive": Step(_curates, _phase(Phase.FILED), _receive),
    "return": Step(_curates, _phase(Phase.FILED), _return),
    "read": Step(lambda visitor: visitor.is_juror, _member(lambda me: not me.has_read, *AT_WORK), _read),
    "view": Step(
        lambda visitor: visitor.is_juror,
        _member(lambda me: bool(me.has_read) and not me.has_spoken, Phase.SPEAKING),
        _view,
    ),
    "vote": Step(lambda visitor: visitor.is_juror, _is_my_turn, _vote),
    "recuse": Step(
        lambda visitor: visitor.is_juror or visitor.curates,
        _may_recuse,
        _recuse,
    ),
    "decide": Step(_curates, _phase(Phase.CURATOR), _decide),
    "announce": Step(_curates, _phase(Phase.DECIDED), _announce),
    "complain": Step(lambda visitor: visitor.person is not None, _may_complain, _complain),
    "finding": Step(
        _curates,
        lambda visitor: (
            visitor.state.phase not in BEFORE_THE_JURY and any(one.finding is None for one in visitor.state.complaints)
        ),
        _finding,
    ),
}
