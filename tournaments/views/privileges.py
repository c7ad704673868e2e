"""Half-operators of the chat: who they are now, taking the right away early, the list for the chat's operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import texts
from tournaments.models import Privilege
from tournaments.permissions import can_manage_privileges
from tournaments.selectors.awards import Privileges, read_privileges
from tournaments.services.actors import account_actor
from tournaments.services.awards import LONGEST_REASON, revoke_privilege

JOINERS = "\u200c\u200d"  # inside emoji and some scripts; every other invisible letter is left out of the text


class ReasonForm(forms.Form):
    """Why a right is taken away early."""

    reason = forms.CharField(max_length=LONGEST_REASON, required=False)


def _keepers_only(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hosts and staff; strangers are sent to the login, other accounts are refused with 403."""

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not can_manage_privileges(request.user):
            raise PermissionDenied
        return inner(request, *args, **kwargs)

    return never_cache(login_required(view))


def _keepers_or_operator(inner: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """As above, or the chat server's own program with the installation's token in «Authorization: Bearer …»."""
    keepers = _keepers_only(inner)

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return keepers(request, *args, **kwargs)
        expected = settings.SOWA_OPERATOR_TOKEN
        if not expected or not constant_time_compare(token.strip(), expected):
            refused = HttpResponse("The token is not this installation's.\n", status=401, content_type="text/plain")
            refused["WWW-Authenticate"] = "Bearer"
            return refused
        return inner(request, *args, **kwargs)

    return never_cache(view)


@require_safe
@_keepers_only
def privileges(request: HttpRequest) -> HttpResponse:
    """Everybody with a right in force."""
    return _page(request)


@require_POST
@_keepers_only
def revoke(request: HttpRequest, privilege_id: int) -> HttpResponse:
    """Takes a right away early; refused without a reason, which is kept as typed."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _page(request, privilege_id, str(form.errors["reason"][0]), request.POST.get("reason", ""))
    reason = form.cleaned_data["reason"]
    try:
        done = revoke_privilege(privilege_id=privilege_id, reason=reason, actor=account_actor(request.user))
    except Privilege.DoesNotExist:
        raise Http404 from None
    if done.refusal is not None:
        return _page(request, privilege_id, texts.explain_here(done.refusal), reason)
    messages.success(request, _("Taken away: %(name)s. Tell the chat's operator.") % {"name": done.privilege.name})
    return HttpResponseRedirect(reverse("tournaments:privileges"))


@require_safe
@_keepers_or_operator
def as_text(request: HttpRequest) -> HttpResponse:
    """One person a line, columns between tabs; lines with # are notes."""
    text = "".join(f"{line}\n" for line in _text_lines(read_privileges()))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
@_keepers_or_operator
def as_json(request: HttpRequest) -> HttpResponse:
    """The same for a script; names exactly as they are."""
    found = read_privileges()
    ending, tomorrow = set(found.ending_today), set(found.ending_tomorrow)
    return JsonResponse(
        {
            "at": _moment(found.now),
            "in_force": [
                {**_as_json(row), "ends_today": row in ending, "ends_tomorrow": row in tomorrow}
                for row in found.in_force
            ],
            "take_away_today": [_as_json(row) for row in found.to_take_away_today],
        },
        json_dumps_params={"ensure_ascii": False},
    )


def _page(request: HttpRequest, refused: int | None = None, sentence: str = "", typed: str = "") -> HttpResponse:
    context: dict[str, Any] = {"found": read_privileges(), "refused": refused, "sentence": sentence, "typed": typed}
    context["machine"] = bool(settings.SOWA_OPERATOR_TOKEN)
    context["json_address"] = request.build_absolute_uri(reverse("tournaments:privileges_json"))
    return render(request, "tournaments/privileges.html", context, status=422 if refused is not None else 200)


def _text_lines(found: Privileges) -> Iterator[str]:
    yield f"# {_('Half-operators')}, {_moment(found.now)}"
    yield f"# {_('name')}\t{_('until')}\t§\t{_('note')}"
    notes = {row: _("ends tomorrow") for row in found.ending_tomorrow} | {
        row: _("ends today") for row in found.ending_today
    }
    for row in found.in_force:
        yield _text_line(row, notes.get(row, ""))
    gone = found.to_take_away_today
    if gone:
        yield f"# {_('To be taken away today')}"
        for row in gone:
            yield "# " + _text_line(row, _("taken away early") if row.revoked_at else _("ended today"))


def _text_line(row: Privilege, note: str) -> str:
    return "\t".join((_plain(row.name), _moment(row.ends_at), f"§{row.paragraph}", note)).rstrip()


def _plain(name: str) -> str:
    """A name that stays one line, begins no note and turns nothing around."""
    kept = "".join(letter if letter.isprintable() or letter in JOINERS else " " for letter in name)
    return " ".join(kept.split()).lstrip("#").strip() or "?"


def _moment(moment: Any) -> str:
    return str(timezone.localtime(moment, timezone.get_default_timezone()).isoformat(timespec="minutes"))


def _as_json(row: Privilege) -> dict[str, Any]:
    house = row.person.house if row.person is not None else None
    return {
        "name": row.name,
        "house": house.key if house is not None else None,
        "kind": row.kind,
        "paragraph": row.paragraph,
        "starts_at": _moment(row.starts_at),
        "ends_at": _moment(row.ends_at),
        "revoked_at": _moment(row.revoked_at) if row.revoked_at else None,
        "revoke_reason": row.revoke_reason,
        "game": row.game_id,
    }
