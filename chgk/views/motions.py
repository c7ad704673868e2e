"""One motion of the council: read, talked over, voted on, promulgated. No page tells a count before the close."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from chgk.council_forms import VoteForm
from chgk.council_page import read_motion
from chgk.models import Motion
from chgk.refusal_words import refused
from chgk.rules.council import Choice, Kind
from chgk.selectors.council import kind_of, motions
from chgk.services.council import open_vote, say_word, withdraw_motion
from chgk.services.council_votes import cast_ballot, close_if_due
from chgk.services.regulation import promulgate
from chgk.views.council import Visitor, find_visitor
from tournaments.rules.engine import Refusal
from tournaments.views.answers import no_seat


class _Malformed(Exception):
    def __init__(self, form: Any) -> None:
        super().__init__()
        self.form = form


@never_cache
@require_safe
def motion(request: HttpRequest, motion_id: int) -> HttpResponse:
    """Everybody's once it is decided; before, the club's."""
    row, visitor = _find(request, motion_id)
    return _page(request, row, visitor)


@sensitive_post_parameters("choice")
@sensitive_variables()
@never_cache
@require_POST
def deed(request: HttpRequest, motion_id: int, what: str) -> HttpResponse:
    """``word``, ``vote``, ``ballot``, ``withdraw``, ``promulgate``. What is refused is said where it was typed."""
    if what not in _DEEDS:
        raise Http404
    row, visitor = _find(request, motion_id)
    if not _may(what, row, visitor):
        if not request.user.is_authenticated:
            return no_seat(request, host=True)
        raise PermissionDenied
    try:
        messages.success(request, _DEEDS[what](request, row, visitor))
    except _Malformed as error:
        return _page(request, row, visitor, what=what, vote_form=error.form)
    except Refusal as refusal:
        row, visitor = _find(request, motion_id)
        return _page(request, row, visitor, what=what, refused=refused(refusal, {}))
    return redirect("chgk:motion", row.pk)


def _find(request: HttpRequest, motion_id: int) -> tuple[Motion, Visitor]:
    """The motion as it is after its time; 404 for whoever may not know of it."""
    row = get_object_or_404(motions(), pk=motion_id)
    if close_if_due(row):
        row = motions().get(pk=motion_id)
    visitor = find_visitor(request, row.club)
    if not visitor.reader.may_read(row):
        raise Http404
    return row, visitor


def _may(what: str, row: Motion, visitor: Visitor) -> bool:
    """Whose deed it is; whether it fits just now the service decides."""
    reader = visitor.reader
    if what in ("word", "ballot"):
        return reader.in_council
    if what == "promulgate":
        return reader.curates
    mine = row.mover_id is not None and reader.person is not None and reader.person.pk == row.mover_id
    if what == "vote":
        heard = kind_of(row) is Kind.COMPLAINT and reader.voice is not None
        return reader.curates or heard or (mine and reader.voice is not None)
    return mine or (reader.curates and row.mover_id is None)


def _word(request: HttpRequest, row: Motion, visitor: Visitor) -> str:
    answers = request.POST.get("answers", "")
    say_word(
        motion_id=row.pk,
        text=request.POST.get("text", ""),
        answers=int(answers) if answers.isascii() and answers.isdigit() and len(answers) < 10 else None,
        as_curator=visitor.reader.voice is None,
        actor=visitor.actor,
        command_id=request.POST.get("command_id", "") or secrets.token_hex(8),
    )
    return _("Said.")


def _vote(request: HttpRequest, row: Motion, visitor: Visitor) -> str:
    form = VoteForm(request.POST)
    if not form.is_valid():
        raise _Malformed(form)
    open_vote(motion_id=row.pk, closes_at=form.cleaned_data["closes_at"], actor=visitor.actor)
    return _("The vote is open; the captains have been written to.")


@sensitive_variables()
def _ballot(request: HttpRequest, row: Motion, visitor: Visitor) -> str:
    if visitor.reader.person is None:
        raise Refusal("1.6.3", "no_voice", {})
    try:
        choice = Choice(request.POST.get("choice", ""))
    except ValueError:
        choice = None
    cast_ballot(
        motion_id=row.pk,
        person=visitor.reader.person,
        choice=choice,
        actor=visitor.actor,
        command_id=request.POST.get("command_id", "")[:64],
    )
    return _("Your ballot is in the box.")


def _withdraw(request: HttpRequest, row: Motion, visitor: Visitor) -> str:
    withdraw_motion(motion_id=row.pk, reason=request.POST.get("reason", ""), actor=visitor.actor)
    return _("The motion is withdrawn.")


def _promulgate(request: HttpRequest, row: Motion, visitor: Visitor) -> str:
    day = _day(request.POST.get("holds_from", ""))
    version = promulgate(motion_id=row.pk, holds_from=day, actor=visitor.actor)
    return _("Promulgated: version %(number)s of the regulation.") % {"number": version.number}


def _day(text: str) -> datetime.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


_DEEDS: Mapping[str, Callable[[HttpRequest, Motion, Visitor], str]] = {
    "word": _word,
    "vote": _vote,
    "ballot": _ballot,
    "withdraw": _withdraw,
    "promulgate": _promulgate,
}


def _page(request: HttpRequest, row: Motion, visitor: Visitor, *, what: str = "", **more: Any) -> HttpResponse:
    version = getattr(row, "version", None)
    context: dict[str, Any] = {
        "motion": row,
        "club": row.club,
        "visitor": visitor,
        "reader": visitor.reader,
        "what": what,
        "typed": request.POST.dict() if what and what != "ballot" else {},
        "command_id": secrets.token_hex(8),
        "may": {one for one in _DEEDS if _may(one, row, visitor)},
        "vote_form": VoteForm(initial={"closes_at": timezone.now() + datetime.timedelta(days=3)}),
        "version": version,
        "today": timezone.localdate(),
        "to_promulgate": row.kind == Kind.AMENDMENT and row.state == Motion.State.ADOPTED and version is None,
        **read_motion(row, visitor.voices, visitor.settings, visitor.reader),
        **more,
    }
    return render(request, "chgk/council/motion.html", context, status=422 if more else 200)
