"""Who stands in for whom: one's own deputies, and those whom one stands in for."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import Deputy, User
from tournaments.portal_forms import DeputyForm
from tournaments.portal_texts import Said, say
from tournaments.rules.engine import Refusal
from tournaments.selectors.offices import deputies_around, offices_of
from tournaments.services.actors import account_name
from tournaments.services.deputies import end_deputy, name_deputy
from tournaments.views.accounts import account_page


@require_http_methods(["GET", "HEAD", "POST"])
@account_page
def deputies(request: HttpRequest, user: User) -> HttpResponse:
    """Everybody sees who stands in for them and for whom they do; whoever holds an office names somebody."""
    offices = offices_of(user)
    if request.method != "POST":
        return _page(request, user, offices, DeputyForm(user=user, offices=offices))
    if not offices:
        raise PermissionDenied
    form = DeputyForm(request.POST, user=user, offices=offices)
    if not form.is_valid():
        return _page(request, user, offices, form)
    try:
        row = name_deputy(principal=user, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, user, offices, form, say(refusal))
    messages.success(request, _("%(name)s stands in for you.") % {"name": account_name(row.deputy)})
    return HttpResponseRedirect(reverse("tournaments:deputies"))


@require_POST
@account_page
def end(request: HttpRequest, user: User, deputy_id: int) -> HttpResponse:
    """Ends it now, for the principal and the deputy; 404 for anybody else's."""
    try:
        row = end_deputy(deputy_id=deputy_id, by=user)
    except (Refusal, Deputy.DoesNotExist):
        raise Http404 from None
    messages.success(request, _("%(name)s no longer stands in.") % {"name": account_name(row.deputy)})
    return HttpResponseRedirect(reverse("tournaments:deputies"))


def _page(
    request: HttpRequest, user: User, offices: tuple[str, ...], form: DeputyForm, refused: Said | None = None
) -> HttpResponse:
    now = timezone.now()
    context: dict[str, Any] = {
        "offices": offices,
        "form": form,
        "refused": refused,
        "around": deputies_around(user, now),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "tournaments/portal/deputies.html", context, status=422 if form.is_bound else 200)
